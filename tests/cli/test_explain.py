"""`duzihu explain`: the reasoning in words; three forms of one document; nothing typed is ever markup."""

import json
import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from msgspec.structs import replace
from syrupy.assertion import SnapshotAssertion

from cli.explain import explained
from cli.render.document import Block, Heading, Items, Paragraph, Table, as_json, as_markdown
from cli.render.screen import opaque
from cli.render.words import cell_in_words
from cli.status import Status
from replay.diff import under
from replay.report import DealReport
from tests.support.command_line import ROOT, invoke
from tests.support.inputs import all_reports, named

HOSTILE = (
    '<script>alert("1")</script>|*b*',
    "`x` **y** [z](http://e.vil) _u_ ~~s~~",
    "# h\n- $1 &amp; \\| www.e.vil\x1b",
)


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_a_disputed_deal(columns: int, snapshot: SnapshotAssertion) -> None:
    result = invoke("explain", "fixtures/logs/disputed.jsonl", columns=columns)
    assert result.stdout == snapshot
    assert result.exit_code == Status.FINDINGS


@pytest.mark.parametrize(
    "name",
    [
        "logs/robbed_kong_leaves_the_pung.jsonl",
        "logs/heavenly_win_after_an_opening_quad.jsonl",
        "logs/last_stock_card_drawn_for_a_kong.jsonl",
        "logs/first_discard_win_after_a_concealed_kong.jsonl",
        "logs/ready_players_swap_let_stand.jsonl",
        "logs/pung_of_the_last_discard.jsonl",
        "logs/hezi_is_no_group.jsonl",
        "logs/fifth_copy.jsonl",
        "hands/false_win.json",
    ],
)
def test_what_else_can_happen_in_markdown(name: str, snapshot: SnapshotAssertion) -> None:
    assert invoke("explain", f"fixtures/{name}", "--format", "markdown").stdout == snapshot


def test_json_is_the_same_blocks() -> None:
    name = "fixtures/logs/disputed.jsonl"
    (report,) = [report for report in all_reports() if report.source == name]
    document = json.loads(invoke("explain", name, "--json").stdout)
    assert document == json.loads(invoke("explain", name, "--format", "json").stdout)
    assert document["format"] == "duzihu-explain/1"
    assert document["deals"][0]["blocks"] == json.loads(json.dumps(as_json(explained(report, None))))


@pytest.mark.parametrize("args", [("--format", "pdf"), ("--format", "markdown", "--json")])
def test_other_forms_are_wrong_usage(args: tuple[str, ...]) -> None:
    result = invoke("explain", "fixtures/logs/disputed.jsonl", *args)
    assert result.exit_code == Status.USAGE
    assert "--format" in result.stderr


# What is told is what is derived

PAID = re.compile(r"\(?seat (\d)\)? pays .*\(?seat (\d)\)?: (\d+) − (\d+) = (\d+)\.$", re.IGNORECASE)


def paid_in_words(report: DealReport) -> list[int]:
    """What each seat receives, added up from the sentences on pairs."""
    received = [0, 0, 0]
    for block in explained(report, None):
        for item in block.items if isinstance(block, Items) else ():
            if (found := PAID.search(item)) is not None:
                payer, payee, more, less, amount = map(int, found.groups())
                assert more - less == amount
                received[payer] -= amount
                received[payee] += amount
    return received


@pytest.mark.parametrize("settlement", ["differences", "winner-only"])
def test_10_2_the_pairs_told_add_up_to_the_payments(settlement: str) -> None:
    checked = 0
    for report in all_reports():
        if report.rules is None:
            continue
        settled = under(report, replace(report.rules, settlement=settlement))
        if settled is not None and settled.score is not None and settled.score.payments is not None:
            assert paid_in_words(settled) == list(settled.score.payments)
            checked += 1
    assert checked > 100


SUM = re.compile(r"^.*Total: (?:(.+) = )?(\d+),(?: rounded .*: (\d+))?")


