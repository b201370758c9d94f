"""Blackjack on a hybrid gaming table: how shared cards become hands. 58 Pa. Code § 633c.5.

Many players decide for themselves on the same cards. A player's hands (`PlayerHands`) are computed
from the cards of the position, the community cards and the player's own decisions; they are never
stored.
"""

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import ClassVar, Final

import msgspec
from msgspec.structs import replace

from upcard.cards.card import ACE, rank_of, value_of
from upcard.cards.totals import is_blackjack, total_of
from upcard.games.blackjack import FULL, dealer_draws
from upcard.games.variation import Variation
from upcard.rules.violation import RuleViolation
from upcard.wagers.facts import OF_A_HYBRID_TABLE

WITH_HOLE_CARD: Final = "hybrid-blackjack"
WITHOUT_HOLE_CARD: Final = "hybrid-blackjack-no-hole-card"

SECTION: Final = "58 Pa. Code § 633c.5"

DECKS: Final = (6, 8)
"""The numbers of decks with which the games are played (§ 633c.5(f))."""

POSITIONS: Final = {WITH_HOLE_CARD: 3, WITHOUT_HOLE_CARD: 1}
"""Positions on the layout, each with a hand that its players share (§ 633c.5(b)(2), (y))."""

MAX_OF_A_HAND: Final = 21
MAX_OF_THE_DEALER: Final = 17
"""The most cards of a hand: a player may draw to any total under 21, the dealer under 17."""

_OWN_SECTIONS: Final = {
    "633a.7(i)(1)": ("(v)(1)", "(ee)(2)"),
    "633a.7(m)": ("(s)", "(bb)(2)"),
    "633a.8": ("(o)", "(z)"),
    "633a.8(e)": ("(o)", "(z)"),
    "633a.9": ("(p)(2)", "(z)"),
    "633a.11(c)": ("", "(aa)(3)(i)"),
    "633a.13(b)": ("(v)(2)", "(ee)(1)"),
}
"""The paragraphs in the place of provisions of chapter 633a, with and without a hole card; empty
where the provision itself holds."""

CACHED: Final = 8_192
"""Entries of each cache: players who made the same decisions share an entry."""


class HybridRules(Variation, frozen=True):
    """The certificate holder's choices for the countdown clock.

    `countdown_seconds` is the time for a decision; the clock itself is outside the engine.
    `hit_totals` are the point counts on which a hand is hit when its player takes no action; on
    every other point count it stands (§ 633c.5(c)(2), (p)(2), (z)). `hole_card` says whether the
    dealer receives one: subsections (a)-(v), else (w)-(ee).
    """

    has_terminals: ClassVar[bool] = True
    facts: ClassVar[frozenset[str]] = OF_A_HYBRID_TABLE

    countdown_seconds: int
    hit_totals: tuple[int, ...] = ()
    hole_card: bool = True

    def cite(self, section: str) -> str:
        """A provision of chapter 633a by the paragraph of § 633c.5 that takes its place."""
        own = _OWN_SECTIONS.get(section.removeprefix("58 Pa. Code § "), ("", ""))
        paragraph = own[0 if self.hole_card else 1]
        return SECTION + paragraph if paragraph else section

    def explained(self) -> Iterator[str]:
        """Shared cards, the countdown clock and what a hand does when it ends, for the players."""
        if self.hole_card:
            yield "Community cards: all positions share the cards that are drawn (§ 633c.5(q))."
            yield "Card of a double down: the first community card alone (§ 633c.5(r)(2))."
        else:
            yield "Community cards: each player's first, then the dealer's (§ 633c.5(y)(4))."
            card = "one community card, which completes the hand"
            yield f"Card of a double down: {card} (§ 633c.5(aa)(3)(i))."
            yield (
                "Dealer's Blackjack: takes the original wager; what a split or a double down added "
                "comes back, unless that hand is over 21 (§ 633c.5(bb)(1))."
            )
        seconds = f"{self.countdown_seconds} seconds to decide"
        yield f"Countdown: {seconds}, the same for everybody (§ 633c.5(c)(2))."
        totals = " or ".join(map(str, self.hit_totals))
        rests_on = "(p)(2)" if self.hole_card else "(z)"
        exceptions = f", but is hit on {totals}" if totals else ""
        yield f"No decision in time: the hand stands{exceptions} (§ 633c.5{rests_on})."


