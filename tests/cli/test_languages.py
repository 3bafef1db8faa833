"""What is said in four languages: the same figures, no English left, columns that stand, errors, and the choice."""

import gettext
import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from rich.cells import cell_len
from syrupy.assertion import SnapshotAssertion

from cli import language
from cli.explain import explained
from cli.language import LANGUAGES, of_locale, speaking, translated
from cli.main import COMMANDS
from cli.render.document import Block, Heading, Items, Paragraph, Table
from cli.render.screen import opaque
from cli.status import Status
from engine.findings import _IMPOSSIBLE, _IRREGULAR, CODES, finding
from engine.options import OPTION
from engine.said import said
from tests.support.command_line import ROOT, invoke, run
from tests.support.inputs import FIXTURES, HANDS, LOGS, all_reports, named

FOREIGN = tuple(one for one in LANGUAGES if one != "en")
ARTICLE = sorted(str(path.relative_to(ROOT)) for path in (FIXTURES / "article").glob("*.json*"))
DISPUTED = "fixtures/logs/disputed.jsonl"


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


class _Unknown(gettext.NullTranslations):
    """Finds what is said and stands in no catalogue, such as a message that is put together."""

    def gettext(self, message: str) -> str:
        raise AssertionError(f"not in the catalogue: {message!r}")

    def ngettext(self, *forms: str | int) -> str:  # type: ignore[override]
        raise AssertionError(f"not in the catalogue: {forms!r}")


@pytest.fixture
def _all_is_in_the_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    for one in FOREIGN:
        known = gettext.translation("duzihu", ROOT / "cli" / "locale", [one])
        known.add_fallback(_Unknown())
        language._catalogue.cache_clear()
        monkeypatch.setitem(_STRICT, one, known)
    monkeypatch.setattr(language, "_catalogue", lambda one: _STRICT.get(one) or gettext.NullTranslations())


_STRICT: dict[str, gettext.NullTranslations] = {}


# The same figures


def figures(text: str) -> list[str]:
    """Numbers, cards and paragraphs of a text, in no order: languages have their own."""
    return sorted(re.findall(r"§\d+(?:\.\d+)?|(?<![\w.])j[FPLJW]|\d+[msc]?|(?<![A-Za-z])[TWR](?![A-Za-z])", text))


def texts_of(block: Block) -> Iterator[str]:
    match block:
        case Heading(_, text) | Paragraph(text):
            yield text
        case Items(items):
            yield from items
        case Table(_, rows, _):
            yield from (cell for row in rows for cell in row)


@pytest.mark.usefixtures("_all_is_in_the_catalogue")
@pytest.mark.parametrize("spoken", FOREIGN)
def test_an_explanation_has_the_same_figures_sentence_by_sentence(spoken: str) -> None:
    for report in all_reports():
        english = list(explained(report, None))
        with speaking(spoken):
            foreign = list(explained(report, None))
        assert [type(block) for block in foreign] == [type(block) for block in english]
        for one, other in zip(english, foreign, strict=True):
            assert list(map(figures, texts_of(other))) == list(map(figures, texts_of(one)))


@pytest.mark.usefixtures("_all_is_in_the_catalogue")
@pytest.mark.parametrize("name", [*LOGS, *HANDS, *ARTICLE])
@pytest.mark.parametrize("command", ["audit", "audit --brief", "partitions"])
def test_a_screen_has_the_same_figures(command: str, name: str) -> None:
    args = (*command.split(), name)
    english = invoke(*args, columns=250)
    for one in FOREIGN:
        foreign = invoke(*args, "--lang", one, columns=250)
        assert figures(foreign.stdout) == figures(english.stdout)
        assert foreign.exit_code == english.exit_code


_LOG = "fixtures/logs/ready_players_swap_let_stand.jsonl"


