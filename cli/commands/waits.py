"""`duzihu waits`: what completes a hand that is one card short."""

from typing import Annotated

import typer

from cli.frame import Json, Rules, Settings, command_app, examples
from cli.language import _, in_a_row, ngettext
from cli.render.screen import cards, json_out, show, table, warn
from cli.render.words import LINES
from cli.status import Status
from cli.typed import Groups, Hand, Hezi, Jokers, Ready, TypedHand, player, read_typed
from engine.cards import TOKENS, written
from engine.score import Reading
from engine.waits import Wait, waits_of

app = command_app()


@app.command(
    epilog=examples(
        'duzihu waits "111m 456m 89s 123c 777c 55c" --indicators "2s 3m" --groups "pung 5s, exposed-kong W"',
        'duzihu waits "1112345678999m 234s 567c TTT"',
        'duzihu waits "1112345678999m 234s 567c TTT" --seen "1m 4m 4m" --set wait_basis=sole-wait --json',
    )
)
def waits(
    hand: Hand,
    *,
    indicators: Annotated[
        str | None, typer.Option(metavar="CARDS", help='The two indicators, such as "2s 3m"; left out if not given.')
    ] = None,
    groups: Groups = None,
    hezi: Hezi = None,
    jokers: Jokers = None,
    seen: Annotated[
        str | None, typer.Option(metavar="CARDS", help="Cards seen elsewhere: discards, others' groups.")
    ] = None,
    ready: Ready = False,
    rules: Rules = "cardavia",
    settings: Settings = None,
    json: Json = False,
) -> Status:
    """What completes a hand, and what each card would be worth.

    HAND is the concealed cards of a player who waits for one more. Each kind that completes it is shown with the copies
    not yet seen, and the total of the best reading if it is drawn and if it comes from a discard.
    """
    typed = read_typed(rules, settings, player(hand, groups, hezi, jokers, ready=ready), indicators, seen=seen)
    found = waits_of(typed.rules, typed.indicators, typed.holding, typed.seen)
    if json:
        _print_json(typed, found)
        return Status.NOTHING
    if indicators is None:
        warn(_("No indicators given: amounts leave out what they would multiply."))
    if not found:
        show(_("It waits for nothing: no card makes it seven groups and a pair."))
        return Status.NOTHING
    numbers = (_("unseen"), _("drawn"), _("discarded"))
    drawn = table(_("card"), *numbers, _("as"), right=numbers, wide=(_("as"),))
    for wait in found:
        drawn.add_row(
            cards((wait.kind,)), str(wait.unseen), _hu(wait.drawn), _hu(wait.discarded), _bonuses(wait.discarded)
        )
    unseen = sum(wait.unseen for wait in found)
    kinds = ngettext("{n} kind", "{n} kinds", len(found))
    show(drawn, "", ngettext("{kinds}, {n} copy unseen.", "{kinds}, {n} copies unseen.", unseen, kinds=kinds))
    return Status.NOTHING


def _hu(reading: Reading | None) -> str:
    """A total, and what it was before rounding."""
    if reading is None:
        return "-"
    return str(reading.total) if reading.total == reading.unrounded else f"{reading.unrounded} → {reading.total}"


def _bonuses(reading: Reading | None) -> str:
    """What a win brings beside base hu."""
    if reading is None:
        return _("impossible: all four copies are here")
    return in_a_row(
        dict.fromkeys(LINES[line.id].name for line in reading.lines if line.section in ("bonus", "multiplier"))
    )


def _print_json(typed: TypedHand, found: tuple[Wait, ...]) -> None:
    from replay.report_json import reading_json, rules_json

    json_out(
        {
            "rules": rules_json(typed.rules),
            "indicators": written(typed.indicators) or None,
            "waits": [
                {
                    "card": TOKENS[wait.kind],
                    "unseen": wait.unseen,
                    "drawn": None if wait.drawn is None else reading_json(wait.drawn),
                    "discard": None if wait.discarded is None else reading_json(wait.discarded),
                }
                for wait in found
            ],
        }
    )
