"""Every fixture has the result that was worked out for it by hand, from docs/rules.md."""

from typing import NamedTuple

import pytest
from msgspec.structs import replace

from engine.cards import KINDS
from engine.score import score
from fixtures import scripts
from fixtures.make import differing, files, main
from fixtures.stage import Script, StageError, play
from replay.report import DealReport
from replay.rulebook import load_rules
from tests.support.fixture_logs import FIXTURES, reports

Three = tuple[int, int, int]


class Worked(NamedTuple):
    """What a deal comes to. ``base``: each seat's base hu, a false winner's ``None``. ``win``: the winner's bonus and
    multiplier. ``found``: codes of findings. ``holds``: of each claim. ``others``: the winner's other readings,
    unrounded, where there are. ``everyone``: what jokers among the indicators multiply every total by (§12.2)."""

    base: tuple[int | None, ...] | None = None
    totals: Three | None = None
    payments: Three | None = None
    win: tuple[int, int] | None = None
    holds: tuple[bool | None, ...] = ()
    found: tuple[str, ...] = ()
    status: str = "won"
    others: tuple[int, ...] = ()
    everyone: int = 1


TWO_COULD_WIN = Worked(
    # Li: 222c 4 + 999c 4; Tazi 20, the pair's wait 10: 38. Wang: WWW 8 + TTT 8. Chen: RRR 8.
    base=(4 + 4, 8 + 8, 8), totals=(40, 20, 10), payments=(50, -10, -40), win=(20 + 10, 1), holds=(True, False),
)  # fmt: skip
QUAD_HELD = Worked(
    # Li: 555c 4×2 (indicator 5m). Wang: 5555s in hand 12×2, 111s 4; Tazi 20, self-draw 10, middle of 1-2-3 10: 68.
    # Chen: pung T 2, old general ×2, indicator T ×2, exact ×2.
    base=(8, 12 * 2 + 4, 2 * 2 * 2 * 2), totals=(10, 70, 20), payments=(-70, 110, -40), win=(20 + 10 + 10, 1),
    holds=(True, False),
)  # fmt: skip
LAST_CARD_ON_A_KONG = Worked(
    # Li: kong 12, 222s 4, WWW 4×2; Tazi 20, Wenqian 20, self-draw 10, kong's replacement 10, middle 10: 94, ×2 last
    # card. Wang: 111m 4×2 (indicator 1s).
    base=(12 + 4 + 8, 8, 0), totals=(190, 10, 0), payments=(370, -170, -200), win=(70, 2), holds=(True, False),
)  # fmt: skip
PUNG_OF_THE_LAST_DISCARD = Worked(
    # Li: 333s 4. Wang: 9999m in hand 12. Chen: pung 6c 2, indicator 6c ×2, exact ×2, and 222s 4×2 (indicator 2m).
    base=(4, 12, 2 * 2 * 2 + 8), totals=(10, 20, 20), payments=(-20, 10, 10), holds=(True,), status="exhausted",
)  # fmt: skip
DISPUTED = Worked(
    # Li: pung W 2×2×2, pung 5c 2×2×2 (exact), 444m 4, pung 9m 2. Chen: 888m 4, pung 1s 2.
    # Wang: kong 12, 555m 4×2, TTT 4×2×2, 777s 4, 888s 4, and 9s as a pung 2×2×2; Piao 50, Wenqian 20; Piao ×2: 244.
    # Otherwise the three 9s are in hand, 4×2×2: base 60, Tazi 20, Wenqian 20, and 10 where they complete the pair.
    base=(8 + 8 + 4 + 2, 12 + 8 + 16 + 4 + 4 + 8, 4 + 2), totals=(30, 250, 10), payments=(-200, 460, -260),
    win=(50 + 20, 2), holds=(False, True), others=(60 + 50, 60 + 40, 60 + 40),
)  # fmt: skip
SETTLEMENT = Worked(
    # Li: Qing Hu 100, the 4 of 4-5-6 is no wait. Wang: opening quad 16, concealed kong 3c 12×2 (3m). Chen: 12 + 8.
    base=(0, 16 + 24, 12 + 8), totals=(100, 40, 20), payments=(140, -40, -100), win=(100, 1), holds=(True,),
)  # fmt: skip
ROBBED_KONG = Worked(
    # Li: pung 5c 2, 444m 4×2 (4s). Wang: WWW 8. Chen: 111m 4; Tazi 20, Wenqian 20, middle of 4-5-6 10: 54.
    base=(2 + 8, 8, 4), totals=(10, 10, 60), payments=(-50, -50, 100), win=(50, 1), holds=(False, True),
)  # fmt: skip
HEZI = Worked(
    # Li: 444s 4×2×2 (4c twice). Wang: hezi 16×2×2, RRR 8; Tazi 20, Wenqian 20, the 3 of 1-2-3 10: 122.
    base=(16, 64 + 8, 0), totals=(20, 130, 0), payments=(-90, 240, -150), win=(50, 1), holds=(True, False),
)  # fmt: skip
WINNER_IS_NOT_THE_HIGHEST = Worked(
    # Li: 222c 4; Tazi 20, the 7 of 7-8-9 10: 34. Wang: TTT 4×2×2 (indicator R). Chen: RRR exact 12×2×2.
    base=(4, 16, 48), totals=(40, 20, 50), payments=(10, -50, 40), win=(20 + 10, 1), holds=(True, False),
)  # fmt: skip

