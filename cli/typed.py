"""A hand typed at the prompt: the options that `score` and `waits` share, checked as a hand record is.

What was typed becomes the draft of a record in which the hand is seat 0's, whatever came from another player came from
seat 1, and the rest is unknown. So there is one check, and one wording, for both.
"""

from collections.abc import Iterable
from typing import Annotated, Any

import typer
from msgspec import Struct

from cli.frame import UsageError, chosen_rules, usage_faults
from engine.cards import NO_CARDS
from engine.ending import Declared, Holding, Win
from engine.options import RuleSet
from engine.said import said, with_texts
from replay.faults import Fault
from replay.record_rules import contradictions
from replay.record_shape import FORMAT, Draft, DraftPlayer, Faults, draft_of

Hand = Annotated[str, typer.Argument(metavar="HAND", help='The concealed cards, such as "111m 456m 55c TT".')]
Groups = Annotated[
    list[str] | None,
    typer.Option(
        metavar="GROUPS",
        help='Declared groups, such as "pung 5s, exposed-kong W"; may be repeated. Forms: pung, exposed-kong, '
        "added-kong, concealed-kong, opening-quad, opening-triple.",
    ),
]
Hezi = Annotated[str | None, typer.Option(metavar="CARD", help="The kind of a declared hezi.")]
Jokers = Annotated[str | None, typer.Option(metavar="CARDS", help='The jokers exposed, such as "jF jP" (§12.2).')]
Ready = Annotated[bool, typer.Option("--ready", help="Ready was declared in the preparation.")]

_TYPED_IN = {
    "players[0].hand": "HAND",
    "players[0].groups": "--groups",
    "players[0].hezi": "--hezi",
    "players[0].jokers": "--jokers",
    "players[0].ready": "--ready",
    "players[1].groups[0]": said("the robbed pung"),
    "players[1].hand": "--seen",
    "indicators": "--indicators",
    "win.by": "--by",
    "win.card": "--card",
    "win.first_discard": "--first-discard",
    "win.last_card": "--last-card",
}
"""By the field of a record: where its value was typed."""

_IN_WORDS = {
    ("missing-key", "win.by"): said("how it was won is missing"),
    ("first-discard-not-the-dealers", "win.first_discard"): said(
        "the deal's first discard is the dealer's own, and --dealer says that the winner is the dealer (§9.5)"
    ),
}
"""By code and field: messages that speak of what is not typed here."""


class TypedHand(Struct, frozen=True):
    """A hand as typed, without contradictions. ``indicators``: empty where none were typed. ``seen``: counts of cards
    seen elsewhere. ``win``: ``None`` for a hand that did not win."""

    rules: RuleSet
    indicators: tuple[int, ...]
    holding: Holding
    seen: bytes
    win: Win | None


def player(
    hand: str, groups: Iterable[str] | None, hezi: str | None, jokers: str | None, *, ready: bool
) -> dict[str, Any]:
    """The player of a record, as typed."""
    listed = [group.strip() for text in groups or () for group in text.split(",")]
    typed = {"hand": hand, "groups": listed, "ready": ready}
    optional = {"hezi": hezi, "jokers": jokers}
    return typed | {key: value for key, value in optional.items() if value is not None}


def read_typed(
    rules: str,
    settings: Iterable[str] | None,
    player: dict[str, Any],
    indicators: str | None,
    *,
    seen: str | None = None,
    dealer: bool = False,
    win: dict[str, Any] | None = None,
) -> TypedHand:
    """The hand of a ``player``. ``win``: as in a record, without its seats. Raises ``UsageError`` with all that is
    wrong, ``UnreadableError`` for a file of rules that cannot be read."""
    found: list[Fault] = []
    try:
        chosen = chosen_rules(rules, settings)
    except UsageError as error:
        found += error.faults  # the rest is checked all the same
        chosen = chosen_rules("cardavia", ())
    record: dict[str, Any] = {"format": FORMAT, "rules": "cardavia", "dealer": 0 if dealer else 1}
    record["players"] = [player, {"hand": seen or ""}, {"hand": ""}]
    record["indicators"] = "1m 1m" if indicators is None else indicators  # a record needs some
    if win is not None:
        record["win"] = {"player": 0} | win | ({"from": 1} if win.get("by") in ("discard", "robbed-kong") else {})
    faults = Faults("", lambda _path: 0)
    draft = draft_of(record, faults)
    draft.rules = chosen
    draft.indicators = None if indicators is None else draft.indicators
    elsewhere = DraftPlayer(hand=draft.players[1].hand)
    if draft.by == "robbed-kong" and draft.card is not None:
        elsewhere = DraftPlayer(groups=(Declared("pung", draft.card),))
    draft.players = (draft.players[0], elsewhere, DraftPlayer())
    contradictions(draft, faults)
    usage_faults([*found, *map(_as_typed, faults.found)])
    return _without_faults(draft, chosen)


def _without_faults(draft: Draft, rules: RuleSet) -> TypedHand:
    own, elsewhere, _ = draft.players
    return TypedHand(rules, draft.indicators or (), own.holding(), elsewhere.hand or NO_CARDS, draft.win())


def _as_typed(fault: Fault) -> Fault:
    """A record's fault in the words of the prompt."""
    field = fault.field or ""
    source = next((typed for path, typed in _TYPED_IN.items() if field.startswith(path)), field)
    message = _IN_WORDS.get((fault.code, field), fault.message)
    token = None if fault.token == "true" else fault.token
    return Fault(fault.code, _told(message), source, token=token, mend=fault.mend and _told(fault.mend))


def _told(sentence: str) -> str:
    """A sentence that names fields of a record, with where they were typed instead."""
    return with_texts(sentence, _typed_in)


def _typed_in(text: str) -> str:
    players = {path: typed for path, typed in _TYPED_IN.items() if path.startswith("players")}
    if text in players:
        return players[text]
    for path, typed in players.items():
        text = text.replace(path, typed)
    return text
