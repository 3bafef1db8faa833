"""How strong and how quick the players are: `python -m benchmarks.players [DEALS]`, 10,000 deals a pairing if not said.

Greedy against two of each player: its average settlement of a deal with the 95 % interval, and deals a second of one
process, by the time that is its own: what else the machine does counts less.
"""

import sys
import time

from replay.rulebook import rulebook
from replay.simulate import Plan, played
from replay.simulated import Summary, summed_up

PAIRINGS = (("greedy", "random", "random"), ("greedy", "simple", "simple"), ("greedy", "greedy", "greedy"))


def main() -> int:
    """Measure and print."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    for players in PAIRINGS:
        plan = Plan(deals, 2024, players, rulebook().presets["cardavia"], recorded=False)
        summary, start = Summary(plan), time.process_time()
        for _ in summed_up(played(plan), summary):
            pass
        rate = deals / (time.process_time() - start)
        first = summary.people[0]
        print(
            f"{' '.join(players)}: {first.mean or 0:+.1f} ± {first.margin or 0:.1f} hu a deal, won {first.wins:,} of "
            f"{first.deals:,}; {summary.exhausted:,} exhausted; {rate:,.0f} deals/s a core"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
