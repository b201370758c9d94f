"""The types that describe a wager; `limits` has the checks of its decks and amounts.

`facts` lists the parameters that a classifier may have.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import cache
from typing import Final, TypeAlias

import msgspec

from upcard.cards.kernel import kernel
from upcard.money.odds import Award, PaidOdds, Pay, add_odds
from upcard.rules.external import file_of
from upcard.rules.schema import Paytable
from upcard.rules.violation import RulebookError
from upcard.text.words import quoted
from upcard.wagers.facts import FACTS, OF_THE_DEALERS_DRAW

__all__ = ["Bonus", "CardFold", "Hold", "Moment", "WagerRule", "kernel"]

LOSE: Final = "lose"

Classifier: TypeAlias = Callable[..., int]
"""A function of facts, named as its parameters, that returns an index into a wager's outcomes."""


class Moment(StrEnum):
    """When in the round a wager settles."""

    INITIAL_DEAL = "initial-deal"
    """Right after the second cards, before any card reader is used (§ 633a.7(g))."""

    PEEK = "peek"
    """Once it is known whether the hole card gives the dealer a Blackjack (§ 633a.7(h))."""

    HOLE_CARD = "hole-card"
    """When the hole card is turned, before any Blackjack wager is settled (§ 633a.7(g)(4))."""

    WITH_BLACKJACK = "with-blackjack"
    """Right after the player's Blackjack wager is collected (§ 633a.7(g)(1)(ii))."""

    LAST_DEALER_CARD = "last-dealer-card"
    """When the dealer has all cards, before the Blackjack wagers (§ 633a.7(o))."""

    AFTER_BLACKJACK = "after-blackjack"
    """After the Blackjack wagers (§ 633c.12(e))."""

    SPIN = "spin"
    """When the ball has come to rest (§ 617b.3(e))."""

    AFTER_OTHERS = "after-others"
    """After all other optional wagers (§ 633c.9(d))."""


INITIAL_DEAL: Final = Moment.INITIAL_DEAL
PEEK: Final = Moment.PEEK
HOLE_CARD: Final = Moment.HOLE_CARD
WITH_BLACKJACK: Final = Moment.WITH_BLACKJACK
LAST_DEALER_CARD: Final = Moment.LAST_DEALER_CARD
AFTER_BLACKJACK: Final = Moment.AFTER_BLACKJACK
AFTER_OTHERS: Final = Moment.AFTER_OTHERS
"""The moments of a round with cards: reading an enum's member is slow before Python 3.12."""


class CardFold(msgspec.Struct, frozen=True):
    """A running state over a hand's cards, for a wager that depends on more than their count.

    `step(state, card)` returns the next state, from `start` on. `of` is "dealer" (every card in the
    order dealt, a busting card included) or "player" (the player's cards without a busting one).
    `alike` are suits that may be exchanged in all cards without changing the outcome.
    """

    of: str
    step: Callable[..., int]
    start: int = 0
    alike: tuple[int, ...] = ()


class Hold(msgspec.Struct, frozen=True):
    """A settlement that waits for the hole card.

    `when` is a kernel of the first three cards: 1 where the wager waits. It then settles at
    `without_blackjack` or, when the dealer has a Blackjack, at `with_blackjack`.
    """

    when: Callable[..., int]
    without_blackjack: Moment
    with_blackjack: Moment


class Bonus(msgspec.Struct, frozen=True):
    """A payout in addition to the wager's own, where the house offers it.

    `option` is the key that offers it in a Rules Submission; `when` is its classifier. `within` is
    the outcome of the wager that each hand with the payout has; empty where it may be any.
    """

    outcome: str
    option: str
    when: Callable[..., int]
    within: str = ""


