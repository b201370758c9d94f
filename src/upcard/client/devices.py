"""Clients for each kind of device, at the device's own table."""

from collections.abc import Collection, Iterable, Iterator
from typing import Any, Final

from upcard.client.client import Client
from upcard.client.json_object import Json

STEPS_WITH_A_CARD: Final = ("DealCard", "BurnCard", "DrawDeterminant")
"""The steps that need a card from the shoe."""


class ShoeReader:
    """A card-reading shoe: posts every card that leaves it.

    `own_steps` names the steps of the table's variation that need a card.
    """

    def __init__(self, client: Client, table: str, own_steps: Collection[str] = ()) -> None:
        self._client, self._table = client, table
        self._steps = (*STEPS_WITH_A_CARD, *own_steps)

    @property
    def wanted(self) -> str | None:
        """The step that waits for a card; None if no step does."""
        step = self._client.view(self._table)["view"]["service"]["step"]
        return step if step in self._steps else None

    def read(self, card: str) -> Json:
        """Post a card that left the shoe, for the step that waits for it."""
        step = self.wanted
        if step == "DrawDeterminant":
            return self._client.send(self._table, step, card=card, side=0)
        return self._client.send(self._table, step or "DealCard", card=card)

    def cover_card(self, side: int = 0) -> Json:
        """Post that the cover card came out."""
        return self._client.send(self._table, "ShowCoverCard", side=side)


class Wheel:
    """A wheel with a sensor: posts the number of each spin."""

    def __init__(self, client: Client, table: str) -> None:
        self._client, self._table = client, table

    def rested(self, pocket: int) -> Json:
        """Post the number of the compartment in which the ball came to rest."""
        return self._client.send(self._table, "SpinWheel", pocket=pocket)


class Keypad:
    """A dealer's keypad: posts the dealer's steps and what players say to the dealer."""

    def __init__(self, client: Client, table: str) -> None:
        self._client, self._table = client, table

    @property
    def due(self) -> str | None:
        """The name of the step that is due."""
        step: str | None = self._client.view(self._table)["view"]["service"]["step"]
        return step

    def take(self, step: str | None = None) -> Json:
        """Take the named step, or the one that is due."""
        now = self._client.view(self._table)
        return self._client.take(self._table, step or now["view"]["service"]["step"], now["seq"])

    def press(self, command: str, **fields: Any) -> Json:
        """Post any other command that the dealer enters, for the dealer or for a player."""
        return self._client.send(self._table, command, **fields)


class BetSensor:
    """Bet sensors of a progressive wager: post the value chips dropped on its areas."""

    def __init__(self, client: Client, table: str, wager: str) -> None:
        self._client, self._table, self._wager = client, table, wager

    def dropped(self, position: int, amount: str) -> Json:
        """Post value chips dropped on a position's area, as dollars."""
        return self._client.send(
            self._table, "PlaceWager", position=position, wager=self._wager, amount=amount
        )


class Sign:
    """A sign: follows the meters and announces hits."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def frames(self, streams: Iterable[str] = ()) -> Iterator[tuple[dict[str, str], list[Json]]]:
        """What to show, without end: dollars by meter, and the hits since the last frame.

        `streams` are the meters to show; all of them if it is empty.
        """
        wanted_streams = set(streams)
        for frame in self._client.meter_feed():
            meters = {meter["stream"]: meter["amount"] for meter in frame["meters"]}
            hits = [
                hit
                for hit in frame["hits"]
                if not wanted_streams or hit["stream"] in wanted_streams
            ]
            yield (
                {
                    name: meters[name]
                    for name in meters
                    if not wanted_streams or name in wanted_streams
                },
                hits,
            )
