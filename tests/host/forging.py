"""A forger for the tests of the verifier: it changes records and makes the chain fit again.

It has the installation key, so that it can seal anything, and the program, so that it can let
everything follow from a change as the rules give it.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

import msgspec
from msgspec.structs import replace

from amounts import dollars
from host.live import PROGRESSIVE, VAULT, host, journal, lowest_secret, play
from upcard.cards.shuffle import seeded_bits
from upcard.engine.core.commands import ClearTable, CloseBets, OrderReshuffle, PlaceWager
from upcard.engine.core.events import Event
from upcard.engine.play import question
from upcard.host.bodies.record_body import (
    MeterStep,
    RecordBody,
    TableStep,
    decode_body,
    encode_body,
)
from upcard.host.bodies.sealed import SealedSecret
from upcard.host.records.rebuild import rebuild
from upcard.host.tables.table import TableHost
from upcard.host.verification.verdict import Verdict
from upcard.host.verification.verify import verify
from upcard.journal.codec import encode
from upcard.journal.integrity.chain import genesis, head_after, link
from upcard.journal.journal import Journal
from upcard.journal.port import ChainHead, JournalRecord, Link
from upcard.progressives.events import MeterEvents, MeterOpened, MysteryHit
from upcard.submission.compiling.text import rules_of

Change = Callable[[RecordBody], RecordBody | None]

SHOE = "table/BJ-02/shoe"
"""How the orders of cards of the table `PROGRESSIVE` are named."""


def played(rounds: int = 6, *, hits: bool = False) -> list[JournalRecord]:
    with journal() as opened:
        bits = lowest_secret(3) if hits else seeded_bits(3)
        play(host(opened, PROGRESSIVE, bits), rounds)
        return list(opened.all_records())


def reshuffled() -> list[JournalRecord]:
    """Two rounds, a shoe that is opened before its end, a round from the next one."""
    with journal() as opened:
        table = host(opened, PROGRESSIVE, seeded_bits(3))
        play(table, 2)
        table.send(OrderReshuffle())
        play(table, 1)
        records = list(opened.all_records())
    verdict = verdict_on(records)
    assert verdict.verified, message_of(verdict)
    return records


def secret_item(records: list[JournalRecord]) -> str:
    (item,) = (item for item in sealed_in(records) if "/secret/" in item)
    return item


def alone(table: TableHost, rounds: int) -> None:
    """One player with the mystery wager: one contribution a round."""
    for _ in range(rounds):
        table.send(PlaceWager(1, "blackjack", dollars(15)))
        table.send(PlaceWager(1, "jackpot-party", dollars(5)))
        table.send(CloseBets())
        while (asked := question(table.state)) is not None:
            table.send(asked.unanswered)
        table.send(ClearTable())


def forged(
    records: list[JournalRecord], change: Change, *, every: bool = False
) -> tuple[Verdict, int]:
    """The verdict on a journal whose first (or every) record that can be was changed; its position.

    The forger counts and chains anew, and puts the meters where the records say.
    """
    changed, made = 0, []
    for record in records:
        body = decode_body(record.body)
        after = None if changed and not every else change(body)
        if after is not None:
            changed, body = record.position, after
        made.append(with_body(record, body))
    assert changed, "nothing could be changed"
    return verdict_on(made), changed


def with_body(record: JournalRecord, body: RecordBody) -> JournalRecord:
    """The record with another body, and the number of its events."""
    return replace(record, events=body.event_count, body=msgspec.Raw(encode_body(body)))


def verdict_on(records: Sequence[JournalRecord]) -> Verdict:
    """The verdict on these records, counted and chained anew."""
    with journal() as opened:
        restored(opened, records)
        return verify(opened, rules_of)


def restored(opened: Journal, records: Sequence[JournalRecord]) -> None:
    """Fill a journal with these records, counted and chained anew."""
    heads, links, changes = dict[str, ChainHead](), list[Link](), dict[str, int]()
    for record in records:
        head = heads.get(record.stream) or genesis(opened.header, record.stream)
        for name in record.shared:
            changes[name] = changes.get(name, 0) + 1
        shared = {name: changes[name] for name in record.shared}
        made = replace(record, position=head.position + 1, event=head.events, shared=shared)
        links.append(link(head.hash, made))
        heads[record.stream] = head_after(links[-1])
    opened.restore(opened.header, links)
    with suppress(Exception):  # what nobody can read has no meters
        rebuild(opened)


def message_of(verdict: Verdict) -> str:
    """What the first difference is."""
    assert not verdict.verified
    assert verdict.first_difference is not None
    return verdict.first_difference.message


def position_of(verdict: Verdict) -> int:
    """Where the first difference is."""
    assert verdict.first_difference is not None
    return verdict.first_difference.position


def changed_event(
    kind: type, change: Callable[[Event], Event], steps: str = "steps"
) -> Callable[[RecordBody], RecordBody | None]:
    def apply(body: RecordBody) -> RecordBody | None:
        table: tuple[TableStep, ...] = getattr(body, steps)
        for number, step in enumerate(table):
            for at, event in enumerate(step.events):
                if isinstance(event, kind):
                    events = (*step.events[:at], change(event), *step.events[at + 1 :])
                    new = (*table[:number], TableStep(step.command, events), *table[number + 1 :])
                    return replace(body, **{steps: new})
        return None

    return apply


def sealed_in(records: Sequence[JournalRecord]) -> dict[str, SealedSecret]:
    """Everything that was sealed, by its item."""
    bodies = [decode_body(record.body) for record in records]
    return {seal.item: seal for body in bodies for seal in body.sealed}


def resealed(records: list[JournalRecord], others: Mapping[str, tuple[str, bytes]]) -> Verdict:
    """The verdict where other items with other secrets stand from the beginning.

    `others` gives an item the name and the secret that it has afterwards. Commitments, keys, what
    a hit tells of its secret and what the floor gave up are changed with it.
    """
    before = sealed_in(records)
    after = {item: VAULT.seal(name, secret) for item, (name, secret) in others.items()}
    commitments = {before[item].commitment: own_seal.commitment for item, own_seal in after.items()}
    values = {
        own_seal.commitment: int(VAULT.open(own_seal))
        for own_seal in after.values()
        if _is_value(own_seal)
    }

    def event(happened: MeterEvents) -> MeterEvents:
        if isinstance(happened, MeterOpened):
            return replace(
                happened, commitment=commitments.get(happened.commitment, happened.commitment)
            )
        if isinstance(happened, MysteryHit):
            own = commitments.get(happened.commitment, happened.commitment)
            following = commitments.get(happened.next_commitment, happened.next_commitment)
            secret = values.get(own, happened.secret)
            return replace(happened, commitment=own, next_commitment=following, secret=secret)
        return happened

    def change(body: RecordBody) -> RecordBody:
        opens = {item: VAULT.reveal(own_seal) for item, own_seal in after.items()}
        return replace(
            body,
            sealed=tuple(after.get(seal.item, seal) for seal in body.sealed),
            revealed=tuple(opens.get(secret.item, secret) for secret in body.revealed),
            meters=tuple(
                MeterStep(step.stream, tuple(event(happened) for happened in step.events))
                for step in body.meters
            ),
        )

    return forged(records, change, every=True)[0]


def _is_value(sealed: SealedSecret) -> bool:
    return "/secret/" in sealed.item


def line_of(value: object) -> msgspec.Raw:
    """A body of any kind, in canonical form."""
    return msgspec.Raw(encode(value))