LOGS: dict[str, Worked | list[Worked]] = {
    # Li: added kong 5c 8, 444m 4×2 (4s). Wang: WWW 8. Chen: 111m 4, RRR 8; Tazi 20, self-draw 10; 2-3-4 no wait: 42.
    "added_kong_after_a_pass": Worked(
        base=(8 + 8, 8, 4 + 8), totals=(20, 10, 50), payments=(-20, -50, 70), win=(30, 1), holds=(True,)
    ),
    "altered_after_the_seal": TWO_COULD_WIN._replace(holds=(True, True), found=("seal-mismatch",)),
    "disputed": DISPUTED,
    # Li: 777c 4×2 (7s), exposed kong 3c 8. Wang: WWW 8, ready doubles winners only. Chen: triple 7s 16×2, quad 16.
    "exhausted_highest_was_far_from_winning": Worked(
        base=(8 + 8, 8, 32 + 16), totals=(20, 10, 50), payments=(-20, -50, 70), holds=(False, True), status="exhausted"
    ),
    "fifth_copy": Worked(found=("fifth-copy",), holds=(None,), status="impossible"),
    # Li: concealed kong 12. Wang: RRR WWW TTT 8 each, 222m 4; Tazi 20, Wenqian 20, the 7 of 7-8-9 10: 78, ×2 Three
    # Elders, ×2 first discard.
    "first_discard_win_after_a_concealed_kong": Worked(
        base=(12, 28, 0), totals=(20, 320, 0), payments=(-280, 620, -340), win=(50, 4), holds=(True, False)
    ),
    # Li: quad 16, RRR 8; Tazi 20, neither self-draw nor wait: 44, ×2 heavenly. Chen: 555s 4×2 (5c).
    "heavenly_win_after_an_opening_quad": Worked(
        base=(16 + 8, 0, 8), totals=(90, 0, 10), payments=(170, -100, -70), win=(20, 2), holds=(False, True)
    ),
    "hezi_is_no_group": HEZI,
    "hostile_names": TWO_COULD_WIN._replace(holds=(False, True)),
    "impossible_event_taken_back": WINNER_IS_NOT_THE_HIGHEST._replace(holds=(), found=("void not-held",)),
    # Li: 333s 4×2 (3c). Wang: 999s 4×2, no match with 9m. Chen: pung 2, kong 12; Tazi 20, self-draw 10, replacement 10.
    "kong_after_a_pung_by_house_rule": Worked(
        base=(8, 8, 2 + 12), totals=(10, 10, 60), payments=(-50, -50, 100), win=(40, 1), holds=(True,)
    ),
    # Wang: kong 12, two jokers 10 each, 444c 4×2 (4s); Tazi 20, Wenqian 20, self-draw 10, kong's replacement 10, though
    # jokers came in between, middle of 1-2-3 10: 110. Chen: TTT 8.
    "joker_drawn_for_a_kong": Worked(
        base=(0, 12 + 20 + 8, 8), totals=(0, 110, 10), payments=(-120, 210, -90), win=(70, 1), holds=(True, False)
    ),
    # Small, for no indicator is an old general. Li: 555c Di Cha, blank, so the 24 of Big, pair: ×2 48. Wang: joker 10:
    # ×2 20. Chen: 777c 4, RRR G 8; Tazi 20, the pair's wait 10: 42, ×2 Three Elders, ×2: 168 (rounded first: 180).
    "joker_turned_up_as_an_indicator": Worked(
        base=(24, 10, 4 + 8), totals=(50, 20, 170), payments=(-90, -180, 270), win=(30, 2), holds=(False, True),
        everyone=2,
    ),
    # Li: jF, its replacement jJ, and jW last of all: 30, 555s 4. Wang: jP jL 20. Chen: WWW 8.
    "last_stock_card_a_joker": Worked(
        base=(30 + 4, 20, 8), totals=(40, 20, 10), payments=(50, -10, -40), holds=(True, False), status="exhausted"
    ),
    "last_stock_card_drawn_for_a_kong": LAST_CARD_ON_A_KONG,
    # Li: TTT 4×2×2 (indicator W). Chen: RRR 4×2×2; Tazi 20, two Wenqian 50, self-draw 10, the 3 of 1-2-3 10: 106, ×2.
    "last_stock_card_self_drawn": Worked(
        base=(16, 0, 16), totals=(20, 0, 220), payments=(-180, -240, 420), win=(90, 2), holds=(True, False)
    ),
    # Li: 222c 4; Tazi 20, the 7 of 7-8-9 10: 34. Wang: TTT 8.
    "misdeal_by_number": Worked(
        base=(4, 8, 0), totals=(40, 10, 0), payments=(70, -20, -50), win=(30, 1), found=("misdeal",)
    ),
    # Li: 222s 4. Chen: TTT 8; Tazi 20, self-draw 10, middle of 5-6-7 10: 48.
    "misread_card_retracted": Worked(
        base=(4, 0, 8), totals=(10, 0, 50), payments=(-30, -60, 90), win=(40, 1), holds=(True,),
        found=("void deck-differs",),
    ),
    # Li: 333c 4×2 (3s). Wang: 1111c in hand 12×2 (1s). Chen: 777c 888c 999c in hand 12; Qing Hu 100, the pair's wait
    # 10: 122. With a 7-8-9 completed 112, twice; with the triplet 999c completed 4 + 4 + 2, Tazi 20.
    "one_card_fits_three_groups": Worked(
        base=(8, 24, 12), totals=(10, 30, 130), payments=(-140, -80, 220), win=(110, 1), holds=(False, True),
        others=(112, 112, 30),
    ),
    "pung_of_the_last_discard": PUNG_OF_THE_LAST_DISCARD,
    "quad_held_as_triplet_and_run": QUAD_HELD,
    # Li: WWW 4×2×2 (indicator T). Wang: Qing Hu 100, self-draw 10, the 7 of 7-8-9 10: 120, ×2 ready. Chen: 222c 4.
    "ready_players_forced_discard": Worked(
        base=(16, 0, 4), totals=(20, 240, 10), payments=(-210, 450, -240), win=(120, 2), holds=(True,)
    ),
    # As before, but Wang: 999c 4; Tazi 20, self-draw 10, ×2 ready.
    "ready_players_swap_let_stand": Worked(
        base=(16, 4, 4), totals=(20, 70, 10), payments=(-40, 110, -70), win=(30, 2), holds=(True,),
        found=("let stand ready-discard",),
    ),
    "robbed_kong_leaves_the_pung": ROBBED_KONG,
    "session": [
        deal._replace(holds=())
        for deal in (QUAD_HELD, LAST_CARD_ON_A_KONG, TWO_COULD_WIN, PUNG_OF_THE_LAST_DISCARD)
    ],
    "session_of_four": [
        deal._replace(holds=()) for deal in (ROBBED_KONG, QUAD_HELD, HEZI, WINNER_IS_NOT_THE_HIGHEST)
    ],
    "settlement_140_40_100": SETTLEMENT,
    # Wang: 16; Tazi 20, Wenqian 20, middle of 4-5-6 10: 66. Li keeps his 8.
    "the_nearer_passes_the_win": Worked(
        base=(8, 16, 8), totals=(10, 70, 10), payments=(-60, 120, -60), win=(50, 1), holds=(True,)
    ),
    "torn_tail": Worked(found=("torn-line",), status="unfinished"),
    "two_could_win_the_same_discard": TWO_COULD_WIN,
    "unfinished": Worked(status="unfinished"),
    "win_on_an_incomplete_hand": Worked(base=(0, None, 0), found=("false-win",), holds=(None,)),
    # Li: TTT 8. Chen: 111m 888m 222c 777c 444s 4 each, RRR WWW 8 each; Piao 50, self-draw 10: 96, ×2 Piao, ×2 closed.
    "win_taken_back": Worked(
        base=(8, 0, 36), totals=(10, 0, 390), payments=(-370, -400, 770), win=(60, 4), holds=(False, True)
    ),
    "winner_is_not_the_highest": WINNER_IS_NOT_THE_HIGHEST,
}  # fmt: skip

