"""Lines, wins and rules in sentences, with their paragraphs. Amounts are those of the lines."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from cli.language import _
from cli.render.screen import amount
from cli.render.tell import plain, turn
from cli.render.words import LINES, cell_in_words
from engine.cards import IS_OLD_GENERAL, KINDS, TOKENS, kinds_of, matches
from engine.deal import AnyEvent, Deal
from engine.ending import Holding, Win
from engine.events import Claimed, Extension, Noted, Retracted, Ruled, Sealed
from engine.lines import Factor, Line
from engine.options import OPTION, RuleSet
from engine.rulesets import shown
from engine.score import Reading
from engine.state import State
from engine.view import view
from replay.diff import diff_lines
from replay.report import ClaimResult, DealReport

_BESIDE_PLAY = (Claimed, Noted, Ruled, Retracted, Sealed, Extension)
_COUNT = ("No", "One", "Two", "Three", "Four")


def person(names: Sequence[str], seat: int) -> str:
    """A player by name and seat; two may have one name."""
    name = names[seat] if seat < len(names) else f"Seat {seat}"
    return name if name == f"Seat {seat}" else f"{name} (seat {seat})"


def listed(words: Iterable[str]) -> str:
    """Words one after the other: ``a, b and c``."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def tokens(kinds: Iterable[int]) -> str:
    """Cards as they are given."""
    return " ".join(TOKENS[kind] for kind in kinds)


def how_it_ended(names: Sequence[str], win: Win) -> str:
    """Who won, and how the winning card came."""
    winner = person(names, win.seat)
    card = "" if win.card is None else TOKENS[win.card]
    giver = "" if win.giver is None else person(names, win.giver)
    how = {
        "self-draw": f"{winner} won with {card}, drawn from the stock (§4.3).",
        "kong-replacement": f"{winner} won with {card}, drawn as the replacement for a kong (§4.3).",
        "discard": f"{winner} won with {card}, which {giver} discarded (§5.1).",
        "robbed-kong": f"{winner} won by robbing a kong: with the {card} that {giver} wanted to add to a pung, which "
        "therefore remains a pung (§4.5).",
        "heavenly": f"{winner}, the dealer, won before any discard or draw in play: a heavenly win (§4.1).",
        "none": f"{winner} declared a win, but nothing gave the hand a winning card.",
    }[win.source]
    moment = {
        "ordinary": "",
        "first-discard": " It was the first discard of the deal.",
        "last-card": " It was the last card of the stock.",
    }[win.moment]
    return how + moment


def option_in_words(name: str, value: object) -> str:
    """An option's value and its paragraph."""
    return f"{name} = {shown(value)} ({OPTION[name].paragraphs[0]})"


def indicators_in_words(rules: RuleSet, indicators: Sequence[int]) -> Iterator[str]:
    """What each indicator matches, and what its own kind counts; of jokers, what they multiply."""
    for kind in dict.fromkeys(indicators):
        token = TOKENS[kind]
        if kind >= KINDS:
            times, rule = rules.joker_indicator_multiplier, rule_of(rules, "joker_indicator_multiplier")
            yield _(
                "{token} is a joker: it matches nothing, and every total counts ×{times} ({rule}).",
                token=token,
                times=times,
                rule=rule,
            )
            continue
        if rules.base_table == "printed":
            yield from _indicator_by_the_table(token, general=IS_OLD_GENERAL[kind])
            continue
        matched = listed(TOKENS[other] for other in range(KINDS) if matches(kind, other))
        why = "is an old general and matches all four of them" if IS_OLD_GENERAL[kind] else "matches its rank"
        told = f"{token} {why}: sets of {matched} count ×{rules.indicator_multiplier} (§7.3)."
        if indicators.count(kind) > 1:
            yield f"Both are {token}, and each counts. {told}"
        else:
            pung = f"A pung of {token} counts ×{rules.exact_pung_multiplier} once more"
            three = f"three in hand start from {rules.exact_three_in_hand_hu} instead of {rules.three_in_hand_hu}"
            yield f"{told} {pung}, and {three} (§7.4)."


