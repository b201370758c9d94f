"""What each kind of device does, at the table that its token names."""

from collections.abc import Iterable, Iterator
from typing import Any, Final

from upcard.client.client import Client, Json

READ: Final = ("DealCard", "BurnCard", "DrawDeterminant")
"""The steps for which a card leaves the shoe."""


class Shoe:
    """A card-reading shoe: it posts every card that leaves it."""

    def __init__(self, client: Client, table: str) -> None:
        self._client, self._table = client, table

    @property
    def wanted(self) -> str | None:
        """The step that waits for a card, None where none does."""
        step = self._client.view(self._table)["view"]["service"]["step"]
        return step if step in READ else None

    def read(self, card: str) -> Json:
        """A card left the shoe: it is burned or dealt, as the table has it."""
        step = self.wanted
        if step == "DrawDeterminant":
            return self._client.send(self._table, step, card=card, side=0)
        return self._client.send(self._table, step or "DealCard", card=card)

    def cover_card(self, side: int = 0) -> Json:
        """The cover card came out."""
        return self._client.send(self._table, "ShowCoverCard", side=side)


class Wheel:
    """A wheel with a sensor: it posts the number of each spin."""

    def __init__(self, client: Client, table: str) -> None:
        self._client, self._table = client, table

    def rested(self, pocket: int) -> Json:
        """The ball came to rest in a compartment."""
        return self._client.send(self._table, "SpinWheel", pocket=pocket)


class Keypad:
    """A dealer's keypad: it posts the steps that are his."""

    def __init__(self, client: Client, table: str) -> None:
        self._client, self._table = client, table

    @property
    def due(self) -> str | None:
        """The name of the step that is due."""
        step: str | None = self._client.view(self._table)["view"]["service"]["step"]
        return step

    def take(self, step: str | None = None) -> Json:
        """Take a step, the one that is due unless it is named."""
        now = self._client.view(self._table)
        return self._client.take(self._table, step or now["view"]["service"]["step"], now["seq"])

    def press(self, command: str, **fields: Any) -> Json:
        """Anything else that the dealer enters, for himself or for a player."""
        return self._client.send(self._table, command, **fields)


class BetSensor:
    """Sensors of the progressive wagers' areas: they post what is dropped there."""

    def __init__(self, client: Client, table: str, wager: str) -> None:
        self._client, self._table, self._wager = client, table, wager

    def dropped(self, position: int, amount: str) -> Json:
        """Value chips lie on the area of a position; dollars."""
        return self._client.send(
            self._table, "PlaceWager", position=position, wager=self._wager, amount=amount
        )


class Sign:
    """A sign: it listens to the meters and announces hits."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def frames(self, streams: Iterable[str] = ()) -> Iterator[tuple[dict[str, str], list[Json]]]:
        """What to show, for ever: dollars by meter, and the hits since the last frame.

        `streams` are the meters shown; without one, all of them.
        """
        shown = set(streams)
        for frame in self._client.meter_feed():
            meters = {one["stream"]: one["amount"] for one in frame["meters"]}
            hits = [hit for hit in frame["hits"] if not shown or hit["stream"] in shown]
            yield {name: meters[name] for name in meters if not shown or name in shown}, hits
