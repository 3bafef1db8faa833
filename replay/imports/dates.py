"""When a hand was played, as people write it, to one form: ``YYYY-MM-DD`` or RFC 3339."""

import re
from datetime import date, datetime
from typing import Final
from unicodedata import normalize

from engine.rulesets import shown
from engine.said import said

DATE_KEY: Final = "x_date"
"""The key of a hand record that says when it was played."""

_DAY = re.compile(
    r"(\d{4})(?:(?P<sign>[-/.])(\d{1,2})(?P=sign)(\d{1,2})|\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日)", re.ASCII
)
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)", re.ASCII)


class DateError(ValueError):
    """What is no date. ``message`` and ``mend`` in words."""

    def __init__(self, message: str, mend: str) -> None:
        self.message = message
        self.mend = mend
        super().__init__(message)


def read_date(given: object) -> str:
    """A date as a text, or as TOML or a workbook gives it. The year comes first: ``2025-04-12``, ``2025/4/12``,
    ``2025.4.12``, ``2025年4月12日``; with a time of day and its offset it is kept as it is. Raises ``DateError``."""
    if isinstance(given, datetime):
        given = given.isoformat(timespec="auto") if given.tzinfo or any(given.timetuple()[3:6]) else given.date()
    if isinstance(given, date) and not isinstance(given, datetime):
        return given.isoformat()
    text = normalize("NFKC", given).strip() if isinstance(given, str) else ""
    try:
        if day := _DAY.fullmatch(text):
            year, month, number = (int(part) for part in (day[1], day[3] or day[5], day[4] or day[6]))
            return date(year, month, number).isoformat()
        if _MOMENT.fullmatch(text):
            datetime.fromisoformat(text.upper())
            return text.upper().replace(" ", "T")
    except ValueError:  # the 31st of April
        raise DateError(said("no such day: {date}", date=shown(given)), said("write the day that it was")) from None
    if re.match(r"\d{4}\D.*\d:\d", text):
        message = said("a time of day without its offset from UTC: {date}", date=shown(given))
        raise DateError(message, said("write the day alone, or such as 2025-04-12T20:00:00+08:00"))
    message = said("no date that can be read in one way only: {date}", date=shown(given))
    raise DateError(message, said("write the year first: 2025-04-12"))
