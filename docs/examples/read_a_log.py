"""The engine as a library: the table after an event, the score, its lines, and the same deal under another rule."""

import sys

from engine.cards import kinds_of, written
from engine.ending import DealEnd
from engine.lines import sums_of
from engine.rulesets import changed
from engine.score import score
from engine.timeline import Timeline
from replay.audit import add_line
from replay.log import read_deals
from replay.rulebook import rulebook

with open(sys.argv[1], "rb") as file:
    logged = next(read_deals(file, sys.argv[1]))
timeline = Timeline(logged.events, rulebook(), add_line)

state = timeline.state(timeline.index_of(20))
print(f"after event 20, {state.names[1]} holds {written(kinds_of(state.hands[1]))}; the stock has {state.stock}")

end = timeline.deal.end
best = score(end).chosen
for line in best.lines:
    print(f"{line.rule:6} {line.section:10} {line.amount:4} {line.id} {written(line.cards)}".rstrip())
print(f"added up again: {sums_of(best.lines)}")

freely = changed(end.rules, {"closed_floating_broken_by": ["pung", "added-kong"]})
other = DealEnd(freely, end.indicators, end.dealer, end.players, end.win)
print(f"totals {score(end).totals}, and {score(other).totals} where Closed Floating is played more freely")
