"""Random rounds of baccarat and spins of the wheel, settled again by a naive reading.

The naive side reads the record of the round alone and shares no code with the engine.
"""

import importlib
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from properties.test_flow_properties import SEEDS, SETTINGS
from tables_of_games import baccarat_table, roulette_table
from upcard.cards.card import new_decks
from upcard.cards.shuffle import seeded_bits
from upcard.engine.core.commands import CloseBets, PlaceWager
from upcard.engine.roulette.wheel import draw_lucky_numbers, spin
from upcard.games.baccarat import betting_areas
from upcard.games.roulette import SPOTS, LightningRules
from upcard.host.records.baccarat_roulette import baccarat_record, roulette_record

naive = importlib.import_module("wagers.naive_washington")

RED = {1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}
OUTSIDE: dict[str, Callable[[int], bool]] = {
    "red": lambda ball: ball in RED,
    "black": lambda ball: ball not in RED,
    "odd": lambda ball: ball % 2 == 1,
    "even": lambda ball: ball % 2 == 0,
    "low": lambda ball: ball <= 18,
    "high": lambda ball: ball >= 19,
}
INSIDE = {"split": 17, "street": 11, "trio": 11, "corner": 8, "six-line": 5}
AT_ZERO = {"first-four": {0, 1, 2, 3}, "trio-0-2": {0, 1, 2}, "trio-0-3": {0, 2, 3}}


def cents(amount: Fraction) -> Fraction:
    """Whole cents, rounded down."""
    return Fraction(int(amount * 100), 100)


def check_money(record: dict[str, Any], accounts: dict[str, int]) -> None:
    """Every wager is settled once; the accounts are what the record says."""
    for seat in record["positions"]:
        settled = [row for row in record["settlements"] if row["position"] == seat["position"]]
        assert {row["wager"]: row["wagered"] for row in settled} == seat["wagers"]
        assert len(settled) == len(seat["wagers"])
        net = sum(Fraction(row["net"]) for row in settled)
        assert Fraction(accounts[f"player {seat['player']}"], 10_000) == net
    assert accounts["layout"] == 0


def check_baccarat(record: dict[str, Any]) -> None:
    player, banker = (
        [tuple(card) for card in record[who]["cards"]] for who in ("player", "banker")
    )
    outcomes = dict(zip(("player", "banker", "tie"), naive.baccarat(player, banker), strict=True))
    odds = {"player": Fraction(1), "banker": Fraction(19, 20), "tie": Fraction(8)}
    matches = {"suited-match": Fraction(5, 2), "royal-match": Fraction(25)}
    for row in record["settlements"]:
        game, _, whose = row["wager"].rpartition("-")
        if game == "baccarat":
            outcome, pays = outcomes[whose], odds[whose]
        else:
            outcome = naive.majestic_match(player[:2] if whose == "player" else banker[:2])
            pays = matches.get(outcome, Fraction(0))
        wagered = Fraction(row["wagered"])
        paid = {"lose": Fraction(0), "tie": wagered}.get(outcome, wagered + cents(wagered * pays))
        assert (row["outcome"], Fraction(row["paid"])) == (outcome, paid), row


def naive_odds(name: str, ball: int, lucky: dict[int, int]) -> int:
    """What a wager pays to 1, 0 for a loss."""
    kind, *ends = name.replace("six-line", "six line").split("-")
    if kind == "straight":
        return lucky.get(ball, 29) if ball == int(ends[0]) else 0
    if name in OUTSIDE:
        return int(ball > 0 and OUTSIDE[name](ball))
    if kind == "dozen":
        return 2 * (-(-ball // 12) == int(ends[0]))
    if kind == "column":
        return 2 * (ball > 0 and ball % 3 == int(ends[0]) % 3)
    if name in AT_ZERO:
        return (8 if name == "first-four" else 11) * (ball in AT_ZERO[name])
    low, high = map(int, ends)
    if low == 0:
        return 17 * (ball in (low, high))
    (first, left), (last, right) = divmod(low - 1, 3), divmod(high - 1, 3)
    row, column = divmod(ball - 1, 3)
    inside = first <= row <= last and left <= column <= right
    return INSIDE[kind.replace(" ", "-")] * (ball > 0 and inside)


def check_spin(record: dict[str, Any]) -> None:
    lucky = {number["number"]: int(number["pays"].split()[0]) for number in record["lucky"]}
    for row in record["settlements"]:
        odds = naive_odds(row["wager"], record["pocket"], lucky)
        assert Fraction(row["paid"]) == Fraction(row["wagered"]) * (odds + 1 if odds else 0), row
        assert (row["outcome"] == "lose") is (odds == 0)


def place(table: Any, names: tuple[str, ...], random: Random) -> None:
    """Up to twelve wagers at four positions, in chips of fifty cents."""
    for _ in range(random.randint(1, 12)):
        name, position = random.choice(names), random.randint(1, 4)
        amount = 5_000 * random.randint(20, 200)
        wager = PlaceWager(position, name, amount)
        if table.flow.refusal(table.state, wager) is None:
            table.send(wager)


@SETTINGS
@given(seed=SEEDS)
def test_every_baccarat_wager_is_paid_as_a_naive_reading_says(seed: int) -> None:
    table, random = baccarat_table(), Random(seed)
    place(table, tuple(betting_areas()), random)
    table.cards = random.sample(new_decks(8), 6)
    table.send(CloseBets())
    record = baccarat_record(table.state, table.events)
    check_baccarat(record)
    check_money(record, table.state.accounts)


@SETTINGS
@given(seed=SEEDS, lucky=st.booleans())
def test_every_wager_on_the_wheel_is_paid_as_a_naive_reading_says(seed: int, lucky: bool) -> None:
    """Where `lucky` the ball rests in a Lucky Number, and wagers lie on it."""
    table, random, bits = roulette_table(), Random(seed), seeded_bits(seed)
    rules = table.state.rules.variation
    assert isinstance(rules, LightningRules)
    table.lucky = list(draw_lucky_numbers(rules, bits))
    table.pocket = table.lucky[0].number if lucky else spin(bits)
    table.wager(1, f"straight-{table.pocket}", 10)
    place(table, tuple(SPOTS), random)
    table.send(CloseBets())
    record = roulette_record(table.state, table.events)
    check_spin(record)
    check_money(record, table.state.accounts)
