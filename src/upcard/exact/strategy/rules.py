"""The rules that one hand is played by, as a researcher may choose them, and the shoe."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from upcard.exact.play.hands import ACE, shoe_of
from upcard.exact.strategy.cards import ValueCounts
from upcard.games import hybrid, match_the_dealer, switch, switch_hands
from upcard.games.table_rules import TableRules
from upcard.rules.violation import BadInput

NAMES: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
"""Of the values 0 to 9."""

MOST_DECKS: Final = 1_000_000
MOST_RESPLITS: Final = 15
LEAST_CARDS: Final = 8
OUT_OF_CARDS: Final = "These cards may run out in a round"
NO_CHANGES: Final[Mapping[str, Any]] = {}
DOUBLES: Final = {"any": range(4, 21), "9-11": range(9, 12), "10-11": range(10, 12)}
"""The totals on which two cards may be doubled; no soft hand totals less than 12."""


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """How a hand is played; by default that of chapter 633a, with one card on split aces.

    - `hits_soft_17`: the dealer draws to a soft 17.
    - `double`: on which totals of two cards; `double_after_split`: of a split hand too.
    - `resplits`: how often a pair may be split again; `resplit_aces`: aces too.
    - `hit_split_aces`: split aces are played as any split hand; else they take one card each.
    - `surrender`: `late` loses all to a dealer Blackjack, `early` half of the wager even then.
    - `dealer_blackjack`: found out by a `peek` before hands are played, or only after them,
      without a hole card: then all wagers are lost (`all`), or the original one (`original`), or
      the original one and what hands over 21 had lost before (`busted`: § 633c.5(bb)(1)).
    - `blackjack_pays`: 3/2 for 3 to 2.

    Variations of the game also say:

    - `dealer_22`: `loses`; `pushes` all that is not over 21 (§ 633a.12(a)(5)(v)); `pushes-low`, all
      but a 21 and an original hand of two cards from 10 to ace (Down Under).
    - `blackjack_against_21`, `blackjack_against_22`: what a Blackjack wins there, where it is not
      what it pays elsewhere; `blackjack_one_color`: what one of a single color pays, as half of
      all Blackjacks are, whatever their values; `blackjack_tied`: against the dealer's.
    - `shared_cards`: all hands of a split take the same cards (§ 633c.5(q)).
    """

    hits_soft_17: bool = False
    double: Literal["any", "9-11", "10-11"] = "any"
    double_after_split: bool = True
    resplits: int = 2
    resplit_aces: bool = False
    hit_split_aces: bool = False
    surrender: Literal["none", "late", "early"] = "late"
    dealer_blackjack: Literal["peek", "all", "original", "busted"] = "peek"
    blackjack_pays: Fraction = Fraction(3, 2)
    dealer_22: Literal["loses", "pushes", "pushes-low"] = "loses"
    blackjack_against_21: Fraction | None = None
    blackjack_against_22: Fraction | None = None
    blackjack_one_color: Fraction | None = None
    blackjack_tied: Fraction = Fraction(0)
    shared_cards: bool = False

    @property
    def all_lost(self) -> bool:
        """Whether hands are played on with a dealer Blackjack, and what is over 21 has lost."""
        return self.dealer_blackjack in ("all", "busted")

    @property
    def returned(self) -> bool:
        """Whether it then gives back what was doubled and split on hands that are not over 21."""
        return self.dealer_blackjack == "busted"

    @property
    def beats_22(self) -> int:
        """The least total that wins against a dealer's 22; 0 where every one does."""
        return {"loses": 0, "pushes": 22, "pushes-low": 21}[self.dealer_22]

    @property
    def one_color_too(self) -> tuple[Fraction, Fraction]:
        """What a Blackjack of two colors pays, and one of a single color."""
        pays, other = self.blackjack_pays, self.blackjack_one_color
        return pays, pays if other is None else other

    @property
    def knows_deviation(self) -> bool:
        """Whether the deviation of a round can be counted: not of hands that share their cards."""
        return not (self.shared_cards or self.returned)

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


