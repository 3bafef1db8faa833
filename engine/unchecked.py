"""What cannot be checked of an event because cards are hidden: neither held nor broken, only said."""

from msgspec import Struct

from engine.said import msgid, said, seat_said


class Unchecked(Struct, frozen=True):
    """A check that could not be made. ``code``: of the finding that it might have been; ``rule``: its paragraph;
    ``message``: what is not known; ``seq``: of the event; ``seat``: whose cards are hidden."""

    code: str
    rule: str
    message: str
    seat: int
    seq: int | None = None


_WORDS: dict[str, tuple[str, str]] = {
    "deck-differs": ("§2.3", msgid("whether what {seat} is given is what the recorded deck has there")),
    "not-dealt": ("§3.5", msgid("whether {seat} was dealt every {card} that it declares")),
    "not-one-short": ("§3.6", msgid("whether {seat} is one card from a complete hand")),
    "no-live-wait": ("§3.6", msgid("whether a copy of a card that {seat} waits for is left to come")),
    "joker-held": ("§12.2", msgid("whether {seat} holds a joker that it has not exposed")),
    "joker-late": ("§12.2", msgid("whether {card} is what {seat} has just drawn")),
    "added-not-drawn": ("§4.3", msgid("whether {card} is what {seat} has just drawn")),
    "ready-discard": ("§4.6", msgid("whether {card} is what {seat} has just drawn")),
    "claim-after-pass": ("§5.3", msgid("whether {seat} passed only a win when it passed {card}")),
    "pass-without-claim": ("§5.1", msgid("whether {seat} could claim what it passes")),
    "false-win": ("§6.1", msgid("whether the hand of {seat} is complete")),
    "win-card-differs": ("§6.3", msgid("whether {card} is what {seat} has just drawn")),
    "win-card-unknown": ("§6.3", msgid("which card {seat} has won on")),
}


def unchecked(code: str, seat: int, **params: str) -> Unchecked:
    """The check of a known code that cannot be made of what a seat does."""
    rule, words = _WORDS[code]
    return Unchecked(code, rule, said(words, seat=seat_said(seat), **params), seat)


UNCHECKED: tuple[str, ...] = tuple(_WORDS)
