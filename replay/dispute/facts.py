"""One fact of a deal read otherwise: how and by whom it was won, a group's form, an indicator, a card, ready."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from msgspec.structs import replace

from engine.cards import KINDS, RANK, SUITED, TOKENS
from engine.ending import KONGS_IN_PLAY, SIZE_OF, DealEnd, Declared, GroupForm, Holding, Win
from engine.partitions import is_complete
from engine.said import Said, msgid, said, seat_said
from replay.dispute.hypotheses import FACT, Hypothesis, end_changed
from replay.record_rules import contradictions
from replay.record_shape import Draft, DraftPlayer, Faults, TooManyFaultsError

_KONGS: tuple[GroupForm, ...] = (*KONGS_IN_PLAY, "opening-quad")
_FORMS: dict[GroupForm, Said] = {
    "pung": said("a pung"),
    "exposed-kong": said("an exposed kong"),
    "added-kong": said("an added kong"),
    "concealed-kong": said("a concealed kong"),
    "opening-quad": said("an opening quad"),
    "opening-triple": said("an opening triple"),
}

What = dict[str, Any]


def facts(end: DealEnd) -> Iterator[Hypothesis]:
    """Every single fact read otherwise, even where it contradicts the rest of the deal (``is_possible``)."""
    win = end.win
    if win is not None and win.card is not None:
        yield from _of_the_win(end, win, win.card)
    for seat, holding in enumerate(end.players):
        if holding.ready or (win is not None and win.seat == seat):
            yield _of_ready(seat, was=holding.ready)
        for group in holding.groups:
            yield from _of_group(seat, group)
        yield from _of_hand(win, seat, holding)
    for kind in dict.fromkeys(end.indicators):
        yield from _of_indicator(end.indicators.index(kind), kind)


def is_possible(end: DealEnd, original: DealEnd) -> bool:
    """Whether an end contradicts itself in nothing in which the original does not: a fifth copy, ready with a pung, a
    kong's replacement without a kong (docs/formats.md, "Hand record")."""
    return end == original or _contradictions(end) <= _contradictions(original)


def _contradictions(end: DealEnd) -> set[tuple[str, str | None]]:
    win = end.win
    players = [
        DraftPlayer(None, holding.hand, holding.groups, holding.hezi, holding.jokers, holding.ready)
        for holding in end.players
    ]
    draft = Draft(rules=end.rules, indicators=end.indicators, dealer=end.dealer, players=tuple(players))
    if win is not None and win.source != "none":
        draft.won, draft.winner, draft.by, draft.card, draft.giver = True, win.seat, win.source, win.card, win.giver
        draft.first_discard, draft.last_card = win.moment == "first-discard", win.moment == "last-card"
    faults = Faults("", lambda _path: 0)
    with suppress(TooManyFaultsError):
        contradictions(draft, faults)
    return {(fault.code, fault.field) for fault in faults.found}


def _fact(
    id_: str, rule: str, about: str, *, change: Callable[[DealEnd], DealEnd | None], say: Callable[[], Said],
    what: What, seat: int | None = None, extra: int = 0,
) -> Hypothesis:  # fmt: skip
    """``what``: without the seat, which is added where there is one."""
    told = what if seat is None else {"seat": seat, **what}
    return Hypothesis("fact", id_, told, rule, FACT, about, partial(end_changed, change), say, seat, extra)


