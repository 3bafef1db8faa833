"""Print every ratio: `python -m benchmarks`, with the extra `bench` installed. Exit status 1 if one falls short."""

import sys

from benchmarks import hands, replay, start


def main() -> int:
    """Measure and print."""
    short = 0
    for name, measured, wanted in (*replay.ratios(), *hands.ratios()):
        met = measured.ratio >= wanted
        short += not met
        print(
            f"{name}: {measured.ratio:.1f}× (asked {wanted:g}×; rounds {measured.low:.1f}-{measured.high:.1f}; "
            f"{measured.ours:,.0f} against {measured.peer:,.0f}){'' if met else '  SHORT'}"
        )
    for name, figure in hands.reported():
        print(f"{name}: {figure:,.0f}")
    cold = start.ratio()
    met = cold.ratio <= 1.7
    short += not met
    print(
        f"cold `duzihu score` / import typer, rich.table, msgspec: {cold.ratio:.2f}× (asked at most 1.7×; rounds "
        f"{cold.low:.2f}-{cold.high:.2f}; {cold.ours:.3f} s against {cold.peer:.3f} s){'' if met else '  SHORT'}"
    )
    return 1 if short else 0


if __name__ == "__main__":
    sys.exit(main())
