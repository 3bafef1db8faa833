"""Seals: what covers a deal, and what ties a session's deals together (docs/formats.md, ``sealed``)."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Literal

from msgspec import Struct

from engine.findings import Finding, finding

Link = Literal["first", "outside", "linked", "missing", "differs"]
"""How a seal stands to its session's seal before it: there is none in the file; there is none, yet it names one; it
names it; it names none; it names another."""


def seal_hash(lines: Sequence[bytes], previous: str | None) -> str:
    """The hash that seals ``lines``, each with its LF, after the seal ``previous``: 64 hexadecimal digits."""
    return sha256((previous or "").encode("ascii") + b"".join(lines)).hexdigest()


class SealCheck(Struct, frozen=True):
    """A deal's seal, and what its hash should be. ``line``: in the file, from 1; ``place``: the ``seq`` it should have.

    ``computed`` is None where not all lines of the deal could be kept. ``due``: the session's seal before, if any.
    """

    line: int
    seq: int
    place: int
    hash: str
    computed: str | None
    previous: str | None
    due: str | None

    @property
    def link(self) -> Link:
        """How it stands to the session's seal before."""
        if self.due is None:
            return "first" if self.previous is None else "outside"
        if self.previous is None:
            return "missing"
        return "linked" if self.previous == self.due else "differs"

    @property
    def covers(self) -> bool:
        """Whether the lines before the seal are what was sealed, and stand where they stood."""
        return self.hash == self.computed and self.seq == self.place

    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with its hash and its link. A ``seq`` out of its place is the fold's finding."""
        found = [] if self.hash == self.computed else [finding("seal-mismatch", seq=self.seq)]
        if self.link == "missing":
            found.append(finding("seal-previous-missing", seq=self.seq))
        elif self.link == "differs":
            found.append(finding("seal-previous-differs", seq=self.seq))
        return tuple(found)
