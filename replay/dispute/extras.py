"""A winner's bonus or multiplier given to a seat that did not win (§8, §9)."""

from collections.abc import Iterator
from functools import partial

from engine.base import wenqian_line
from engine.cards import ONE_COIN, THREE_COINS, TWO_COINS
from engine.lines import Line, option_line
from engine.said import Said, msgid, said, seat_said
from engine.win import three_elders_line
from replay.dispute.hypotheses import LINE, Hypothesis
from replay.dispute.reckoning import Reckoning, with_lines
from replay.dispute.words import line_said


def of_others(reckoning: Reckoning) -> Iterator[Hypothesis]:
    """What a seat's own cards would earn a winner, then what the winner earned."""
    win = reckoning.end.win
    winner = None if win is None else win.seat
    of_winner = None if winner is None else reckoning.seats[winner]
    for seat in range(len(reckoning.seats)):
        if seat == winner:
            continue
        own = list(_own(reckoning, seat))
        bonuses = () if of_winner is None else of_winner.lines
        earned = [line for line in bonuses if line.section == "bonus" and line.id not in [mine.id for mine in own]]
        for extra, lines in enumerate((own, earned)):
            for line in lines:
                change, say = partial(_given, seat=seat, line=line), partial(_given_said, seat, line)
                told, about = {"seat": seat, "line": line.id}, f"bonus:{seat}:{line.id}"
                yield Hypothesis("slip", "bonus-to-loser", told, line.rule, LINE, about, change, say, seat, extra - 1)


def _own(reckoning: Reckoning, seat: int) -> Iterator[Line]:
    """Wenqian, Three Elders and ready, which the rules give winners only."""
    rules, holding = reckoning.end.rules, reckoning.end.players[seat]
    runs = min(holding.hand[kind] for kind in (ONE_COIN, TWO_COINS, THREE_COINS))
    if runs and rules.wenqian_for == "winner":
        yield wenqian_line(rules, runs, "bonus")
    elders = three_elders_line(rules, holding)
    if elders is not None and rules.three_elders_for == "winner":
        yield elders
    if holding.ready:
        yield option_line(rules, "ready", "multiplier", "ready_multiplier")


def _given(reckoning: Reckoning, *, seat: int, line: Line) -> Reckoning | None:
    scored = reckoning.seats[seat]
    return None if scored is None else with_lines(reckoning, seat, (*scored.lines, line))


def _given_said(seat: int, line: Line) -> Said:
    return said(msgid("{seat}, who did not win, is given {line}"), seat=seat_said(seat), line=line_said(line))
