"""What the sources leave open about options, on the screen and as JSON."""

from collections.abc import Iterable, Iterator
from typing import Any

from engine.ambiguities import AMBIGUITIES, SOURCES
from engine.rulesets import shown


def readings(option: str) -> Iterator[tuple[str, str]]:
    """Styled texts to follow an option's meaning: what each source says, and what each value reads into it."""
    ambiguity = AMBIGUITIES.get(option)
    if ambiguity is None:
        return
    for source, says in ambiguity.sources.items():
        yield from ((f"\n{source}: ", "bold"), (says, ""))
    for value, means in ambiguity.readings.items():
        yield from ((f"\n· {shown(value)}: ", "bold"), (means, ""))


def legend(options: Iterable[str]) -> Iterator[str]:
    """Which texts the letters stand for, if any of the options has one."""
    named = {source for option in options if option in AMBIGUITIES for source in AMBIGUITIES[option].sources}
    if named:
        yield ""
        yield from (f"{source}: {text}" for source, text in SOURCES.items() if source in named)


def ambiguity_json(option: str) -> dict[str, Any] | None:
    """What each source says and each value means, or ``None`` where nothing is open."""
    ambiguity = AMBIGUITIES.get(option)
    if ambiguity is None:
        return None
    meanings = [{"value": value, "means": means} for value, means in ambiguity.readings.items()]
    return {"sources": ambiguity.sources, "readings": meanings}