FORMATS_EXAMPLE = Worked(
    # Li: 111m 4, 777c 4, pung 5s 2, kong W 8×2; Tazi 20, Wenqian 20, the 7 of 7-8-9 10: 76. Wang: triple 2s 16×2, added
    # kong 8. Chen: quad 3s 16×2 (3m), RRR 8.
    base=(26, 40, 40), totals=(80, 40, 40), payments=(80, -40, -40), win=(50, 1), holds=(False, True),
)  # fmt: skip
ROUNDING = Worked(  # Li: 12 + 8 + 2, so 30. Wang: 12 + 8 stays 20.
    base=(22, 20, 0), totals=(30, 20, 0), payments=(40, 10, -50), status="exhausted"
)
QING_HU = Worked(  # 111m 222m 333m in hand count though they are runs: 12; 100 + 10 + 10. As triplets: Tazi 20 + 10.
    base=(12, 0, 0), totals=(140, 0, 0), payments=(280, -140, -140), win=(120, 1), holds=(True, False), others=(42,)
)
PIAO_HU_WITH_WENQIAN = Worked(  # 2 + 8 + 4 + 4 + 4 + 8; Piao 50, Wenqian 20, self-draw 10, the pair's wait 10; Piao ×2.
    base=(30, 0, 0), totals=(240, 0, 0), payments=(480, -240, -240), win=(90, 2), holds=(True, False)
)
HEZI_64 = Worked(base=(64, 0, 0), totals=(70, 0, 0), payments=(140, -70, -70), status="exhausted")  # 16×2×2
FALSE_WIN = Worked(base=(None, 0, 0), found=("false-win",), holds=(None,))
THREE_ELDERS = Worked(  # RRR WWW TTT 8 each; Tazi 20, self-draw 10, middle of 4-5-6 10: 64, ×2 Three Elders.
    base=(24, 0, 0), totals=(130, 0, 0), payments=(260, -130, -130), win=(40, 2)
)

