"""Verifies a journal: decides every command again and names the first record that differs.

The hash chain shows that no record was changed or removed; deciding again shows that each record
is what the rules give. Secrets that are still sealed cannot be checked. Revealed ones are opened
and compared with their commitments, with the cards dealt and with the meters hit.
"""

from collections.abc import Mapping
from functools import partial
from typing import Final

import msgspec

from upcard import __version__
from upcard.engine.core.events import Event, RoundSettled
from upcard.engine.core.phases import Phase
from upcard.engine.core.table_state import AnyTable
from upcard.engine.play import evolve
from upcard.host.bodies.record_body import MeterStep, RecordBody, TableStep, body_of, encode_body
from upcard.host.meters.bridge import meters_of, settle_meters
from upcard.host.meters.opening import join_meters, replace_lost_secret
from upcard.host.meters.parameters import FLOOR, apply_parameters
from upcard.host.money.bridge import is_account_stream
from upcard.host.records.directory import ACCOUNTS
from upcard.host.seals.face_down import CardReader, has_placeholders
from upcard.host.seals.meter_secrets import SecretMeter
from upcard.host.tables.answers import digests_of
from upcard.host.tables.device_source import require_possible_card
from upcard.host.tables.recorded_table import (
    RecordedTable,
    RulesOf,
    entropy_after,
    open_table,
    sealed_orders,
)
from upcard.host.verification.deciding import require_decided
from upcard.host.verification.face_down_seals import FaceDownSeals
from upcard.host.verification.mismatch import Mismatch
from upcard.host.verification.money import MoneyCheck
from upcard.host.verification.notes import NotesCheck
from upcard.host.verification.open_orders import OpenOrders, require_cut
from upcard.host.verification.open_secrets import OpenSecrets, require_hits_in_time
from upcard.host.verification.record_seals import RecordSeals
from upcard.host.verification.snapshots import SnapshotCheck
from upcard.host.verification.verdict import Clocks, Difference, Remark, Verdict
from upcard.journal.checking import BesideCheck, JournalCheck
from upcard.journal.codec import encode
from upcard.journal.journal import Journal
from upcard.journal.port import ROOT, ChainHead, JournalRecord, JournalTampered, Link
from upcard.progressives.meter import MeterState
from upcard.rules.digest import is_this_code, rules_digest
from upcard.rules.violation import BadInput, RuleViolation

REFUSED: Final = (JournalTampered, Mismatch, BadInput, RuleViolation)
"""The exceptions that a differing record raises; the message of each is one sentence."""


def verify(journal: Journal, rules_of: RulesOf) -> Verdict:
    """Read the whole journal, check its chain and decide every command again."""
    check = _Verification(journal, rules_of)
    promised = journal.heads()
    position, stream = 0, ""
    try:
        for link in journal.all_links({name: head.position for name, head in promised.items()}):
            position, stream = link.record.position, link.record.stream
            check.check_link(link)
        position, stream = 0, ""
        check.check_results(promised)
    except REFUSED as error:
        note = check.version_note("It" if stream else "The last record")
        return check.verdict(Difference(position, stream, f"{error}{note}"))
    return check.verdict(None)


class _RecordToVerify(msgspec.Struct, frozen=True):
    """A record that is decided again; `as_written` lacks the cards that were dealt face down.

    `body` has those cards as far as later records reveal them.
    """

    record: JournalRecord
    as_written: RecordBody
    body: RecordBody
    seals: RecordSeals


