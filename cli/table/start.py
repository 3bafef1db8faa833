"""What a deal begins with, asked for question by question."""

from collections.abc import Callable, Generator

from cli.language import _, translated
from cli.render.screen import opaque
from engine.events import DealStarted
from engine.options import RuleSet
from engine.rulesets import RulesError
from engine.state import SEATS
from replay.faults import UnreadableError
from replay.recording import Recording
from replay.rulebook import load_rules, named_rules

Asking = Generator[tuple[str, str], str, str]
Questions = Generator[tuple[str, str], str, DealStarted]
"""Gives a question and what stands there as its answer, takes the answer; gives the start of a deal in the end."""


def questions(recording: Recording, say: Callable[[str], None]) -> Questions:
    """Rules, players, dealer, and who sits out; of a log that goes on, as they are likely to be. What is wrong with an
    answer is said, and it is asked for again."""
    last = recording.following()
    deal = yield from _asked(_("Name of the deal:"), opaque(recording.path.stem) if last is None else "")
    before, rules = recording.rules, None
    while rules is None:
        preset = "cardavia" if before is None else before.preset
        named = yield from _asked(_("Rules, a preset or a file of them:"), preset)
        rules = before if before is not None and named == preset else _rules_of(named, say)
    names: list[str] = []
    for seat in range(SEATS):
        name = "" if last is None else last.players[seat]
        names.append((yield from _asked(_("Who sits on seat {seat}:", seat=seat), name)))
    sitter = None
    if rules.table_players == 4:
        sitter = yield from _asked(_("Who sits out:"), "" if last is None else last.sitting_out or "")
    dealer = "" if sitter is None else "0"
    while dealer not in ("0", "1", "2"):
        dealer = yield from _asked(_("Who deals, by seat:"), "0" if last is None else str(last.dealer))
    session = yield (_("Session, if it belongs to one:"), "" if last is None else last.session or "")
    return DealStarted(
        0, "duzihu-log/1", deal, named_rules(rules), (names[0], names[1], names[2]), int(dealer),
        session=session.strip() or None, number=None if last is None else last.number, sitting_out=sitter,
    )  # fmt: skip


def _asked(question: str, answer: str) -> Asking:
    """A line that is not empty."""
    given = ""
    while not given:
        given = (yield question, answer).strip()
    return given


def _rules_of(named: str, say: Callable[[str], None]) -> RuleSet | None:
    try:
        return load_rules(named)
    except (RulesError, UnreadableError) as error:
        say("; ".join(translated(fault.message) for fault in error.faults))
        return None