def hybrid_rules(
    game: str, decks: int, countdown_seconds: int, hit_totals: Collection[int] = ()
) -> HybridRules:
    """The rules of a hybrid table with `decks` decks.

    Raises `RuleViolation` for a number of decks that the text does not name, and for an action at
    the end of the countdown that the certificate holder may not choose.
    """
    if decks not in DECKS:
        raise RuleViolation(
            f"{SECTION}(f)", f"A hybrid table is played with six or eight decks, not {decks}."
        )
    if countdown_seconds < 1:
        raise RuleViolation(f"{SECTION}(c)(2)", "The countdown clock gives at least one second.")
    if hit_totals and game == WITH_HOLE_CARD:
        raise RuleViolation(
            f"{SECTION}(p)(2)",
            "A player who takes no action stands: only the game without a hole card may have "
            "another action at the end of the countdown.",
        )
    if any(not 4 <= total < FULL for total in hit_totals):
        raise RuleViolation(
            f"{SECTION}(z)", "A hand is asked for a decision with a point count of 4 to 20."
        )
    return HybridRules(countdown_seconds, tuple(sorted(set(hit_totals))), game == WITH_HOLE_CARD)


def most_cards(game: str) -> int:
    """The most cards of a round.

    With a hole card, the community cards are at most those of the longest hand; without one, those
    of two hands in succession. The dealer's cards follow. The first card of each hand is dealt to
    its position.
    """
    players = 2 * MAX_OF_A_HAND
    if game == WITH_HOLE_CARD:
        players = 2 * POSITIONS[game] + MAX_OF_A_HAND - 1
    return players + MAX_OF_THE_DEALER


class PlayedHand(msgspec.Struct, frozen=True):
    """One hand of a player: its cards and the decisions about it.

    A `complete` hand takes no card and no decision; a hand that `waits` takes the next community
    card. `double` is the number, from 1, of the hand's double down among the player's, or 0.
    """

    cards: tuple[int, ...]
    decisions: tuple[str, ...] = ()
    from_split: bool = False
    complete: bool = False
    waits: bool = False
    double: int = 0

    @property
    def total(self) -> int:
        """Point count (§ 633c.5(h))."""
        return total_of(self.cards)

    @property
    def blackjack(self) -> bool:
        """An ace and a ten-value card as the initial two cards (§ 633a.1)."""
        cards = self.cards
        return len(cards) == 2 and not self.from_split and is_blackjack(cards[0], cards[1]) == 1

    @property
    def split_aces(self) -> bool:
        """Whether the hand is one of a pair of aces that was split."""
        return self.from_split and rank_of(self.cards[0]) == ACE


class PlayerHands(msgspec.Struct, frozen=True):
    """A player's hands after their decisions, on the cards dealt so far.

    `asked` is the hand (from 1) about which the player has to decide, 0 for none. `waits` is true
    where the player takes the next community card. `taken` counts the community cards that went to
    the player alone; it is 0 where all players share them.
    """

    hands: tuple[PlayedHand, ...]
    asked: int = 0
    waits: bool = False
    taken: int = 0
    surrendered: bool = False

    @property
    def done(self) -> bool:
        """Whether the player has made all decisions and received all cards."""
        return not self.asked and not self.waits


