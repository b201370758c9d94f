"""The tables of the differential test of Blackjack: every game of the family, every wager."""

from typing import Any, Final

import msgspec

Choices = dict[str, Any]


class Case(msgspec.Struct, frozen=True):
    """A table and how it is played: `answers` about Insurance and even money, at random else.

    `choices` are the submission's beside `[table]` and `[wagers]`.
    """

    rounds: int
    table: Choices = {}
    wagers: Choices = {}
    choices: Choices = {}
    seats: int = 1
    fresh: bool = False
    basic: bool = False
    answers: dict[str, bool] = {}


FIVE: Final = {"minimum": 5}

WITH_A_SHOE: Final[Choices] = {
    "lucky-ladies": FIVE,
    "kings-bounty": FIVE,
    "match-the-dealer": FIVE,
    "in-between": FIVE,
    "royal-match-21": {"paytable": "D", "crown_treasure": True, **FIVE},
    "bet-the-set-21": {"paytable": "C", **FIVE},
    "three-card-poker": {"paytable": "A", **FIVE},
    "top-3": {"paytable": "A", "wager": 5},
    "bad-beat": {"magic_card": True, "lucky_player": True, **FIVE},
    "hit-and-run": FIVE,
    "straight-jack": FIVE,
    "house-money": {"paytable": "multiple-deck", **FIVE},
    "perfect-pairs": {"paytable": "B", **FIVE},
    "axman": {"minimum": 15},
    "buster-blackjack": {"paytable": "A", "bonus": "B1", "minimum": 15},
    "upcard-luck": FIVE,
    "trilux-deluxe": {"paytable": "TLX-3", **FIVE},
}
AUTOMATED: Final[Choices] = {
    "jackpot-party": {"paytable": "P20-B", "wager": 5, "envy": True},
    "match-the-dealer-progressive": {"paytable": "1"},
    "super-4": {"paytable": "1-1"},
    "lucky-aces": {"paytable": "A"},
    "blazing-7s": {"paytable": "A", "wager": 5},
    "blackjack-match": {"paytable": "A", "wager": 5},
}
METER: Final[Choices] = {"wager": 1, "seed": 10_000, "increment": "15%"}
ANTE: Final[Choices] = {"switch-hands-ante": {}}
"""$1 for every $5."""

LIBERAL: Final[Choices] = {"resplits": 3, "resplit_aces": True}
STRICT: Final[Choices] = {"resplits": 0, "split_aces": "one-card"}
LATE: Final[Choices] = {"settle_blackjack": "after-reveal", "settle_surrender": "after-reveal"}
TAKING: Final = {"insures": True, "takes_even_money": True}

BASE: Final = {
    "heads-up": Case(3_800),
    "basic-strategy": Case(3_800, basic=True),
    "every-answer-to-an-ace": Case(1_500, answers=TAKING),
    "insured": Case(1_000, {"smallest_chip": 5, "minimum": 25}, seats=2, answers={"insures": True}),
    "resplit-aces": Case(1_000, {"decks": 2}, choices={"blackjack": LIBERAL}, seats=2),
    "one-card-on-aces": Case(500, {"decks": 1}, choices={"blackjack": STRICT}, seats=3),
    "one-deck-runs-out": Case(600, {"decks": 1}, choices={"blackjack": LATE}, seats=7),
    "from-the-hand": Case(500, {"decks": 2, "dealing": "from-the-hand"}, seats=3),
    "continuous": Case(350, {"decks": 4, "dealing": "continuous-shuffler"}, seats=2),
    "new-shoes": Case(
        500, {"decks": 8}, choices={"blackjack": STRICT | {"resplit_aces": True}}, fresh=True
    ),
    "double-shoe": Case(400, {"decks": 2, "dealing": "double-shoe"}, seats=3),
    "new-double-shoes": Case(150, {"dealing": "double-shoe"}, WITH_A_SHOE, fresh=True),
    "cards-at-the-deal": Case(500, wagers=WITH_A_SHOE),
    "seven-seats-with-wagers": Case(50, wagers=WITH_A_SHOE, seats=7),
    "automated": Case(350, {"fully_automated": True}, AUTOMATED),
    "three-automated-seats": Case(150, {"fully_automated": True}, AUTOMATED, seats=3),
}


