"""The contradictions of a hand record (docs/formats.md): parts that cannot all be true are never silently preferred.

Each check reads a ``Draft``, of which any part may be unknown, and reports only what the known parts show.
"""

from collections.abc import Iterable, Iterator

from engine.cards import CARDS, COPIES, KINDS, TOKENS
from engine.ending import KONGS_IN_PLAY, OPENING_SETS, SIZE_OF, Declared
from engine.partitions import kinds_waited_for
from replay.record_shape import Draft, Faults


def contradictions(draft: Draft, faults: Faults) -> None:
    """Adds every contradiction of the record to ``faults``."""
    _excluded(draft, draft.indicators or (), "indicators", faults)
    for seat in range(3):
        _sizes(draft, seat, faults)
        _opening_sets(draft, seat, faults)
        _jokers(draft, seat, faults)
        if draft.players[seat].ready:
            _ready(draft, seat, faults)
    if draft.won:
        _source(draft, faults)
        _flags(draft, faults)
    _fifth_copies(draft, faults)


def _groups(draft: Draft, seat: int) -> Iterator[tuple[str, Declared]]:
    """The known groups of a player, each with its path."""
    for index, group in enumerate(draft.players[seat].groups or ()):
        if group is not None:
            yield f"players[{seat}].groups[{index}]", group


def _made_in_play(draft: Draft) -> Iterator[tuple[int, str, Declared]]:
    """The known pungs and kongs that were made in play, each with its player's seat and its path."""
    for seat in range(3):
        for path, group in _groups(draft, seat):
            if group.form not in OPENING_SETS:
                yield seat, path, group


def _all_groups_known(draft: Draft, seat: int) -> bool:
    groups = draft.players[seat].groups
    return groups is not None and None not in groups


def _text(group: Declared) -> str:
    return f"{group.form} {TOKENS[group.kind]}"


def _sizes(draft: Draft, seat: int, faults: Faults) -> None:
    """Seven groups and a pair for the winner, one card less for the others (§6.1)."""
    player = draft.players[seat]
    if player.groups is None or (draft.won and draft.winner is None):
        return
    declared = len(player.groups)
    if declared > 7:
        faults.add("too-many-groups", f"players[{seat}].groups", f"{declared} groups: a hand has seven (§6.1)")
        return
    if player.hand is None:
        return
    wins = draft.won and seat == draft.winner
    wanted, held = 3 * (7 - declared) + (2 if wins else 1), sum(player.hand)
    if held != wanted:
        who = "the winner, with the winning card," if wins else "a player who did not win"
        message = f"{held} concealed cards beside {declared} groups: {who} has {wanted} (§6.1)"
        faults.add("hand-size", f"players[{seat}].hand", message, str(held))


def _opening_sets(draft: Draft, seat: int, faults: Faults) -> None:
    """Opening triples and hezi are of the indicators' kinds (§3.3, §3.4)."""
    indicators = draft.indicators
    if indicators is None:
        return
    named = " and ".join(TOKENS[kind] for kind in indicators)
    for path, group in _groups(draft, seat):
        if group.form == "opening-triple" and group.kind not in indicators:
            message = f"an opening triple is of an indicator's kind, {named} (§3.3)"
            faults.add("opening-triple-unlike-indicators", path, message, _text(group))
    hezi = draft.players[seat].hezi
    if hezi is None or draft.rules is None:
        return
    one_is_enough = draft.rules.hezi_needs == "one-indicator"
    if hezi not in indicators or (not one_is_enough and set(indicators) != {hezi}):
        needs = "one indicator of its kind" if one_is_enough else "both indicators of its kind"
        message = f"a hezi needs {needs}; they are {named} (§3.4)"
        faults.add("hezi-unlike-indicators", f"players[{seat}].hezi", message, TOKENS[hezi])


def _jokers(draft: Draft, seat: int, faults: Faults) -> None:
    """No jokers where they are excluded (§1.2)."""
    _excluded(draft, draft.players[seat].jokers, f"players[{seat}].jokers", faults)


def _excluded(draft: Draft, cards: Iterable[int], path: str, faults: Faults) -> None:
    jokers = [TOKENS[card] for card in cards if card >= KINDS]
    if jokers and draft.rules is not None and draft.rules.jokers == "excluded":
        faults.add("jokers-excluded", path, "the rule set excludes jokers (§1.2)", " ".join(jokers))


def _ready(draft: Draft, seat: int, faults: Faults) -> None:
    """Ready: no dealer, no pung or kong in play, one card from complete (§3.6, §4.6)."""
    path = f"players[{seat}].ready"
    if seat == draft.dealer:
        faults.add("ready-dealer", path, "the dealer does not declare ready (§3.6)", True)
    for owner, _, group in _made_in_play(draft):
        if owner == seat:
            message = f"a ready player makes no pung or kong in play, and has {_text(group)} (§4.6)"
            faults.add("ready-with-group-in-play", path, message, _text(group))
    hand = _before_the_win(draft, seat)
    groups = draft.players[seat].groups
    if hand is None or groups is None or sum(hand) != 3 * (7 - len(groups)) + 1:
        return
    if not kinds_waited_for(hand):
        faults.add("ready-not-waiting", path, "the cards are not one from complete (§3.6)", True)


def _before_the_win(draft: Draft, seat: int) -> bytes | None:
    """A player's concealed cards without the card that won, ``None`` where they are not known."""
    hand = draft.players[seat].hand
    if hand is None or not draft.won or (draft.winner is not None and draft.winner != seat):
        return hand
    if draft.winner is None or draft.card is None or not hand[draft.card]:
        return None
    before = bytearray(hand)
    before[draft.card] -= 1
    return bytes(before)


