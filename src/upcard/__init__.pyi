from upcard.cards.kernel import kernel as kernel
from upcard.library.counter import counter as counter
from upcard.library.counting import count as count
from upcard.library.distribution.distribution import distribution as distribution
from upcard.library.exposure import exposure as exposure
from upcard.library.meter_life import meter_life as meter_life
from upcard.library.odds import odds as odds
from upcard.library.rulebook import rulebook as rulebook
from upcard.library.rules import DoesNotComply as DoesNotComply
from upcard.library.rules import Rules as Rules
from upcard.library.rules import blackjack as blackjack
from upcard.library.rules import load as load
from upcard.library.shoe import shoe as shoe
from upcard.library.simulation.rounds import rounds as rounds
from upcard.library.simulation.simulate import simulate as simulate
from upcard.library.solve_pays import solve_pays as solve_pays
from upcard.library.strategy.strategy import strategy as strategy
from upcard.library.table import Table as Table
from upcard.library.wagers import Wager as Wager
from upcard.library.wagers import wager as wager
from upcard.rules.violation import BadInput as BadInput
from upcard.rules.violation import RuleViolation as RuleViolation
from upcard.text.errors import UpcardError as UpcardError

__version__: str
__all__: list[str]
