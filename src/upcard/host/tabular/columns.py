"""The typed tables of `upcard export --parquet`: their columns, in order, and what each holds.

docs/data.md lists them; a test compares. A column that exists keeps its name and its meaning.
"""

from typing import Final, Literal, NamedTuple

Kind = Literal["text", "integer", "boolean", "time", "money"]
"""Integers have 64 bits. Times are UTC, in microseconds. Money is dollars: decimal(18, 4)."""


class Field(NamedTuple):
    """A column of a typed table; without `required` it may be null."""

    name: str
    kind: Kind
    holds: str
    required: bool = True


def _maybe(name: str, kind: Kind, holds: str) -> Field:
    return Field(name, kind, holds, required=False)


TABLE: Final = Field("table_name", "text", "the table's name")
ROUND: Final = Field("round", "integer", "the round's number at its table")
SETTLED: Final = Field("settled", "time", "when all wagers of the round were decided")
POSITION: Final = Field("position", "integer", "1 is farthest to the dealer's left")
PLAYER: Final = Field("player", "text", "the player's name")

TABLES: Final[dict[str, tuple[Field, ...]]] = {
    "rounds": (
        TABLE,
        ROUND,
        Field("game", "text", "the game's name, as in a Rules Submission"),
        Field("started", "time", "when the first wager was placed"),
        SETTLED,
        Field("cleared", "time", "when the cards were put into the discard rack"),
        _maybe("shoe", "integer", "the batches or sides loaded so far, where cards are dealt"),
        Field("first_record", "integer", "the position of the round's first record"),
        Field("last_record", "integer", "the position of its last record"),
        Field("wagered", "money", "the sum of all wagers decided, doubles and splits included"),
        Field("paid", "money", "the sum paid to players, stakes included"),
        Field("win", "money", "what the house won: wagered less paid"),
        _maybe("dealer", "text", "the dealer's cards; `??` for a hole card never turned"),
        _maybe("dealer_total", "integer", "their total, where all were turned"),
        _maybe("player_hand", "text", "the Player's Hand of Baccarat"),
        _maybe("player_count", "integer", "its Point Count"),
        _maybe("banker_hand", "text", "the Banker's Hand"),
        _maybe("banker_count", "integer", "its Point Count"),
        _maybe("community", "text", "the community cards of a hybrid table"),
        _maybe("pocket", "integer", "the number on which the ball rests"),
    ),
    "hands": (
        TABLE,
        ROUND,
        SETTLED,
        POSITION,
        PLAYER,
        Field("hand", "integer", "counted from 1 within the position, from the dealer's left"),
        Field("cards", "text", "rank and suit, such as `As 7d`, in the order dealt"),
        Field("decisions", "text", "what was decided, in order, parted by spaces"),
        Field("total", "integer", "the point count"),
        _maybe("dealer", "text", "the dealer's cards, where each terminal has its own"),
    ),
    "wagers": (
        TABLE,
        ROUND,
        SETTLED,
        POSITION,
        PLAYER,
        Field("hand", "integer", "the hand; 1 for a wager of the position"),
        Field("wager", "text", "the wager as it is placed"),
        Field("outcome", "text", "as the wager's section names it; `void` for one returned"),
        Field("wagered", "money", "what was at stake; 0 for a further payout of the same wager"),
        Field("paid", "money", "what the player received, the stake included"),
        Field("net", "money", "paid less wagered"),
        Field("section", "text", "the provision by which it was decided"),
        _maybe("meters", "text", "the shares of progressive meters that it won"),
    ),
    "meters": (
        Field("meter", "text", "the meter's name"),
        _maybe("change", "integer", "the number of the change of the meter, across all tables"),
        Field("number", "integer", "the number of the event within the change, from 1"),
        Field("written", "time", "when the change became durable"),
        Field("event", "text", "what happened, such as `Contributed`, `Awarded`, `Reseeded`"),
        _maybe("table_name", "text", "the table that caused it"),
        _maybe("round", "integer", "the round at that table"),
        _maybe("player", "text", "who won an award"),
        _maybe("position", "integer", "the winner's position"),
        _maybe("hand", "integer", "the winning hand; 0 for a wager of the position"),
        _maybe("outcome", "text", "the outcome that won"),
        _maybe("wagers", "integer", "the wagers that contributed"),
        _maybe("wagered", "money", "the sum of these wagers, or the wager that won"),
        _maybe("amount", "money", "the award, or the amount at which the meter opened"),
        _maybe("to_meter", "money", "what a contribution added to the meter"),
        _maybe("to_reserve", "money", "what it added to the reserve"),
        _maybe("from_reserve", "money", "what the reserve paid into the meter"),
        _maybe("from_house", "money", "what the house paid"),
    ),
    "commands": (
        TABLE,
        ROUND,
        Field("record", "integer", "the position of the record in the table's stream"),
        Field("written", "time", "when it became durable"),
        Field("by", "text", "who sent it; empty for the table itself"),
        Field("command", "text", "the command's name"),
        Field("section", "text", "the provision on which the command rests"),
        Field("automatic", "boolean", "whether it followed from the command before it"),
        Field("events", "integer", "the number of events that followed from it"),
    ),
    "money": (
        Field("account", "text", "the player whose game account it is"),
        Field("number", "integer", "the number of the entry in the account, from 1"),
        Field("at", "time", "when it happened"),
        Field("what", "text", "such as `deposit`, `brought to table`, `cashed out`, `limit`"),
        Field("amount", "money", "what was asked for; 0 for a limit or a confirmation"),
        Field("balance", "money", "what the account holds after it"),
        _maybe("table_name", "text", "the table to which or from which money went"),
        Field("waits", "boolean", "whether it waits for a second person"),
        Field("by", "text", "who asked for it"),
        Field("stream", "text", "the stream of the record that holds it"),
        Field("record", "integer", "the position of that record in its stream"),
    ),
    "refusals": (
        TABLE,
        Field("key", "text", "the idempotency key of the command"),
        Field("section", "text", "the provision that refused it"),
        Field("message", "text", "the sentence that was answered"),
    ),
}
"""The columns of each table, by its name."""
