"""Verified replay of logs, events a second, against two peers that apply recorded actions."""

import io
import random

from benchmarks.deals import session
from benchmarks.timing import Ratio, Work, compared
from replay.audit import folded
from replay.log import read_deals
from replay.rulebook import rulebook

POKER_HAND = """
variant = "NT"
ante_trimming_status = true
antes = [500, 500, 500]
blinds_or_straddles = [1000, 2000, 0]
min_bet = 2000
starting_stacks = [1125600, 2000000, 553500]
actions = [
  "d dh p1 Ac2d", "d dh p2 ????", "d dh p3 7h6h", "p3 cbr 7000", "p1 cbr 23000", "p2 f", "p3 cc",
  "d db Jc3d5c", "p1 cbr 35000", "p3 cc", "d db 4h", "p1 cbr 90000", "p3 cbr 232600", "p1 cbr 1067100", "p3 cc",
  "p1 sm Ac2d", "p3 sm 7h6h", "d db Jh",
]
"""


def ours(deals: int = 40) -> Work:
    """Read, seal check, decode, full legality and fold, from the bytes of a session."""
    log = session(deals)
    rules = rulebook()

    def work() -> int:
        events = 0
        for logged in read_deals(io.BytesIO(log), "bench"):
            deal = folded(logged, rules)
            assert not deal.findings
            assert logged.seal is not None
            assert logged.seal.covers
            events += len(deal.steps)
        return events

    return work


def riichienv() -> Work:
    """`apply_event` of the mjai events of one game of random legal play (Rust core)."""
    from riichienv import RiichiEnv

    rng, env = random.Random(1), RiichiEnv(game_mode="4p-red-half")
    seen = env.reset()
    while not env.done():
        seen = env.step({player: rng.choice(view.legal_actions()) for player, view in seen.items()})
    log = env.mjai_log

    def work() -> int:
        replayed = RiichiEnv(game_mode="4p-red-half")
        for event in log:
            replayed.apply_event(event)
        return len(log)

    return work


def pokerkit() -> Work:
    """A recorded no-limit hold'em hand, parsed beforehand, replayed action by action."""
    from pokerkit import HandHistory

    hand = HandHistory.loads(POKER_HAND)
    actions = len(hand.actions)

    def work() -> int:
        for _ in hand:
            pass
        return actions

    return work


def ratios() -> list[tuple[str, Ratio, float]]:
    """Name, measurement and the ratio asked for."""
    mine = ours()
    return [
        ("verified replay / riichienv apply_event, events/s", compared(mine, riichienv()), 2.0),
        ("verified replay / pokerkit replay, actions/s", compared(mine, pokerkit()), 40.0),
    ]
