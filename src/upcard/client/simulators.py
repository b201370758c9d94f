"""Simulators of the devices that a maker does not have.

Each has `act`, which does what is due for the device and returns whether anything was.
"""

import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Final, Protocol

from upcard.client.client import Client
from upcard.client.devices import STEPS_WITH_A_CARD, BetSensor, Keypad, ShoeReader, Wheel
from upcard.client.json_object import Json

ANSWERS: Final = {
    "decision": "Stand",
    "insurance": "DeclineInsurance",
    "surrender": "DeclineSurrender",
    "press": "TakeWinnings",
    "switch": "KeepCards",
    "missed-card": "TakeMissedCard",
}
"""What the players of the keypad's simulator answer, by the kind of question."""

OF_OTHERS: Final = (*STEPS_WITH_A_CARD, "SpinWheel")
"""The steps that wait for a shoe or a wheel."""

PAUSE_SECONDS: Final = 0.1
"""Seconds before simulators with nothing to do look again."""

POCKETS: Final = 37


class Simulator(Protocol):
    """A device that is simulated."""

    def act(self) -> bool:
        """Do what is due for the device; returns whether anything was."""


def _answer_to(question: str) -> str:
    """The command that answers a kind of question; raises `ValueError` for one not in `ANSWERS`."""
    if question not in ANSWERS:
        raise ValueError(f"The keypad's simulator has no answer to the question {question}.")
    return ANSWERS[question]


class KeypadSimulator:
    """A dealer who deals rounds: one wager at each position, and the answers `ANSWERS`.

    `rounds` counts those that were cleared. Wagers are closed one turn after they were placed, so
    that bet sensors have theirs in between.
    """

    def __init__(
        self, client: Client, table: str, wager: str, amount: str, positions: Sequence[int] = (1,)
    ) -> None:
        self._client, self._table = client, table
        self._keypad = Keypad(client, table)
        self._wager, self._amount, self._positions = wager, amount, positions
        self._progressive = {
            offer["wager"] for offer in client.offers(table) if offer["progressive"]
        }
        self.rounds = 0

    def act(self) -> bool:
        """Answer for a player, take the step that is due, or take and close wagers."""
        view = self._client.view(self._table)["view"]
        table, service = view["table"], view["service"]
        turn, step = service["turn"], service["step"]
        if turn is not None:
            self._keypad.press(_answer_to(turn["asked"]), position=turn["position"])
        elif step in OF_OTHERS:
            return False
        elif step is not None:
            self._take_step(step, table)
        elif table["phase"] != "wagering":
            return False
        elif table["boxes"]:
            self._keypad.press("CloseBets")
        else:
            self._take_wagers()
        return True

    def _take_step(self, step: str, table: Json) -> None:
        if step == "CollectProgressiveWagers":
            wagers = [wager for box in table["boxes"] for wager in box["wagers"]]
            chips = sum(wager in self._progressive for wager in wagers)
            self._keypad.press(step, chips=chips)
        else:
            self._keypad.take(step)
        self.rounds += step == "ClearTable"

    def _take_wagers(self) -> None:
        for position in self._positions:
            fields = {"position": position, "wager": self._wager, "amount": self._amount}
            self._keypad.press("PlaceWager", **fields, player=f"Player {position}")


class ShoeSimulator:
    """A shoe of shuffled decks: reports each card that is due, and the cover card."""

    def __init__(self, client: Client, table: str, decks: int = 6, seed: int = 0) -> None:
        self._shoe = ShoeReader(client, table)
        self._decks, self._random = decks, Random(seed)
        self._cards: list[str] = []
        self._left_at_cover = 0

    def act(self) -> bool:
        """Report the next card if a step waits for one."""
        step = self._shoe.wanted
        if step is None:
            return False
        if step == "BurnCard" or not self._cards:
            self._load()
        if len(self._cards) == self._left_at_cover:
            self._left_at_cover = -1
            self._shoe.cover_card()
        else:
            self._shoe.read(self._cards.pop())
        return True

    def _load(self) -> None:
        """Shuffled decks, with the cover card a quarter from the bottom."""
        self._cards = [rank + suit for rank in "A23456789TJQK" for suit in "cdhs"] * self._decks
        self._random.shuffle(self._cards)
        self._left_at_cover = -(-len(self._cards) // 4)


class WheelSimulator:
    """A wheel whose ball comes to rest at random."""

    def __init__(self, client: Client, table: str, seed: int = 0) -> None:
        self._client, self._table = client, table
        self._wheel, self._random = Wheel(client, table), Random(seed)

    def act(self) -> bool:
        """Report a number if the wheel is spun."""
        view = self._client.view(self._table)["view"]
        if view["service"]["step"] != "SpinWheel":
            return False
        self._wheel.rested(self._random.randrange(POCKETS))
        return True


class BetSensorSimulator:
    """Sensors of a progressive wager: they report its minimum beside each other wager.

    The `wager` defaults to the first progressive one that the table offers.
    """

    def __init__(self, client: Client, table: str, wager: str = "") -> None:
        self._client, self._table = client, table
        offers = [offer for offer in client.offers(table) if offer["progressive"]]
        matching = [offer for offer in offers if wager in ("", offer["wager"])]
        if not matching:
            raise ValueError(f"Table {table} offers no progressive wager {wager}".strip() + ".")
        self._wager: str = matching[0]["wager"]
        self._amount: str = matching[0]["minimum"]
        self._sensor = BetSensor(client, table, self._wager)
        self._after: int = client.view(table)["seq"]

    def act(self) -> bool:
        """Report a chip at each position where a player has placed a wager since the last call."""
        positions: set[int] = set()
        for record in self._client.events(self._table, self._after):
            self._after = record["seq"]
            for event in record["events"]:
                if event["event"] == "WagerPlaced" and event["wager"] != self._wager:
                    positions.add(event["position"])
                elif event["event"] in ("CollectionDue", "BetsClosed"):
                    positions.clear()  # too late
        for position in sorted(positions):
            self._sensor.dropped(position, self._amount)
        return bool(positions)


class SignSimulator:
    """A sign: calls `show` with the meters' amounts when one has changed."""

    def __init__(self, client: Client, show: Callable[[dict[str, str]], None]) -> None:
        self._client, self._show = client, show
        self._shown: dict[str, str] = {}

    def act(self) -> bool:
        """Show the meters if one has changed."""
        meters = {meter["stream"]: meter["amount"] for meter in self._client.meters()}
        if meters == self._shown:
            return False
        self._shown = meters
        self._show(meters)
        return True


def run(
    simulators: Sequence[Simulator], is_done: Callable[[], bool], pause: float = PAUSE_SECONDS
) -> None:
    """Let simulators act in turn until `is_done`; wait where none had anything to do."""
    while not is_done():
        acted = [simulator.act() for simulator in simulators]
        if not any(acted):
            time.sleep(pause)
