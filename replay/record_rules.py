"""The contradictions of a hand record (docs/formats.md): parts that cannot all be true are never silently preferred.

Each check reads a ``Draft``, of which any part may be unknown, and reports only what the known parts show.
"""

from collections.abc import Iterable, Iterator

from engine.cards import CARDS, COPIES, KINDS, TOKENS
from engine.ending import KONGS_IN_PLAY, OPENING_SETS, SIZE_OF, Declared
from engine.partitions import kinds_waited_for
from engine.said import said, seat_said
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
        message = said("{count} groups: a hand has seven (§6.1)", count=declared)
        faults.add("too-many-groups", f"players[{seat}].groups", message)
        return
    if player.hand is None:
        return
    wins = draft.won and seat == draft.winner
    wanted, held = 3 * (7 - declared) + (2 if wins else 1), sum(player.hand)
    if held != wanted:
        counts = {"held": held, "groups": declared, "due": wanted}
        if wins:
            message = said(
                "{held} concealed cards beside {groups} groups: the winner, with the winning card, has {due} (§6.1)",
                **counts,
            )
        else:
            message = said(
                "{held} concealed cards beside {groups} groups: a player who did not win has {due} (§6.1)", **counts
            )
        faults.add("hand-size", f"players[{seat}].hand", message, str(held))


def _opening_sets(draft: Draft, seat: int, faults: Faults) -> None:
    """Opening triples and hezi are of the indicators' kinds (§3.3, §3.4)."""
    indicators = draft.indicators
    if indicators is None:
        return
    named = said("{one} and {other}", one=TOKENS[indicators[0]], other=TOKENS[indicators[1]])
    for path, group in _groups(draft, seat):
        if group.form == "opening-triple" and group.kind not in indicators:
            message = said("an opening triple is of an indicator's kind, {indicators} (§3.3)", indicators=named)
            faults.add("opening-triple-unlike-indicators", path, message, _text(group))
    hezi = draft.players[seat].hezi
    if hezi is None or draft.rules is None:
        return
    one_is_enough = draft.rules.hezi_needs == "one-indicator"
    if hezi not in indicators or (not one_is_enough and set(indicators) != {hezi}):
        if one_is_enough:
            message = said("a hezi needs one indicator of its kind; they are {indicators} (§3.4)", indicators=named)
        else:
            message = said("a hezi needs both indicators of its kind; they are {indicators} (§3.4)", indicators=named)
        faults.add("hezi-unlike-indicators", f"players[{seat}].hezi", message, TOKENS[hezi])


def _jokers(draft: Draft, seat: int, faults: Faults) -> None:
    """No jokers where they are excluded (§1.2)."""
    _excluded(draft, draft.players[seat].jokers, f"players[{seat}].jokers", faults)


def _excluded(draft: Draft, cards: Iterable[int], path: str, faults: Faults) -> None:
    jokers = [TOKENS[card] for card in cards if card >= KINDS]
    if jokers and draft.rules is not None and draft.rules.jokers == "excluded":
        faults.add("jokers-excluded", path, said("the rule set excludes jokers (§1.2)"), " ".join(jokers))