def _of_the_win(end: DealEnd, win: Win, kind: int) -> Iterator[Hypothesis]:
    """Drawn or discarded, by whom, at what moment, who won (§4.3, §5.1, §9.5, §9.7)."""
    card = TOKENS[kind]
    others = [seat for seat in range(len(end.players)) if seat != win.seat]

    def won(id_: str, rule: str, words: str, changes: What, what: What | None = None, **params: object) -> Hypothesis:
        say = partial(said, words, card=card, **params)
        about = "win.moment" if set(changes) == {"moment"} else "win.source"
        change = partial(_with_win, changes=changes)
        told, imagined = {"card": card} | (what or {}), changes.get("moment", "ordinary") != "ordinary"
        return _fact(id_, rule, about, change=change, say=say, what=told, extra=2 * imagined)

    if win.from_another:
        yield won("drawn", "§8.3", msgid("{card} was drawn, not discarded"),
                  {"source": "self-draw", "giver": None, "moment": "ordinary"})  # fmt: skip
    else:
        yield won("discarded", "§7.6", msgid("{card} was discarded, not drawn"),
                  {"source": "discard", "giver": others[win.seat - 1], "moment": "ordinary"})  # fmt: skip
    if win.source == "kong-replacement":
        words = msgid("{card} was an ordinary draw, no kong's replacement")
        yield won("ordinary-draw", "§8.3", words, {"source": "self-draw"})
    if win.source == "self-draw":
        words = msgid("{card} was drawn as a kong's replacement")
        yield won("kong-replacement", "§8.3", words, {"source": "kong-replacement"})
    if win.moment == "last-card":
        words = msgid("{card} was not the last card of the stock")
        yield won("last-card", "§9.7", words, {"moment": "ordinary"}, {"last": False})
    elif not win.from_another:
        words = msgid("{card} was the last card of the stock")
        yield won("last-card", "§9.7", words, {"moment": "last-card"}, {"last": True})
    if win.moment == "first-discard":
        words = msgid("{card} was not the deal's first discard")
        yield won("first-discard", "§9.5", words, {"moment": "ordinary"}, {"first": False})
    elif win.source == "discard" and win.seat != end.dealer:
        words = msgid("{card} was the deal's first discard")
        yield won("first-discard", "§9.5", words, {"giver": end.dealer, "moment": "first-discard"}, {"first": True})
    for other in others:
        if win.source == "discard" and other != win.giver:
            words = msgid("{seat} discarded {card}")
            moment = win.moment if other == end.dealer else "ordinary"
            yield won("discarder", "§5.1", words, {"giver": other, "moment": moment}, {"from": other},
                      seat=seat_said(other))  # fmt: skip
            hand = _with_one(end.players[other].hand, kind)
            if is_complete(hand) and sum(hand) == 3 * end.players[other].groups_needed + 2:
                say = partial(said, msgid("{seat} took {card} and won"), seat=seat_said(other), card=card)
                change = partial(_with_winner, seat=other)
                yield _fact("winner", "§5.1", "win.seat", change=change, say=say, what={"seat": other})


def _of_ready(seat: int, *, was: bool) -> Hypothesis:
    words = msgid("{seat} had not declared ready") if was else msgid("{seat} had declared ready")
    change = partial(_with_ready, seat=seat, ready=not was)
    say = partial(said, words, seat=seat_said(seat))
    told, extra = {"ready": not was}, 0 if was else 2
    return _fact("ready", "§9.6", f"ready:{seat}", change=change, say=say, what=told, seat=seat, extra=extra)


def _of_group(seat: int, group: Declared) -> Iterator[Hypothesis]:
    """A kong of another form; a pung or an opening triple that is three in hand (§7.1)."""
    card, is_pung = TOKENS[group.kind], group.form == "pung"
    fact = partial(_fact, rule="§7.1", about=f"group:{seat}:{card}", seat=seat)
    told = {"group": f"{group.form} {card}"}
    if SIZE_OF[group.form] == 3:
        words = (
            msgid("the {card} of {seat} are three in hand, not a pung")
            if is_pung
            else msgid("the {card} of {seat} are three in hand, not an opening triple")
        )
        say = partial(said, words, card=card, seat=seat_said(seat))
        yield fact("pung-in-hand", change=partial(_in_hand, seat=seat, group=group), say=say, what=told)
    forms = _KONGS if SIZE_OF[group.form] == 4 else () if is_pung else ("pung",)
    for form in forms:
        if form != group.form:
            words = msgid("the {card} of {seat} are {form}, not {was}")
            say = partial(said, words, card=card, seat=seat_said(seat), form=_FORMS[form], was=_FORMS[group.form])
            change = partial(_with_form, seat=seat, group=group, form=form)
            yield fact("form", change=change, say=say, what={**told, "form": form})


def _of_indicator(at: int, kind: int) -> Iterator[Hypothesis]:
    """An indicator misread by one card (§2.2)."""
    near = near_kinds(kind)
    for other in range(KINDS):
        if kind < KINDS and other != kind:
            told = {"card": TOKENS[kind], "other": TOKENS[other]}
            say = partial(said, msgid("the indicator {card} was {other}"), **told)
            extra = 0 if other in near else 1 if RANK[other] == RANK[kind] else 2
            change = partial(_with_indicator, at=at, kind=other)
            yield _fact("indicator", "§7.3", f"indicator:{at}", change=change, say=say, what=told, extra=extra)