@pytest.mark.parametrize(
    "command",
    [
        *(
            f"{name} {_LOG}"
            for name in ("audit", "explain", "partitions", "replay", "sensitivity", "diff --each-option")
        ),
        *("dispute fixtures/disputes/line_left_out.json", f"verify {_LOG}", f"head {_LOG}"),
        *("rules options waits", "rules list", "rules compare cardavia article", "waits 1112345678999m234s567cTTT"),
    ],
)
def test_json_is_english_in_every_language(command: str) -> None:
    args = (*command.split(), "--json")
    english = invoke(*args).stdout
    assert json.loads(english)
    assert {*map(_timeless, (invoke(*args, "--lang", one).stdout for one in FOREIGN))} == {_timeless(english)}


def _timeless(document: str) -> str:
    return re.sub(r'"(per_second|seconds)": [\d.e-]+', "", document)


# Nothing is left in English

_WORD = re.compile(r"[A-Za-z_][A-Za-z_-]{2,}")
_IN_EVERY_LANGUAGE = {
    *_WORD.findall(" ".join((*OPTION, *(str(value) for option in OPTION.values() for value in option.values)))),
    *("seq", "Seq", "formats", "cardavia", "article", "article-printed", "true", "false"),
}
"""Names that are written in files and on command lines."""


@pytest.mark.parametrize("name", [*LOGS, *HANDS, *ARTICLE])
def test_no_word_of_english_is_left(name: str) -> None:
    typed = {*_WORD.findall(name), *_WORD.findall((ROOT / name).read_text(encoding="utf-8"))}
    for command in ("audit", "explain", "explain --format html", "partitions", "replay"):
        shown = invoke(*command.split(), name, "--lang", "zh", columns=250)
        text = re.sub(r"(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}", "", shown.stdout + shown.stderr)  # codes of seals
        if "html" in command:
            assert '<html lang="zh' in text
            text = text_of(text)
        words = {word for word in _WORD.findall(text) if not re.fullmatch("[TWR]+", word)}
        assert words - typed - _IN_EVERY_LANGUAGE == set()


def text_of(page: str) -> str:
    """What is read of a page, by eye or ear."""
    spoken = " ".join(re.findall(r'(?:aria-label|title|alt)="([^"]*)"', page))
    return unescape(re.sub(r"<style.*?</style>|<[^>]+>", " ", page, flags=re.DOTALL) + spoken)


@pytest.mark.usefixtures("_all_is_in_the_catalogue")
@pytest.mark.parametrize("name", [*LOGS, *HANDS])
def test_a_page_has_the_same_figures(name: str) -> None:
    english = invoke("explain", name, "--format", "html").stdout
    for one in FOREIGN:
        foreign = invoke("explain", name, "--format", "html", "--lang", one).stdout
        assert figures(text_of(foreign)) == figures(text_of(english))


def test_every_finding_is_said_in_every_language() -> None:
    params = {"reason": said("no card"), "due": "9s", "what": said("a pung"), "where": "?"}
    for code in CODES:
        names = re.findall(r"\{(\w+)", finding_template(code))
        found = finding(code, **{name: params.get(name, 1) for name in names})
        assert translated(found.message) == found.message
        for one in FOREIGN:
            with speaking(one):
                assert found.message == "no card" or translated(found.message) != found.message


def finding_template(code: str) -> str:
    """The message of a code, before it is filled in."""
    return (_IMPOSSIBLE | _IRREGULAR)[code][1]


def test_what_was_typed_stays_as_it_was(tmp_path: Path) -> None:
    """Names that are messages, templates or markup are names."""
    names = ("It holds.", "{clause} {0} %s", "seat 1 [b]x[/b]")
    path = named(names, tmp_path / "hand.json", id_="Findings")
    for one in FOREIGN:
        shown = invoke("explain", str(path), "--lang", one, columns=250).stdout
        assert all(opaque(name) in shown for name in names)
        assert "Findings" in shown.splitlines()[0]


