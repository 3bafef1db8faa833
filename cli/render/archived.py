"""The archive's deals, players and rejects on the screen."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from cli.language import _, in_a_row, ngettext
from cli.render.charts import bar, course
from cli.render.deals import counted_in_words, section, status_in_words
from cli.render.screen import Flow, amount, opaque, table
from cli.render.words import LINES
from engine.win import SHAPES

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from replay.archive.questions import Listed, PlayerStats, Stats
    from replay.archive.rejects import Reject


def deals_table(found: "Iterable[Listed]") -> "RenderableType":
    """One row a deal."""
    drawn = table(_("deal"), _("played"), _("who"), "", wide=(_("deal"), _("who"), ""))
    for one in found:
        day = "" if one.played_on is None else one.played_on.isoformat()
        drawn.add_row(opaque(one.id), day, Flow(_seats(one), " · "), _how(one))
    return drawn


def _seats(one: "Listed") -> "Iterator[Text]":
    from rich.text import Text

    for seat, name in enumerate(one.names):
        paid = "" if one.payments is None else f" {amount(one.payments[seat])}"
        yield Text(f"{opaque(name)}{paid}", "bold" if seat == one.winner else "")


def _how(one: "Listed") -> "Text":
    from rich.text import Text

    how = [status_in_words(one.status), *([] if one.shape is None else [LINES[one.shape].name])]
    text = Text(in_a_row(how))
    if one.findings or one.failing:
        text.append("\n").append(counted_in_words(0, one.findings, one.failing), "yellow")
    return text


def stats_parts(found: "Stats") -> "Iterator[RenderableType]":
    """The deals in question, then what each player got, and how."""
    deals = sum(found.deals.values())
    statuses = in_a_row(f"{status_in_words(status)} {count:,}" for status, count in found.deals.items())
    yield ngettext(
        "{count} deal: {statuses}.", "{count} deals: {statuses}.", deals, count=f"{deals:,}", statuses=statuses
    )
    if found.won:
        share = f"{found.outscored / found.won:.1%}"
        yield _(
            "A loser out-scored the winner in {count} of {won} ({share}).",
            count=f"{found.outscored:,}",
            won=f"{found.won:,}",
            share=share,
        )
    if not found.players:
        return
    yield section(_("What they got"))
    yield _received(found.players)
    yield section(_("How they won"))
    yield _won(found.players)
    yield section(_("The average, the course, the biggest wins"))
    yield _courses(found.players)
    yield ""
    yield _("Course: what was received so far, over the deals in the order of their import.")


def _received(players: "Sequence[PlayerStats]") -> "RenderableType":
    numbers = (_("deals"), _("won"), "%", _("received"), _("average"))
    drawn = table(_("player"), *numbers, right=numbers, wide=(_("player"),))
    for one in players:
        drawn.add_row(
            opaque(one.name),
            f"{one.deals:,}",
            f"{one.wins:,}",
            "" if one.rate is None else f"{one.rate:.0%}",
            f"{one.payments:+,}" if one.payments else "0",
            "" if one.average is None else f"{one.average:+.1f}",
        )
    return drawn


def _won(players: "Sequence[PlayerStats]") -> "RenderableType":
    shapes = [LINES[shape].name for shape in SHAPES]
    numbers = (*shapes, _("out-scored"), _("out-scoring"))
    drawn = table(_("player"), *numbers, right=numbers, wide=(_("player"),))
    for one in players:
        counts = (*one.shapes, one.outscored, one.outscored_winner)
        drawn.add_row(opaque(one.name), *[f"{count:,}" for count in counts])
    return drawn


def _courses(players: "Sequence[PlayerStats]") -> "RenderableType":
    drawn = table(_("player"), "", _("course"), _("biggest"), wide=(_("player"), _("biggest")))
    widest = max(abs(one.average or 0) for one in players)
    for one in players:
        best = [f"{best.total:,} {opaque(best.id)}" for best in one.best]
        drawn.add_row(opaque(one.name), bar(one.average or 0, widest), course(one.course), Flow(best, " · "))
    return drawn


def rejects_parts(source: int, name: str, found: "Iterable[Reject]") -> "Iterator[RenderableType]":
    """What was wrong with the records of one source."""
    from rich.text import Text

    yield Text(_("{name} (source {number})", name=opaque(name), number=source), "bold")
    drawn = table(_("record"), _("line"), _("where"), "", right=(_("record"), _("line")), wide=(_("where"), ""))
    for one in found:
        where = ": ".join(map(opaque, filter(None, (one.column, one.field))))
        said = (
            opaque(one.message)
            if not one.token or one.token in one.message
            else f"{opaque(one.message)} ({opaque(one.token)})"
        )
        mend = f"; {opaque(one.mend)}" if one.mend else ""
        drawn.add_row(
            "" if one.fault else str(one.record), "" if one.line is None else str(one.line), where, said + mend
        )
    yield drawn