def rules_of(table: TableRules, changes: Mapping[str, Any] = NO_CHANGES) -> Rules:
    """The rules by which a hand of a table is played, but for what a researcher changes of them.

    Where other cards may be played instead of a hand, they are those of a hand that is kept.
    ``BadInput`` for a game without hands to play.
    """
    base = table.blackjack
    rules = Rules(
        resplits=base.resplits,
        resplit_aces=base.resplit_aces,
        hit_split_aces=not base.one_card_on_split_aces,
        blackjack_pays=table.blackjack_odds.ratio,
    )
    if table.switch is not None:
        own = _of_switch(table.switch)
    elif table.switch_hands is not None:
        own = of_switch_hands(table.switch_hands, switched=False)
    elif table.down_under is not None:
        own = {"dealer_22": "pushes-low" if table.down_under.pushes_on_22 else "loses"}
    elif table.game in _OWN:
        own = _OWN[table.game]
    else:
        raise BadInput(f"{table.name} is a table of {table.game}: there is no hand to play.")
    return replace(rules, **(own | dict(changes)))


_OWN: Final[Mapping[str, dict[str, Any]]] = {
    "blackjack": {},
    match_the_dealer.GAME: {},
    hybrid.WITH_HOLE_CARD: {"surrender": "none", "shared_cards": True},
    hybrid.WITHOUT_HOLE_CARD: {
        "resplits": 0,
        "hit_split_aces": False,
        "dealer_blackjack": "busted",
    },
}
"""What differs from the base game by a game's name."""


def _of_switch(variation: switch.SwitchRules) -> dict[str, Any]:
    """What differs at Blackjack Switch, of a hand that was dealt (§ 633a.12(a)(4), (5))."""
    found: dict[str, Any] = {
        "surrender": "none",
        "dealer_22": "pushes",
        "blackjack_against_21": Fraction(1),
    }
    if variation.always_even_money:
        found["blackjack_pays"] = Fraction(1)
    if not variation.blackjack_beats_22:
        found["blackjack_against_22"] = Fraction(0)
    return found


def of_switch_hands(
    variation: switch_hands.SwitchHandsRules, *, switched: bool | None
) -> dict[str, Any]:
    """What differs of a hand that was kept or switched to (§ 633c.4(i), (o)).

    `switched` is None for a player without an ante.
    """
    found: dict[str, Any] = {"blackjack_tied": Fraction(0), "blackjack_one_color": None}
    if variation.colored_pays(switched):
        found["blackjack_one_color"] = switch_hands.COLORED.ratio
    tied = variation.tie_odds(switched)
    if tied is not None:
        found["blackjack_tied"] = tied.ratio
    return found


def check(rules: Rules, shoe: ValueCounts) -> None:
    """``BadInput`` for what makes no game; hands that the shoe cannot finish are found later."""
    if not 0 <= rules.resplits <= MOST_RESPLITS:
        raise BadInput(f"A pair is resplit 0 to {MOST_RESPLITS} times, not {rules.resplits}.")
    if rules.blackjack_pays <= 0:
        raise BadInput(f"A Blackjack pays more than nothing, not {rules.blackjack_pays}.")
    if min(shoe) < 0 or sum(shoe) > 52 * MOST_DECKS:
        raise BadInput(f"A shoe holds at most {MOST_DECKS:,} decks, and of no value less than 0.")
    if sum(shoe) < LEAST_CARDS:
        raise BadInput(f"{OUT_OF_CARDS} ({sum(shoe)} in all).")


def full_shoe(decks: int) -> ValueCounts:
    """So many decks."""
    if not 1 <= decks <= MOST_DECKS:
        raise BadInput(f"A shoe has 1 to {MOST_DECKS:,} decks, not {decks:,}.")
    return shoe_of(decks)