def _ready(draft: Draft, seat: int, faults: Faults) -> None:
    """Ready: no dealer, no pung or kong in play, one card from complete (§3.6, §4.6)."""
    path = f"players[{seat}].ready"
    if seat == draft.dealer:
        faults.add("ready-dealer", path, said("the dealer does not declare ready (§3.6)"), True)
    for owner, _, group in _made_in_play(draft):
        if owner == seat:
            message = said("a ready player makes no pung or kong in play, and has {group} (§4.6)", group=_text(group))
            faults.add("ready-with-group-in-play", path, message, _text(group))
    hand = _before_the_win(draft, seat)
    groups = draft.players[seat].groups
    if hand is None or groups is None or sum(hand) != 3 * (7 - len(groups)) + 1:
        return
    if not kinds_waited_for(hand):
        faults.add("ready-not-waiting", path, said("the cards are not one from complete (§3.6)"), True)


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
        message = said("the winner cannot be the seat the card came from (§5.1)")
        faults.add("winner-is-giver", "win.from", message, giver)
    if winner is not None and card is not None and draft.by != "heavenly":
        hand = draft.players[winner].hand
        if hand is not None and not hand[card]:
            message = said(
                "the winning card {card} is not among the winner's concealed cards (§6.1)", card=TOKENS[card]
            )
            mend = said("write it into {field}, which has the winning card", field=f"players[{winner}].hand")
            faults.add("winning-card-not-held", "win.card", message, TOKENS[card], mend)
    match draft.by:
        case "heavenly":
            _heavenly(draft, faults)
        case "kong-replacement" if winner is not None and _all_groups_known(draft, winner):
            if not any(group.form in KONGS_IN_PLAY for _, group in _groups(draft, winner)):
                message = said("a win on a kong's replacement needs a kong that the winner made in play (§4.3)")
                faults.add("kong-replacement-without-kong", "win.by", message, draft.by)
        case "robbed-kong" if giver is not None and card is not None and _all_groups_known(draft, giver):
            if not any(group == Declared("pung", card) for _, group in _groups(draft, giver)):
                message = said(
                    "a robbed kong leaves the pung of {card} with {player}, who has none (§4.5)",
                    card=TOKENS[card], player=f"players[{giver}]",
                )  # fmt: skip
                faults.add("robbed-kong-without-pung", "win.by", message, draft.by)


def _heavenly(draft: Draft, faults: Faults) -> None:
    """A heavenly win is the dealer's, before anything was done in play (§4.1)."""
    if draft.winner is not None and draft.dealer is not None and draft.winner != draft.dealer:
        message = said("a heavenly win is the dealer's, who is {seat} (§4.1)", seat=seat_said(draft.dealer))
        faults.add("heavenly-non-dealer", "win.player", message, draft.winner)
    for flag in ("first_discard", "last_card"):
        if getattr(draft, flag):
            message = said("a heavenly win comes before any discard or draw in play: no {flag} (§4.1)", flag=flag)
            faults.add("heavenly-with-flag", f"win.{flag}", message, True)
    for _, path, group in _made_in_play(draft):
        message = said(
            "a heavenly win comes before any pung or kong in play, and {group} is one (§4.1)", group=_text(group)
        )
        faults.add("heavenly-with-group-in-play", path, message, _text(group))


def _flags(draft: Draft, faults: Faults) -> None:
    """What else may be special about a win, one thing at most (§9.5, §9.7)."""
    if draft.first_discard and draft.last_card:
        message = said("a win on the first discard is not one on the last stock card (§9.5, §9.7)")
        faults.add("both-flags", "win.last_card", message, True)
    if draft.by is None or draft.by == "heavenly":
        return
    if draft.last_card and draft.by not in ("self-draw", "kong-replacement"):
        message = said("the last stock card is drawn: self-draw or kong-replacement, not {way} (§9.7)", way=draft.by)
        faults.add("last-card-not-drawn", "win.last_card", message, True)
    if not draft.first_discard:
        return
    path = "win.first_discard"
    if draft.by != "discard":
        message = said("a win on a discard, not by {way} (§9.5)", way=draft.by)
        faults.add("first-discard-not-a-discard", path, message, True)
    elif draft.giver is not None and draft.dealer is not None and draft.giver != draft.dealer:
        message = said(
            "the deal's first discard is the dealer's, {dealer}, not {giver}'s (§9.5)",
            dealer=seat_said(draft.dealer), giver=seat_said(draft.giver),
        )  # fmt: skip
        faults.add("first-discard-not-the-dealers", path, message, True)
    for seat, place, group in _made_in_play(draft):
        if draft.dealer is not None and not (group.form == "concealed-kong" and seat == draft.dealer):
            message = said(
                "before the first discard only the dealer makes a concealed kong, and {group} is there (§9.5)",
                group=_text(group),
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
            message = said(
                "{card} comes {count} times, and the deck has it once: {where} (§1.2)",
                card=TOKENS[kind], count=there, where=where,
            )  # fmt: skip
            faults.add("second-joker", _places(draft, kind)[-1][0], message, TOKENS[kind])
        elif kind < KINDS and there > COPIES:
            places = _places(draft, kind)
            where = ", ".join(f"{path} ({many})" for path, many in places)
            message = said(
                "{count} copies of {card}, of which the deck has four: {where} (§1.1)",
                card=TOKENS[kind], count=there, where=where,
            )  # fmt: skip
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