def test_10_1_every_sum_told_is_right_and_every_total_is_told() -> None:
    for report in all_reports():
        if report.score is None or report.score.totals is None:
            continue
        told = []
        for block in explained(report, None):
            if isinstance(block, Paragraph) and (found := SUM.match(block.text)) is not None:
                terms, unrounded, total = found.groups()
                if terms:
                    assert re.fullmatch(r"[\d+() ×]+", terms)
                    assert eval(terms.replace("×", "*")) == int(unrounded)
                told.append(int(total or unrounded))
        assert sorted(told) == sorted(report.score.totals)


def _told(blocks: Iterable[Block]) -> list[str]:
    """Everything in lists and paragraphs: what multiplies a seat that did not win is told with its total."""
    told: list[str] = []
    for block in blocks:
        told += block.items if isinstance(block, Items) else [block.text] if isinstance(block, Paragraph) else []
    return told


def test_every_line_of_every_seat_is_told_with_its_amount_and_paragraph() -> None:
    for report in all_reports():
        if report.score is None:
            continue
        told = _told(explained(report, None))
        for seat in report.score.seats:
            for line in seat.lines if seat is not None else ():
                if line.section != "rounding":
                    rests_on = line.rule + (", assumed" if line.assumed else "")
                    rests_on += "" if line.cell is None else f"; {cell_in_words(line.cell)}"
                    named = re.escape(f" ({rests_on})")
                    ending = re.compile(rf"(: |\+|×){line.amount}( instead of \d+ because .*)?({named})?\.( Total|$)")
                    assert any(ending.search(item) and f"({rests_on})" in item for item in told), line


def test_every_rejected_reading_is_told_with_how_much_less_it_gives() -> None:
    for report in all_reports():
        if report.score is None:
            continue
        told = [
            int(block.text.split()[2].rstrip(","))
            for block in explained(report, None)
            if isinstance(block, Heading) and block.text.startswith("Reading ")
        ]
        assert told == [reading.unrounded for reading in report.score.readings[1:]]


# Nothing typed is markup


def text_of(markdown: str) -> str:
    """The text of a Markdown document as it is read; it must have none of what could only come from names."""
    texts = []
    for token in MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(markdown):
        assert token.type not in ("html_block", "code_block", "fence", "hr", "blockquote_open")
        for child in token.children or ():
            assert child.type == "text", child
            texts.append(child.content)
    return "\n".join(texts)


def test_hostile_names_stay_names(tmp_path: Path) -> None:
    path = named(HOSTILE, tmp_path / "hand.json", id_=HOSTILE[0])
    shown = text_of(invoke("explain", str(path), "--format", "markdown").stdout)
    for seat, name in enumerate(HOSTILE):
        assert f"{opaque(name)} (seat {seat})" in shown
    plain = invoke("explain", str(path), columns=200).stdout
    assert "\x1b" not in plain
    assert all(f"{opaque(name)} (seat {seat})" in plain for seat, name in enumerate(HOSTILE))
    blocks = json.loads(invoke("explain", str(path), "--json").stdout)["deals"][0]["blocks"]
    assert all(f"{name} (seat {seat})" in blocks[1]["text"] for seat, name in enumerate(HOSTILE))


MARKS = "ab1 .:)(-+=*_#|`~<>&;!/\\[]{}'\"$@^\t\nw字\u202e\x1b"


@given(st.text(MARKS, min_size=1, max_size=24))
def test_any_text_is_read_as_it_was_typed(text: str) -> None:
    blocks = (Heading(1, text), Paragraph(text), Items((text,)), Table(("a", text), ((text, "1"),), right=("a",)))
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(as_markdown(blocks))
    inline = [token for token in tokens if token.type == "inline"]
    seen = ["".join(child.content for child in token.children or ()) for token in inline]
    expected = opaque(text).strip()
    assert [one for one in seen if one not in ("a", "1")] == [expected] * 5 or expected in ("a", "1", "")
    assert all(child.type == "text" for token in inline for child in token.children or ())
    kinds = [token.type for token in tokens if token.type.endswith("_open")]
    assert kinds.count("table_open") == 1
    assert kinds.count("list_item_open") == 1
    assert kinds.count("td_open") == 2
