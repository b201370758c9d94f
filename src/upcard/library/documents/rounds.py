"""Rounds that were dealt, in JSON. Amounts are dollars as text, cards are rank and suit: ``Ks``."""

from typing import Any, NotRequired, TypedDict


class CardsForm(TypedDict):
    """A dealer's hand, or a hand of baccarat."""

    cards: list[str]
    total: int


class HandForm(CardsForm):
    """A player's hand."""

    decisions: list[str]


class PositionForm(TypedDict):
    """A position in play: its hands or, where there are none, its wagers.

    `switched` tells at Blackjack Switch whether the cards were switched. `dealer` is the dealer's
    hand against this terminal of a hybrid table without a hole card.
    """

    position: int
    player: str
    hands: NotRequired[list[HandForm]]
    wagers: NotRequired[dict[str, str]]
    switched: NotRequired[bool]
    dealer: NotRequired[CardsForm]


class SettlementForm(TypedDict):
    """A wager that was decided, under its section; `paid` includes a stake that is returned."""

    position: int
    hand: int
    wager: str
    outcome: str
    wagered: str
    paid: str
    net: str
    section: str
    meters: NotRequired[list[str]]
    player: NotRequired[str]


class LuckyForm(TypedDict):
    """A Lucky Number of Lightning Roulette and what it pays."""

    number: int
    pays: str


class RefusalForm(TypedDict):
    """Why a round of a script was not dealt, under its section."""

    section: str
    message: str


class UnusedForm(TypedDict):
    """Answers of a script that nobody was asked for."""

    position: int
    player: NotRequired[str]
    answers: list[str]


class RoundForm(TypedDict):
    """A round: `dealer`, `player` and `banker`, or `lucky` and `pocket`, by the game.

    Of a script: `refused`, and what it did not use up. Of a journal: the positions of the
    `records` that hold the round, and `open` while it is under way.
    """

    round: int
    table: NotRequired[str]
    shoe: NotRequired[int]
    positions: NotRequired[list[PositionForm]]
    settlements: NotRequired[list[SettlementForm]]
    dealer: NotRequired[CardsForm]
    community: NotRequired[list[str]]
    player: NotRequired[CardsForm]
    banker: NotRequired[CardsForm]
    lucky: NotRequired[list[LuckyForm]]
    pocket: NotRequired[int | None]
    refused: NotRequired[RefusalForm]
    full_shoe: NotRequired[bool]
    miscounts: NotRequired[list[dict[str, Any]]]
    unused: NotRequired[list[UnusedForm]]
    unused_cards: NotRequired[list[str]]
    unused_steps: NotRequired[list[str]]
    records: NotRequired[list[int]]
    open: NotRequired[bool]


class DifferenceForm(TypedDict):
    """The first record of a journal that differs from what it has to be.

    Position 0 and no stream for what is stored with the records, such as accounts and meters.
    """

    position: int
    stream: str
    message: str


class RemarkForm(TypedDict):
    """A remark on a record that is not a difference, such as a clock that ran backwards."""

    position: int
    stream: str
    message: str


class VerdictForm(TypedDict):
    """The result of a verification; `events` and `rounds` count those that were verified.

    `controls` say which controls of the floor hold, from which record on.
    """

    verified: bool
    events: int
    rounds: int
    first_difference: DifferenceForm | None
    remarks: list[RemarkForm]
    controls: list[RemarkForm]


class StatementForm(TypedDict):
    """An entry of a game account; `amount` is negative for what left the account.

    `at` is in microseconds since the epoch, `moment` the same in words, `record` the stream and
    position of the record that holds the entry.
    """

    number: int
    at: int
    moment: str
    what: str
    amount: str
    balance: str
    table: str
    by: str
    record: list[str | int]
    note: str


class RecordForm(TypedDict):
    """A record of a journal with its hash (hex), and the hash before it that it covers."""

    hash: str
    record: dict[str, Any]


class RoundProofForm(TypedDict):
    """A round's records, and what leads from each of them to a root that the installation signed.

    `before` is the hash of the record before the first. `checkpoints` sign the roots.
    """

    journal: str
    table: str
    round: int
    before: str
    records: list[RecordForm]
    proofs: list[dict[str, Any]]
    checkpoints: list[dict[str, Any]]
    public_key: str
