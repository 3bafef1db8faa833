"""`duzihu diff`: one deal under other rules."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.frame import Json, Settings, chosen_rules, command_app, examples, usage_faults
from cli.language import _
from cli.render import deals
from cli.render.differences import differences, options_table, rules_table
from cli.render.screen import Flow
from cli.reports import Files, OneDeal, each_report
from cli.status import Status
from engine.rulesets import shown
from engine.said import msgid, said
from replay.diff import DealDiff, OptionDiff, diff_reports, each_option, under
from replay.diff_json import deal_json, diff_json, option_json
from replay.faults import Fault
from replay.report import DealReport
from replay.rulebook import with_settings

if TYPE_CHECKING:
    from collections.abc import Iterable

app = command_app()

DEFAULT = "cardavia"
"""What settings are checked with before any deal has told its own rules."""
_NOTHING = msgid("Nothing to compare: no part of it could be folded")


@app.command(
    epilog=examples(
        "duzihu diff fixtures/logs/disputed.jsonl --set winning_discard=stays-outside",
        "duzihu diff fixtures/hands/disputed.json --set waits=pair,middle --set rounding=nearest --json",
        "duzihu diff fixtures/hands/disputed.json --rules cardavia",
        "duzihu diff fixtures/logs/disputed.jsonl --each-option",
    )
)
def diff_deals(  # noqa: PLR0917
    files: Files,
    rules: Annotated[
        str | None,
        typer.Option("--rules", metavar="NAME|FILE.toml", help="The other rules: a preset or a rule-set file."),
    ] = None,
    settings: Settings = None,
    each: Annotated[
        bool, typer.Option("--each-option", help="Try one option at a time at each other value it may have.")
    ] = False,
    every: Annotated[bool, typer.Option("--all", help="With --each-option, list those without effect too.")] = False,
    deal: OneDeal = None,
    *,
    json: Json = False,
) -> Status:
    """What a deal would be under other rules, line by line.

    --rules names the other rule set; --set changes it or, without --rules, the deal's own. The deal is folded and
    scored again: lines, totals, payments, findings and claims that differ are shown, own rules first.

    --each-option changes one option of the deal's own rules at a time: choices to each other value, lists by one member
    more or less, amounts to the neutral one (hu 0, multiplier 1). The biggest change comes first.

    The exit status is that of the audit of the deal under its own rules.
    """
    usage_faults(_misused(other=rules is not None or bool(settings), each=each, every=every))
    if each:
        return each_report(
            files,
            deal,
            "diff",
            json=json,
            document=_options_document,
            screen=lambda report, number: _options_screen(report, number, every=every),
        )
    named = chosen_rules(rules or DEFAULT, settings)

    def compared(report: DealReport) -> DealDiff | None:
        other = named
        if rules is None:
            if report.rules is None:
                return None
            other = with_settings(report.rules, settings or ())
        new = under(report, other)
        return None if new is None else diff_reports(report, new)

    return each_report(
        files,
        deal,
        "diff",
        json=json,
        document=lambda report: _document(report, compared(report)),
        screen=lambda report, number: _screen(report, number, compared(report)),
    )


def _misused(*, other: bool, each: bool, every: bool) -> "Iterable[Fault]":
    if each and other:
        message = said("tries the options of the deal's own rules; leave out --rules and --set")
        yield Fault("misused", message, "--each-option")
    elif not (each or other):
        message = said("say which: --rules NAME, --set OPTION=VALUE or --each-option")
        yield Fault("misused", message, said("other rules"))
    if every and not each:
        yield Fault("misused", said("goes with --each-option only"), "--all")


def _document(report: DealReport, diff: DealDiff | None) -> dict[str, Any]:
    return deal_json(report) | {"other": None if diff is None else diff_json(diff)}


def _screen(report: DealReport, number: int | None, diff: DealDiff | None) -> deals.Parts:
    yield from deals.head(report, number)
    if diff is None:
        yield deals.section(_(_NOTHING))
        yield from deals.findings(report)
        return
    assert diff.new.rules is not None
    yield from rules_table(report.rules, diff.new.rules)
    yield from differences(diff)


def _ordered(report: DealReport) -> tuple[list[OptionDiff], list[OptionDiff]]:
    """The options that change the deal, the biggest change first, and those that do not."""
    tried = list(each_option(report))
    with_effect = [one for one in tried if not one.diff.is_empty]
    return sorted(with_effect, key=lambda one: one.diff.size, reverse=True), [one for one in tried if one.diff.is_empty]


def _options_document(report: DealReport) -> dict[str, Any]:
    with_effect, without = _ordered(report)
    return deal_json(report) | {
        "options": [option_json(one) for one in with_effect],
        "without_effect": [{"option": one.option.name, "old": one.old, "new": one.new} for one in without],
    }


def _options_screen(report: DealReport, number: int | None, *, every: bool) -> deals.Parts:
    yield from deals.head(report, number)
    if report.rules is None:
        yield deals.section(_(_NOTHING))
        yield from deals.findings(report)
        return
    with_effect, without = _ordered(report)
    count = len(with_effect)
    words = msgid("{count} of {of} single changes of an option would change this deal")
    yield deals.section(_(words, count=count, of=count + len(without)))
    if with_effect:
        yield options_table(with_effect)
    if every:
        yield deals.section(_("Without effect"))
        yield Flow((f"{one.option.name} = {shown(one.new)}" for one in without), " · ")
    elif without:
        yield ""
        yield _("{count} without effect; --all lists them.", count=len(without))
