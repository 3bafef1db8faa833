"""The catalogues of translations: made from the code, completed by translators, compiled for the program.

``python -m tests.catalogues`` says what is wrong; ``--update`` writes the template `cli/locale/duzihu.pot` anew, brings
every language's `duzihu.po` up to it, and compiles each to the `duzihu.mo` that the program reads. What is new is left
untranslated, what only changed is marked fuzzy: both are for a translator.
"""

import ast
import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from cli.language import LANGUAGES
from engine.options import OPTIONS
from replay.rulebook import PRESETS, description
from tests.support.command_line import ROOT

LOCALE = ROOT / "cli" / "locale"
TEMPLATE = LOCALE / "duzihu.pot"
TRANSLATED = tuple(language for language in LANGUAGES if language != "en")
ROOMS = ("engine", "replay", "cli")
SAYING = {"_": 1, "said": 1, "msgid": 1, "phrase": 1, "Word": 1, "ngettext": 2}
"""The functions whose first argument, or first two, are messages."""


def po(language: str) -> Path:
    """What a translator edits."""
    return LOCALE / language / "LC_MESSAGES" / "duzihu.po"


def mo(language: str) -> Path:
    """What the program reads."""
    return po(language).with_suffix(".mo")


def messages() -> Iterator[tuple[str | tuple[str, str], str]]:
    """Every message of the code, one or singular and plural, with its file."""
    for path in sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAYING:
                texts = [one.value for one in node.args[: SAYING[node.func.id]] if isinstance(one, ast.Constant)]
                if len(texts) == SAYING[node.func.id]:
                    yield texts[0] if len(texts) == 1 else (texts[0], texts[1]), path.relative_to(ROOT).as_posix()
    for option in OPTIONS:
        yield option.meaning, "engine/options.py"
    for preset in PRESETS:
        yield description(preset), f"replay/presets/{preset}.toml"


_ABOUT = {"domain": "duzihu", "charset": "utf-8", "fuzzy": False}


def template() -> Catalog:
    """Every message, untranslated."""
    made = Catalog(header_comment="# What duzihu says.", **_ABOUT)
    for text, file in messages():
        made.add(text, locations=[(file, None)])
    return made


def catalogue(path: Path) -> Catalog:
    """A catalogue as it stands in its file."""
    language = None if path == TEMPLATE else path.parts[-3]
    with path.open("rb") as file:
        return read_po(file, locale=language, domain="duzihu", abort_invalid=True)


def compiled(language: str) -> bytes:
    """A catalogue as the program reads it."""
    out = BytesIO()
    write_mo(out, catalogue(po(language)))
    return out.getvalue()


def ids(catalog: Catalog) -> set[str | tuple[str, ...]]:
    """The messages of a catalogue."""
    return {message.id for message in catalog if message.id}


def placeholders(text: str) -> set[tuple[str, str | None, str | None]]:
    """What a text has filled in: names, each with how it is written."""
    return {(name, spec, how) for _, name, spec, how in Formatter().parse(text) if name is not None}


def faults(language: str) -> Iterator[str]:
    """Everything that keeps a language from being spoken whole."""
    there, due = catalogue(po(language)), ids(template())
    yield from (f"{language}: not in the catalogue: {one!r}" for one in due - ids(there))
    yield from (f"{language}: in the catalogue, but never said: {one!r}" for one in ids(there) - due)
    for message in there:
        if message.id:
            yield from (f"{language}: {what}: {message.id!r}" for what in _wrong(message, there.num_plurals))


def _wrong(message: Message, forms: int) -> Iterator[str]:
    texts = message.string if isinstance(message.string, tuple) else (message.string,)
    if not all(texts):
        yield "untranslated"
        return
    if message.fuzzy:
        yield "fuzzy"
    if isinstance(message.id, tuple) and len(texts) != forms:
        yield f"{len(texts)} plural forms instead of {forms}"
    one, many = message.id if isinstance(message.id, tuple) else (message.id, message.id)
    may_be_one = texts[:-1] if forms > 1 else ()
    for text in texts:
        if placeholders(text) != placeholders(many) and not (
            text in may_be_one and placeholders(text) == placeholders(one)
        ):
            yield f"other placeholders in {text!r}"


def update() -> None:
    """Bring the files up to the code."""
    made = template()
    write(TEMPLATE, made)
    for language in TRANSLATED:
        path = po(language)
        there = catalogue(path) if path.exists() else Catalog(language, header_comment="#", **_ABOUT)
        there.update(made, update_creation_date=False)
        there.obsolete.clear()
        write(path, there)
        mo(language).write_bytes(compiled(language))


_NEEDLESS = re.compile(r"-Date: |EMAIL@ADDRESS|@li\.org|Generated-By|Project-Id")
"""Lines of a header that say nothing, or something else every time."""


def write(path: Path, catalog: Catalog) -> None:
    """Write a catalogue to its file; what has not changed is written as it was."""
    path.parent.mkdir(parents=True, exist_ok=True)
    out = BytesIO()
    write_po(out, catalog, width=120, include_lineno=False, sort_by_file=True)
    lines = out.getvalue().decode("utf-8").splitlines(keepends=True)
    path.write_text("".join(line for line in lines if not _NEEDLESS.search(line)), encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["--update"]:
        update()
    found = [fault for language in TRANSLATED for fault in faults(language)]
    sys.exit("\n".join(found) or None)
