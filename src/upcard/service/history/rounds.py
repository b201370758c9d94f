"""The records of past rounds, from the journal: those of a table, and those of one player."""

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import Any

from upcard.games.spots import wager_of
from upcard.games.table_rules import TableRules
from upcard.service.access.principal import Principal
from upcard.service.tables.floor import Floor
from upcard.service.tables.offers import outcome_in_words
from upcard.service.tables.views import visible_round

Round = dict[str, Any]


def seen_rounds(
    floor: Floor, who: Principal, table: str, records: Iterable[Round]
) -> Iterator[Round]:
    """Those records of a table's rounds that are over, as `who` sees them.

    Leaves out the round under way: its record has every card, the dealer's hole card too. At a
    hybrid table only the floor sees the terminals of other players (§ 633c.5(c)).
    """
    rules = floor.state(table).rules
    for record in records:
        if not record.get("open"):
            yield visible_round(who, rules, record)


def own_rounds(rounds: Iterable[Round], player: str) -> Iterator[Round]:
    """The rounds in which a player had a wager, without other players' wagers."""
    rounds_of_player = (_own(record, player) for record in rounds)
    return (record for record in rounds_of_player if record is not None)


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


def matches(
    record: Round, words: str, titles: Mapping[str, str], rules: TableRules | None = None
) -> bool:
    """Whether all of the words are said of one wager of a round, or are players of the round.

    Of a wager are said its player, its name and title, its outcome, and whether it won or lost:
    the outcome by the name that its row has under the table's `rules`.
    """
    sought = words.lower().split()
    players = {place["position"]: str(place.get("player", "")) for place in record["positions"]}
    texts = [" ".join(players.values())]
    for settlement in record["settlements"]:
        wager, outcome = settlement["wager"], settlement["outcome"]
        net = Decimal(settlement["net"])
        came = "won" if net > 0 else "lost" if net < 0 else "even"
        player = settlement.get("player", players.get(settlement["position"], ""))
        title = titles.get(wager_of(wager), "")
        outcome_words = outcome_in_words(wager, outcome, rules)
        texts.append(f"{player} {wager} {title} {outcome} {outcome_words} {came}")
    return any(all(word in text.lower() for word in sought) for text in texts)