def _indicator_by_the_table(token: str, *, general: bool) -> Iterator[str]:
    """What an indicator does under the article's table as printed, where it multiplies nothing (§12.3)."""
    if general:
        yield _(
            "{token} is an old general, so the column of the table is Big, or Double where both are (§12.3).",
            token=token,
        )
    else:
        yield _("{token} is no old general, and by itself leaves the column of the table Small (§12.3).", token=token)


def rule_of(rules: RuleSet, option: str) -> str:
    """The paragraph of an option, and that its value is assumed where the source does not state it (§12.3)."""
    paragraph = OPTION[option].paragraphs[0]
    return _("{paragraph}, assumed", paragraph=paragraph) if option in rules.assumed else paragraph


def _rule(line: Line) -> str:
    """The paragraph of a line, that it is assumed where it is, and the cell of the article's table it rests on."""
    rule = _("{paragraph}, assumed", paragraph=line.rule) if line.assumed else line.rule
    return rule if line.cell is None else f"{rule}; {cell_in_words(line.cell)}"


def base_in_words(rules: RuleSet, line: Line, *, winning: bool = False) -> str:
    """A base line: the set, its value, each multiplier with its reason, and what it makes. ``winning``: the set is an
    exposed pung because the winning card completed it."""
    token, rule = TOKENS[line.cards[0]], _rule(line)
    if line.id == "joker":
        return _("The joker {token}: {amount} ({rule}).", token=token, amount=line.amount, rule=rule)
    if line.value is None:
        return f"{_COUNT[len(line.cards) // 3]} Wenqian among the concealed cards: {line.amount} ({rule})."
    value = f"{line.value}"
    match line.id:
        case "three-in-hand" | "four-in-hand" | "exact-three-in-hand":
            name = f"{_COUNT[len(line.cards)]} {token} in hand"
            if line.id == "exact-three-in-hand" and rules.base_table == "formula":
                value = f"{line.value} instead of {rules.three_in_hand_hu} because {token} is an indicator"
        case "hezi":
            name = f"The hezi of {token}"
        case "pung" if winning:
            name = (
                f"Three {token}, a pung because the winning {token} came from another player and completed them "
                f"({rule_of(rules, 'winning_discard')})"
            )
        case _:
            name = f"The {LINES[line.id].english} of {token}"
    if not line.factors:
        return f"{name}: {value} ({rule})."
    return ", ".join((f"{name}: {value} ({rule})", *map(_factor, line.factors))) + f": {line.amount}."


def _factor(factor: Factor) -> str:
    token = TOKENS[factor.card]
    why = {
        "old-general": "for an old general",
        "indicator": f"for the indicator {token}",
        "exact-pung": f"because {token} is an indicator itself",
    }[factor.id]
    return f"×{factor.times} {why} ({factor.rule})"


def bonus_in_words(line: Line) -> str:
    """A bonus and what it is for."""
    cards = tokens(line.cards)
    why = {
        "qing-hu": "Qing Hu, since all seven groups are runs",
        "piao-hu": "Piao Hu, since every group is a triplet, a kong or a Wenqian",
        "tazi-hu": "Tazi Hu, since the groups are neither all runs nor all triplets, kongs and Wenqian",
        "wenqian": f"{_COUNT[len(line.cards) // 3]} Wenqian, the run 1-2-3 of Coins",
        "self-draw": "Self-draw, since the winner drew the winning card",
        "kong-replacement": "The winning card was the replacement for a kong",
        "wait-pair": f"The winning card completed the pair {cards}",
        "wait-middle": f"The winning card is the middle of {cards}",
        "wait-three-of-123": f"The winning card is the 3 of {cards}",
        "wait-seven-of-789": f"The winning card is the 7 of {cards}",
    }[line.id]
    return f"{why}: +{line.amount} ({_rule(line)})."


def multiplier_in_words(line: Line) -> str:
    """A multiplier and what it is for."""
    cards = tokens(line.cards)
    why = {
        "joker-indicator": _("The joker {cards} among the indicators", cards=cards),
        "piao-hu": "Piao Hu multiplies besides",
        "closed-floating": "Closed Floating, a Piao Hu without pungs",
        "three-elders": f"Three Elders, {cards}",
        "heavenly-win": "A heavenly win",
        "first-discard": "A win on the first discard of the deal",
        "ready": "Ready was declared in the preparation",
        "last-card": "The last card of the stock, drawn by the winner",
    }[line.id]
    return f"{why}: ×{line.amount} ({_rule(line)})."