def _source(draft: Draft, faults: Faults) -> None:
    """Where the winning card came from (§4.1, §4.3, §4.5, §5.1)."""
    winner, card, giver = draft.winner, draft.card, draft.giver
    if winner is not None and winner == giver:
        faults.add("winner-is-giver", "win.from", "the winner cannot be the seat the card came from (§5.1)", giver)
    if winner is not None and card is not None and draft.by != "heavenly":
        hand = draft.players[winner].hand
        if hand is not None and not hand[card]:
            message = f"the winning card {TOKENS[card]} is not among the winner's concealed cards (§6.1)"
            mend = f"write it into players[{winner}].hand, which has the winning card"
            faults.add("winning-card-not-held", "win.card", message, TOKENS[card], mend)
    match draft.by:
        case "heavenly":
            _heavenly(draft, faults)
        case "kong-replacement" if winner is not None and _all_groups_known(draft, winner):
            if not any(group.form in KONGS_IN_PLAY for _, group in _groups(draft, winner)):
                message = "a win on a kong's replacement needs a kong that the winner made in play (§4.3)"
                faults.add("kong-replacement-without-kong", "win.by", message, draft.by)
        case "robbed-kong" if giver is not None and card is not None and _all_groups_known(draft, giver):
            if not any(group == Declared("pung", card) for _, group in _groups(draft, giver)):
                message = f"a robbed kong leaves the pung of {TOKENS[card]} with players[{giver}], who has none (§4.5)"
                faults.add("robbed-kong-without-pung", "win.by", message, draft.by)


def _heavenly(draft: Draft, faults: Faults) -> None:
    """A heavenly win is the dealer's, before anything was done in play (§4.1)."""
    if draft.winner is not None and draft.dealer is not None and draft.winner != draft.dealer:
        message = f"a heavenly win is the dealer's, who is seat {draft.dealer} (§4.1)"
        faults.add("heavenly-non-dealer", "win.player", message, draft.winner)
    for flag in ("first_discard", "last_card"):
        if getattr(draft, flag):
            message = f"a heavenly win comes before any discard or draw in play: no {flag} (§4.1)"
            faults.add("heavenly-with-flag", f"win.{flag}", message, True)
    for _, path, group in _made_in_play(draft):
        message = f"a heavenly win comes before any pung or kong in play, and {_text(group)} is one (§4.1)"
        faults.add("heavenly-with-group-in-play", path, message, _text(group))


def _flags(draft: Draft, faults: Faults) -> None:
    """What else may be special about a win, one thing at most (§9.5, §9.7)."""
    if draft.first_discard and draft.last_card:
        message = "a win on the first discard is not one on the last stock card (§9.5, §9.7)"
        faults.add("both-flags", "win.last_card", message, True)
    if draft.by is None or draft.by == "heavenly":
        return
    if draft.last_card and draft.by not in ("self-draw", "kong-replacement"):
        message = f"the last stock card is drawn: self-draw or kong-replacement, not {draft.by} (§9.7)"
        faults.add("last-card-not-drawn", "win.last_card", message, True)
    if not draft.first_discard:
        return
    path = "win.first_discard"
    if draft.by != "discard":
        faults.add("first-discard-not-a-discard", path, f"a win on a discard, not by {draft.by} (§9.5)", True)
    elif draft.giver is not None and draft.dealer is not None and draft.giver != draft.dealer:
        message = f"the deal's first discard is the dealer's, seat {draft.dealer}, not seat {draft.giver}'s (§9.5)"
        faults.add("first-discard-not-the-dealers", path, message, True)
    for seat, place, group in _made_in_play(draft):
        if draft.dealer is not None and not (group.form == "concealed-kong" and seat == draft.dealer):
            message = (
                f"before the first discard only the dealer makes a concealed kong, and {_text(group)} is there (§9.5)"
            )
            faults.add("first-discard-with-group-in-play", place, message, _text(group))


def _fifth_copies(draft: Draft, faults: Faults) -> None:
    """No more than four cards of a kind and one of each joker, over all places of the record (§1.1, §1.2)."""
    copies = [0] * CARDS
    for player in draft.players:
        for kind, more in enumerate(player.hand or ()):
            copies[kind] += more
        for joker in player.jokers:
            copies[joker] += 1
        for group in player.groups or ():
            if group is not None:
                copies[group.kind] += SIZE_OF[group.form]
        if player.hezi is not None:
            copies[player.hezi] += 2
    for kind in draft.indicators or ():
        copies[kind] += 1
    for kind, there in enumerate(copies):
        if kind >= KINDS and there > 1:
            where = ", ".join(path for path, _ in _places(draft, kind))
            message = f"{TOKENS[kind]} comes {there} times, and the deck has it once: {where} (§1.2)"
            faults.add("second-joker", _places(draft, kind)[-1][0], message, TOKENS[kind])
        elif kind < KINDS and there > COPIES:
            places = _places(draft, kind)
            where = ", ".join(f"{path} ({many})" for path, many in places)
            message = f"{there} copies of {TOKENS[kind]}, of which the deck has four: {where} (§1.1)"
            faults.add("fifth-copy", places[-1][0], message, TOKENS[kind])


def _places(draft: Draft, kind: int) -> list[tuple[str, int]]:
    """Where copies of a kind are, and how many."""
    indicators = draft.indicators or ()
    places = [("indicators", indicators.count(kind))]
    for seat, player in enumerate(draft.players):
        if player.hand is not None and kind < KINDS:
            places.append((f"players[{seat}].hand", player.hand[kind]))
        places.append((f"players[{seat}].jokers", player.jokers.count(kind)))
        places += [(path, SIZE_OF[group.form]) for path, group in _groups(draft, seat) if group.kind == kind]
        if player.hezi == kind:
            places.append((f"players[{seat}].hezi", 2))
    return [(path, many) for path, many in places if many]