def variation(game: str, rounds: int, wagers: Choices | None = None, **case: Any) -> Case:
    """A table of a variation; all but what `Case` takes is the table's."""
    own = {key: case.pop(key) for key in ("choices", "seats", "fresh", "answers") if key in case}
    return Case(rounds, {"game": game, **case}, wagers or {}, **own)


def switch(rounds: int, wagers: Choices | None = None, **case: Any) -> Case:
    """A table of Blackjack Switch."""
    return variation("blackjack-switch", rounds, wagers, **case)


def switch_hands(rounds: int, wagers: Choices | None = None, **case: Any) -> Case:
    """A table of Switch Hands, where every player places the ante."""
    return variation("switch-hands", rounds, ANTE | (wagers or {}), **case)


def premium(rounds: int, wagers: Choices | None = None, **case: Any) -> Case:
    """A table of Blackjack Premium."""
    return variation("blackjack-premium", rounds, wagers, **case)


def down_under(rounds: int, wagers: Choices | None = None, **case: Any) -> Case:
    """A table of Down Under Blackjack."""
    return variation("down-under-blackjack", rounds, wagers, **case)


def washington(rounds: int, decks: int, paytable: str, prize: str = "", **case: Any) -> Case:
    """A table with every wager on the dealer's cards (Tables 2 to 5, 8 and 9).

    The house sets one `prize` where the paytable prints none.
    """
    progressive = {"paytable": paytable, **METER, "prizes": {prize: 100} if prize else {}}
    wagers = {"match-the-dealer-progressive": progressive}
    wagers |= {"match-the-dealer": FIVE, "match-the-dealer-down": FIVE}
    return variation("match-the-dealer-blackjack", rounds, wagers, decks=decks, **case)


VARIATIONS: Final = {
    "switch": switch(600, answers=TAKING),
    "switch-by-the-trade": switch(
        300,
        seats=2,
        choices={"switch": {"blackjack_pays": "industry", "dealer_22": "industry"}},
    ),
    "switch-resplit": switch(200, decks=2, choices={"blackjack": LIBERAL}),
    "switch-with-wagers": switch(200, WITH_A_SHOE | {"super-match": FIVE}, seats=2),
    "switch-automated": switch(100, AUTOMATED, fully_automated=True),
    "switch-runs-out": switch(200, decks=1, seats=4),
    "switch-from-a-double-shoe": switch(100, dealing="double-shoe", seats=2),
    "switch-from-the-hand": switch(100, dealing="from-the-hand", decks=2),
    "switch-hands": switch_hands(400, seats=2),
    "switch-hands-tied": switch_hands(
        200,
        WITH_A_SHOE,
        seats=2,
        choices={"switch_hands": {"cards": "after", "tie_blackjack": "1 to 2"}, "blackjack": LATE},
    ),
    "switch-hands-automated": switch_hands(100, AUTOMATED, fully_automated=True),
    "premium": premium(450, ANTE, answers=TAKING),
    "premium-with-wagers": premium(200, ANTE | WITH_A_SHOE, seats=2),
    "premium-automated": premium(
        100,
        ANTE | AUTOMATED,
        fully_automated=True,
        fresh=True,
        choices={"switch_hands": {"tie_without_ante": "push"}},
    ),
    "premium-runs-out": premium(200, ANTE, decks=1, seats=4),
    "down-under": down_under(400, seats=2),
    "down-under-with-a-progressive": down_under(
        200,
        {"match-the-dealer-progressive": {"paytable": "1"}},
        choices={"down_under": {"two_large": "played", "dealer_22": "bust"}},
        fully_automated=True,
    ),
    "down-under-in-washington": down_under(
        100,
        {"match-the-dealer-progressive": {"paytable": "4d-1", **METER}},
        jurisdiction="wa",
    ),
    "washington-up": washington(100, 6, "3c-1"),
    "washington-up-alternate": washington(100, 4, "3a-1-alt", "three-card-suited-match"),
    "washington-four": washington(
        100, 8, "5d-1", "two-suited-matches", seats=2, deal_order="down-card-first"
    ),
    "washington-both": washington(100, 5, "4c-1", deal_order="players-first"),
    "washington-both-alternate": washington(
        100, 4, "4b-1-alt", "three-card-suited-match-with-up-or-down"
    ),
    "washington-two-decks": washington(100, 2, "4a-1", "any-four-of-same-rank", seats=3),
    "washington-old": washington(100, 6, "9c-1", system_version="v002"),
}