HANDS: dict[str, Worked | list[Worked]] = {
    # Kong 12, quad 16, 777m 333s 999m 555c 4 each, RRR 8; Piao 50, self-draw 10: 112, ×2 Piao, ×2 closed.
    "closed_floating.json": Worked(
        base=(52, 0, 0), totals=(450, 0, 0), payments=(900, -450, -450), win=(60, 4)
    ),
    "disputed.json": DISPUTED,
    "false_win.json": FALSE_WIN,
    "formats_example.json": FORMATS_EXAMPLE,
    "hezi_64.json": HEZI_64,
    "piao_hu_with_wenqian.json": PIAO_HU_WITH_WENQIAN,
    "qing_hu.json": QING_HU,
    # Seven threes in hand 28, whatever the reading. All triplets: Piao 50, self-draw 10, pair 10: 98 ×2×2. 1 to 7 part
    # into triplets and threes of runs in 9 ways, f(n) = f(n-1) + f(n-3), so 8 more with the pair 88: Tazi 20, and 20.
    # With the pair 55 (3 ways) or 22 (1) the 8 ends a run 6-7-8 and earns no wait.
    "readings_differ.json": Worked(
        base=(28, 0, 0), totals=(400, 0, 0), payments=(800, -400, -400), win=(70, 4), holds=(True, False),
        others=(68,) * 8 + (58,) * 4,
    ),
    "rounding.json": ROUNDING,
    "settlement_140_40_100.json": SETTLEMENT,
    "several.jsonl": [QING_HU, ROUNDING, FORMATS_EXAMPLE, FALSE_WIN],
    "several.toml": [FORMATS_EXAMPLE, PIAO_HU_WITH_WENQIAN, HEZI_64],
    "three_elders.json": THREE_ELDERS,
    "three_elders_chinese.json": THREE_ELDERS,
    "three_elders_full_width.json": THREE_ELDERS,
    "three_elders_mahjong.json": THREE_ELDERS,
    "three_elders_tiles.json": THREE_ELDERS,
    "three_elders_western.json": THREE_ELDERS,
    # TTT 8, and from three Wenqian on 111c 222c 333c in hand, 4 each, or 12 where all are four; Tazi 20 and 20, 50, 100
    # or 200. As triplets the Coins make one Wenqian of four, or none of three.
    "wenqian_one_to_four.jsonl": [
        Worked(base=(8, 0, 0), totals=(50, 0, 0), payments=(100, -50, -50), win=(20 + 20, 1)),
        Worked(base=(8, 0, 0), totals=(80, 0, 0), payments=(160, -80, -80), win=(20 + 50, 1)),
        Worked(base=(20, 0, 0), totals=(140, 0, 0), payments=(280, -140, -140), win=(120, 1), others=(40,)),
        Worked(base=(44, 0, 0), totals=(270, 0, 0), payments=(540, -270, -270), win=(220, 1), others=(84,)),
    ],
    # §7.5: 222m 4×2, 222s 12×2 in hand, or 2×2×2 as a pung; Tazi 20, and the first drawn 10.
    "worked_7_5.jsonl": [
        Worked(base=(8 + 24, 0, 0), totals=(70, 0, 0), payments=(140, -70, -70), win=(30, 1)),
        Worked(base=(8 + 8, 0, 0), totals=(40, 0, 0), payments=(80, -40, -40), win=(20, 1)),
    ],
}  # fmt: skip

