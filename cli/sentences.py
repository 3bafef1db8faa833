"""Lines, wins and rules in sentences, with their paragraphs. Amounts are those of the lines."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from cli.language import _, in_a_row, listed, told, translated
from cli.render.screen import amount
from cli.render.tell import plain, turn
from cli.render.words import LINES, cell_in_words
from engine.cards import HIDDEN, IS_OLD_GENERAL, KINDS, TOKENS, kinds_of, matches
from engine.deal import AnyEvent, Deal
from engine.ending import Holding, Win
from engine.events import Claimed, Extension, Noted, Retracted, Ruled, Sealed
from engine.lines import Factor, Line
from engine.options import OPTION, RuleSet
from engine.rulesets import shown
from engine.said import msgid
from engine.score import Reading
from engine.state import ENDED, State
from engine.unchecked import Unchecked
from engine.view import view
from replay.diff import diff_lines
from replay.report import ClaimResult, DealReport

_BESIDE_PLAY = (Claimed, Noted, Ruled, Retracted, Sealed, Extension)
_COUNT = {1: msgid("One"), 2: msgid("Two"), 3: msgid("Three"), 4: msgid("Four")}
_SETS = {
    "pung": msgid("The pung of {card}"),
    "exposed-kong": msgid("The exposed kong of {card}"),
    "added-kong": msgid("The added kong of {card}"),
    "concealed-kong": msgid("The concealed kong of {card}"),
    "opening-quad": msgid("The opening quad of {card}"),
    "opening-triple": msgid("The opening triple of {card}"),
    "hezi": msgid("The hezi of {card}"),
}
_DECLARED = {
    "pung": msgid("pung of {card}"),
    "exposed-kong": msgid("exposed kong of {card}"),
    "added-kong": msgid("added kong of {card}"),
    "concealed-kong": msgid("concealed kong of {card}"),
    "opening-quad": msgid("opening quad of {card}"),
    "opening-triple": msgid("opening triple of {card}"),
}


def person(names: Sequence[str], seat: int) -> str:
    """A player by name and seat; two may have one name."""
    if seat >= len(names) or names[seat] == f"Seat {seat}":
        return _("Seat {seat}", seat=seat)
    return _("{name} (seat {seat})", name=names[seat], seat=seat)


def tokens(kinds: Iterable[int]) -> str:
    """Cards as they are given."""
    return " ".join(TOKENS[kind] for kind in kinds)


def how_it_ended(names: Sequence[str], win: Win) -> str:
    """Who won, and how the winning card came."""
    how = {
        "self-draw": msgid("{winner} won with {card}, drawn from the stock (§4.3)."),
        "kong-replacement": msgid("{winner} won with {card}, drawn as the replacement for a kong (§4.3)."),
        "discard": msgid("{winner} won with {card}, which {giver} discarded (§5.1)."),
        "robbed-kong": msgid(
            "{winner} won by robbing a kong: with the {card} that {giver} wanted to add to a pung, which therefore "
            "remains a pung (§4.5)."
        ),
        "heavenly": msgid("{winner}, the dealer, won before any discard or draw in play: a heavenly win (§4.1)."),
        "none": msgid("{winner} declared a win, but nothing gave the hand a winning card."),
    }[win.source]
    moment = {
        "ordinary": "",
        "first-discard": _("It was the first discard of the deal."),
        "last-card": _("It was the last card of the stock."),
    }[win.moment]
    card = HIDDEN if win.card is None else TOKENS[win.card]
    giver = "" if win.giver is None else person(names, win.giver)
    return told(_(how, winner=person(names, win.seat), card=card, giver=giver), moment)


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
                "{card} is a joker: it matches nothing, and every total counts ×{times} ({rule}).",
                card=token,
                times=times,
                rule=rule,
            )
            continue
        if rules.base_table == "printed":
            yield from _indicator_by_the_table(token, general=IS_OLD_GENERAL[kind])
            continue
        matched = listed(TOKENS[other] for other in range(KINDS) if matches(kind, other))
        matching = {"card": token, "cards": matched, "times": rules.indicator_multiplier}
        if IS_OLD_GENERAL[kind]:
            why = _(
                "{card} is an old general and matches all four of them: sets of {cards} count ×{times} (§7.3).",
                **matching,
            )
        else:
            why = _("{card} matches its rank: sets of {cards} count ×{times} (§7.3).", **matching)
        if indicators.count(kind) > 1:
            yield told(_("Both are {card}, and each counts.", card=token), why)
            continue
        exact = _(
            "A pung of {card} counts ×{times} once more, and three in hand start from {more} instead of {less} (§7.4).",
            card=token,
            times=rules.exact_pung_multiplier,
            more=rules.exact_three_in_hand_hu,
            less=rules.three_in_hand_hu,
        )
        yield told(why, exact)


def _indicator_by_the_table(token: str, *, general: bool) -> Iterator[str]:
    """What an indicator does under the article's table as printed, where it multiplies nothing (§12.3)."""
    if general:
        yield _(
            "{card} is an old general, so the column of the table is Big, or Double where both are (§12.3).",
            card=token,
        )
    else:
        yield _("{card} is no old general, and by itself leaves the column of the table Small (§12.3).", card=token)


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
        return _("The joker {card}: {amount} ({rule}).", card=token, amount=line.amount, rule=rule)
    if line.value is None:
        count = _(_COUNT[len(line.cards) // 3])
        return _(
            "{count} Wenqian among the concealed cards: {amount} ({rule}).", count=count, amount=line.amount, rule=rule
        )
    value = f"{line.value}"
    match line.id:
        case "three-in-hand" | "four-in-hand" | "exact-three-in-hand":
            name = _("{count} {card} in hand", count=_(_COUNT[len(line.cards)]), card=token)
            if line.id == "exact-three-in-hand" and rules.base_table == "formula":
                usual = rules.three_in_hand_hu
                value = _(
                    "{value} instead of {usual} because {card} is an indicator", value=value, usual=usual, card=token
                )
        case "pung" if winning:
            name = _(
                "Three {card}, a pung because the winning {card} came from another player and completed them ({rule})",
                card=token,
                rule=rule_of(rules, "winning_discard"),
            )
        case id_:
            name = _(_SETS[id_], card=token)
    if not line.factors:
        return _("{set}: {value} ({rule}).", set=name, value=value, rule=rule)
    factors = in_a_row(map(_factor, line.factors))
    return _(
        "{set}: {value} ({rule}), {factors}: {amount}.",
        set=name,
        value=value,
        rule=rule,
        factors=factors,
        amount=line.amount,
    )


def _factor(factor: Factor) -> str:
    why = {
        "old-general": msgid("×{times} for an old general ({rule})"),
        "indicator": msgid("×{times} for the indicator {card} ({rule})"),
        "exact-pung": msgid("×{times} because {card} is an indicator itself ({rule})"),
    }[factor.id]
    return _(why, times=factor.times, card=TOKENS[factor.card], rule=factor.rule)


def bonus_in_words(line: Line) -> str:
    """A bonus and what it is for."""
    if line.id == "wenqian":
        why = _("{count} Wenqian, the run 1-2-3 of Coins", count=_(_COUNT[len(line.cards) // 3]))
    else:
        why = _(_BONUSES[line.id], cards=tokens(line.cards))
    return _("{why}: +{amount} ({rule}).", why=why, amount=line.amount, rule=_rule(line))


_BONUSES = {
    "qing-hu": msgid("Qing Hu, since all seven groups are runs"),
    "piao-hu": msgid("Piao Hu, since every group is a triplet, a kong or a Wenqian"),
    "tazi-hu": msgid("Tazi Hu, since the groups are neither all runs nor all triplets, kongs and Wenqian"),
    "self-draw": msgid("Self-draw, since the winner drew the winning card"),
    "kong-replacement": msgid("The winning card was the replacement for a kong"),
    "wait-pair": msgid("The winning card completed the pair {cards}"),
    "wait-middle": msgid("The winning card is the middle of {cards}"),
    "wait-three-of-123": msgid("The winning card is the 3 of {cards}"),
    "wait-seven-of-789": msgid("The winning card is the 7 of {cards}"),
}
_MULTIPLIERS = {
    "joker-indicator": msgid("The joker {cards} among the indicators"),
    "piao-hu": msgid("Piao Hu multiplies besides"),
    "closed-floating": msgid("Closed Floating, a Piao Hu without pungs"),
    "three-elders": msgid("Three Elders, {cards}"),
    "heavenly-win": msgid("A heavenly win"),
    "first-discard": msgid("A win on the first discard of the deal"),
    "ready": msgid("Ready was declared in the preparation"),
    "last-card": msgid("The last card of the stock, drawn by the winner"),
}


def multiplier_in_words(line: Line) -> str:
    """A multiplier and what it is for."""
    why = _(_MULTIPLIERS[line.id], cards=tokens(line.cards))
    return _("{why}: ×{amount} ({rule}).", why=why, amount=line.amount, rule=_rule(line))


def cards_in_words(holding: Holding) -> str:
    """A player's cards: in hand, and declared."""
    hand = tokens(kinds_of(holding.hand)) or _("nothing")
    ready = _("Ready was declared.") if holding.ready else ""
    return told(_("In hand: {cards}.", cards=hand), _declared(holding), ready)


def _declared(holding: Holding) -> str:
    declared = [_(_DECLARED[group.form], card=TOKENS[group.kind]) for group in holding.groups]
    if holding.hezi is not None:
        declared.append(_("hezi of {card} (no group)", card=TOKENS[holding.hezi]))
    declared += [_("the joker {card}", card=TOKENS[joker]) for joker in holding.jokers]
    return _("Declared: {groups}.", groups=listed(declared)) if declared else ""


def hand_in_words(reading: Reading, card: int | None) -> str:
    """How a reading parts the concealed cards, and which group the winning card completes."""
    pair = next(group.text for group in reading.partition if group.form == "pair")
    groups = [group.text for group in reading.partition if group.form != "pair"]
    if groups:
        parted = _("The concealed cards make {groups}, and the pair {pair}.", groups=in_a_row(groups), pair=pair)
    else:
        parted = _("The concealed cards make the pair {pair}.", pair=pair)
    if reading.completes is None or card is None:
        return parted
    completed = _("The winning {card} completes {group}.", card=TOKENS[card], group=reading.completes.text)
    return told(parted, completed)


def against(better: Reading, reading: Reading) -> Iterator[str]:
    """What a reading lacks or has otherwise than a better one: clauses without their subject, rounding left out."""
    worse = [line for line in reading.lines if line.section != "rounding"]
    for change in diff_lines((line for line in better.lines if line.section != "rounding"), worse):
        if change.new is None:
            assert change.old is not None
            yield _("lacks {line}", line=line_in_short(change.old))
        elif change.old is None:
            yield _("has {line} besides", line=line_in_short(change.new))
        else:
            yield _("has {line} instead of {other}", line=line_in_short(change.new), other=line_in_short(change.old))


def line_in_short(line: Line) -> str:
    """A line in a few words: its name, cards, amount and paragraph."""
    name = LINES[line.id].name + (f" {tokens(line.cards)}" if line.cards else "")
    return _("{line} ({amount}, {rule})", line=name, amount=signed(line), rule=line.rule)


def signed(line: Line) -> str:
    """A line's amount as its section counts it."""
    match line.section:
        case "base":
            return f"{line.amount}"
        case "multiplier" | "everyone":
            return f"×{line.amount}"
    return f"{line.amount:+d}"


TOTALS, PAYMENTS = msgid("totals {figures}"), msgid("payments {figures}")

Called = Callable[[Sequence[str], int], str]
"""How a player is called: from the names, by seat."""


def called_by_name(message: str, names: Sequence[str], called: Called = person) -> str:
    """A finding's message with each seat called as players are."""
    return translated(message, lambda seat: called(names, seat))


def off_by(report: DealReport, claim: ClaimResult, called: Called = person) -> Iterator[str]:
    """Of the totals and payments claimed, those that differ: each seat with the claimed amount minus the derived."""
    scored = report.score
    if scored is None:
        return
    for words, claimed, due in (
        (TOTALS, claim.totals, scored.totals),
        (PAYMENTS, claim.payments, scored.payments),
    ):
        off = [] if claimed is None or due is None else [one - other for one, other in zip(claimed, due, strict=True)]
        seats = [f"{called(report.names, seat)} {amount(more)}" for seat, more in enumerate(off) if more]
        if seats:
            yield _(words, figures=in_a_row(seats))


def last_good(deal: Deal) -> AnyEvent | None:
    """The last event of a deal that stands and made the table what it is, ``None`` where none does."""
    stand = (step.event for step in reversed(deal.steps) if step.fate == "stands")
    return next((event for event in stand if not isinstance(event, _BESIDE_PLAY)), None)


def alike(unchecked: Iterable[Unchecked]) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """What could not be checked, by paragraph and words, with the events that it could not be checked of."""
    seqs: dict[tuple[str, str], list[int]] = {}
    for one in unchecked:
        seqs.setdefault((one.rule, one.message), []).append(one.seq or 0)
    for (rule, message), at in seqs.items():
        yield rule, message, tuple(at)


def unscored_in_words(report: DealReport) -> str:
    """Why a deal that has ended is not scored: what is hidden. Empty where nothing is, or it has not ended."""
    state = None if report.deal is None else report.deal.state
    if state is None or state.phase != ENDED or report.end is not None:
        return ""
    hands = [person(report.names, seat) for seat, hidden in enumerate(state.hidden) if hidden]
    if not hands:
        return _("Nothing is scored: the card that won is not known.")
    return _("Nothing is scored: hidden cards are left in the hands of {players}.", players=listed(hands))


def waits_for(state: State) -> str:
    """What a deal that has not ended waits for."""
    return plain(turn(view(state), person))