def _of_hand(win: Win | None, seat: int, holding: Holding) -> Iterator[Hypothesis]:
    """A card of the hand misread by one rank, or by its suit; of the winner's, the winning card or another (§6.1)."""
    winning = win.card if win is not None and win.seat == seat else None
    for kind in range(KINDS):
        others = near_kinds(kind) + tuple(
            other for other in range(SUITED) if kind < SUITED and other != kind and RANK[other] == RANK[kind]
        )
        for other in others if holding.hand[kind] else ():
            told = {"card": TOKENS[kind], "other": TOKENS[other]}
            extra = 0 if other in near_kinds(kind) else 1
            fact = partial(_fact, "card", "§6.1", f"card:{seat}:{kind}", seat=seat, extra=extra)
            if holding.hand[kind] > (kind == winning):
                say = partial(said, msgid("a {card} in the hand of {seat} was {other}"), seat=seat_said(seat), **told)
                change = partial(_with_card, seat=seat, kind=kind, other=other)
                yield fact(change=change, say=say, what=told | {"winning": False})
            if kind == winning:
                say = partial(said, msgid("the winning card was {other}, not {card}"), **told)
                change = partial(_with_winning_card, seat=seat, kind=kind, other=other)
                yield fact(change=change, say=say, what=told | {"winning": True})


def near_kinds(kind: int) -> tuple[int, ...]:
    """The kinds for which a card is most easily taken: the ranks beside it, or the other honours."""
    if kind >= SUITED:
        return tuple(other for other in range(SUITED, KINDS) if other != kind)
    return tuple(other for other in (kind - 1, kind + 1) if 0 <= other < SUITED and other // 9 == kind // 9)


def _with_win(end: DealEnd, *, changes: What) -> DealEnd | None:
    return None if end.win is None else replace(end, win=replace(end.win, **changes))


def _with_player(end: DealEnd, seat: int, holding: Holding) -> DealEnd:
    return replace(end, players=(*end.players[:seat], holding, *end.players[seat + 1 :]))


def _with_winner(end: DealEnd, *, seat: int) -> DealEnd | None:
    """The winning card with another seat, which wins; the hand that had it is one card short of complete again."""
    win = end.win
    if win is None or win.card is None or not end.players[win.seat].hand[win.card]:
        return None
    before, after = end.players[win.seat], end.players[seat]
    end = _with_player(end, win.seat, replace(before, hand=_without_one(before.hand, win.card)))
    end = _with_player(end, seat, replace(after, hand=_with_one(after.hand, win.card)))
    return replace(end, win=replace(win, seat=seat))


def _with_ready(end: DealEnd, *, seat: int, ready: bool) -> DealEnd:
    return _with_player(end, seat, replace(end.players[seat], ready=ready))


def _with_form(end: DealEnd, *, seat: int, group: Declared, form: GroupForm) -> DealEnd:
    holding = end.players[seat]
    groups = [Declared(form, one.kind) if one == group else one for one in holding.groups]
    return _with_player(end, seat, replace(holding, groups=tuple(groups)))


def _in_hand(end: DealEnd, *, seat: int, group: Declared) -> DealEnd:
    holding = end.players[seat]
    hand = bytearray(holding.hand)
    hand[group.kind] += 3
    groups = [one for one in holding.groups if one != group]
    return _with_player(end, seat, replace(holding, hand=bytes(hand), groups=tuple(groups)))


def _with_indicator(end: DealEnd, *, at: int, kind: int) -> DealEnd:
    return replace(end, indicators=(*end.indicators[:at], kind, *end.indicators[at + 1 :]))


def _with_card(end: DealEnd, *, seat: int, kind: int, other: int) -> DealEnd | None:
    holding = end.players[seat]
    if not holding.hand[kind]:
        return None
    return _with_player(end, seat, replace(holding, hand=_with_one(_without_one(holding.hand, kind), other)))


def _with_winning_card(end: DealEnd, *, seat: int, kind: int, other: int) -> DealEnd | None:
    win, changed = end.win, _with_card(end, seat=seat, kind=kind, other=other)
    if win is None or changed is None or (win.seat, win.card) != (seat, kind):
        return None
    return replace(changed, win=replace(win, card=other))


def _with_one(hand: bytes, kind: int) -> bytes:
    return hand[:kind] + bytes([hand[kind] + 1]) + hand[kind + 1 :]


def _without_one(hand: bytes, kind: int) -> bytes:
    return hand[:kind] + bytes([hand[kind] - 1]) + hand[kind + 1 :]
