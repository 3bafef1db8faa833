"""What of a source is in the archive already, and what each new deal is called there."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from replay.archive.batch import Told
from replay.archive.store import run
from replay.archive.texts import text_of

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Fate = Literal["new", "duplicate", "extends", "conflict"]

Text = Callable[[], bytes]
"""Gives the bytes that a deal is."""


class Verdict(Struct, frozen=True):
    """What becomes of a deal: its number and id in the archive, whether it is in it already, or takes the place of a
    shorter copy, or has the id of another with other content."""

    fate: Fate
    deal: int
    id: str


class _Kin(Struct, frozen=True):
    """A deal in the archive, or about to be, of the same name as another."""

    deal: int
    id: str
    opening: bytes | None
    size: int
    text: Text


class Known:
    """Knows the deals of an archive, those that are put in on the way included."""

    def __init__(self, archive: "DuckDBPyConnection") -> None:
        self._archive = archive
        ((last,),) = run(archive, "SELECT coalesce(max(deal), 0) FROM deals")
        self._last: int = last

    def judge(self, deals: Sequence[tuple[Told, Text]]) -> list[Verdict]:
        """What becomes of each, in order. Those that are not in the archive yet are taken to be put in."""
        by_digest, kin = self._looked_up([told for told, _ in deals])
        verdicts = []
        for told, text in deals:
            there = by_digest.get(told.digest)
            if there is not None:
                verdicts.append(Verdict("duplicate", *there))
                continue
            verdict, content = self._judged(told, text, kin)
            verdicts.append(verdict)
            if verdict.fate != "duplicate":
                by_digest[told.digest] = (verdict.deal, verdict.id)
                name = named(told)
                others = [one for one in kin.get(name, ()) if one.deal != verdict.deal]
                kin[name] = [*others, _Kin(verdict.deal, verdict.id, told.opening, told.length, content)]
        return verdicts

    def _judged(self, told: Told, text: Text, kin: dict[str, list[_Kin]]) -> tuple[Verdict, Text]:
        name = named(told)
        same = kin.get(name, ())
        for other in same:
            if told.opening is None or other.opening != told.opening or other.size == told.length:
                continue
            if told.length > other.size and text().startswith(other.text()):
                return Verdict("extends", other.deal, other.id), text
            if told.length < other.size and other.text().startswith(text()):
                return Verdict("duplicate", other.deal, other.id), text
        self._last += 1
        if not same:
            return Verdict("new", self._last, name), text
        taken = {one.id for one in same}
        number = len(same) + 1
        while f"{name}~{number}" in taken or self._is_id(f"{name}~{number}"):
            number += 1
        return Verdict("conflict", self._last, f"{name}~{number}"), text

    def _looked_up(self, asked: list[Told]) -> tuple[dict[bytes, tuple[int, str]], dict[str, list[_Kin]]]:
        archive, names = self._archive, sorted({named(told) for told in asked})
        same = run(
            archive,
            "SELECT digest, deal, id FROM deals WHERE digest IN (SELECT unnest(?::BLOB[]))",
            [[told.digest for told in asked]],
        )
        like = run(
            archive,
            """
            WITH names AS (SELECT unnest(?::VARCHAR[]) AS name)
            SELECT named, deal, id, opening, size FROM deals WHERE named IN (FROM names)
            UNION
            SELECT id, deal, id, opening, size FROM deals WHERE id IN (FROM names)
            ORDER BY deal
            """,
            [names],
        )
        kin: dict[str, list[_Kin]] = {}
        for name, deal, id_, opening, size in like:
            kin.setdefault(name, []).append(_Kin(deal, id_, opening, size, self._text(deal)))
        return {bytes(digest): (deal, id_) for digest, deal, id_ in same}, kin

    def _text(self, deal: int) -> Text:
        return lambda: text_of(self._archive, deal)

    def _is_id(self, id_: str) -> bool:
        return bool(run(self._archive, "SELECT 1 FROM deals WHERE id = ? LIMIT 1", [id_]))


def named(told: Told) -> str:
    """What a deal is called if nothing else is called so: its own id, else one made of what it is."""
    return told.named or f"{told.kind}-{told.digest[:8].hex()}"
