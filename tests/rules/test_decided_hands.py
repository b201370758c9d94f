"""A variation names its provision for each hand it decides, and the analyzer is told of each."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from tables import table_rules
from upcard.cards.card import ACE_OF_SPADES, DIAMONDS, FIRST_TEN, HEARTS, SPADES, is_red, suit_of
from upcard.exact.strategy import games
from upcard.exact.strategy.games import NoBestPlay, rules_of
from upcard.exact.strategy.rules import HandRules
from upcard.exact.strategy.variations.kit import StrategyPart
from upcard.games.blackjack import PUSH, PUSHING_TOTAL, WIN, hand_outcome
from upcard.games.decided_hands import (
    HANDS,
    DecidedHand,
    hands_decided_otherwise,
    require_own_sections,
    require_printed_odds,
)
from upcard.games.down_under import DownUnderRules
from upcard.games.switch import SwitchRules
from upcard.games.variation import Variation
from upcard.money.odds import PaidOdds
from upcard.rules.violation import BadInput

RED = (DIAMONDS, HEARTS)


class Pushing(Variation, frozen=True):
    """A dealer's 22 returns a 20, by a provision that is named where `section` is."""

    section: str = ""

    def outcome(
        self, player: int, player_blackjack: int, large: int, dealer: int, dealer_blackjack: int
    ) -> int:
        if (player, large, dealer) == (20, 0, PUSHING_TOTAL):
            return PUSH
        return hand_outcome(player, player_blackjack, dealer, dealer_blackjack)

    def own_section(self, *_: Any, **__: Any) -> str:
        return self.section


def test_a_hand_that_is_decided_otherwise_needs_its_section() -> None:
    with pytest.raises(BadInput) as refused:
        require_own_sections("push-20", Pushing())
    assert str(refused.value) == (
        "push-20 decides 20 against the dealer's 22 as push, Blackjack as win: "
        "its own_section has to name the section."
    )
    require_own_sections("push-20", Pushing("section 1"))
    require_own_sections("blackjack", Variation())


class Paying(Variation, frozen=True):
    """A Blackjack of two red cards pays 2 to 1, one against the dealer's even money."""

    section: str = ""
    tied: str = ""

    def blackjack_odds(
        self, first: int, second: int, _: bool | None, ordinary: PaidOdds, __: int = 0
    ) -> PaidOdds:
        red = suit_of(first) in RED and suit_of(second) in RED
        return PaidOdds(2) if red else ordinary

    def blackjack_section(self) -> str:
        return self.section

    def tie_odds(self, _: bool | None) -> PaidOdds | None:
        return PaidOdds(1)

    def tie_section(self) -> str:
        return self.tied


def test_a_blackjack_that_is_paid_otherwise_needs_its_section() -> None:
    with pytest.raises(BadInput, match=r"^red pays a Blackjack its own way: its blackjack_section"):
        require_own_sections("red", Paying())
    with pytest.raises(BadInput, match=r"^red pays a Blackjack against the dealer's: its tie_sec"):
        require_own_sections("red", Paying("section 1"))
    require_own_sections("red", Paying("section 1", "section 2"))


class PrintingAll(Paying, frozen=True):
    """The same, with both odds on the signs."""

    def printed_pays(self, pays: dict[str, str]) -> dict[str, str]:
        return {**pays, "red-blackjack": "2 to 1", "tied-blackjack": "1 to 1"}


class PrintingAnother(Paying, frozen=True):
    """The same, with other odds on the signs than are paid."""

    def printed_pays(self, pays: dict[str, str]) -> dict[str, str]:
        return {**pays, "red-blackjack": "3 to 1", "tied-blackjack": "1 to 1"}


@pytest.mark.parametrize("paying", [Paying(), PrintingAnother()])
def test_odds_that_no_sign_prints_are_refused(paying: Variation) -> None:
    sentence = "blackjack pays a Blackjack 2 to 1, odds that neither [pays] nor printed_pays names."
    with pytest.raises(BadInput) as refused:
        require_printed_odds(replace(table_rules(), variation=paying))
    assert str(refused.value) == sentence


def test_odds_that_the_signs_print_are_accepted() -> None:
    require_printed_odds(replace(table_rules(), variation=PrintingAll()))
    require_printed_odds(table_rules())


class PrintingTooMuch(PrintingAll, frozen=True):
    """The same, where the house has chosen that a tie is a push."""

    def tie_odds(self, _: bool | None) -> PaidOdds | None:
        return None


def test_printed_odds_that_no_blackjack_is_paid_are_refused() -> None:
    with pytest.raises(BadInput) as refused:
        require_printed_odds(replace(table_rules(), variation=PrintingTooMuch("s. 1", "s. 2")))
    assert str(refused.value) == (
        "blackjack prints tied-blackjack 1 to 1 on its sign, odds that no such Blackjack is paid "
        "(s. 2): printed_pays has to leave it out."
    )


