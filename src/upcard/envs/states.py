"""The state that a player knows at a decision of `upcard/Blackjack-v0`."""

from dataclasses import dataclass

from upcard.cards.card import value_of
from upcard.compiled.environments.fields import DECISIONS, PLAYING
from upcard.envs.choices import Choices
from upcard.envs.round import POSITION, EngineTable
from upcard.exact.strategy.cards import ValueCounts
from upcard.exact.strategy.rules import NAMES


@dataclass(frozen=True, slots=True)
class RoundState:
    """What a player knows at a decision; values of cards are 0 (ace) to 9 (any ten-value card).

    `cards` are those of the hand, `unseen` the cards of each value that the player has not seen,
    the hole card and the shoe. `splits` is how often the pair was split, `declined` whether
    surrender before the peek was declined. `mask` names the legal actions.
    """

    decision: str
    cards: tuple[int, ...]
    upcard: int
    unseen: ValueCounts
    splits: int = 0
    declined: bool = False
    legal: tuple[str, ...] = ()

    def __str__(self) -> str:
        if not self.cards:
            return "a bet"
        hand = ",".join(NAMES[value] for value in sorted(self.cards))
        after = " after a split" if self.splits else ""
        decision = "" if self.decision == "play" else f" ({self.decision})"
        return f"{hand} against {NAMES[self.upcard]}{after}{decision}"


def state_of(choices: Choices, engine_table: EngineTable) -> RoundState:
    """The state of a table that waits for a decision."""
    decision = DECISIONS[engine_table.decision]
    legal = tuple(
        name for name, allowed in zip(choices.actions, engine_table.mask, strict=True) if allowed
    )
    hand = engine_table.hand
    unseen = tuple(engine_table.unseen().tolist())
    if hand is None:
        return RoundState(decision, (), -1, unseen)
    box = engine_table.table.state.box(POSITION)
    return RoundState(
        decision,
        tuple(value_of(card) - 1 for card in hand.cards),
        value_of(engine_table.table.state.dealer[0]) - 1,
        unseen,
        splits=len(box.hands) - 1,
        declined=engine_table.decision == PLAYING and "no-surrender" in hand.decisions,
        legal=legal,
    )