def test_players_are_called_by_their_names_in_findings() -> None:
    shown = {
        one: invoke("audit", "fixtures/logs/ready_players_swap_let_stand.jsonl", "--lang", one, columns=200).stdout
        for one in LANGUAGES
    }
    assert "王芳 (seat 1) is ready and discards" in shown["en"]
    assert "王芳（1 号座）已报听，却打出" in shown["zh"]
    assert "王芳 (posto 1) è pronto e scarta" in shown["it"]
    assert "王芳 (asiento 1) está listo y descarta" in shown["es"]


# Columns stand


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("spoken", FOREIGN)
def test_no_line_is_wider_than_the_screen(spoken: str, columns: int) -> None:
    for name in (*LOGS, *HANDS):
        for command in ("audit", "explain"):
            shown = invoke(command, name, "--lang", spoken, columns=columns).stdout
            too_wide = [line for line in shown.splitlines() if cell_len(line) > columns and "fixtures/" not in line]
            assert too_wide == []


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("spoken", LANGUAGES)
def test_paragraphs_stand_below_their_heading(spoken: str, columns: int) -> None:
    """In the table of a reading's lines, measured in cells of the screen."""
    shown = invoke("audit", DISPUTED, "--lang", spoken, columns=columns).stdout
    table = shown[shown.index("[9s]") :].split("\n\n")[1].splitlines()
    places = {cell_len(line[: line.index("§")]) for line in table if "§" in line}
    assert len([line for line in table if "§" in line]) > 5
    assert len(places) == 1


@pytest.mark.parametrize("spoken", FOREIGN)
def test_a_disputed_deal_explained(spoken: str, snapshot: SnapshotAssertion) -> None:
    assert invoke("explain", DISPUTED, "--lang", spoken).stdout == snapshot


@pytest.mark.parametrize("spoken", FOREIGN)
def test_a_disputed_deal_audited(spoken: str, snapshot: SnapshotAssertion) -> None:
    assert invoke("audit", DISPUTED, "--lang", spoken, columns=60).stdout == snapshot


def test_a_line_of_chinese_ends_before_no_closing_sign_and_after_no_opening_one() -> None:
    for name in (*LOGS, *HANDS):
        for columns in (41, 60):
            lines = [
                line.lstrip(" •")
                for line in invoke("explain", name, "--lang", "zh", columns=columns).stdout.splitlines()
            ]
            assert not [line for line in lines if line[:1] in "，。、：；）" and line]
            assert not [line for line in lines if line[-1:] in "（" and line]


def test_no_sign_of_a_chinese_text_is_lost_between_its_lines() -> None:
    wide, narrow = (invoke("explain", DISPUTED, "--lang", "zh", columns=columns).stdout for columns in (400, 44))
    assert re.sub(r"[\s─]", "", wide) == re.sub(r"[\s─]", "", narrow)


# Errors