@lru_cache(maxsize=CACHED)
def shared_hands(
    initial: tuple[int, ...],
    community: tuple[int, ...],
    decisions: tuple[str, ...],
    one_card: bool = False,
    resplit_aces: bool = False,
) -> PlayerHands:
    """A player's hands where every hand takes the same community cards (§ 633c.5(q)).

    All hands of a player are asked, in order, before each community card. When a pair is split,
    each of its cards begins a hand, and both hands take the next community card. With `one_card`,
    split aces take one card each; with `resplit_aces` they may be split again.
    """
    hands, words = [_initial_hand(initial)], iter(decisions)
    for card in (*community, None):
        played = _decide(hands, words)
        if played:
            return PlayerHands(tuple(hands), played)
        if card is None or not any(hand.waits for hand in hands):
            break
        hands = [
            _with_community_card(hand, card, one_card, resplit_aces) if hand.waits else hand
            for hand in hands
        ]
    return PlayerHands(tuple(hands), waits=any(hand.waits for hand in hands))


@lru_cache(maxsize=CACHED)
def own_hands(
    initial: tuple[int, ...], community: tuple[int, ...], decisions: tuple[str, ...]
) -> PlayerHands:
    """A player's hands where the community cards go to this player until done (§ 633c.5(aa)).

    The first hand of a split is completed before the second receives its card; split aces take one
    card each.
    """
    hands, words = [_initial_hand(initial)], iter(decisions)
    surrendered = "surrender" in decisions
    for card in (*community, None):
        played = _decide(hands, words)
        due = next((index for index, hand in enumerate(hands) if hand.waits), None)
        if played or due is None or card is None:
            break
        hands[due] = _with_community_card(hands[due], card, one_card=True, resplit_aces=False)
    community_cards = sum(len(hand.cards) for hand in hands) - len(initial)
    return PlayerHands(
        tuple(hands), played, not played and due is not None, community_cards, surrendered
    )


def _initial_hand(initial: tuple[int, ...]) -> PlayedHand:
    return PlayedHand(initial, complete=total_of(initial) == FULL)


def _decide(hands: list[PlayedHand], words: Iterator[str]) -> int:
    """Apply the decisions to `hands`; the hand (from 1) for which none is left, or 0."""
    number = 0
    while number < len(hands):
        hand = hands[number]
        if hand.complete or hand.waits:
            number += 1
            continue
        word = next(words, "")
        if not word:
            return number + 1
        doubles = max(other.double for other in hands)
        hands[number : number + 1] = _hands_after(hand, word, doubles + 1)
    return 0


def _hands_after(hand: PlayedHand, word: str, double: int) -> list[PlayedHand]:
    """The hand after a decision; two hands after a split."""
    decisions = (*hand.decisions, word)
    if word == "hit":
        return [replace(hand, decisions=decisions, waits=True)]
    if word == "double":
        return [replace(hand, decisions=decisions, waits=True, double=double)]
    if word == "split":
        halves = [PlayedHand((card,), from_split=True, waits=True) for card in hand.cards]
        return [replace(halves[0], decisions=decisions), halves[1]]
    assert word in ("stand", "surrender"), word
    return [replace(hand, decisions=decisions, complete=True)]


def _with_community_card(
    hand: PlayedHand, card: int, one_card: bool, resplit_aces: bool
) -> PlayedHand:
    """The hand with a community card (§§ 633c.5(r), (aa)(3))."""
    cards = (*hand.cards, card)
    over = hand.double > 0 or total_of(cards) >= FULL
    if one_card and hand.split_aces:
        over = over or not (resplit_aces and rank_of(card) == ACE)
    return replace(hand, cards=cards, waits=False, complete=over)


@lru_cache(maxsize=CACHED)
def dealers_cards(upcard: int, community: tuple[int, ...]) -> tuple[int, ...]:
    """The dealer's hand: the first card, and the community cards after those of a player.

    The dealer draws to a hard or soft 17 (§ 633c.5(bb)(2)), and not to a Blackjack.
    """
    cards: tuple[int, ...] = (upcard,)
    for card in community:
        if not dealer_takes(cards):
            break
        cards = (*cards, card)
    return cards


def dealer_takes(cards: tuple[int, ...]) -> bool:
    """Whether the dealer draws another card to these cards (§ 633c.5(s), (bb)(2))."""
    pips = sum(value_of(card) for card in cards)
    return dealer_draws(pips, sum(rank_of(card) == ACE for card in cards)) == 1
