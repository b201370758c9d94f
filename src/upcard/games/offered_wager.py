"""A side wager as a table offers it, with its limits, awards, meters and bonuses."""

from functools import cached_property

import msgspec

from upcard.money.odds import Award, MeterShare, keeps_stake, winnings
from upcard.progressives.meter import MeterRules
from upcard.rules.meter_schema import JackpotData
from upcard.rules.meter_text import WHOLE_RATE
from upcard.rules.readings import BESIDE_METER, COMBINATIONS
from upcard.rules.schema import Paytable, WagerData
from upcard.wagers.facts import OF_A_HAND, OF_CHANCE
from upcard.wagers.kit import Moment, WagerRule


class OfferedBonus(msgspec.Struct, frozen=True):
    """An additional payout of a wager, as this table offers it.

    `least` is the smallest wager (units) that qualifies.
    """

    wager: WagerRule
    awards: tuple[Award, ...]
    section: str
    least: int = 0


class OfferedWager(msgspec.Struct, frozen=True, dict=True):
    """A side wager as this table offers it; `minimum` and `maximum` in units.

    `amounts` are the only permitted amounts, in units; empty where any amount between the limits
    is permitted. `awards` are those of the wager's outcomes, by the same index (empty for a loss).
    `bonuses` are the additional payouts that the house offers.
    `press_rate` is the portion of the winnings, in parts per million, that may be added to the
    Blackjack wager.
    `meters` are its progressive meters. `envy` is the envy bonus of every other player with this
    wager, in units by outcome, for a wager of `envy_wager` units.
    `validated` are the indices of outcomes whose payout a floorperson validates first, under
    the section `validation`. `mystery` is the meter of the wager's mystery bonus, paid by
    the steps of `mystery_jackpot`; `mystery_section` is the section of its payout. A `mandatory`
    wager has to be placed at every position in play.
    `readings` are the readings in force of its doubtful passages, by the keys of its rule data.
    """

    wager: WagerRule
    data: WagerData
    paytable: Paytable
    awards: tuple[Award, ...]
    minimum: int
    maximum: int
    amounts: tuple[int, ...] = ()
    bonuses: tuple[OfferedBonus, ...] = ()
    press_rate: int = WHOLE_RATE
    meters: tuple[MeterRules, ...] = ()
    mystery: MeterRules | None = None
    mystery_jackpot: JackpotData | None = None
    mystery_section: str = ""
    envy: dict[str, int] = {}
    envy_wager: int = 0
    envy_section: str = ""
    validated: frozenset[int] = frozenset()
    validation: str = ""
    mandatory: bool = False
    readings: dict[str, str | bool] = {}

    @cached_property
    def slug(self) -> str:
        """The wager's identifier."""
        return self.wager.slug

    @property
    def reading(self) -> str:
        """How the table reads what the rows require; empty where no passage is doubtful."""
        return str(self.readings.get(COMBINATIONS, ""))

    @property
    def has_meter(self) -> bool:
        """Whether the wager feeds a meter, its own or that of a mystery bonus."""
        return bool(self.meters) or self.mystery is not None

    @property
    def asks_meter(self) -> bool:
        """Whether the meter's display decides how a payout by odds is paid (§ 633c.9(e)(3))."""
        jackpot = self.data.jackpot
        return bool(self.meters) and jackpot is not None and jackpot.slip_percent > 0

    @cached_property
    def waiting(self) -> tuple[bool, ...]:
        """Whether the payout of each outcome, by its index, is verified before it is paid."""
        return tuple(
            bool(award and self.meters and (shares or self.asks_meter or index in self.validated))
            for index, (award, shares) in enumerate(zip(self.awards, self.shares, strict=True))
        )

    @cached_property
    def rows(self) -> tuple[str, ...]:
        """The row of the paytable that each outcome, by its index, is settled as."""
        multiplied = self.wager.multiplied
        return tuple(
            multiplied[outcome][0] if outcome in multiplied else outcome
            for outcome in self.wager.outcomes
        )

    @cached_property
    def settled_as(self) -> tuple[tuple[str, tuple[MeterShare, ...], bool], ...]:
        """The row, the shares of meters and whether the payout waits, of each outcome."""
        return tuple(zip(self.rows, self.shares, self.waiting, strict=True))

    def paid(self, index: int, wagered: int) -> int:
        """Units handed to the player at once for an outcome, by its index; `wagered` in units.

        A push returns the wager. "N to 1" is paid with the stake, "N for 1" is N in all. A share of
        a meter returns no stake unless the reading `stake_beside_meter` says so, and a wager taken
        before the deal returns none.
        """
        if self.wager.outcomes[index] in self.wager.pushes:
            return wagered
        award = self.awards[index]
        if not award:
            return 0
        return winnings(award, wagered) + (wagered if self._keeps_stake[index] else 0)

    @cached_property
    def _keeps_stake(self) -> tuple[bool, ...]:
        """Whether the stake is returned with each outcome, by its index."""
        beside_meter = self.readings.get(BESIDE_METER, False) is True
        return tuple(
            keeps_stake(award, returned=self.data.stake_returned, beside_meter=beside_meter)
            for award in self.awards
        )

    @cached_property
    def is_collected(self) -> bool:
        """Whether the wager is taken into the inventory before the deal."""
        return bool(self.data.collected)

    @cached_property
    def drawn_facts(self) -> frozenset[str]:
        """The facts of its bonuses, some of which are drawn when bets are closed."""
        return frozenset(fact for bonus in self.bonuses for fact in bonus.wager.facts)

    @cached_property
    def stays_open(self) -> bool:
        """Whether the wager may still be placed after "no more bets", until the first card.

        One whose bonus is drawn when bets are closed may not: the draw would be known.
        """
        if self.data.locks != "first-card" or self.is_collected:
            return False
        return self.drawn_facts.isdisjoint(OF_CHANCE)

    @cached_property
    def shares(self) -> tuple[tuple[MeterShare, ...], ...]:
        """The shares of meters that each outcome wins, by its index."""
        return tuple(
            tuple(pay for pay in award if isinstance(pay, MeterShare)) for award in self.awards
        )

    @cached_property
    def moment(self) -> Moment:
        """When the wager settles, unless it is held."""
        return Moment(self.data.settles)

    @cached_property
    def moments(self) -> frozenset[Moment]:
        """When the wager may settle, held or not."""
        hold = self.wager.hold
        held = () if hold is None else (hold.with_blackjack, hold.without_blackjack)
        return frozenset((self.moment, *held))

    @cached_property
    def is_of_a_hand(self) -> bool:
        """Whether the hands of a split may differ in the wager's facts."""
        return not OF_A_HAND.isdisjoint(self.facts)

    @cached_property
    def facts(self) -> tuple[str, ...]:
        """The facts that the classifier needs."""
        return self.wager.facts
