"""Text on a screen: what people typed is made safe, tables line up, JSON is JSON."""

import json
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from cli.render import screen
from cli.render.screen import Flow, amount, cards, json_out, opaque, show, table, warn


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("李 [red]x[/red] :smile: $1 =1+1 \"'", "李 [red]x[/red] :smile: $1 =1+1 \"'"),
        ("a\x1b[31mb", "a\\x1b[31mb"),
        ("a\nb\r\tc\x00", "a\\nb\\r\\tc\\x00"),
        ("a\u202eb\u2066c", "a\\u202eb\\u2066c"),
        ("a\u2028b", "a\\u2028b"),
        ("\udcff", "\\udcff"),
        ("李\u3000明", "李\u3000明"),
    ],
)
def test_opaque_text_is_shown_and_never_obeyed(typed: str, shown: str) -> None:
    assert opaque(typed) == shown


@given(st.text(st.characters(codec=None)))
def test_opaque_text_is_printable_on_one_line_in_utf_8(text: str) -> None:
    shown = opaque(text)
    assert shown.replace("\u3000", " ").isprintable()
    assert shown.encode("utf-8").decode("utf-8") == shown
    assert opaque(shown) == shown


def _shown(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, columns: int, *parts: Any) -> list[str]:
    monkeypatch.setenv("COLUMNS", str(columns))
    show(*parts)
    return capsys.readouterr().out.splitlines()


def test_nothing_is_markup(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = table("[b]name[/b]", "hu", right=("hu",))
    drawn.add_row("[red]Li[/red]", ":smile:")
    lines = _shown(capsys, monkeypatch, 80, "[blue]x[/blue] 12", drawn)
    assert lines[0] == "[blue]x[/blue] 12"
    assert lines[1].split() == ["[b]name[/b]", "hu"]
    assert lines[3].split() == ["[red]Li[/red]", ":smile:"]


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_columns_line_up_with_chinese_in_them(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = table("name", "what", "hu", "§", right=("hu",), wide=("what",))
    drawn.add_row("李", "a long text that has to be broken where the screen is narrow", "8", "§7.1")
    drawn.add_row("Wang", "塌子胡 and more of it in Chinese 塌子胡塌子胡塌子胡塌子胡", "+20", "§8.1")
    lines = _shown(capsys, monkeypatch, columns, drawn)
    assert all(cell_len(line) <= columns for line in lines)
    assert all(line == line.rstrip() for line in lines)
    ends = {cell_len(line[: line.index("§")]) for line in lines if "§" in line}
    assert len(ends) == 1


def test_a_screen_too_narrow_is_not_squeezed_further(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _shown(capsys, monkeypatch, 1, "x" * 40) == ["x" * 40]


def test_a_flow_breaks_between_its_parts_only(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = [f"{kind}m {kind}m {kind}m" for kind in range(1, 8)]
    lines = _shown(capsys, monkeypatch, 40, Flow(parts, " · "))
    assert [part for line in lines for part in line.split(" · ")] == parts
    assert len(lines) == 3


def test_cards_are_in_written_form_whatever_their_order() -> None:
    assert cards((29, 0, 18, 9, 0)).plain == "1m 1m 1s 1c R"


def test_amounts_have_a_sign() -> None:
    assert [amount(number) for number in (140, -40, 0)] == ["+140", "-40", "0"]


def test_json_is_one_document_and_any_name_can_stand_in_it(capsys: pytest.CaptureFixture[str]) -> None:
    document = {"name": '李 [b] \x1b \u2028 "', "file": "\udcff.jsonl", "\udcfe": ["\udcff", 1, None, True]}
    json_out(document)
    out = capsys.readouterr().out
    assert json.loads(out) == {
        "name": document["name"],
        "file": "\\udcff.jsonl",
        "\\udcfe": ["\\udcff", 1, None, True],
    }
    assert out.endswith("}\n")
    assert "\x1b" not in out


def test_warnings_go_to_standard_error_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    warn("a\nb \x1b[2J")
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "a\\nb \\x1b[2J\n")


def test_without_standard_streams_nothing_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    for print_it in (screen.warn, screen.json_out, screen.show):
        assert print_it("x") is None
