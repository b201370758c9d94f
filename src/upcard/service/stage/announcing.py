"""The dealer's announcement of an event: one sentence, or none. Cards face down stay unnamed."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from upcard.cards.card import SUIT_NAMES
from upcard.engine.baccarat.events import PointCountsAnnounced
from upcard.engine.core.events import (
    BetsClosed,
    CardBurned,
    CardDealt,
    CardsShuffled,
    CoverCardAppeared,
    DealerBlackjack,
    DecisionMade,
    DeterminantDue,
    Event,
    HoleCardTurned,
    InsuranceClosed,
    InsuranceOffered,
    InsurancePlaced,
    NoDealerBlackjack,
    PlayerSeated,
    RemovalDue,
    ReshuffleDue,
    RoundSettled,
    SurrenderOffered,
    TableCleared,
    WagerPlaced,
)
from upcard.engine.core.view import HIDDEN
from upcard.engine.hybrid.events import CountdownEnded
from upcard.engine.irregular.events import (
    CardDrawnInError,
    CardExposed,
    CardReaderMisused,
    CardRefused,
    DealerCardMissed,
    DealerOverdrawn,
    ExposedCardDiscarded,
    FaceUpCardFound,
    HandCalledDead,
    HandMissed,
    MissedCardTaken,
    RequestedCardMissed,
    ShufflerCovered,
    ShufflerFailed,
    ShufflerJammed,
    ShufflerRepaired,
    WrongSideDealt,
)
from upcard.engine.roulette.events import BallRested, LuckyNumbersAnnounced
from upcard.engine.shoe.upkeep_events import CardReaderFailed, CardReaderRepaired
from upcard.engine.variations.switching import CardsKept, CardsSwitched, SwitchOffered
from upcard.games.roulette import color_of
from upcard.service.tables.rules_in_words import in_dollars

Told = Mapping[str, Any]
"""A public event (`service/history/public_events.py`)."""

RANKS: Final = {
    **{str(number): str(number) for number in range(2, 10)},
    **{"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"},
}

DECISIONS: Final = {
    "hit": ("hits", "hit"),
    "stand": ("stands", "stand"),
    "double": ("doubles down", "double down"),
    "split": ("splits", "split"),
    "surrender": ("surrenders", "surrender"),
}
"""How a decision is told: to others, and to the player who made it."""

SIMPLE: Final[Mapping[type[Event], str]] = {
    BetsClosed: "No more bets.",
    DeterminantDue: "No more bets.",
    RemovalDue: "No more bets.",
    InsuranceOffered: "Insurance is open.",
    InsuranceClosed: "Insurance is closed.",
    SurrenderOffered: "Players may surrender.",
    NoDealerBlackjack: "The dealer has no Blackjack.",
    DealerBlackjack: "The dealer has a Blackjack.",
    HoleCardTurned: "The hole card is turned.",
    CoverCardAppeared: "The cover card appears: this is the last round of the shoe.",
    CardsShuffled: "The cards are shuffled.",
    CardBurned: "A card is burned.",
    RoundSettled: "The round is settled.",
    TableCleared: "The table is cleared.",
    ReshuffleDue: "The table is cleared; the cards are shuffled next.",
    SwitchOffered: "Players may switch.",
    CountdownEnded: "The countdown has ended.",
}

IRREGULAR: Final[Mapping[type[Event], str]] = {
    CardDrawnInError: "A card was drawn in error: it is the next card.",
    ExposedCardDiscarded: "The exposed card is discarded.",
    DealerCardMissed: "The dealer's card was missed: it comes after the players' cards.",
    WrongSideDealt: (
        "The round came from the incorrect side of the shoe: it is concluded as if from the "
        "correct one."
    ),
    CardReaderMisused: "The card reader was used without cause.",
    CardReaderFailed: "The card reader has failed: nothing is dealt until it is repaired.",
    CardReaderRepaired: "The card reader works again.",
    ShufflerJammed: "The shuffling device has jammed: the cards are shuffled again.",
    ShufflerFailed: "The shuffling device is out of order: it has to be covered, or bear a sign.",
    ShufflerCovered: "The shuffling device is covered, or bears a sign: it is out of order.",
    ShufflerRepaired: "The shuffling device works again.",
}


def ball_in_words(pocket: int, color: str) -> str:
    """Where the ball of the wheel has come to rest, in a sentence."""
    return f"The ball rests in {pocket}, {color}."


def card_in_words(card: str) -> str:
    """The name of a card: ``ace of spades``."""
    return "a card face down" if card == HIDDEN else f"{RANKS[card[0]]} of {SUIT_NAMES[card[1]]}"


def announcement(kind: type[Event], told: Told, title_of: Callable[[str], str], who: str) -> str:
    """The sentence on an event of a kind, of which `told` is public; "" where nothing is said.

    `title_of` gives the title of what is placed under a name.
    """
    if kind in SIMPLE or kind in IRREGULAR:
        return SIMPLE.get(kind) or IRREGULAR[kind]
    words = _WORDS.get(kind) or _IRREGULAR_WORDS.get(kind)
    return "" if words is None else words(told, title_of, who)


def _subject(event: Told, who: str) -> str:
    player = event.get("player", "")
    if player == who:
        return "You"
    return player or f"Position {event.get('position', 0)}"


def _card_words(event: Told, _title: Callable[[str], str], _who: str) -> str:
    card = card_in_words(event["card"])
    place = event.get("to")
    if place is None:
        return f"Position {event['position']}: {card}."
    return f"{place.capitalize()}: {card}."


def _wager_words(event: Told, title_of: Callable[[str], str], who: str) -> str:
    name = _subject(event, who)
    verb = "wager" if name == "You" else "wagers"
    return f"{name} {verb} {in_dollars(event['amount'])} on {title_of(event['wager'])}."


def _decision_words(event: Told, _title: Callable[[str], str], who: str) -> str:
    name = _subject(event, who)
    decision = event["decision"]
    theirs, yours = DECISIONS.get(decision, (f"chooses {decision}", f"choose {decision}"))
    return f"{name} {yours if name == 'You' else theirs}."


def _lucky_words(event: Told, _title: Callable[[str], str], _who: str) -> str:
    numbers = ", ".join(
        f"{lucky['number']} at {lucky['payout']} to 1" for lucky in event["numbers"]
    )
    return f"Lucky Numbers: {numbers}."


def _ball_words(event: Told, _title: Callable[[str], str], _who: str) -> str:
    return ball_in_words(event["pocket"], color_of(event["pocket"]))


def _count_words(event: Told, _title: Callable[[str], str], _who: str) -> str:
    return f"Player's Hand {event['player']}, Banker's Hand {event['banker']}."


def _switch_words(event: Told, _title: Callable[[str], str], who: str) -> str:
    name = _subject(event, who)
    return f"{name} {'switch' if name == 'You' else 'switches'}."


def _keep_words(event: Told, _title: Callable[[str], str], who: str) -> str:
    name = _subject(event, who)
    return f"{name} {'keep' if name == 'You' else 'keeps'} the cards."


def _seat_words(event: Told, _title: Callable[[str], str], who: str) -> str:
    name = _subject(event, who)
    return f"{name} {'sit' if name == 'You' else 'sits'} at position {event['position']}."


def _insurance_words(event: Told, _title: Callable[[str], str], who: str) -> str:
    name = _subject(event, who)
    return f"{name} {'insure' if name == 'You' else 'insures'} for {in_dollars(event['amount'])}."


def _refused_words(event: Told, _title: Callable[[str], str], who: str) -> str:
    name = _subject(event, who)
    return f"{name} {'refuse' if name == 'You' else 'refuses'} the exposed card."


def _of_card(words: str) -> Callable[[Told, Callable[[str], str], str], str]:
    """A sentence that begins with the card of an event."""
    return lambda event, _title, _who: f"The {card_in_words(event['card'])} {words}."


def _of_position(words: str) -> Callable[[Told, Callable[[str], str], str], str]:
    """A sentence that begins with the position of an event."""
    return lambda event, _title, _who: f"Position {event['position']} {words}."


_WORDS: Final[Mapping[type[Event], Callable[[Told, Callable[[str], str], str], str]]] = {
    CardDealt: _card_words,
    WagerPlaced: _wager_words,
    DecisionMade: _decision_words,
    LuckyNumbersAnnounced: _lucky_words,
    BallRested: _ball_words,
    PointCountsAnnounced: _count_words,
    CardsSwitched: _switch_words,
    CardsKept: _keep_words,
    PlayerSeated: _seat_words,
    InsurancePlaced: _insurance_words,
}

_IRREGULAR_WORDS: Final[Mapping[type[Event], Callable[[Told, Callable[[str], str], str], str]]] = {
    CardRefused: _refused_words,
    CardExposed: _of_card("is exposed: it is the next card"),
    FaceUpCardFound: _of_card("lay face up in the shoe: it is not used in this round"),
    DealerOverdrawn: _of_card("was drawn in error: it is discarded"),
    HandMissed: _of_position("was missed"),
    RequestedCardMissed: _of_position("was missed"),
    MissedCardTaken: _of_position("gets the card that was missed"),
    HandCalledDead: _of_position("has a dead hand"),
}

NOTICES: Final = frozenset((*IRREGULAR, *_IRREGULAR_WORDS))
"""The events that the felt does not show by itself: a page shows their sentences for a while."""