def cards_in_words(holding: Holding) -> str:
    """A player's cards: in hand, and declared."""
    declared = _declared(holding)
    ready = " Ready was declared." if holding.ready else ""
    return f"In hand: {tokens(kinds_of(holding.hand)) or 'nothing'}." + (f" {declared}" if declared else "") + ready


def _declared(holding: Holding) -> str:
    declared = [f"{LINES[group.form].english} of {TOKENS[group.kind]}" for group in holding.groups]
    if holding.hezi is not None:
        declared.append(f"hezi of {TOKENS[holding.hezi]} (no group)")
    declared += [_("the joker {token}", token=TOKENS[joker]) for joker in holding.jokers]
    return f"Declared: {listed(declared)}." if declared else ""


def hand_in_words(reading: Reading, card: int | None) -> str:
    """How a reading parts the concealed cards, and which group the winning card completes."""
    pair = next(group.text for group in reading.partition if group.form == "pair")
    groups = [group.text for group in reading.partition if group.form != "pair"]
    parted = f"{', '.join(groups)}, and the pair {pair}" if groups else f"the pair {pair}"
    told = f"The concealed cards make {parted}."
    if reading.completes is not None and card is not None:
        told += f" The winning {TOKENS[card]} completes {reading.completes.text}."
    return told


def against(better: Reading, reading: Reading) -> Iterator[str]:
    """What a reading lacks or has otherwise than a better one: clauses without their subject, rounding left out."""
    worse = [line for line in reading.lines if line.section != "rounding"]
    for change in diff_lines((line for line in better.lines if line.section != "rounding"), worse):
        if change.new is None:
            assert change.old is not None
            yield f"lacks {line_in_short(change.old)}"
        elif change.old is None:
            yield f"has {line_in_short(change.new)} besides"
        else:
            yield f"has {line_in_short(change.new)} instead of {line_in_short(change.old)}"


def line_in_short(line: Line) -> str:
    """A line in a few words: its name, cards, amount and paragraph."""
    cards = f" {tokens(line.cards)}" if line.cards else ""
    return f"{LINES[line.id].english}{cards} ({signed(line)}, {line.rule})"


def signed(line: Line) -> str:
    """A line's amount as its section counts it."""
    match line.section:
        case "base":
            return f"{line.amount}"
        case "multiplier" | "everyone":
            return f"×{line.amount}"
    return f"{line.amount:+d}"


Called = Callable[[Sequence[str], int], str]
"""How a player is called: from the names, by seat."""


def called_by_name(message: str, names: Sequence[str], called: Called = person) -> str:
    """A finding's message with each seat called as players are."""
    return re.sub(r"\bseat ([0-2])\b", lambda found: called(names, int(found[1])), message)


def off_by(report: DealReport, claim: ClaimResult, called: Called = person) -> Iterator[str]:
    """Of the totals and payments claimed, those that differ: each seat with the claimed amount minus the derived."""
    scored = report.score
    if scored is None:
        return
    for name, said, due in (
        ("totals", claim.totals, scored.totals),
        ("payments", claim.payments, scored.payments),
    ):
        off = [] if said is None or due is None else [one - other for one, other in zip(said, due, strict=True)]
        seats = [f"{called(report.names, seat)} {amount(more)}" for seat, more in enumerate(off) if more]
        if seats:
            yield f"{name} {', '.join(seats)}"


def last_good(deal: Deal) -> AnyEvent | None:
    """The last event of a deal that stands and made the table what it is, ``None`` where none does."""
    stand = (step.event for step in reversed(deal.steps) if step.fate == "stands")
    return next((event for event in stand if not isinstance(event, _BESIDE_PLAY)), None)


def waits_for(state: State) -> str:
    """What a deal that has not ended waits for."""
    nameless = msgspec.structs.replace(view(state), names=())
    return f"{called_by_name(plain(turn(nameless)), state.names)}."
