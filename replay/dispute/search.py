"""The search for the smallest explanations of claimed figures: single differences, then pairs of them.

Every hypothesis there is for a deal is tried. Pairs are made only for a claim that no single one explains, of those
that change something by themselves (of those about the same thing with the same effect, one) and on which claimed
figures can depend; nothing larger is looked for. Slips are those of what the first of the pair has made of the deal.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import product

from msgspec import Struct

from engine.ending import DealEnd
from replay.dispute.claims import Figures
from replay.dispute.facts import facts, is_possible
from replay.dispute.hypotheses import FACT, PAYMENT, READING, Hypothesis, Kind, applied
from replay.dispute.options import other_rules
from replay.dispute.readings import readings
from replay.dispute.reckoning import Reckoning
from replay.dispute.slips import slips

Progress = Callable[[int, int], None]
"""Is told how many of how many steps are done."""

Chain = tuple[Hypothesis, ...]


class Explanation(Struct, frozen=True):
    """Hypotheses under which every claimed figure comes out, fewer of which do not do. ``reckoning``: what the deal
    comes to under them. ``alike``: others of the same sort that come to the same totals and payments."""

    hypotheses: Chain
    reckoning: Reckoning
    alike: tuple[Chain, ...] = ()

    @property
    def other_rules(self) -> bool:
        """Whether it has the table play by other rules."""
        return any(hypothesis.other_rules for hypothesis in self.hypotheses)


class Tried(Struct):
    """How far was looked: hypotheses that were applied one at a time, and pairs of them."""

    singles: int = 0
    pairs: int = 0


class Found(Struct, frozen=True):
    """The explanations of some figures, best first, and whether pairs were tried."""

    figures: Figures
    explanations: tuple[Explanation, ...]
    pairs: bool


class _Effect(Struct, frozen=True):
    """A hypothesis that changes something by itself, and what. ``mates``: others with that very effect."""

    hypothesis: Hypothesis
    reckoning: Reckoning
    mates: tuple[Hypothesis, ...] = ()


def hypotheses(base: Reckoning) -> Iterator[Hypothesis]:
    """Every single hypothesis there is for a reckoned deal."""
    yield from facts(base.end)
    yield from other_rules(base.end)
    yield from readings(base)
    yield from slips(base)


def search(
    base: Reckoning, wanted: Sequence[Figures], tried: Tried, *, deeper: bool = False, progress: Progress | None = None
) -> list[Found]:
    """The explanations of each of the ``wanted`` figures, none of which the deal comes to by itself. ``deeper``: look
    for pairs even of what single hypotheses explain."""
    singles = list(_effects(base, tried))
    hits: list[list[Chain]] = [[] for _ in wanted]
    for effect in singles:
        for at, figures in enumerate(wanted):
            if figures.met_by(effect.reckoning):
                hits[at].append((effect.hypothesis,))
    searched = [at for at in range(len(wanted)) if deeper or not hits[at]]
    if searched:
        alone = {at: {chain[0].key for chain in hits[at]} for at in searched}
        for first, second, reckoning in _pairs(singles, [wanted[at] for at in searched], tried, progress):
            for at in searched:
                if wanted[at].met_by(reckoning):
                    chains = product((first.hypothesis, *first.mates), (second.hypothesis, *second.mates))
                    hits[at] += [chain for chain in chains if not alone[at] & {one.key for one in chain}]
    results = {(one.hypothesis.id, one.reckoning.totals, one.reckoning.payments) for one in singles}
    ways = Counter(id_ for id_, *_ in results)
    return [
        Found(figures, tuple(_explained(base.end, figures, sorted(hits[at], key=partial(_rank, ways)))), at in searched)
        for at, figures in enumerate(wanted)
    ]


def _effects(base: Reckoning, tried: Tried) -> Iterator[_Effect]:
    """Every hypothesis that changes what the deal comes to, and that the rest of the deal allows."""
    for hypothesis in hypotheses(base):
        tried.singles += 1
        reckoning = hypothesis.change(base)
        if reckoning is None or reckoning.counts_as(base):
            continue
        if hypothesis.stage == FACT and not is_possible(reckoning.end, base.end):
            continue
        yield _Effect(hypothesis, reckoning)


def _pairs(
    singles: Sequence[_Effect], wanted: Sequence[Figures], tried: Tried, progress: Progress | None
) -> Iterator[tuple[_Effect, _Effect, Reckoning]]:
    """Two effects and what the deal comes to under both, in the order in which they are applied."""
    seats = frozenset[int]().union(*(figures.seats for figures in wanted))
    paid = any(figures.has_payments for figures in wanted)
    concerned = [one for one in singles if _concerns(one.hypothesis, seats, paid=paid)]
    sources = list(_one_of_each([one for one in concerned if one.hypothesis.stage <= READING]))
    others = [one for one in concerned if one.hypothesis.stage > READING]
    for at, first in enumerate((*sources, *others)):
        if progress is not None:
            progress(at, len(sources) + len(others))
        if at < len(sources):
            seconds = (*sources[at + 1 :], *(_Effect(slip, first.reckoning) for slip in slips(first.reckoning)))
        else:
            seconds = (*others[at + 1 - len(sources) :],)
        for second in seconds:
            if second.hypothesis.about == first.hypothesis.about or not _concerns(second.hypothesis, seats, paid=paid):
                continue
            tried.pairs += 1
            reckoning = second.hypothesis.change(first.reckoning)
            if reckoning is not None:
                yield first, second, reckoning


def _concerns(hypothesis: Hypothesis, seats: frozenset[int], *, paid: bool) -> bool:
    """Whether claimed figures can depend on it."""
    return (hypothesis.seat is None or hypothesis.seat in seats) and (paid or hypothesis.stage < PAYMENT)


def _one_of_each(effects: Iterable[_Effect]) -> Iterator[_Effect]:
    """Of hypotheses about the same thing with one and the same effect, the cheapest, with the others as its mates. In
    the order of their stages."""
    alike: dict[tuple[object, ...], list[_Effect]] = {}
    for effect in sorted(effects, key=lambda effect: (effect.hypothesis.stage, effect.hypothesis.cost)):
        reckoning = effect.reckoning
        key = (effect.hypothesis.about, reckoning.lines, reckoning.totals, reckoning.payments)
        alike.setdefault(key, []).append(effect)
    for first, *mates in alike.values():
        yield _Effect(first.hypothesis, first.reckoning, tuple([mate.hypothesis for mate in mates]))


def _explained(end: DealEnd, figures: Figures, chains: Iterable[Chain]) -> Iterator[Explanation]:
    """The explanations among some chains, in their order: each applied from the deal's end again, and left out if the
    figures do not come out, or by part of it too, or if facts contradict each other. Those of a sort that come to the
    same are one."""
    found: dict[tuple[object, ...], list[tuple[Chain, Reckoning]]] = {}
    for chain in chains:
        reckoning = applied(end, chain)
        if reckoning is None or not figures.met_by(reckoning) or not is_possible(reckoning.end, end):
            continue
        if len(chain) > 1 and any(_comes_out(end, figures, one) for one in chain):
            continue
        sort = tuple([one.sort for one in chain])
        found.setdefault((sort, reckoning.totals, reckoning.payments), []).append((chain, reckoning))
    for (chain, reckoning), *alike in found.values():
        yield Explanation(chain, reckoning, tuple([other for other, _ in alike]))


def _comes_out(end: DealEnd, figures: Figures, hypothesis: Hypothesis) -> bool:
    reckoning = applied(end, (hypothesis,))
    return reckoning is not None and figures.met_by(reckoning)


_KINDS: tuple[Kind, ...] = ("reading", "fact", "slip", "look-alike", "option", "preset")
"""What comes first where costs are even."""


def _rank(ways: Counter[str], chain: Chain) -> tuple[int, ...]:
    """How many differences, how far-fetched, of what kind. A sort that could come to many results says little by coming
    to one; slips and other rules together are less likely than either."""
    mixed = len({one.other_rules for one in chain}) - 1
    costs = [one.cost + ways[one.id].bit_length() for one in chain]
    return (len(chain), sum(costs) + 2 * mixed, *sorted(_KINDS.index(one.kind) for one in chain))