def house(rounds: int, wagers: Choices | None = None, **case: Any) -> Case:
    """A table by a house's own rules; those of play are given as `play`."""
    play = case.pop("play", {})
    own = {key: case.pop(key) for key in ("seats", "fresh", "answers") if key in case}
    table = {"jurisdiction": "house", **case}
    return Case(rounds, table, wagers or {}, {"blackjack": play}, **own)


HOUSE_WAGERS: Final[Choices] = {
    **{slug: chosen for slug, chosen in WITH_A_SHOE.items() if slug != "top-3"},
    "match-the-dealer-down": FIVE,
}
NO_PEEK: Final[Choices] = {"peek": False}
ORIGINAL: Final[Choices] = NO_PEEK | {"without_peek": "original"}

HOUSE: Final = {
    "house-hits-soft-17": house(300, play={"soft_17": "hit", "blackjack_pays": "6 to 5"}),
    "house-no-peek": house(400, play=NO_PEEK | LIBERAL, answers=TAKING),
    "house-original-only": house(400, play=ORIGINAL | LIBERAL, answers={"insures": True}),
    "house-early": house(300, play={"surrender": "early"}, seats=2, answers={"insures": True}),
    "house-early-no-peek": house(250, play=ORIGINAL | {"surrender": "early"}, seats=2),
    "house-no-surrender": house(
        200, play={"surrender": "none", "double": "9-11", "das": False}, decks=3
    ),
    "house-double-10-11": house(
        150, play=LIBERAL | {"double": "10-11", "soft_17": "hit"}, decks=2, seats=3
    ),
    "house-double-any-with-21": house(
        150, HOUSE_WAGERS, play=LIBERAL | {"double": "any-with-21"}, decks=2, seats=2
    ),
    "house-with-wagers": house(200, HOUSE_WAGERS, play={"soft_17": "hit"}, seats=2),
    "house-wagers-early": house(200, HOUSE_WAGERS, play={"surrender": "early"}, seats=2),
    "house-wagers-no-peek": house(200, HOUSE_WAGERS, play=NO_PEEK | LATE, seats=2),
    "house-automated": house(150, AUTOMATED, play=ORIGINAL, seats=2),
    "house-automated-early": house(150, AUTOMATED, play={"surrender": "early"}, fresh=True),
    "house-hundred-decks": house(100, play=ORIGINAL | STRICT, decks=100, fresh=True),
    "house-runs-out": house(150, play=NO_PEEK | {"surrender": "early"}, decks=1, seats=5),
    "house-double-shoe": house(200, play=ORIGINAL, decks=2, dealing="double-shoe", seats=2),
    "house-without-tens": house(250, HOUSE_WAGERS, play={"tens": False, "soft_17": "hit"}, seats=3),
    "house-without-tens-runs-out": house(
        150, play=ORIGINAL | {"tens": False, "dealer_22": "push"}, decks=1, seats=5
    ),
    "house-without-tens-double-shoe": house(
        150, play={"tens": False}, decks=2, dealing="double-shoe", seats=2
    ),
    "house-from-the-hand": house(200, play=NO_PEEK, dealing="from-the-hand", seats=2),
}
CASES: Final = BASE | VARIATIONS | HOUSE
