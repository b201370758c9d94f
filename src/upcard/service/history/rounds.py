"""The records of past rounds, from the journal: those of a table, and those of one player."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

from upcard.host.records.replay import rounds_of
from upcard.service.access.principal import Principal
from upcard.service.history.replays import Replays
from upcard.service.tables.floor import Floor
from upcard.service.tables.views import visible_round

Round = dict[str, Any]


def rounds_after(floor: Floor, who: Principal, table: str, after: int) -> Iterator[Round]:
    """The records of a table's rounds after a number, as `who` sees them.

    Leaves out the round under way: its record has every card, the dealer's hole card too. At a
    hybrid table only the floor sees the terminals of other players (§ 633c.5(c)).
    """
    rules = floor.state(table).rules
    for record in rounds_of(floor.journal, table, floor.rules_of):
        if record["round"] > after and not record.get("open"):
            yield visible_round(who, rules, record)


def rounds_before(
    floor: Floor, replays: Replays, who: Principal, table: str, before: int | None
) -> Iterator[Round]:
    """Like `rounds_after`, newest first; with `before`, only rounds with a lower number."""
    rules = floor.state(table).rules
    for record in replays.rounds_back(table, before):
        if not record.get("open"):
            yield visible_round(who, rules, record)


def own_rounds(floor: Floor, who: Principal, table: str, after: int, limit: int) -> list[Round]:
    """A player's rounds, at most `limit`: the cards on the table, and only their own wagers."""
    rounds = (_own(record, who.name) for record in rounds_after(floor, who, table, after))
    return list(islice((record for record in rounds if record is not None), limit))


def _own(record: Round, player: str) -> Round | None:
    """The round without other players' wagers; None if the player had no wager in it."""
    places = [place for place in record["positions"] if place.get("player") == player]
    if not places:
        return None
    positions = {place["position"] for place in places}
    settlements = [
        settlement
        for settlement in record["settlements"]
        if settlement["position"] in positions and settlement.get("player", player) == player
    ]
    return {**record, "settlements": settlements}


def matching(record: Round, words: str) -> bool:
    """Whether every one of the words occurs in a round's players, wagers or outcomes."""
    searched = " ".join(
        str(value)
        for part in (*record["positions"], *record["settlements"])
        for name, value in part.items()
        if name in ("player", "wager", "outcome")
    ).lower()
    return all(word in searched for word in words.lower().split())
