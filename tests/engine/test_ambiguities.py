"""What the sources leave open: each is told in full, for an option that there is, by values that it can take."""

import pytest

from engine.ambiguities import AMBIGUITIES, SOURCES
from engine.options import OPTION, OPTIONS
from engine.rulesets import changed
from tests.support.table import cardavia

EACH = pytest.mark.parametrize("name", AMBIGUITIES)


def test_they_are_of_options_in_the_order_of_11() -> None:
    assert list(AMBIGUITIES) == [option.name for option in OPTIONS if option.name in AMBIGUITIES]


def test_every_option_that_chooses_a_reading_has_one() -> None:
    choices = {option.name for option in OPTIONS if option.kind in ("choice", "flag", "several")}
    assert choices <= AMBIGUITIES.keys()


@EACH
def test_both_sources_are_quoted_or_silent(name: str) -> None:
    sources = AMBIGUITIES[name].sources
    assert {"C", "A"} <= sources.keys() <= SOURCES.keys()
    assert list(sources) == [source for source in SOURCES if source in sources]


@EACH
def test_every_value_has_its_reading_and_no_other_is_told(name: str) -> None:
    option, told = OPTION[name], list(AMBIGUITIES[name].readings)
    match option.kind:
        case "flag":
            assert sorted(told) == [False, True]
            assert all(isinstance(value, bool) for value in told)
        case "choice" | "several":
            assert told == list(option.values)
        case _:
            assert told
            for value in told:
                assert getattr(changed(cardavia(), {name: value}), name) == value


@EACH
def test_the_reading_of_the_preset_comes_first_as_in_the_table_of_11(name: str) -> None:
    value, told = getattr(cardavia(), name), list(AMBIGUITIES[name].readings)
    assert told[: len(value)] == list(value) if isinstance(value, tuple) else told[0] == value


@EACH
def test_texts_are_whole_sentences(name: str) -> None:
    ambiguity = AMBIGUITIES[name]
    for text in (*ambiguity.sources.values(), *ambiguity.readings.values()):
        assert not text[0].islower()
        assert text.endswith((".", '."'))
        assert text.count('"') % 2 == 0
