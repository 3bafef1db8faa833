"""How a reading or a seat comes to its hu: the one table that every command shows."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cli.language import _
from cli.render.screen import Flow, amount, cards, table
from cli.render.words import FACTORS, LINES, ROUNDINGS, cell_in_words
from engine.cards import TOKENS
from engine.ending import SIZE_OF, Holding
from engine.lines import Factor, Line, Section, sums_of
from engine.options import RuleSet
from engine.partitions import Group
from engine.score import Reading

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text


def lines_table(rules: RuleSet, lines: Iterable[Line]) -> "Table":
    """Lines with their cards, how each comes about, hu and paragraph; below them what each section makes, and how the
    total follows. The sums are computed from the lines."""
    from rich.text import Text

    lines = tuple(lines)
    sums = sums_of(lines)
    drawn = table("", _("cards"), _("how"), _("hu"), "§", right=(_("hu"),), wide=("", _("cards"), _("how")))
    parts: tuple[tuple[Section, str, str, int], ...] = (
        ("base", _("base hu"), "", sums.base),
        ("bonus", _("bonuses"), "+", sums.bonus),
        ("multiplier", _("multiplier"), "×", sums.multiplier),
        ("everyone", _("jokers turned up"), "×", sums.everyone),
    )
    shown = [part for part in parts if part[0] == "base" or any(line.section == part[0] for line in lines)]
    for section, name, sign, result in shown:
        for line in lines:
            if line.section == section:
                drawn.add_row(str(LINES[line.id]), _cards_of(line), how(line), f"{sign}{line.amount}", line.rule)
        drawn.add_row(Text(name, "bold"), "", "", Text(f"{sign}{result}", "bold"), "", end_section=True)
    of_sums = f"({sums.base} + {sums.bonus}) × {times(lines)}" if len(shown) > 1 else ""
    for line in lines:
        if line.section == "rounding":
            if of_sums:
                drawn.add_row(_("unrounded"), "", of_sums, str(sums.unrounded), "")
                of_sums = ""
            to_unit = _(ROUNDINGS[rules.rounding], unit=rules.rounding_unit)
            if line.assumed:
                to_unit += f" · {_('assumed')}"
            drawn.add_row(str(LINES[line.id]), "", to_unit, amount(line.amount), line.rule)
    drawn.add_row(Text(_("total"), "bold"), "", of_sums, Text(str(sums.total), "bold"), "")
    return drawn


def times(lines: Iterable[Line]) -> str:
    """What multiplies base hu and bonuses, jokers among the indicators apart: ``2``, or ``2 × 4``."""
    sums = sums_of(lines)
    return str(sums.multiplier) if sums.everyone == 1 else f"{sums.multiplier} × {sums.everyone}"


def _cards_of(line: Line) -> "Text":
    """The cards of a line; several Wenqian as one and how often."""
    times = len(line.cards) // 3
    if line.id == "wenqian" and times > 1:
        return cards(line.cards[:3]).append(f" ×{times}")
    return cards(line.cards)


def how(line: Line) -> Flow:
    """How a line comes about: of a set its value, each multiplier with its cause and the cell of the article's table;
    and that it is assumed, where the source does not state it (§12.3)."""
    parts = [] if line.value is None else [str(line.value)]
    parts += [f"× {factor.times} {cause(factor)}" for factor in line.factors]
    if line.cell is not None:
        parts += ["·", *cell_in_words(line.cell).split(" ")]
    if line.assumed:
        parts += [*(["·"] if parts else []), _("assumed")]
    return Flow(parts)


def cause(factor: Factor) -> str:
    """What multiplies a set."""
    name = FACTORS[factor.id].name
    return f"{name} {TOKENS[factor.card]}" if factor.id == "indicator" else name


def groups_of(holding: Holding, reading: Reading | None = None, card: int | None = None) -> Flow:
    """Declared groups, hezi and jokers by name, then a reading's groups and pair. ``card``: the winning kind, set in
    brackets in the group that it completes."""
    declared = [_named(group.form, (group.kind,) * SIZE_OF[group.form]) for group in holding.groups]
    if holding.hezi is not None:
        declared.append(_named("hezi", (holding.hezi,) * 2))
    declared += [_named("joker", (joker,)) for joker in holding.jokers]
    return Flow([*declared, *(() if reading is None else concealed(reading, card))], " · ")


def concealed(reading: Reading, card: int | None) -> "list[Text]":
    """A reading's groups and pair, the winning card in brackets in the group that it completes."""
    parts = [cards(group.cards) for group in reading.partition]
    if reading.completes is not None:
        parts[reading.partition.index(reading.completes)] = _completed(reading.completes, card)
    return parts


def _completed(group: Group, card: int | None) -> "Text":
    from rich.text import Text

    tokens = [TOKENS[kind] for kind in group.cards]
    if card in group.cards:
        at = group.cards.index(card)
        tokens[at] = f"[{tokens[at]}]"
    return Text(" ".join(tokens), "bold")


def _named(id_: str, kinds: tuple[int, ...]) -> "Text":
    from rich.text import Text

    return Text.assemble(f"{LINES[id_]} ", cards(kinds))


def readings_table(heading: str, readings: Iterable[Reading], card: int | None) -> "Table":
    """Readings in a line each: groups with the one completed, base hu, bonuses, multiplier and total."""
    numbers = (_("base"), _("bonus"), "×", _("total"))
    drawn = table(heading, *numbers, right=numbers, wide=(heading,))
    for reading in readings:
        total = str(reading.total) if reading.total == reading.unrounded else f"{reading.unrounded} → {reading.total}"
        groups = Flow(concealed(reading, card), " · ")
        drawn.add_row(groups, str(reading.base), str(reading.bonus), times(reading.lines), total)
    return drawn