class _Verification:
    """Tables, meters and sealed items, folded from the records verified so far."""

    def __init__(self, journal: Journal, rules_of: RulesOf) -> None:
        self._journal = journal
        self._chains = JournalCheck(journal)
        self._beside = BesideCheck(journal)
        self._rules_of = rules_of
        self._tables: dict[str, RecordedTable] = {}
        self._meters: dict[str, MeterState] = {}
        self._snapshots = SnapshotCheck(journal, rules_of)
        self._orders = OpenOrders()
        self._face_down = FaceDownSeals()
        self._secrets = OpenSecrets()
        self._cards = CardReader(journal)
        self._undecided_since: dict[str, int] = {}
        self._notes = NotesCheck(journal)
        self._money = MoneyCheck()
        self._events = self._rounds = 0
        self._written_by: tuple[str, str] | None = None
        self._clocks = Clocks()
        self._remarks: list[Remark] = []

    def verdict(self, difference: Difference | None) -> Verdict:
        remarks = (*self._clocks.remarks, *self._remarks, *self._notes.remarks)
        return Verdict(
            verified=difference is None,
            events=self._events,
            rounds=self._rounds,
            first_difference=difference,
            remarks=remarks,
            controls=tuple(self._notes.controls),
        )

    def version_note(self, which: str) -> str:
        """A sentence to add if another version of the program or rule data wrote `which` record."""
        engine, rules = self._written_by or (__version__, rules_digest())
        if rules == rules_digest() and is_this_code(engine):
            return ""
        return f" {which} was written by another version of the program or its rule data."

    def check_link(self, link: Link) -> None:
        """Verify the next record; raises one of `REFUSED` if it differs."""
        record = link.record
        self._written_by = (record.engine, record.rules)
        self._chains.check_link(link)
        self._beside.check_record(record)
        self._clocks.note_time(record)
        if record.stream == ROOT:
            return
        body = body_of(record)
        if encode_body(body) != bytes(record.body):
            raise Mismatch("The record is not in its canonical form.")
        table = self._tables.get(record.stream)
        has_entropy = table is not None and bool(table.entropy)
        digests = digests_of(record.stream, record.position, body, with_entropy=has_entropy)
        if record.key and record.digest not in digests:
            raise Mismatch("The digest of the client's key is not that of the command.")
        try:
            known_body = self._cards.with_known_cards(record, body)
            self._check_record(_RecordToVerify(record, body, known_body, RecordSeals(known_body)))
        except REFUSED:
            raise
        except Exception as error:  # a forged record can make any code fail
            sentence = f"{type(error).__name__} {error}".strip()
            raise Mismatch(f"The record cannot be decided again: {sentence}.") from error
        self._snapshots.check_record(record, self._tables.get(record.stream))
        if body.event_count != record.events:
            raise Mismatch(f"The record says {record.events} events and has {body.event_count}.")
        self._events += record.events

    def check_results(self, promised: Mapping[str, ChainHead]) -> None:
        """Raise `Mismatch` unless roots, snapshots and meters are what the records give.

        Meters, directory and game accounts are not compared if somebody wrote to the journal
        meanwhile.
        """
        self._chains.check_ends(promised)
        for stream, position in self._undecided_since.items():
            message = "A card lies face down: from here on, the round is decided when it is turned."
            self._remarks.append(Remark(position, stream, message))
        self._snapshots.check_ends()
        shared = {name: self._journal.shared(name) for name in self._states()}
        if self._journal.heads() != promised:
            return
        self._beside.check_shared()
        self._money.check_balance(shared, (table.state for table in self._tables.values()))
        self._notes.check_state(shared[ACCOUNTS])
        for stream, meter in self._meters.items():
            if shared[stream] != encode(SecretMeter(meter, self._secrets.secret_of(stream))):
                raise Mismatch(f"{stream} differs from the state that its records give.")

    def _states(self) -> tuple[str, ...]:
        """The shared states that the records give."""
        return (ACCOUNTS, *self._meters, *self._money.states)

    def _check_record(self, read: _RecordToVerify) -> None:
        """Decide a record again."""
        record, body = read.record, read.body
        void_steps = self._void_lost_secrets(read)
        if is_account_stream(record.stream):
            self._money.check_account(record, body)
            return
        if body.notes or body.parameters:
            self._money.require_no_transfer(record, body)
        if body.notes:
            self._notes.check_record(record, body)
            return
        if body.parameters:
            self._check_submission(read, void_steps)
            return
        self._check_table(read, void_steps)

    def _check_table(self, read: _RecordToVerify, void_steps: tuple[MeterStep, ...]) -> None:
        """Decide a table's steps again, and what its meters and its seals have to say to them."""
        record, body, seals = read.record, read.body, read.seals
        table = self._tables.get(record.stream)
        joined: tuple[MeterStep, ...] = ()
        if body.submission:
            table, joined = self._open_record(table, read)
        if table is None:
            raise Mismatch("The table was never opened.")
        name = table.state.rules.name
        if record.stream != f"table/{name}":
            raise Mismatch(f"Table {name} does not write to {record.stream}.")
        if has_placeholders(body):
            self._undecided_since.setdefault(record.stream, record.position)
        is_known = record.stream not in self._undecided_since
        table = self._decide_steps(table, read, is_known=is_known)
        secrets = partial(self._secrets.values, seals, self._meters)
        settlement = settle_meters(self._meters, name, table.state, _events_of(body), secrets)
        meter_steps = (*void_steps, *joined, *settlement.steps)
        if meter_steps != body.meters:
            raise Mismatch(_first_difference_of_steps(meter_steps, body.meters))
        if tuple(step.command for step in body.awards) != settlement.commands:
            raise Mismatch("The table was told other amounts than the meters gave.")
        require_hits_in_time(self._meters, body.meters)
        self._meters = settlement.meters
        state = table.state
        for step in body.awards:
            state = self._decide_again(state, step, is_known=is_known)
        self._money.check_table(record, body, name)
        face_down = self._face_down.follow(seals, table, state, record.position, read.as_written)
        self._end_record(seals)
        orders = sealed_orders(body, name)
        self._tables[record.stream] = msgspec.structs.replace(
            table,
            state=state,
            sealed=table.sealed + len(orders),
            face_down=face_down,
            entropy=entropy_after(table.entropy, body),
        )

    def _end_record(self, seals: RecordSeals) -> None:
        """Check the orders that the record reveals, and that nothing else of its seals is left."""
        self._orders.open_revealed_orders(seals)
        seals.require_all_used()

    def _check_submission(self, read: _RecordToVerify, void_steps: tuple[MeterStep, ...]) -> None:
        """Verify a record that gives linked meters the parameters of a submission."""
        body = read.body
        if read.record.stream != FLOOR or body.steps or body.awards:
            raise Mismatch("A record of a table holds parameters of meters.")
        meters = meters_of(self._rules_of(body.parameters))
        self._meters, steps = apply_parameters(self._meters, meters)
        if (*void_steps, *steps) != body.meters:
            raise Mismatch(_first_difference_of_steps((*void_steps, *steps), body.meters))
        self._end_record(read.seals)

    def _void_lost_secrets(self, read: _RecordToVerify) -> tuple[MeterStep, ...]:
        """The steps of the meters whose secrets the record voids."""
        steps = []
        for stream, actor, commitment in self._secrets.replace_voided(read.seals, read.body):
            self._meters, step = replace_lost_secret(self._meters, stream, actor, commitment)
            steps.append(step)
        return tuple(steps)

    def _open_record(
        self, before: RecordedTable | None, read: _RecordToVerify
    ) -> tuple[RecordedTable, tuple[MeterStep, ...]]:
        body, seals = read.body, read.seals
        rules = self._rules_of(body.submission)
        self._orders.empty_shoe(seals, () if before is None else before.shoe_sides)
        fed = tuple(meters_of(before.state.rules)) if before is not None else ()
        open_meter = partial(self._secrets.open_meter, seals)
        meters, joined = join_meters(self._meters, open_meter, rules.name, meters_of(rules), fed)
        self._meters = meters
        return open_table(before, body.submission, rules, fed=body.fed), joined

    def _decide_steps(
        self, table: RecordedTable, read: _RecordToVerify, *, is_known: bool
    ) -> RecordedTable:
        body, seals = read.body, read.seals
        orders = iter(sealed_orders(body, table.state.rules.name))
        state = table.state
        sides = self._orders.replace_voided(seals, state, table.shoe_sides, body, orders)
        if body.entropy and (body.steps or state.phase != Phase.CUTTING):
            raise Mismatch("A player added to a cut when none was due.")
        for step in body.steps:
            self._orders.remember_card(state, sides, step.command)
            if table.fed:
                require_possible_card(state, step.command)
            if not table.fed:
                require_cut(state, sides, step, table.entropy)
            before = state
            state = self._decide_again(state, step, is_known=is_known)
            sides = self._orders.after_step(seals, before, sides, step, orders, fed=table.fed)
        return msgspec.structs.replace(table, state=state, shoe_sides=sides)

    def _decide_again(self, state: AnyTable, step: TableStep, *, is_known: bool) -> AnyTable:
        """The state after a step, which is decided again if all cards are `is_known`."""
        if is_known:
            require_decided(state, step)
        for event in step.events:
            state = evolve(state, event)
            self._rounds += isinstance(event, RoundSettled)
        return state


def _events_of(body: RecordBody) -> list[Event]:
    return [event for step in body.steps for event in step.events]


def _first_difference_of_steps(should: tuple[MeterStep, ...], was: tuple[MeterStep, ...]) -> str:
    """A sentence on the first meter step that is not what the rules give."""
    for number, (recorded, given) in enumerate(zip(was, should, strict=False), 1):
        if recorded != given:
            return f"Meter step {number}: the journal has {recorded}, the rules give {given}."
    return f"The journal has {len(was)} steps of meters, the rules give {len(should)}."
