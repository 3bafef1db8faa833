"""`duzihu score`: one hand typed at the prompt."""

from typing import Annotated, Any

import typer

from cli.frame import Json, Rules, Settings, command_app, examples
from cli.language import _
from cli.render.lines import groups_of, lines_table, readings_table
from cli.render.screen import json_out, show
from cli.render.words import LINES, how_it_came
from cli.status import Status
from cli.typed import Groups, Hand, Hezi, Jokers, Ready, TypedHand, player, read_typed
from engine.cards import written
from engine.ending import DealEnd, Win
from engine.options import RuleSet
from engine.rulesets import changes_from
from engine.score import Reading, Score, score
from replay.rulebook import rulebook

app = command_app()

_LI = 'duzihu score "111m 456m 789s 123c 777c 55c" --indicators "2s 3m" --groups "pung 5s, exposed-kong W"'


@app.command(
    epilog=examples(
        f"{_LI} --card 7s --by discard",
        f"{_LI} --card 7s --by discard --set waits=pair --json",
        'duzihu score "2m 2m 3m 4m 6m 8m 1s 1s 4s 6s 6s 7s 1c 4c 7c 9c" --indicators "2s 3m" '
        '--groups "opening-triple 2s, added-kong 9m"',
        'duzihu score "444678m 2246s 788c RRR" --indicators "jL 5c" --groups "pung W, pung 9m" --jokers jW '
        "--rules article-printed --set jokers=flowers",
    )
)
def score_hand(
    hand: Hand,
    *,
    indicators: Annotated[str, typer.Option(metavar="CARDS", help='The two indicators, such as "2s 3m".')],
    groups: Groups = None,
    hezi: Hezi = None,
    jokers: Jokers = None,
    by: Annotated[
        str | None,
        typer.Option(metavar="HOW", help="self-draw, kong-replacement, discard, robbed-kong or heavenly."),
    ] = None,
    card: Annotated[str | None, typer.Option(metavar="CARD", help="The winning card, which is in HAND too.")] = None,
    ready: Ready = False,
    dealer: Annotated[bool, typer.Option("--dealer", help="The hand is the dealer's.")] = False,
    first_discard: Annotated[bool, typer.Option("--first-discard", help="Won on the deal's first discard.")] = False,
    last_card: Annotated[bool, typer.Option("--last-card", help="Won on the last card of the stock.")] = False,
    rules: Rules = "cardavia",
    settings: Settings = None,
    json: Json = False,
) -> Status:
    """What one hand is worth, without a file.

    HAND is the concealed cards, a winner's with the winning card. Without --by it is a hand that did not win, and has
    its base hu. A win shows its best reading line by line, then what the others would give.
    """
    given = {"by": by, "card": card, "first_discard": first_discard or None, "last_card": last_card or None}
    win = {key: value for key, value in given.items() if value is not None}
    typed = read_typed(
        rules,
        settings,
        player(hand, groups, hezi, jokers, ready=ready),
        indicators,
        dealer=dealer or by == "heavenly",
        win=win or None,
    )
    scored = score(DealEnd(typed.rules, typed.indicators, 0, (typed.holding,), typed.win))
    false_win = typed.win is not None and scored.chosen is None
    if json:
        _print_json(typed, scored)
    elif typed.win is None:
        _show_other(typed, scored)
    elif false_win:
        show(_("No partition: these cards are not seven groups and a pair. A false win (§6.1)."))
    else:
        _show_win(typed, typed.win, scored.readings)
    return Status.FINDINGS if false_win else Status.NOTHING


def _show_other(typed: TypedHand, scored: Score) -> None:
    (seat,) = scored.seats
    assert seat is not None
    show(_("{total}: base hu of a hand that did not win", total=seat.total), _context(typed), "")
    if typed.holding.groups or typed.holding.hezi is not None or typed.holding.jokers:
        show(groups_of(typed.holding), "")
    show(lines_table(typed.rules, seat.lines))


def _show_win(typed: TypedHand, win: Win, readings: tuple[Reading, ...]) -> None:
    best, *others = readings
    shape = LINES[next(line.id for line in best.lines if line.section == "bonus")]
    won = _("{total}: {shape}, {how}", total=best.total, shape=shape, how=how_it_came(win))
    show(won, _context(typed), "")
    show(groups_of(typed.holding, best, win.card), "", lines_table(typed.rules, best.lines))
    if others:
        show("", readings_table(_("other readings ({count})", count=len(others)), others, win.card))


def _context(typed: TypedHand) -> str:
    return _("indicators {cards}, rules {rules}", cards=written(typed.indicators), rules=_rules_name(typed.rules))


def _rules_name(rules: RuleSet) -> str:
    """The preset, and how many options differ from it."""
    count = len(changes_from(rulebook().presets[rules.preset], rules))
    return _("{preset}, {count} changed", preset=rules.preset, count=count) if count else rules.preset


def _print_json(typed: TypedHand, scored: Score) -> None:
    from replay.report_json import player_json, rules_json, win_json, winner_json

    win = typed.win
    own = player_json(0, typed.holding, scored.seats[0], is_winner=win is not None)
    json_out(
        {
            "rules": rules_json(typed.rules),
            "indicators": written(typed.indicators),
            "total": None if scored.totals is None else scored.totals[0],
            "win": None if win is None else _seatless(win_json(win)),
            "winner": None if win is None else _seatless(winner_json(win, scored)),
            "player": _seatless(own),
        }
    )


def _seatless(document: dict[str, Any]) -> dict[str, Any]:
    """A part of a report without the seats that a hand typed at the prompt does not have."""
    return {key: value for key, value in document.items() if key not in ("seat", "player", "from")}