WORKED: dict[str, list[Worked]] = {
    path: worked if isinstance(worked, list) else [worked]
    for path, worked in (
        *((f"logs/{name}.jsonl", worked) for name, worked in LOGS.items()),
        *((f"hands/{name}", worked) for name, worked in HANDS.items()),
    )
}
"""By path under ``fixtures/``, one for every deal or record."""


def worked_out(report: DealReport) -> Worked:
    """An audit in the terms of the table."""
    marks = (("void", "void "), ("let_stand", "let stand "))
    found = tuple("".join(words for flag, words in marks if getattr(one, flag)) + one.code for one in report.findings)
    holds, scored = tuple(claim.holds for claim in report.claims), report.score
    if scored is None:
        return Worked(found=found, holds=holds, status=report.status)
    best = scored.chosen
    turned_up = [indicator for indicator in report.end.indicators if indicator >= KINDS] if report.end else []
    return Worked(
        tuple(None if seat is None else seat.base for seat in scored.seats),
        scored.totals,  # type: ignore[arg-type]
        scored.payments,  # type: ignore[arg-type]
        None if best is None else (best.bonus, best.multiplier),
        holds,
        found,
        report.status,
        tuple(reading.unrounded for reading in scored.readings[1:]),
        2 ** len(turned_up),
    )


@pytest.mark.parametrize("path", WORKED)
def test_fixture_comes_to_what_was_worked_out_by_hand(path: str) -> None:
    assert [worked_out(report) for report in reports(path)] == WORKED[path]


@pytest.mark.parametrize("path", WORKED)
def test_exit_status_is_1_where_something_was_found_or_does_not_hold(path: str) -> None:
    for report, worked in zip(reports(path), WORKED[path], strict=True):
        counting = [code for code in worked.found if not code.startswith(("void", "let stand"))]
        assert report.exit_status == (1 if counting or False in worked.holds else 0)


SETTLED = [worked for deals in WORKED.values() for worked in deals if worked.totals]


