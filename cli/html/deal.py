"""A deal as an article of a page: what happened, the table, the winning hand line by line, the settlement, the claims.

Everything comes from the report; nothing is added up here.
"""

from collections.abc import Iterator

import htpy as h
from htpy import Element, Node

from cli.explain import (
    claim_in_words,
    differences_in_words,
    ending_in_words,
    findings,
    others_in_words,
    parted_in_words,
    reading_in_words,
    rulings,
    setting,
    settlement,
    title_of,
    total_in_words,
)
from cli.html.cards import back
from cli.html.parts import badge, blocks, concealed, declared, hand, lines_table, row
from cli.language import _, ngettext
from cli.render.screen import amount, opaque
from cli.sentences import hand_in_words, indicators_in_words, person
from engine.ending import DealEnd, Win
from engine.lines import sums_of
from engine.score import Score
from engine.view import View, view, view_of_end
from replay.report import DealReport


def article(report: DealReport, number: int | None, anchor: str, contents: str | None = None) -> Element:
    """A deal. ``number``: its number in its input, if that holds more than one; ``anchor``: its id in the page;
    ``contents``: the id of the list of all deals of the page, if it has one."""
    return h.article(".deal", id=anchor)[
        _head(report, number),
        contents is not None and h.p(".over")[h.a(href=f"#{contents}")[_("all deals of this page")]],
        last_table(report),
        reckoned(report),
    ]


def last_table(report: DealReport, seat: int | None = None) -> Node:
    """The table after the last event that stands, as far as it is known, or as far as a seat knows it."""
    table = _table_of(report, seat)
    return None if table is None else _table(report, table)


def reckoned(report: DealReport, *, judged: bool = True) -> Iterator[Node]:
    """What a deal comes to and why, what was claimed, ruled and found. ``judged``: whether findings, which judge with
    all hands open, are among it."""
    end, scored = report.end, report.score
    if end is not None and scored is not None:
        yield from _reckoning(report, end, scored)
    yield _claims(report)
    if report.rulings:
        yield h.section[blocks(rulings(report))]
    if judged:
        yield h.section[blocks(findings(report))]
    if end is not None and scored is not None and scored.chosen is not None:
        yield _others(end, scored)


def _head(report: DealReport, number: int | None) -> Element:
    return h.header[
        named(report, number),
        h.p(".lead")[opaque(ending_in_words(report))],
        blocks(setting(report)),
        results(report),
        verdicts(report),
    ]


def named(report: DealReport, number: int | None) -> Iterator[Element]:
    """Which deal it is, and where it stands."""
    where = report.source if report.line is None else f"{report.source}:{report.line}"
    yield h.p(".over")["Du Zi Hu ", h.span(lang="zh-Hans")["笃子胡"], " · ", h.bdi[opaque(where)]]
    yield h.h1[opaque(title_of(report, number))]


def results(report: DealReport) -> Node:
    """Each seat's total and payment, where there are any."""
    scored = report.score
    if scored is None or scored.totals is None or scored.payments is None:
        return None
    winner = None if report.end is None or report.end.win is None else report.end.win.seat
    return h.ol(".results")[
        (
            h.li(class_={"winner": seat == winner})[
                h.bdi(".who")[opaque(person(report.names, seat))],
                h.span(".total")[str(total)],
                h.span(".paid")[amount(paid)],
            ]
            for seat, (total, paid) in enumerate(zip(scored.totals, scored.payments, strict=True))
        )
    ]


def verdicts(report: DealReport) -> Element:
    """In a few words, whether anything was found and which claims hold."""
    return h.p(".verdicts")[_verdicts(report)]


def _verdicts(report: DealReport) -> Iterator[Element]:
    counted = sum(found.counts for found in report.findings)
    if report.faults:
        many = len(report.faults)
        yield badge(ngettext("{n} line unreadable", "{n} lines unreadable", many), "bad")
    if counted:
        yield badge(ngettext("{n} finding", "{n} findings", counted), "bad")
    elif not report.faults:
        yield badge(_("no findings"), "good")
    if hold := sum(claim.holds is True for claim in report.claims):
        yield badge(ngettext("{n} claim holds", "{n} claims hold", hold), "good")
    if differ := sum(claim.holds is False for claim in report.claims):
        yield badge(ngettext("{n} claim differs", "{n} claims differ", differ), "bad")


