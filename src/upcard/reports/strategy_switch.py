"""What decides a switch of cards, in words and as a table: for the forms of ``upcard strategy``."""

from itertools import groupby
from typing import Any, Final

import msgspec

from upcard.exact.play.hands import ACE, TEN
from upcard.exact.strategy.beside import SCALE, ByHand
from upcard.exact.strategy.cards import ValueHand, hands, two_cards
from upcard.exact.strategy.choosing import Chosen
from upcard.exact.strategy.games import GameSolution
from upcard.exact.strategy.rules import NAMES
from upcard.exact.strategy.switching import Switched

UPCARDS: Final = (*range(1, len(NAMES)), ACE)
"""In the order of a chart: 2 to 10, then the ace."""

KEEP: Final = "K"
FACE_DOWN: Final = "F"

SWITCH_RULE: Final = (
    "Switch the second cards where the two hands that this makes are worth more together, by this"
    " table. An ace and a ten that were switched together are 21 and no Blackjack."
)
CHOICE_RULE: Final = (
    "Play the cards that lie face down (F) where they are worth more than the hand; else keep (K)."
)


class SwitchTable(msgspec.Struct, frozen=True):
    """A rule, a line of entries by upcard for each hand, and what comes of it."""

    title: str
    rule: str
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    figures: dict[str, float]


def cards(values: tuple[int, ...]) -> str:
    """A hand as text, aces first and then its highest cards: A,7 or 10,2."""
    return ",".join(NAMES[value] for value in sorted(values, key=lambda one: (one != ACE, -one)))


def switch_table(game: GameSolution) -> SwitchTable | None:
    """What decides a switch; None where nothing is switched."""
    if game.switched is not None:
        return _of_switch(game.switched)
    return None if game.chosen is None else _of_choice(game.chosen)


def _of_switch(found: Switched) -> SwitchTable:
    worth, made = found.switch.worth, found.switch.made
    rows = [("21 made", tuple(_parts(made[upcard][ACE][TEN]) for upcard in UPCARDS))]
    for hand in _hands():
        first, second = hand.values
        entries = tuple(_parts(worth[upcard][first][second]) for upcard in UPCARDS)
        rows.append((cards(hand.values), entries))
    return SwitchTable("Worth of the hands", SWITCH_RULE, tuple(rows), {"switched": found.often})


def _of_choice(found: Chosen) -> SwitchTable:
    entries = {
        hand.values: tuple(
            FACE_DOWN if found.choice.switches(upcard, *hand.values) else KEEP for upcard in UPCARDS
        )
        for hand in _hands()
    }
    rows = []
    for codes, alike in groupby(entries, entries.__getitem__):
        names = [cards(values) for values in alike]
        rows.append((names[0] if len(names) == 1 else f"{names[0]}–{names[-1]}", codes))
    figures = {
        "face down": found.often,
        "Blackjack wager": found.on_the_hand,
    }
    if found.without_choice is not None:
        figures["keeping, no ante"] = found.without_choice
    return SwitchTable("The hand or the cards face down", CHOICE_RULE, tuple(rows), figures)


def _hands() -> list[ValueHand]:
    """All hands of two cards, the highest totals first, hard ones before soft ones."""
    found = [hands()[place] for place in two_cards()]
    return sorted(found, key=lambda hand: (hand.soft, -hand.total, hand.values))


def _parts(worth: int) -> str:
    return f"{worth / SCALE:+.2f}"


# JSON


def switch_form(game: GameSolution) -> dict[str, Any]:
    """The tables as numbers: hands by upcard, per unit of a hand's wager."""
    if game.switched is not None:
        switch = game.switched.switch
        return {
            "switch": {
                "rule": SWITCH_RULE,
                "often": game.switched.often,
                "worth": _worths(switch.worth),
                "made_21": {
                    NAMES[upcard]: switch.made[upcard][ACE][TEN] / SCALE for upcard in UPCARDS
                },
            }
        }
    if game.chosen is None:
        return {}
    found = game.chosen
    form: dict[str, Any] = {
        "rule": CHOICE_RULE,
        "often": found.often,
        "expected_value_of_the_hand": found.on_the_hand,
        "expected_value_without_ante": found.without_choice,
        "worth": _worths(found.choice.seen),
        "face_down": _worths(found.choice.unseen),
    }
    return {"switch": form}


def _worths(worth: tuple[ByHand, ...]) -> dict[str, dict[str, float]]:
    return {
        NAMES[upcard]: {
            cards(hand.values): worth[upcard][hand.values[0]][hand.values[1]] / SCALE
            for hand in _hands()
        }
        for upcard in UPCARDS
    }
