"""Slips of arithmetic: lines left out, counted twice or as others, doublings (§7-§9), and all others there are.

Each is a pure function on the lines, totals or payments of a reckoning; what follows from them follows by the rules.
"""

from collections.abc import Callable, Iterator
from functools import partial

from msgspec.structs import replace

from engine.base import base_lines
from engine.cards import COPIES, NO_CARDS, TOKENS
from engine.ending import Declared, Holding
from engine.lines import Line, option_line
from engine.said import Said, msgid, said, seat_said
from engine.score import Reading, SeatScore
from replay.dispute.extras import of_others
from replay.dispute.hypotheses import LINE, Hypothesis
from replay.dispute.reckoning import Reckoning, with_lines
from replay.dispute.settling import of_rounding, of_settlement
from replay.dispute.words import line_said

FACTS = ("ready", "first-discard", "last-card")
"""Multipliers that rest on a fact: to leave one out is to read that fact otherwise."""

Key = tuple[str, str, tuple[int, ...]]


def slips(reckoning: Reckoning) -> Iterator[Hypothesis]:
    """Every single slip that can be made in a reckoning."""
    for seat, scored in enumerate(reckoning.seats):
        if scored is not None:
            for line in scored.lines:
                yield from _of_line(reckoning, seat, line)
            yield from _of_several(reckoning, scored)
    yield from of_others(reckoning)
    yield from of_rounding(reckoning)
    yield from of_settlement(reckoning)


def _key(line: Line) -> Key:
    return line.section, line.id, line.cards


def _slip(
    id_: str, rule: str, *, seat: int, line: Line, new: Callable[[Line], Line | None], words: str, **more: object
) -> Hypothesis:
    """A line of a seat that is another, or none. ``words``: the template, with ``seat`` and ``line``."""
    change = partial(_with_line, seat=seat, key=_key(line), new=new)
    cards = " ".join([TOKENS[card] for card in line.cards])
    what = {"seat": seat, "section": line.section, "line": line.id, "cards": cards, **more}
    return Hypothesis("slip", id_, what, rule, LINE, f"line:{seat}:{_key(line)}", change,
                      partial(_line_slip_said, words, seat, line), seat)  # fmt: skip


def _line_slip_said(words: str, seat: int, line: Line) -> Said:
    return said(words, seat=seat_said(seat), line=line_said(line))


def _with_line(reckoning: Reckoning, *, seat: int, key: Key, new: Callable[[Line], Line | None]) -> Reckoning | None:
    scored = reckoning.seats[seat]
    if scored is None or all(_key(line) != key for line in scored.lines):
        return None
    lines = [new(line) if _key(line) == key else line for line in scored.lines]
    return with_lines(reckoning, seat, [line for line in lines if line is not None])


def _of_line(reckoning: Reckoning, seat: int, line: Line) -> Iterator[Hypothesis]:
    if line.section == "rounding" or (line.section == "multiplier" and line.id in FACTS):
        return
    slip = partial(_slip, rule=line.rule, seat=seat, line=line)
    yield slip("left-out", new=_none, words=msgid("the count of {seat} leaves out {line}"))
    if line.section in ("base", "bonus"):
        yield slip("twice", new=_twice, words=msgid("the count of {seat} has {line} twice, or doubled once too often"))
    times = dict.fromkeys(factor.times for factor in line.factors if factor.times > 1)
    for one in times:
        yield slip("too-seldom", new=partial(_undoubled_once, times=one), times=one,
                   words=msgid("the count of {seat} doubles {line} once too seldom"))  # fmt: skip
    if len(line.factors) > 1:
        yield slip("undoubled", new=_undoubled, words=msgid("the count of {seat} does not double {line} at all"))
    yield from _as_another(reckoning, seat, line)


def _none(_line: Line) -> None:
    return None


def _twice(line: Line) -> Line:
    return replace(line, amount=2 * line.amount)