class LeavingOut(PrintingTooMuch, frozen=True):
    """The same, with a sign that leaves the tie out."""

    def printed_pays(self, pays: dict[str, str]) -> dict[str, str]:
        return {**pays, "red-blackjack": "2 to 1"}


def test_a_sign_that_leaves_out_what_is_not_paid_is_accepted() -> None:
    require_printed_odds(replace(table_rules(), variation=LeavingOut()))


class PrintingTheOrdinary(LeavingOut, frozen=True):
    """The same, with a row at the odds of every other Blackjack."""

    def printed_pays(self, pays: dict[str, str]) -> dict[str, str]:
        return {**pays, "red-blackjack": "2 to 1", "black-blackjack": "3 to 2"}


def test_a_row_at_the_table_s_ordinary_odds_is_paid() -> None:
    require_printed_odds(replace(table_rules(), variation=PrintingTheOrdinary()))


class PayingSpades(Variation, frozen=True):
    """Only the ace of spades with a ten-value card of spades pays otherwise."""

    def blackjack_odds(
        self, first: int, second: int, _: bool | None, ordinary: PaidOdds, __: int = 0
    ) -> PaidOdds:
        alone = first == ACE_OF_SPADES and suit_of(second) == SPADES and second >= FIRST_TEN
        return PaidOdds(2) if alone else ordinary


def test_one_blackjack_of_all_suits_is_enough() -> None:
    with pytest.raises(BadInput, match=r"^spades pays a Blackjack its own way"):
        require_own_sections("spades", PayingSpades())


def test_every_total_on_which_a_dealer_ends_is_looked_at() -> None:
    """17 to 21, and those of a dealer who draws to 16 and busts."""
    assert {hand.dealer for hand in HANDS} == set(range(17, 27))


@pytest.mark.parametrize(
    "variation",
    [
        DownUnderRules(pushes_on_22=True),
        *(SwitchRules(blackjack_beats_22=beats) for beats in (False, True)),
    ],
)
def test_every_hand_of_upcard_s_own_variations_has_its_section(variation: Variation) -> None:
    assert list(hands_decided_otherwise(variation))
    require_own_sections("own", variation)


def test_the_analyzer_tells_every_hand_as_the_variation_decides_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = replace(table_rules(), game="sham", variation=Pushing("section 1"))

    def told(changes: dict[str, Any]) -> None:
        monkeypatch.setattr(games, "part_of", lambda *_: StrategyPart(lambda _: changes))

    told({})
    with pytest.raises(NoBestPlay, match=r"decides 20 against the dealer's 22 as push, and its "):
        rules_of(table)
    told({"dealer_22": "pushes"})
    with pytest.raises(NoBestPlay, match=r"4 against the dealer's 22 as win, .* says push"):
        rules_of(table)


def test_the_analyzer_is_told_what_a_blackjack_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    def told(one_color: Fraction | None) -> None:
        changes = {"blackjack_one_color": one_color}
        monkeypatch.setattr(games, "part_of", lambda *_: StrategyPart(lambda _: changes))

    class OneColor(Paying, frozen=True):
        def blackjack_odds(
            self, first: int, second: int, _: bool | None, ordinary: PaidOdds, __: int = 0
        ) -> PaidOdds:
            return PaidOdds(2) if is_red(first) == is_red(second) else ordinary

    table = replace(table_rules(), game="sham", variation=OneColor("section 1", "section 2"))
    told(Fraction(2))
    assert rules_of(table).blackjack_one_color == 2
    told(Fraction(3))
    with pytest.raises(NoBestPlay, match=r"pays a Blackjack of As and Ks 2, .* says 3 "):
        rules_of(table)
    told(None)
    with pytest.raises(NoBestPlay, match=r"pays a Blackjack of As and Ks 2, .* says 3/2 "):
        rules_of(table)


def test_rules_of_hands_say_what_a_dealer_s_22_does() -> None:
    """As Down Under and Blackjack Switch decide: the lists of both are equal."""
    low = HandRules(dealer_22="pushes-low")
    assert not list(hands_decided_otherwise(DownUnderRules(pushes_on_22=True), low.outcome))
    all_of_them = HandRules(dealer_22="pushes")
    assert not list(
        hands_decided_otherwise(SwitchRules(blackjack_beats_22=True), all_of_them.outcome)
    )
    assert list(
        hands_decided_otherwise(SwitchRules(blackjack_beats_22=False), all_of_them.outcome)
    ) == [DecidedHand(21, 1, 1, PUSHING_TOTAL)]
    assert {HandRules().outcome(hand) for hand in HANDS if hand.dealer == PUSHING_TOTAL} == {
        0,
        WIN,
        4,
    }
