"""Blackjack on a hybrid gaming table: how shared cards become hands. 58 Pa. Code § 633c.5.

Many players decide for themselves on the same cards. What a player holds follows from the cards of
his position, the community cards and his own decisions: his `Course` is never stored.
"""

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import ClassVar, Final

import msgspec
from msgspec.structs import replace

from upcard.cards.card import ACE, rank_of, value_of
from upcard.cards.totals import is_blackjack, total_of
from upcard.games.blackjack import dealer_draws
from upcard.games.variation import Variation
from upcard.rules.violation import RuleViolation

WITH_HOLE_CARD: Final = "hybrid-blackjack"
WITHOUT_HOLE_CARD: Final = "hybrid-blackjack-no-hole-card"

SECTION: Final = "58 Pa. Code § 633c.5"

DECKS: Final = (6, 8)
"""The numbers of decks with which the games are played (§ 633c.5(f))."""

POSITIONS: Final = {WITH_HOLE_CARD: 3, WITHOUT_HOLE_CARD: 1}
"""Hands that lie on the layout for the players to share (§ 633c.5(b)(2), (y))."""

FULL: Final = 21
MOST_OF_A_HAND: Final = 21
MOST_OF_THE_DEALER: Final = 17
"""The most cards of a hand: a player's is drawn to under 21, the dealer's under 17."""

CACHED: Final = 8_192
"""Courses and dealer's hands kept at hand: players who decided alike share one."""


class HybridRules(Variation, frozen=True):
    """What the certificate holder chose for the countdown clock.

    `countdown_seconds` is the time for a decision; whoever keeps the clock says when it is over.
    `hit_totals` are the point counts on which a hand is hit when its player takes no action; on
    every other it stands (§ 633c.5(c)(2), (p)(2), (z)).
    """

    has_terminals: ClassVar[bool] = True

    countdown_seconds: int
    hit_totals: tuple[int, ...] = ()


def hybrid_rules(
    game: str, decks: int, countdown_seconds: int, hit_totals: Collection[int] = ()
) -> HybridRules:
    """The rules of a hybrid table of so many decks.

    Raises `RuleViolation` for other decks than the text names, and for an action at the end of
    the countdown that it does not leave to the certificate holder.
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
    return HybridRules(countdown_seconds, tuple(sorted(set(hit_totals))))


def most_cards(game: str) -> int:
    """The cards that a round may take at most.

    Community cards go to the longest hand or, without a hole card, to two hands one after the
    other; then the dealer's follow. The first card of each hand is dealt to its position.
    """
    players = 2 * MOST_OF_A_HAND
    if game == WITH_HOLE_CARD:
        players = 2 * POSITIONS[game] + MOST_OF_A_HAND - 1
    return players + MOST_OF_THE_DEALER


class PlayedHand(msgspec.Struct, frozen=True):
    """One hand of a player: its cards and what was decided about it.

    A `complete` hand takes neither card nor decision; one that `waits` takes the next community
    card. `double` counts the player's double downs: that of this hand, from 1, or 0.
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


class Course(msgspec.Struct, frozen=True):
    """Where a player's decisions have led, on the cards dealt so far.

    `asked` is the hand (from 1) about which he has to decide, 0 where he has not; `waits` says
    that he is to have the next community card, `taken` how many of them were his. Where all
    players share the community cards, `taken` is 0.
    """

    hands: tuple[PlayedHand, ...]
    asked: int = 0
    waits: bool = False
    taken: int = 0
    surrendered: bool = False

    @property
    def done(self) -> bool:
        """Whether the player has made all decisions and has all cards."""
        return not self.asked and not self.waits


@lru_cache(maxsize=CACHED)
def shared_course(
    initial: tuple[int, ...],
    community: tuple[int, ...],
    decisions: tuple[str, ...],
    one_card: bool = False,
    resplit_aces: bool = False,
) -> Course:
    """The course where every hand takes the same community cards from the first (§ 633c.5(q)).

    All hands of a player are asked, in their order, before each community card. A card that made
    a pair which is split again is the second hand's first one; both go on with the next.
    `one_card` split aces take one card, but `resplit_aces` may be split again.
    """
    hands, words = [_opened(initial)], iter(decisions)
    for card in (*community, None):
        asked = _decide(hands, words)
        if asked:
            return Course(tuple(hands), asked)
        if card is None or not any(hand.waits for hand in hands):
            break
        hands = [
            _given(hand, card, one_card, resplit_aces) if hand.waits else hand for hand in hands
        ]
    return Course(tuple(hands), waits=any(hand.waits for hand in hands))


@lru_cache(maxsize=CACHED)
def own_course(
    initial: tuple[int, ...], community: tuple[int, ...], decisions: tuple[str, ...]
) -> Course:
    """The course where the community cards go to the player until he is done (§ 633c.5(aa)).

    The first hand of a split is completed before the second, which waits for its card until then;
    split aces take one card each.
    """
    hands, words = [_opened(initial)], iter(decisions)
    surrendered = "surrender" in decisions
    for card in (*community, None):
        asked = _decide(hands, words)
        due = next((index for index, hand in enumerate(hands) if hand.waits), None)
        if asked or due is None or card is None:
            break
        hands[due] = _given(hands[due], card, one_card=True, resplit_aces=False)
    taken = sum(len(hand.cards) for hand in hands) - len(initial)
    return Course(tuple(hands), asked, not asked and due is not None, taken, surrendered)


def _opened(initial: tuple[int, ...]) -> PlayedHand:
    return PlayedHand(initial, complete=total_of(initial) == FULL)


def _decide(hands: list[PlayedHand], words: Iterator[str]) -> int:
    """Carry out a decision for each hand that needs one; the hand (from 1) without, or 0."""
    number = 0
    while number < len(hands):
        hand = hands[number]
        if hand.complete or hand.waits:
            number += 1
            continue
        word = next(words, "")
        if not word:
            return number + 1
        doubles = max(one.double for one in hands)
        hands[number : number + 1] = _after(hand, word, doubles + 1)
    return 0


def _after(hand: PlayedHand, word: str, double: int) -> list[PlayedHand]:
    """The hand after a decision: two of them after a split."""
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


def _given(hand: PlayedHand, card: int, one_card: bool, resplit_aces: bool) -> PlayedHand:
    """The hand with a community card (§§ 633c.5(r), (aa)(3))."""
    cards = (*hand.cards, card)
    over = hand.double > 0 or total_of(cards) >= FULL
    if one_card and hand.split_aces:
        over = over or not (resplit_aces and rank_of(card) == ACE)
    return replace(hand, cards=cards, waits=False, complete=over)


@lru_cache(maxsize=CACHED)
def dealers_cards(upcard: int, community: tuple[int, ...]) -> tuple[int, ...]:
    """The dealer's hand, of his first card and the community cards after a player's own.

    He takes them until a hard or soft 17 (§ 633c.5(bb)(2)); a Blackjack takes none.
    """
    cards: tuple[int, ...] = (upcard,)
    for card in community:
        if not dealer_takes(cards):
            break
        cards = (*cards, card)
    return cards


def dealer_takes(cards: tuple[int, ...]) -> bool:
    """Whether the dealer takes one more card to these (§ 633c.5(s), (bb)(2))."""
    pips = sum(value_of(card) for card in cards)
    return dealer_draws(pips, sum(rank_of(card) == ACE for card in cards)) == 1