@pytest.mark.parametrize("spoken", FOREIGN)
def test_errors(spoken: str, snapshot: SnapshotAssertion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, content in {
        "bom.json": b'\xef\xbb\xbf{"format":"duzihu-hand/1"}',
        "gb.json": '{"format":"duzihu-hand/1","id":"李"}'.encode("gb18030"),
        "cut.json": b'{"format":"duzihu-hand/1",',
        "wrong.json": b'{"format":"duzihu-hand/2","players":[],"indicators":"2s 3x","dealer":7,"rulez":"cardavia"}',
        "bad.toml": b"preset = \n",
        "log.jsonl": b'{"seq":0,"type":"deal_started","format":"duzihu-log/1"}\n{"seq":1,"type":"drew"}\nno\n',
        "empty.json": b"",
    }.items():
        (tmp_path / name).write_bytes(content)
    monkeypatch.chdir(tmp_path)
    lines = [
        "audit nowhere.json",
        "audit .",
        "audit bom.json gb.json cut.json wrong.json log.jsonl empty.json",
        "rules show bad.toml",
        "rules show cardavya",
        "score 1m --indicators 5q --set waits=middle,pears --card 1S --by discard",
        "score 111m --nope",
        "scoer",
        "audit",
        "replay log.jsonl --at x",
        "explain log.jsonl --format pdf",
        "verify log.jsonl --head 1",
        "audit log.jsonl --deal none",
    ]
    told = []
    for line in lines:
        result = invoke(*line.split(), "--lang", spoken)
        assert result.exit_code in (Status.USAGE, Status.UNREADABLE)
        shown = [one for one in result.stderr.splitlines() if "[OPTIONS]" not in one]  # typer writes usage its own way
        told.append("\n".join((f"$ {line}", *filter(None, shown), "")))
    assert "\n".join(told) == snapshot


def test_an_unknown_language_is_wrong_usage_and_says_which_there_are() -> None:
    for args in (
        ("audit", DISPUTED, "--lang", "xx"),
        ("--lang", "xx", "audit", DISPUTED),
        ("rules", "list", "--lang=fr"),
    ):
        result = invoke(*args)
        assert result.exit_code == Status.USAGE
        assert result.stderr.startswith("--lang: must be one of: en, zh, it, es (")


# The choice


@pytest.mark.parametrize(
    "args",
    [("--lang", "it", "audit", DISPUTED), ("--lang=it", "audit", DISPUTED), ("audit", "--lang", "it", DISPUTED)],
)
def test_the_option_stands_before_or_after_the_command(args: tuple[str, ...]) -> None:
    assert "Nessun rilievo" in invoke(*args).stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_the_option(name: str) -> None:
    assert "--lang en|zh|it|es" in " ".join(invoke(name, "--help").stdout.split())


def test_after_two_dashes_it_is_no_option() -> None:
    result = invoke("audit", "--", "--lang", "it")
    assert result.exit_code == Status.UNREADABLE
    assert "No such file or directory" in result.stderr


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, "en"),
        ({"LC_ALL": "C"}, "en"),
        ({"LC_ALL": "C.UTF-8"}, "en"),
        ({"LC_ALL": "POSIX", "LANGUAGE": "it"}, "en"),
        ({"LC_ALL": "zh_CN.UTF-8"}, "zh"),
        ({"LC_ALL": "zh_TW"}, "zh"),
        ({"LANG": "it_IT"}, "it"),
        ({"LANG": "es_419.UTF-8"}, "es"),
        ({"LANG": "it_IT@euro"}, "it"),
        ({"LANG": "zh-Hans"}, "zh"),
        ({"LC_MESSAGES": "es_ES", "LANG": "it_IT"}, "es"),
        ({"LC_ALL": "en_GB.UTF-8", "LANG": "it_IT"}, "en"),
        ({"LC_ALL": "C", "LANG": "it_IT"}, "en"),
        ({"LANG": "en_US", "LANGUAGE": "fr:it:es"}, "it"),
        ({"LANG": "it_IT", "LANGUAGE": ""}, "it"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "esperanto"}, "en"),
        ({"LANG": "\udcff[b]"}, "en"),
    ],
)
def test_the_locale(environment: dict[str, str], expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert of_locale() == expected


def test_a_program_speaks_its_locale_and_the_option_comes_first() -> None:
    chinese = run("audit", DISPUTED, env={"LC_ALL": "zh_CN.UTF-8"})
    assert "没有查出问题" in chinese.stdout.decode("utf-8")
    spanish = run("audit", DISPUTED, "--lang", "es", env={"LC_ALL": "zh_CN.UTF-8"})
    assert "Ningún hallazgo" in spanish.stdout.decode("utf-8")
    assert b"No findings" in run("audit", DISPUTED, env={"LC_ALL": "xx_YY"}).stdout


def test_one_run_does_not_change_the_language_of_the_next() -> None:
    assert "结算" in invoke("audit", DISPUTED, "--lang", "zh").stdout
    assert "Settlement" in invoke("audit", DISPUTED).stdout


def test_no_catalogue_is_read_for_english(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(*_args: object, **_settings: object) -> None:
        raise AssertionError("a catalogue was read")

    language._catalogue.cache_clear()
    monkeypatch.setattr(gettext, "translation", read)
    assert invoke("audit", DISPUTED).exit_code == Status.FINDINGS
    language._catalogue.cache_clear()
