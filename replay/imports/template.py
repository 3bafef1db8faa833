"""A score sheet to fill in: heads and an example row, as CSV, a workbook or TOML (docs/import.md).

The same language gives the same bytes every time, in a workbook too, so that files made here can be compared.
"""

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Final

from replay.imports.dates import DATE_KEY
from replay.imports.heads import template_heads

NAMES: Final[Mapping[str, tuple[str, str, str]]] = {
    "en": ("Li", "Wang", "Chen"),
    "zh": ("李强", "王芳", "陈宇"),
    "it": ("Anna", "Bruno", "Carla"),
    "es": ("Ana", "Bruno", "Clara"),
}
"""Who plays in the example, by language."""

_DAY = date(2025, 4, 12)
_MADE = datetime(2025, 4, 12)
"""What a workbook says of itself, always the same."""
_HANDS = (
    "111m 456m 789s 123c 777c 55c",
    "22m 3m 4m 6m 8m 11s 4s 66s 7s 1c 4c 7c 9c",
    "33m 5m 7m 88m 4s 8s 9s 4c 66c 8c 9c TT RRR",
)
_GROUPS = (
    {"pungs": "5s", "exposed_kongs": "W"},
    {"added_kongs": "9m", "opening_triples": "2s"},
    {"opening_quads": "3s"},
)
_OF_PLAYERS = (
    "name", "hand", "pungs", "exposed_kongs", "added_kongs", "concealed_kongs", "opening_quads", "opening_triples",
    "hezi", "ready",
)  # fmt: skip
_BEFORE = ("date", "id", "rules", "indicators", "dealer")
_AFTER = ("winner", "card", "self_draw", "from", "how", "first_discard", "last_card")
_PAYMENTS = (80, -40, -40)


def example_row(language: str) -> dict[str, Any]:
    """The example by field, fields in the order of their columns; ``None`` for a blank cell."""
    names = NAMES[language]
    row: dict[str, Any] = dict.fromkeys(_BEFORE)
    for seat, name in enumerate(names):
        row |= {f"{field}{seat}": _GROUPS[seat].get(field) for field in _OF_PLAYERS}
        row |= {f"name{seat}": name, f"hand{seat}": _HANDS[seat]}
    row |= dict.fromkeys(_AFTER)
    row |= {f"payment{seat}": amount for seat, amount in enumerate(_PAYMENTS)}
    row |= {"date": _DAY, "id": "1", "rules": "cardavia", "indicators": "2s 3m", "dealer": names[0], "note": None}
    no = {"en": "no", "zh": "否", "it": "no", "es": "no"}[language]
    return row | {"winner": names[0], "card": "7s", "self_draw": no, "from": names[2]}


def csv_template(language: str) -> str:
    """A sheet in CSV, with a byte order mark, by which office programs know UTF-8."""
    heads, row = template_heads(language), example_row(language)
    return "\ufeff" + csv_of([[heads[field] for field in row], list(row.values())])


def workbook_template(language: str) -> bytes:
    """A sheet in a workbook. Raises ``ModuleNotFoundError`` without openpyxl."""
    heads, row = template_heads(language), example_row(language)
    return workbook_of({"duzihu": [[heads[field] for field in row], list(row.values())]})


def toml_template(language: str, note: str) -> str:
    """A hand record in TOML. ``note``: what its first line says, as a comment."""
    names = NAMES[language]
    lines = [f"# {note}", "", "[[hand]]", 'format = "duzihu-hand/1"', 'id = "1"', f"{DATE_KEY} = {_DAY}"]
    lines += ['rules = "cardavia"', 'indicators = "2s 3m"', "dealer = 0"]
    for name, hand, groups in zip(names, _HANDS, _GROUPS, strict=True):
        named = [f"{_form(field)} {card}" for field, card in groups.items()]
        lines += ["", "[[hand.players]]", f"name = {_text(name)}", f"hand = {_text(hand)}", f"groups = {_text(named)}"]
    lines += ["", "[hand.win]", "player = 0", 'card = "7s"', 'by = "discard"', "from = 2"]
    lines += ["", "[[hand.claims]]", 'by = "table"', f"payments = {_text(_PAYMENTS)}"]
    return "\n".join(lines) + "\n"


def csv_of(rows: Iterable[Sequence[Any]], delimiter: str = ",") -> str:
    """Rows as CSV; ``None`` is a blank cell."""
    text = io.StringIO()
    csv.writer(text, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return text.getvalue()


def workbook_of(sheets: Mapping[str, Sequence[Sequence[Any]]]) -> bytes:
    """Rows as a workbook, a worksheet a title, their first row as its heads. Raises ``ModuleNotFoundError``."""
    from openpyxl import Workbook
    from openpyxl.styles import Font

    book = Workbook()
    del book[book.sheetnames[0]]
    for title, rows in sheets.items():
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(list(row))
        for cell in next(sheet.iter_rows(max_row=1)):
            cell.font = Font(bold=True)
        sheet.freeze_panes = "A2"
    saved = io.BytesIO()
    book.save(saved)
    return _without_clock(saved.getvalue())


def _without_clock(book: bytes) -> bytes:
    """The workbook without the time at which it was made, in its parts and in its properties."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(book)) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as new:
        for name in sorted(old.namelist(), key=lambda name: (name != "[Content_Types].xml", name)):
            content = old.read(name)
            if name == "docProps/core.xml":
                content = re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", f"{_MADE.isoformat()}Z".encode(), content)
            part = zipfile.ZipInfo(name, _MADE.timetuple()[:6])
            new.writestr(part, content)
    return made.getvalue()


def _form(field: str) -> str:
    return field.removesuffix("s").replace("_", "-")


def _text(value: Any) -> str:
    """A text or list as TOML writes it."""
    return json.dumps(value, ensure_ascii=False)
