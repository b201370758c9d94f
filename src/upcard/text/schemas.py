"""The names and versions of the JSON documents: each has its name under the key ``schema``.

A version changes when a key is renamed, removed or changes its meaning; a new key leaves it as it
is. `upcard.library.schemas` has what each document holds.
"""

from typing import Final

CHECK: Final = "upcard/check/1"
CHECKS: Final = "upcard/checks/1"
CHECK_RULES: Final = "upcard/check-rules/1"
COUNT: Final = "upcard/count/1"
COVERAGE: Final = "upcard/coverage/1"
DEAL: Final = "upcard/deal/1"
DIFF: Final = "upcard/diff/1"
DISTRIBUTION: Final = "upcard/distribution/1"
EFFECTS_OF_REMOVAL: Final = "upcard/effects-of-removal/1"
EXPOSURE: Final = "upcard/exposure/1"
FIELD: Final = "upcard/field/1"
NEW: Final = "upcard/new/1"
ODDS: Final = "upcard/odds/1"
PAYS: Final = "upcard/pays/1"
PENALTIES: Final = "upcard/penalties/1"
PENALTY: Final = "upcard/penalty/1"
RANKING: Final = "upcard/ranking/1"
REPORT: Final = "upcard/report/1"
ROUND_PROOF: Final = "upcard/round-proof/1"
RULEBOOK: Final = "upcard/rulebook/1"
RULES: Final = "upcard/rules/1"
SETTLEMENTS: Final = "upcard/settlements/1"
SIM: Final = "upcard/sim/1"
SIM_METERS: Final = "upcard/sim-meters/1"
SIM_WAGERS: Final = "upcard/sim-wagers/1"
STRATEGY: Final = "upcard/strategy/1"
STRATEGY_CHART: Final = "upcard/strategy-chart/1"
STRATEGY_EXCEPTIONS: Final = "upcard/strategy-exceptions/1"
STRATEGY_HAND: Final = "upcard/strategy-hand/1"
VERIFY: Final = "upcard/verify/1"
WAGER: Final = "upcard/wager/1"
