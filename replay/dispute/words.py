"""What hypotheses speak of, and what they explain, in words."""

from collections.abc import Iterable, Sequence

from engine.cards import TOKENS, written
from engine.lines import Line
from engine.partitions import Group
from engine.said import Said, said
from replay.dispute.claims import Figures
from replay.dispute.hypotheses import Hypothesis
from replay.dispute.reckoning import Reckoning


def line_said(line: Line) -> Said:
    """A line of a score, as what is counted."""
    card = TOKENS[line.cards[0]] if line.cards else ""
    match line.id:
        case "pung":
            return said("the pung of {card}", card=card)
        case "exposed-kong":
            return said("the exposed kong of {card}", card=card)
        case "added-kong":
            return said("the added kong of {card}", card=card)
        case "concealed-kong":
            return said("the concealed kong of {card}", card=card)
        case "opening-quad":
            return said("the opening quad of {card}", card=card)
        case "opening-triple":
            return said("the opening triple of {card}", card=card)
        case "hezi":
            return said("the hezi of {card}", card=card)
        case "three-in-hand" | "exact-three-in-hand":
            return said("the three {card} in hand", card=card)
        case "four-in-hand":
            return said("the four {card} in hand", card=card)
        case "joker":
            return said("the joker {card}", card=card)
        case "piao-hu" if line.section == "bonus":
            return said("the bonus for Piao Hu")
        case "wait-pair" | "wait-middle" | "wait-three-of-123" | "wait-seven-of-789":
            return said("the wait ({cards})", cards=written(line.cards))
    return _NAMED[line.id]


_NAMED: dict[str, Said] = {
    "joker-indicator": said("the multiplier for a joker among the indicators"),
    "wenqian": said("the bonus for Wenqian"),
    "qing-hu": said("the bonus for Qing Hu"),
    "piao-hu": said("the multiplier for Piao Hu"),
    "tazi-hu": said("the bonus for Tazi Hu"),
    "self-draw": said("the bonus for the self-draw"),
    "kong-replacement": said("the bonus for the kong's replacement"),
    "closed-floating": said("the multiplier for Closed Floating"),
    "three-elders": said("the multiplier for Three Elders"),
    "heavenly-win": said("the multiplier for the heavenly win"),
    "first-discard": said("the multiplier for the first discard"),
    "ready": said("the multiplier for ready"),
    "last-card": said("the multiplier for the last card"),
}


def groups_text(groups: Iterable[Group]) -> str:
    """Groups one after the other, in written form."""
    return ", ".join(group.text for group in groups)


def hypotheses_said(hypotheses: Sequence[Hypothesis]) -> Said:
    """One hypothesis or several, to follow an "if"."""
    one, *more = [said("{hypothesis} ({rule})", hypothesis=each.said, rule=each.rule) for each in hypotheses]
    return said("{one}, and if {more}", one=one, more=hypotheses_said(hypotheses[1:])) if more else one


def claimed_said(figures: Figures) -> Said:
    """Claimed figures, one after the other, seats left out."""
    totals = [str(total) for total in figures.totals if total is not None]
    payments = [f"{paid:+d}" if paid else "0" for paid in figures.payments if paid is not None]
    written = ", ".join((*totals, *payments))
    if len(totals) + len(payments) == 1:
        return said("{figure} is what comes out", figure=written)
    return said("{figures} are what comes out", figures=written)


def explanation_said(figures: Figures, base: Reckoning, hypotheses: Sequence[Hypothesis]) -> Said:
    """An explanation in a sentence: of the figures, those that do not come out by themselves."""
    claimed = claimed_said(figures.off(base))
    return said("{claimed} if {hypotheses}.", claimed=claimed, hypotheses=hypotheses_said(hypotheses))