def _undoubled_once(line: Line, *, times: int) -> Line:
    """Without one factor of so many times, if it has one."""
    dropped = next((factor for factor in line.factors if factor.times == times), None)
    if dropped is None:
        return line
    kept = [factor for factor in line.factors if factor is not dropped]
    return replace(line, amount=line.amount // times, factors=tuple(kept))


def _undoubled(line: Line) -> Line:
    assert line.value is not None
    return replace(line, amount=line.value, factors=())


def _as_another(reckoning: Reckoning, seat: int, line: Line) -> Iterator[Hypothesis]:
    """A set counted as another of its kind (§7.2, §7.4, §4.5)."""
    end, holding = reckoning.end, reckoning.end.players[seat]
    rules, kind = end.rules, line.cards[0] if line.cards else -1
    slip = partial(_slip, seat=seat, line=line)
    formula = rules.base_table == "formula"
    if line.id == "exact-three-in-hand" and formula:
        new = partial(_from, id_="three-in-hand", value=rules.three_in_hand_hu)
        yield slip("exact-overlooked", "§7.4", new=new,
                   words=msgid("the count of {seat} does not take {line} for an indicator's own kind"))  # fmt: skip
    elif line.id == "three-in-hand" and formula and any(factor.id == "indicator" for factor in line.factors):
        new = partial(_from, id_="exact-three-in-hand", value=rules.exact_three_in_hand_hu)
        yield slip("exact-imagined", "§7.4", new=new,
                   words=msgid("the count of {seat} takes {line} for an indicator's own kind"))  # fmt: skip
    elif line.id == "four-in-hand":
        three = bytearray(NO_CARDS)
        three[kind] = 3
        (other,) = base_lines(rules, end.indicators, Holding(bytes(three)))
        yield slip("four-as-three", "§7.2", new=partial(_instead, other=other),
                   words=msgid("the count of {seat} takes {line} for three only"))  # fmt: skip
    elif line.id == "pung" and Declared("pung", kind) in [Declared(group.form, group.kind) for group in holding.groups]:
        win = end.win
        robbed = win is not None and win.source == "robbed-kong" and win.giver == seat and win.card == kind
        if robbed or holding.hand[kind] == COPIES - 3:
            kong = Holding(NO_CARDS, (Declared("added-kong", kind),))
            (other,) = base_lines(rules, end.indicators, kong)
            yield slip("kong-counted", "§4.5" if robbed else "§7.2", new=partial(_instead, other=other),
                       words=msgid("the count of {seat} takes {line} for a kong"))  # fmt: skip


def _from(line: Line, *, id_: str, value: int) -> Line:
    """The same set with the same multipliers on another value."""
    assert line.value is not None
    return replace(line, id=id_, value=value, amount=line.amount // line.value * value if line.value else 0)


def _instead(_line: Line, *, other: Line) -> Line:
    return other


def _of_several(reckoning: Reckoning, scored: SeatScore) -> Iterator[Hypothesis]:
    """Doublings forgotten in every set of a seat, and of the whole (§7.3, §9)."""
    seat, who = scored.seat, seat_said(scored.seat)
    for indicator in dict.fromkeys(reckoning.end.indicators):
        causes = [(f.id, f.card) for line in scored.lines for f in line.factors]
        if causes.count(("indicator", indicator)) > 1:
            change = partial(_with_all, seat=seat, new=partial(_without_factor, id_="indicator", card=indicator))
            say = partial(said, msgid("the count of {seat} forgets the indicator {card}"),
                          card=TOKENS[indicator], seat=who)  # fmt: skip
            yield Hypothesis("slip", "indicator-forgotten", {"seat": seat, "indicator": TOKENS[indicator]}, "§7.3",
                             LINE, f"lines:{seat}", change, say, seat)  # fmt: skip
    if sum(f.id == "old-general" for line in scored.lines for f in line.factors) > 1:
        change = partial(_with_all, seat=seat, new=partial(_without_factor, id_="old-general", card=None))
        say = partial(said, msgid("the count of {seat} does not double old generals"), seat=who)
        yield Hypothesis("slip", "old-generals-forgotten", {"seat": seat}, "§7.3", LINE, f"lines:{seat}", change, say,
                         seat)  # fmt: skip
    change = partial(_with_more, seat=seat, more=Line("doubled-again", "multiplier", "§9", 2, ""))
    say = partial(said, msgid("the whole count of {seat} is doubled once too often"), seat=who)
    yield Hypothesis("slip", "too-often", {"seat": seat}, "§9", LINE, f"whole:{seat}", change, say, seat)
    if reckoning.reading is not None and reckoning.end.win is not None and seat == reckoning.end.win.seat:
        yield from _of_the_winner(reckoning, scored, reckoning.reading)


def _of_the_winner(reckoning: Reckoning, scored: SeatScore, reading: Reading) -> Iterator[Hypothesis]:
    """Sets in hand that the reading breaks up, a wait that is none, Closed Floating that is open (§7.2, §8.4, §9.2)."""
    seat, rules, win = scored.seat, reckoning.end.rules, reckoning.end.win
    who = seat_said(seat)
    triplets = {group.kind for group in reading.partition if group.form == "triplet"}
    broken = [line for line in scored.lines if line.id in _IN_HAND and line.cards[0] not in triplets]
    if broken:
        change = partial(_with_all, seat=seat, new=partial(_unless_among, lines=tuple(broken)))
        say = partial(
            said, msgid("the count of {seat} has sets in hand only where they are triplets of the reading"), seat=who
        )
        yield Hypothesis("slip", "only-triplets", {"seat": seat}, "§7.2", LINE, f"lines:{seat}", change, say, seat)
    waits = [line for line in scored.lines if line.id.startswith("wait-")]
    if not waits and rules.wait_hu and win is not None and win.card is not None:
        more = option_line(rules, "wait", "bonus", "wait_hu", cards=(win.card,))
        say = partial(said, msgid("the count of {seat} has the bonus for a wait, though it is none"), seat=who)
        yield Hypothesis("slip", "wait-imagined", {"seat": seat}, "§8.4", LINE, f"wait:{seat}",
                         partial(_with_more, seat=seat, more=more), say, seat)  # fmt: skip
    multipliers = [line.id for line in scored.lines if line.section == "multiplier"]
    if "piao-hu" in multipliers and "closed-floating" not in multipliers and rules.closed_floating_multiplier != 1:
        closed = option_line(rules, "closed-floating", "multiplier", "closed_floating_multiplier")
        change = partial(_with_more, seat=seat, more=closed)
        say = partial(said, msgid("the hand of {seat} counts as Closed Floating, though it is broken"), seat=who)
        yield Hypothesis("slip", "closed-floating", {"seat": seat}, "§9.2", LINE, f"whole:{seat}", change, say, seat)


_IN_HAND = ("three-in-hand", "exact-three-in-hand", "four-in-hand")


def _unless_among(line: Line, *, lines: tuple[Line, ...]) -> Line | None:
    return None if line in lines else line


def _with_all(reckoning: Reckoning, *, seat: int, new: Callable[[Line], Line | None]) -> Reckoning | None:
    scored = reckoning.seats[seat]
    if scored is None:
        return None
    lines = [new(line) for line in scored.lines]
    return with_lines(reckoning, seat, [line for line in lines if line is not None])


def _without_factor(line: Line, *, id_: str, card: int | None) -> Line:
    amount, kept = line.amount, []
    for factor in line.factors:
        if factor.id == id_ and card in (None, factor.card):
            amount //= factor.times
        else:
            kept.append(factor)
    return replace(line, amount=amount, factors=tuple(kept)) if len(kept) < len(line.factors) else line


def _with_more(reckoning: Reckoning, *, seat: int, more: Line) -> Reckoning | None:
    scored = reckoning.seats[seat]
    return None if scored is None else with_lines(reckoning, seat, (*scored.lines, more))