class WagerRule(msgspec.Struct, frozen=True):
    """A side wager.

    `classify` returns the index into `outcomes` (0 is always ``lose``); its parameters are the
    facts of the round that it needs, by name.

    Kinds of outcomes: `composed` pay several printed rows at once, `multiplied` a multiple of a
    printed row's odds; `pushes` return the stake; `closed` are those that only another form of the
    wager has.

    - `offered_when`: a kernel of the upcard for which the wager is offered (Insurance: an ace), and
      `offered_where`: the same in words.
    - `fold`: computes the fact `folded`.
    - `extra_card`: a kernel of the initial two cards: 1 where one more card decides the wager
      although the dealer has a Blackjack.
    - `lost_first`: a kernel of the upcard: 1 where the upcard alone loses the wager, under a
      paragraph of its own.
    - `press`: where winnings may be added: "blackjack" to the Blackjack wager, "beside" to an area
      of their own beside it.
    - `surrender`: false for a wager of games that offer no surrender.
    """

    slug: str
    outcomes: tuple[str, ...]
    classify: Callable[..., int]
    hold: Hold | None = None
    bonus: Bonus | None = None
    extra_card: Callable[..., int] | None = None
    composed: Mapping[str, tuple[str, ...]] = {}
    pushes: tuple[str, ...] = ()
    closed: tuple[str, ...] = ()
    multiplied: Mapping[str, tuple[str, int]] = {}
    offered_when: Callable[..., int] | None = None
    offered_where: str = ""
    fold: CardFold | None = None
    lost_first: Callable[..., int] | None = None
    press: str = ""
    surrender: bool = True

    @property
    def facts(self) -> tuple[str, ...]:
        """The facts that the classifier needs, in the order of its parameters."""
        return needed_facts(self.classify)

    def index_of(self, facts: Mapping[str, int]) -> int:
        """The index of the outcome that the named facts make.

        Raises `RulebookError` where the classifier returns no index into the outcomes.
        """
        return self.decided(*[facts[fact] for fact in self.facts])

    def decided(self, *facts: int) -> int:
        """The index of the outcome that facts make, in the order of `facts`; as `index_of`."""
        index = self.classify(*facts)
        if type(index) is not int or not 0 <= index < len(self.outcomes):
            require_indices(self.slug, len(self.outcomes), (index,))
        return index

    @property
    def rows(self) -> frozenset[str]:
        """The rows that a paytable of this wager has to print."""
        rows: set[str] = set()
        for outcome in self.outcomes[1:]:
            if outcome in self.pushes:
                continue
            if outcome in self.multiplied:
                rows.add(self.multiplied[outcome][0])
            else:
                rows.update(self.composed.get(outcome, (outcome,)))
        return frozenset(rows)

    def award(self, paytable: Paytable, outcome: str) -> Award:
        """What a paytable pays for an outcome; empty for a loss and a push."""
        if outcome == LOSE or outcome in self.pushes:
            return ()
        if outcome in self.multiplied:
            row, times = self.multiplied[outcome]
            return tuple(_times(pay, times) for pay in paytable.awards[row])
        if outcome not in self.composed:
            return paytable.awards[outcome]
        pays = [pay for row in self.composed[outcome] for pay in paytable.awards[row]]
        odds = tuple(pay for pay in pays if isinstance(pay, PaidOdds))
        others = tuple(pay for pay in pays if not isinstance(pay, PaidOdds))
        return (*others, add_odds(odds)) if odds else others


def _times(pay: Pay, times: int) -> Pay:
    assert isinstance(pay, PaidOdds), "multiplied rows pay odds"
    return PaidOdds(pay.win * times, pay.stake, pay.for_one)


def require_indices(slug: str, outcomes: int, values: Iterable[object]) -> None:
    """Raise `RulebookError` unless all values of a wager's classifier are indices of outcomes."""
    for value in values:
        if type(value) is not int or not 0 <= value < outcomes:
            raise RulebookError(
                f"The classifier of {slug} returns {quoted(value)}, which is no index into its "
                f"outcomes (0 to {outcomes - 1})."
            )


def ways_by_outcome(
    slug: str, outcomes: tuple[str, ...], by_value: Mapping[int, int]
) -> dict[str, int]:
    """The number of deals that end in each outcome, from that of each classifier's value.

    Raises `RulebookError` for a value that is not an index into the outcomes.
    """
    require_indices(slug, len(outcomes), by_value)
    return {outcome: by_value.get(value, 0) for value, outcome in enumerate(outcomes)}


@cache
def needed_facts(function: Callable[..., int]) -> tuple[str, ...]:
    """The facts that a classifier asks for, by the names of its parameters.

    Raises `RulebookError` for a name that is not a fact.
    """
    names = tuple(inspect.signature(function).parameters)
    for name in names:
        if name not in FACTS:
            place, fact_names = file_of(function.__module__), ", ".join(sorted(FACTS))
            raise RulebookError(f"{place} asks for {quoted(name)}, which is no fact: {fact_names}.")
    return names


def needs_the_draw(wager: WagerRule) -> bool:
    """Whether a wager depends on the dealer's drawn cards, so that the dealer has to draw."""
    uses_dealers_cards = wager.fold is not None and wager.fold.of == "dealer"
    return uses_dealers_cards or not OF_THE_DEALERS_DRAW.isdisjoint(wager.facts)