def _table_of(report: DealReport, seat: int | None) -> View | None:
    """The table as far as it is known: at the deal's end all hands lie open."""
    if report.end is not None:
        return view_of_end(report.end, report.names)
    return None if report.deal is None or report.deal.state is None else view(report.deal.state, seat)


def _table(report: DealReport, table: View) -> Element:
    win = None if report.end is None else report.end.win
    return h.section[
        h.h2[_("The table at the end") if report.end is not None else _("The table")],
        table.indicators and _indicators(report, table),
        (_seat(report, table, seat, win) for seat in range(len(table.seats))),
    ]


def _indicators(report: DealReport, table: View) -> Element:
    told = () if report.rules is None else indicators_in_words(report.rules, table.indicators)
    return h.div(".indicators")[
        h.figure[row(table.indicators), h.figcaption[_("indicators"), " ", h.span(lang="zh-Hans")["将牌"]]],
        _stock(report),
        h.ul[(h.li[sentence] for sentence in told)],
    ]


def _stock(report: DealReport) -> Node:
    state = None if report.deal is None else report.deal.state
    if state is None:
        return None
    return h.figure[h.span(".cards")[back()], h.figcaption[_("stock: {n}", n=state.stock)]]


def _seat(report: DealReport, table: View, seat: int, win: Win | None) -> Element:
    mine, won = table.seats[seat], win is not None and win.seat == seat
    river = () if report.deal is None or report.deal.state is None else view(report.deal.state).discards(seat)
    laid_open = [*declared(mine)]
    return h.section(class_={"seat": True, "winner": won})[
        h.h3[
            h.bdi[opaque(person(report.names, seat))],
            seat == table.dealer and badge(_("dealer")),
            mine.ready and badge(_("ready")),
            won and badge(_("winner"), "good"),
        ],
        h.div(".held")[
            laid_open and h.ul(".groups")[laid_open],
            hand(mine, win.card if won and win is not None else None),
        ],
        river and h.div(".river")[h.span(".name")[_("discards")], row(river, heads=True)],
    ]


def _reckoning(report: DealReport, end: DealEnd, scored: Score) -> Iterator[Node]:
    """The winning hand, what the others have, and what is paid."""
    win, best = end.win, scored.chosen
    if win is not None and best is not None:
        yield h.section(".winning")[
            h.h2[_("The winning hand")],
            h.ul(".groups.reading")[
                declared(view_of_end(end, report.names).seats[win.seat]), concealed(best, win.card)
            ],
            h.p[hand_in_words(best, win.card)],
            lines_table(end, best.lines, total_in_words(end.rules, sums_of(best.lines)), win),
        ]
    yield h.section[
        h.h2[_("Base hu of the others") if win is not None else _("Base hu")],
        (
            h.section(".base")[
                h.h3[h.bdi[opaque(person(report.names, mine.seat))]],
                lines_table(end, mine.lines, total_in_words(end.rules, sums_of(mine.lines))),
            ]
            for mine in scored.seats
            if mine is not None and (win is None or win.seat != mine.seat)
        ),
    ]
    if scored.totals is not None and scored.payments is not None:
        yield h.section[blocks(settlement(report, end, scored.totals, scored.payments))]


def _claims(report: DealReport) -> Node:
    if not report.claims:
        return None
    verdicts = {
        True: badge(_("holds"), "good"),
        False: badge(_("differs"), "bad"),
        None: badge(_("cannot be compared")),
    }
    return h.section[
        h.h2[_("Claims")],
        h.ul(".claims")[
            (h.li[verdicts[claim.holds], " ", opaque(claim_in_words(report, claim))] for claim in report.claims)
        ],
    ]


def _others(end: DealEnd, scored: Score) -> Node:
    """The readings that do not score, folded."""
    win = end.win
    if win is None:
        return None
    return h.section(".others")[
        h.h2[_("Other readings")],
        h.p[others_in_words(win, scored)],
        (
            h.details[
                h.summary[h.b[reading_in_words(scored, reading, at)], h.span[parted_in_words(reading, win)]],
                h.ul(".groups")[concealed(reading, win.card, heads=True)],
                h.ul[(h.li[told] for told in differences_in_words(scored, reading))],
            ]
            for at, reading in enumerate(scored.readings[1:], 2)
        ),
    ]
