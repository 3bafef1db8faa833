"""The catalogues say all that the code says, with the same names and figures, and the program reads what they say."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo

from tests import catalogues
from tests.catalogues import TEMPLATE, TRANSLATED, catalogue, faults, ids, mo, po, template


def test_the_template_is_what_the_code_says() -> None:
    """Else: ``python -m tests.catalogues --update``."""
    assert ids(catalogue(TEMPLATE)) == ids(template())


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_language_says_everything(language: str) -> None:
    assert list(faults(language)) == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_program_reads_what_the_translator_wrote(language: str) -> None:
    with mo(language).open("rb") as file:
        read = read_mo(file)
    written = catalogue(po(language))
    assert strings(read) == strings(written)
    assert read.num_plurals == written.num_plurals == (1 if language == "zh" else 2)


def strings(catalog: Catalog) -> dict[str, str]:
    """What a catalogue says, singular and plural as one."""
    said = [(message.id, message.string) for message in catalog if message.id and not message.fuzzy]
    return {_together(id_): _together(text) for id_, text in said}


def _together(texts: str | Iterable[str]) -> str:
    return texts if isinstance(texts, str) else "|".join(texts)


def figures(text: str) -> list[str]:
    """What no language changes: numbers, paragraphs and signs outside the placeholders."""
    return sorted(re.findall(r"§[\d.]*\d|\d+|[×→←]|--[a-z-]+", re.sub(r"\{.*?\}", "", text)))


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_figures_of_what_it_translates(language: str) -> None:
    for message in catalogue(po(language)):
        texts = message.string if isinstance(message.string, tuple) else (message.string,)
        english = message.id if isinstance(message.id, tuple) else (message.id,)
        if message.id:
            assert {tuple(figures(text)) for text in texts} == {tuple(figures(text)) for text in english}, message.id


# What is wrong is found


def of_language(there: Catalog, folder: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What more is wrong with a catalogue that stands in for the Italian one."""
    before = list(faults("it"))
    monkeypatch.setattr(catalogues, "LOCALE", folder)
    catalogues.write(po("it"), there)
    return [fault.removeprefix("it: ").partition(": ")[0] for fault in faults("it") if fault not in before]


@pytest.mark.parametrize(
    ("message", "said", "found"),
    [
        ("It {clause}.", "Qui {clause}.", []),
        ("It {clause}.", "", ["untranslated"]),
        ("It {clause}.", "Qui.", ["other placeholders in 'Qui.'"]),
        ("It {clause}.", "Qui {frase}.", ["other placeholders in 'Qui {frase}.'"]),
        ("{sign!r} is no sign of a code, which has the ten digits and the letters except U", "{sign}", 1),
        (("{n} finding", "{n} findings"), ("{n} rilievo", ""), ["untranslated"]),
        (("{n} finding", "{n} findings"), ("un rilievo", "{n} rilievi"), 1),
        (("and one more; --limit shows it", "and {n} more; --limit shows them"), ("e una", "e altre {n}"), []),
        (("and one more; --limit shows it", "and {n} more; --limit shows them"), ("e {n}", "e altre"), 1),
    ],
)
def test_a_message_that_is_not_translated_or_has_other_placeholders(
    message: str | tuple[str, str],
    said: str | tuple[str, str],
    found: list[str] | int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there = catalogue(po("it"))
    there[message].string = said
    wrong = of_language(there, tmp_path, monkeypatch)
    assert wrong == found or len(wrong) == found


def test_a_message_that_is_missing_fuzzy_or_no_longer_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    there = catalogue(po("it"))
    there["It holds."].flags.add("fuzzy")
    there.delete("It {clause}.")
    there.add("It was said once.", "Fu detto una volta.")
    wrong = of_language(there, tmp_path, monkeypatch)
    assert sorted(wrong) == ["fuzzy", "in the catalogue, but never said", "not in the catalogue"]
