"""The JSON form of what was tried (docs/json.md)."""

from typing import Any

from replay.sensitivity import Change, Effect, Outcome, Range, Reversal, Sensitivity, Trial

Json = dict[str, Any]


def sensitivity_json(found: Sensitivity) -> Json:
    """Every option's effect, and what follows from all that was tried."""
    return {
        "tried": len(found.trials),
        "effects": [_effect_json(effect, found.own) for effect in found.effects],
        "ranges": [_range_json(one, found.own) for one in found.ranges],
        "reversals": [_reversal_json(one, found.own) for one in found.reversals],
    }


def _effect_json(effect: Effect, own: Outcome) -> Json:
    return {
        "option": effect.option.name,
        "matters": "alone" if effect.alone else "together" if effect.together else "beside" if effect.beside else "no",
        "trials": [_trial_json(trial, own) for trial in (*effect.alone, *effect.together)],
    }


def _trial_json(trial: Trial, own: Outcome) -> Json:
    return {
        "changes": [_change_json(change) for change in trial.changes],
        "status": trial.outcome.status,
        "totals": trial.outcome.totals,
        "payments": trial.outcome.payments,
        "differs": trial.outcome.differs(own),
    }


def _change_json(change: Change) -> Json:
    return {"option": change.option.name, "old": change.old, "new": change.new}


def _range_json(one: Range, own: Outcome) -> Json:
    ends = (("least", one.least), ("most", one.most))
    return {
        "seat": one.seat,
        "figure": one.figure,
        "own": one.own,
        **{name: {"value": value, "trial": _trial_json(trial, own)} for name, (value, trial) in ends},
    }


def _reversal_json(one: Reversal, own: Outcome) -> Json:
    return {
        "goal": one.goal,
        "seat": one.seat,
        "reached": one.reached,
        "cheapest": None if one.cheapest is None else _trial_json(one.cheapest, own),
    }