@pytest.mark.parametrize("worked", SETTLED, ids=lambda worked: str(worked.totals))
def test_what_was_worked_out_agrees_with_section_10(worked: Worked) -> None:
    """The table itself: totals are rounded up, payments are 3·own − sum (§10.1, §10.2)."""
    base, totals, payments, win, *_, everyone = worked
    assert base is not None
    assert totals is not None
    as_others = [-(-(hu or 0) * everyone // 10) * 10 for hu in base]
    as_winner = [0 if win is None else -(-((hu or 0) + win[0]) * win[1] * everyone // 10) * 10 for hu in base]
    winners = [seat for seat in range(3) if totals[seat] != as_others[seat]]
    assert len(winners) == (0 if win is None else 1)
    assert all(totals[seat] == as_winner[seat] for seat in winners)
    assert payments == tuple(3 * own - sum(totals) for own in totals)


def test_12_1_what_everybody_of_four_has_received_over_the_session() -> None:
    """Each sits out once; the sums of the four results above, by person."""
    running = {
        # after two deals: -50 -70, 100 + 110, -40, -50
        2: {"Wang": -120, "Chen": 210, "Zhao": -40, "Li": -50},
        # after three: Chen -90, Zhao +240, Li -150
        3: {"Chen": 120, "Zhao": 200, "Li": -200, "Wang": -120},
        # after four: Zhao +10, Li -50, Wang +40
        4: {"Zhao": 210, "Li": -250, "Wang": -80, "Chen": 120},
    }
    deals = reports("logs/session_of_four.jsonl")
    for number, expected in running.items():
        report = deals[number - 1]
        assert report.deal is not None
        assert report.deal.start is not None
        people = (*report.names, report.deal.start.sitting_out)
        assert report.running is not None
        assert dict(zip(people, report.running, strict=True)) == expected
        assert sum(report.running) == 0


def test_every_fixture_is_made_worked_out_and_described() -> None:
    made = set(files())
    assert {path for path in made if not path.startswith(("disputes/", "import/"))} == set(WORKED)
    described = (FIXTURES / "README.md").read_text(encoding="utf-8")
    rules = {f"rules/{path.name}" for path in (FIXTURES / "rules").iterdir()}
    assert {path for path in made | rules if f"`{path}`" not in described} == set()


def test_making_again_gives_the_same_bytes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check"]) == 0
    assert capsys.readouterr().err == ""


def test_check_names_what_differs_is_missing_or_is_not_made() -> None:
    made = files()
    made["logs/disputed.jsonl"] += b"\n"
    del made["logs/unfinished.jsonl"]
    made["logs/new.jsonl"] = b""
    assert differing(made) == ["logs/disputed.jsonl", "logs/new.jsonl", "logs/unfinished.jsonl"]


@pytest.mark.parametrize("name", [name for name in HANDS if name.startswith("three_elders_")])
def test_every_notation_gives_the_same_hand(name: str) -> None:
    assert (FIXTURES / "hands" / name).read_bytes() != (FIXTURES / "hands" / "three_elders.json").read_bytes()
    assert reports(f"hands/{name}")[0].end == reports("hands/three_elders.json")[0].end


@pytest.mark.parametrize(
    ("rules", "totals", "payments"),
    [
        # 122 × 2 × 2: the pung that the discard made leaves it closed.
        ("tea_house", (30, 490, 10), (-440, 940, -500)),
        # 244, 22 and 6 to the nearest ten; only the winner settles.
        ("old_bridge", (20, 240, 10), (-220, 450, -230)),
    ],
)
def test_disputed_hand_under_other_houses_rules(rules: str, totals: Three, payments: Three) -> None:
    end = reports("hands/disputed.json")[0].end
    assert end is not None
    scored = score(replace(end, rules=load_rules(str(FIXTURES / "rules" / f"{rules}.toml"))))
    assert (scored.totals, scored.payments) == (totals, payments)


@pytest.mark.parametrize(
    ("wishes", "complaint"),
    [
        ("1 discards R", "is not offered in leading"),
        ("0 wins", "is not offered in leading"),
        ("0 discards R\n1 kong concealed R", "is not offered in acting"),
        ("against wrong-turn: 0 discards R", r"found \[\], wanted \['wrong-turn'\]"),
    ],
)
def test_stage_plays_what_is_offered_and_breaks_what_it_says(wishes: str, complaint: str) -> None:
    with pytest.raises(StageError, match=complaint):
        play(
            Script(
                deal="short",
                hands=("R", "", ""),
                indicators="1m 2m",
                play=("0 finishes\n1 finishes\n2 finishes\n" + wishes,),
            )
        )


def test_stage_lets_no_win_pass_unsaid() -> None:
    script = scripts.TWO_COULD_WIN
    with pytest.raises(StageError, match=r"seats \[0, 1\] let a win pass unsaid"):
        play(replace(script, play=("2 discards 4c\nquietly until 47",)))
