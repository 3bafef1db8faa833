"""The tables in docs/archive.md, from the one list of them: ``python -m tests.archive.tables`` writes them there."""

from replay.archive.schema import TABLES, Table
from tests.support.command_line import ROOT

PAGE = ROOT / "docs/archive.md"
BEGINS, ENDS = "## Tables\n", "\n## "


def tables() -> str:
    """The section as it should be."""
    shown = [_table(table) for table in TABLES.values() if not table.part_of]
    return "\n".join([_INTRODUCTION, *shown]).rstrip("\n") + "\n"


_INTRODUCTION = """
`deal` and `source` number deals and sources in the order of their import. Amounts are hu; cards are written as in a
log; what a deal has none of is null. `duzihu query` without SQL prints this list.
"""


def _table(table: Table) -> str:
    rows = "".join(f"| `{column.name}` | {column.type} | {column.meaning} |\n" for column in table.columns)
    return f"### {table.name}\n\n{table.meaning}\n\n| column | type | |\n|---|---|---|\n{rows}"


def section() -> str:
    """The section as it stands."""
    return PAGE.read_text(encoding="utf-8").partition(BEGINS)[2].partition(ENDS)[0] + "\n"


def write() -> None:
    """Put the section in."""
    before, begins, rest = PAGE.read_text(encoding="utf-8").partition(BEGINS)
    _old, ends, after = rest.partition(ENDS)
    PAGE.write_text(before + begins + tables() + ends + after, encoding="utf-8")


if __name__ == "__main__":
    write()
