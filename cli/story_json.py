"""The JSON form of a replay (docs/json.md, ``duzihu-replay/1``): each event in words, with the table after it."""

import json
from typing import Any

from cli.story import Story
from engine.actions import Action
from engine.cards import HIDDEN, TOKENS, kinds_of, written
from engine.events import Extension, type_of
from engine.state import ENDED
from engine.view import SeatView, View, view_of_end
from replay.decode import BadLine
from replay.report import DealReport
from replay.report_json import declared_json, finding_json, win_json

Json = dict[str, Any]


def replay_json(report: DealReport, story: Story | None) -> Json:
    """A deal with all its events; a hand record, which has none, with its table. ``story``: ``None`` for a record."""
    if story is not None:
        return _deal(report, story, [_event(story, index) for index in story.indexes])
    assert report.end is not None
    return _deal(report, None, []) | {"table": table_json(view_of_end(report.end, report.names))}


def at_json(report: DealReport, story: Story | None, index: int | None) -> Json:
    """A deal with one event, the table after it, and what was legal then; with none where it has no such event."""
    if story is None or index is None:
        return _deal(report, story, []) | {"legal": []}
    legal = [_action(action) for action in story.legal(index)]
    return _deal(report, story, [_event(story, index)]) | {"legal": legal}


def _deal(report: DealReport, story: Story | None, events: list[Json]) -> Json:
    """``table``: after the last of the events. ``status``: not told to a seat that cannot know it then."""
    table = events[-1]["table"] if events else None
    early = story is not None and story.seat is not None and (table is None or table["phase"] != ENDED)
    return {
        "id": report.id,
        "source": report.source,
        "line": report.line,
        "kind": report.kind,
        "status": None if early else report.status,
        "names": list(report.names),
        "as": None if story is None else story.telling,
        "seat": None if story is None else story.seat,
        "events": events,
        "table": table,
    }


def _event(story: Story, index: int) -> Json:
    line, table = story.line(index), story.view(index)
    return {
        "seq": line.seq,
        "type": _type(story, index),
        "text": story.told(index).sentence(story.names),
        "fate": story.fate(index),
        "findings": [finding_json(found) for found in story.findings(index)],
        "table": None if table is None else table_json(table),
    }


def _type(story: Story, index: int) -> Any:
    """The type as the line has it, which an event of a type ``x_…`` does not keep."""
    line = story.logged.events[index]
    if isinstance(line, BadLine):
        return line.given.get("type")
    return json.loads(story.logged.lines[index])["type"] if isinstance(line, Extension) else type_of(line)


def table_json(view: View) -> Json:
    """The table, cards in written form; ``??`` stands for a card that is hidden."""
    return {
        "phase": view.phase,
        "turn": view.turn,
        "dealer": view.dealer,
        "indicators": written(view.indicators),
        "stock": view.stock,
        "on_table": _card(view.on_table),
        "drawn": _card(view.drawn),
        "owed": view.owed,
        "passed": sorted(view.passed),
        "win": None if view.win is None else win_json(view.win),
        "seats": [_seat(view, number, seat) for number, seat in enumerate(view.seats)],
    }


def _seat(view: View, number: int, seat: SeatView) -> Json:
    return {
        "hand": " ".join(filter(None, [written(kinds_of(seat.hand or ())), *[HIDDEN] * seat.hidden])),
        "groups": [declared_json(group) for group in seat.groups],
        "hezi": _card(seat.hezi),
        "jokers": " ".join(TOKENS[joker] for joker in seat.jokers),
        "ready": seat.ready,
        "discards": " ".join(TOKENS[kind] for kind in view.discards(number)),
    }


def _action(action: Action) -> Json:
    return {"type": action.type, "seat": action.seat, "card": _card(action.card), "form": action.form}


def _card(kind: int | None) -> str | None:
    return None if kind is None else TOKENS[kind]
