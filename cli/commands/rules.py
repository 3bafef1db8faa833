"""`duzihu rules`: presets, a rule set in full, and every option."""

from typing import Annotated

import typer

from cli.frame import Json, Settings, UsageError, chosen_rules, command_app, examples, usage_faults
from cli.language import _, translated
from cli.render.screen import json_out, opaque, show, table
from cli.status import Status
from engine.options import OPTION, OPTIONS, Option
from engine.rulesets import changes_from, shown, values_of
from engine.said import said
from replay.faults import Fault
from replay.rulebook import PRESETS, description, rulebook

app = command_app("Presets, rule sets in full, and every option.")


@app.command("list", epilog=examples("duzihu rules list"))
def list_presets(*, json: Json = False) -> Status:
    """The presets that ship with the program."""
    if json:
        json_out([{"name": name, "description": description(name)} for name in PRESETS])
        return Status.NOTHING
    drawn = table(_("preset"), "", wide=("",))
    for name in PRESETS:
        drawn.add_row(name, _(description(name)))
    show(drawn)
    return Status.NOTHING


@app.command(
    "show",
    epilog=examples("duzihu rules show", "duzihu rules show cardavia --set three_elders=any --set waits=pair,middle"),
)
def show_rules(
    rules: Annotated[str, typer.Argument(metavar="NAME|FILE.toml", help="A preset or a rule-set file.")] = "cardavia",
    settings: Settings = None,
    *,
    json: Json = False,
) -> Status:
    """A rule set in full, marked where it differs from its preset and where a value is assumed.

    A rule-set file is TOML: the preset, and a table of what it changes.

    \b
      preset = "cardavia"
      [options]
      three_elders = "any"
    """
    chosen = chosen_rules(rules, settings, source="NAME|FILE.toml")
    preset = rulebook().presets[chosen.preset]
    changes = changes_from(preset, chosen)
    if json:
        values = values_of(chosen)
        json_out({"preset": chosen.preset, "options": changes, "values": values, "assumed": chosen.assumed})
        return Status.NOTHING
    from rich.text import Text

    drawn = table(_("option"), _("value"), chosen.preset, "§", wide=(_("value"), chosen.preset))
    for name, value in values_of(chosen).items():
        differs = name in changes
        drawn.add_row(
            Text(f"{'*' if differs else ' '} {name}", "bold" if differs else ""),
            Text(shown(value), "bold" if differs else ""),
            shown(getattr(preset, name)) if differs else Text(_("assumed"), "dim") if name in chosen.assumed else "",
            " ".join(OPTION[name].paragraphs),
        )
    about = {"file": opaque(rules), "preset": chosen.preset, "count": len(changes)}
    if changes:
        title = _("{file}: {preset} with {count} changed (*)", **about)
    else:
        title = _("{file}: the preset {preset}, unchanged", **about)
    show(title, "", drawn)
    if chosen.assumed:
        show("", _("assumed: the source of {preset} does not state it; the value of cardavia stands in.", **about))
    return Status.NOTHING


@app.command("compare", epilog=examples("duzihu rules compare cardavia article article-printed"))
def compare_rules(
    names: Annotated[list[str], typer.Argument(metavar="NAME|FILE.toml...", help="Presets or rule-set files.")],
    *,
    json: Json = False,
) -> Status:
    """Two or more rule sets side by side: the options in which they part.

    For the article's game besides: its scoring table cell by cell, as printed and by the formula of §7, and which
    printed cells break it.
    """
    from replay.compare import compare, comparison_json

    if len(names) < 2:
        fault = Fault(
            "too-few", said("one rule set is nothing to compare"), "NAME|FILE.toml", mend=said("name another")
        )
        raise UsageError((fault,))
    named = [(name, chosen_rules(name, None, source="NAME|FILE.toml")) for name in names]
    compared = compare(named, rulebook().presets["article"])
    if json:
        json_out(comparison_json(compared))
        return Status.NOTHING
    from cli.render.compared import comparison

    show(*comparison(compared))
    return Status.NOTHING


@app.command(epilog=examples("duzihu rules options", "duzihu rules options winning_discard waits"))
def options(
    names: Annotated[list[str] | None, typer.Argument(metavar="NAME", help="Only these options.")] = None,
    *,
    json: Json = False,
) -> Status:
    """What every option means and may be, and what it is in cardavia.

    Where the sources leave open what an option decides, what each of them says, and what each value reads into it.
    """
    asked = names or [option.name for option in OPTIONS]
    usage_faults(_unknown(name) for name in asked if name not in OPTION)
    chosen = [OPTION[name] for name in asked]
    defaults = values_of(rulebook().presets["cardavia"])
    if json:
        json_out(
            [
                _option_json(option) | {"cardavia": defaults[option.name], "assumed": _assuming(option)}
                for option in chosen
            ]
        )
        return Status.NOTHING
    from rich.text import Text

    from cli.render.ambiguities import legend, readings

    drawn = table(_("option"), _("meaning"), "§", wide=(_("meaning"),))
    for option in chosen:
        allowed = f"{translated(option.allowed)}; cardavia: {shown(defaults[option.name])}"
        if _assuming(option):
            allowed += "; " + _("assumed in {presets}", presets=", ".join(_assuming(option)))
        meaning = Text.assemble(_(option.meaning), "\n", (allowed, "dim"), *readings(option.name))
        drawn.add_row(option.name, meaning, "\n".join(option.paragraphs))
        drawn.add_section()
    show(drawn, *legend(asked))
    return Status.NOTHING


def _assuming(option: Option) -> list[str]:
    """The presets in which the option's value is assumed."""
    return [name for name in PRESETS if option.name in rulebook().presets[name].assumed]


def _option_json(option: Option) -> dict[str, object]:
    from cli.render.ambiguities import ambiguity_json

    return {
        "name": option.name,
        "kind": option.kind,
        "meaning": option.meaning,
        "allowed": option.allowed,
        "values": option.values,
        "rules": option.paragraphs,
        "ambiguity": ambiguity_json(option.name),
    }


def _unknown(name: str) -> Fault:
    from difflib import get_close_matches

    near = get_close_matches(name, OPTION, n=1)
    mend = said("did you mean {near}?", near=near[0]) if near else said("'duzihu rules options' lists them")
    return Fault("unknown-option", said("unknown option {option}", option=shown(name)), "NAME", mend=mend)
