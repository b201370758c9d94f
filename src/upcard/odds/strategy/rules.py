"""The rules of the base game that a researcher may choose, and the shoe that is dealt from."""

from fractions import Fraction
from typing import Final, Literal

import msgspec

from upcard.games.table_rules import TableRules
from upcard.odds.play_hands import ACE, shoe_of
from upcard.odds.strategy.cards import Counts
from upcard.rules.violation import BadInput

NAMES: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
"""Of the values 0 to 9."""

MOST_DECKS: Final = 1_000_000
MOST_RESPLITS: Final = 15
LEAST_CARDS: Final = 8
OUT_OF_CARDS: Final = "These cards may run out in a round"
DOUBLES: Final = {"any": range(4, 22), "9-11": range(9, 12), "10-11": range(10, 12)}
"""The totals on which two cards may be doubled; no soft hand totals less than 12."""

BASE_GAME: Final = "blackjack"


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """How the base game is played; by default that of chapter 633a, with one card on split aces.

    - `hits_soft_17`: the dealer draws to a soft 17.
    - `double`: on which totals of two cards; `double_after_split`: of a split hand too.
    - `resplits`: how often a pair may be split again; `resplit_aces`: aces too.
    - `hit_split_aces`: split aces are played as any split hand; else they take one card each.
    - `surrender`: `late` loses all to a dealer Blackjack, `early` half of the wager even then.
    - `dealer_blackjack`: found out by a `peek` before hands are played, or only after them,
      without a hole card: then all wagers are lost (`all`) or the original ones (`original`).
    - `blackjack_pays`: 3/2 for 3 to 2.
    """

    hits_soft_17: bool = False
    double: Literal["any", "9-11", "10-11"] = "any"
    double_after_split: bool = True
    resplits: int = 2
    resplit_aces: bool = False
    hit_split_aces: bool = False
    surrender: Literal["none", "late", "early"] = "late"
    dealer_blackjack: Literal["peek", "all", "original"] = "peek"
    blackjack_pays: Fraction = Fraction(3, 2)

    @property
    def all_lost(self) -> bool:
        """Whether a dealer Blackjack takes what was doubled and split."""
        return self.dealer_blackjack == "all"

    @property
    def acts_after_peek(self) -> bool:
        """Whether the dealer has no Blackjack when a hand is played."""
        return self.dealer_blackjack == "peek" and self.surrender != "early"

    def may_double(self, total: int) -> bool:
        """Whether two cards of a total may be doubled."""
        return total in DOUBLES[self.double]

    def resplits_of(self, value: int) -> int:
        """How often a pair of a value may be split again."""
        return 0 if value == ACE and not self.resplit_aces else self.resplits

    def takes_one_card(self, value: int) -> bool:
        """Whether hands of a split pair take one card each."""
        return value == ACE and not self.hit_split_aces


def rules_of(table: TableRules) -> Rules:
    """The rules of a table that deals the base game."""
    if table.game != BASE_GAME:
        raise BadInput(f"The strategy is that of {BASE_GAME}; {table.name} deals {table.game}.")
    base = table.blackjack
    return Rules(
        resplits=base.resplits,
        resplit_aces=base.resplit_aces,
        hit_split_aces=not base.one_card_on_split_aces,
        blackjack_pays=table.blackjack_odds.ratio,
    )


def check(rules: Rules, shoe: Counts) -> None:
    """``BadInput`` for what makes no game; hands that the shoe cannot finish are found later."""
    if not 0 <= rules.resplits <= MOST_RESPLITS:
        raise BadInput(f"A pair is resplit 0 to {MOST_RESPLITS} times, not {rules.resplits}.")
    if rules.blackjack_pays <= 0:
        raise BadInput(f"A Blackjack pays more than nothing, not {rules.blackjack_pays}.")
    if min(shoe) < 0 or sum(shoe) > 52 * MOST_DECKS:
        raise BadInput(f"A shoe holds at most {MOST_DECKS:,} decks, and of no value less than 0.")
    if sum(shoe) < LEAST_CARDS:
        raise BadInput(f"{OUT_OF_CARDS} ({sum(shoe)} in all).")


def full_shoe(decks: int) -> Counts:
    """So many decks."""
    if not 1 <= decks <= MOST_DECKS:
        raise BadInput(f"A shoe has 1 to {MOST_DECKS:,} decks, not {decks:,}.")
    return shoe_of(decks)
