"""Rebuilds shared states from the records, for a journal that was imported from a file."""

import msgspec

from upcard.host.bodies.account_entry import EntryPlace
from upcard.host.bodies.audit_notes import AUDIT
from upcard.host.bodies.record_body import body_of
from upcard.host.money.account import GameAccount
from upcard.host.money.account import evolve as evolve_account
from upcard.host.money.bridge import encode_account, state_of
from upcard.host.records.directory import ACCOUNTS, RecordedDirectory, rebuilt
from upcard.host.seals.meter_secrets import SecretMeter
from upcard.journal.codec import encode
from upcard.journal.journal import Journal
from upcard.journal.port import JournalTampered
from upcard.progressives.evolve import evolve
from upcard.progressives.meter import MeterState


def holdings_of(journal: Journal) -> dict[str, SecretMeter]:
    """Every meter of the journal by stream, with its sealed secret."""
    holdings: dict[str, SecretMeter] = {}
    for record in journal.all_records():
        body = body_of(record)
        for step in body.meters:
            before = holdings.get(step.stream)
            state: MeterState | None = None if before is None else before.state
            for event in step.events:
                state = evolve(state, event)
            assert state is not None, "a step has events"
            holdings[step.stream] = SecretMeter(state, None if before is None else before.sealed)
        for secret in body.sealed:
            stream, separator, _ = secret.item.rpartition("/secret/")
            if separator:
                holdings[stream] = msgspec.structs.replace(holdings[stream], sealed=secret)
    return holdings


def rebuild(journal: Journal) -> None:
    """Set the journal's shared states: meters, so that tables can continue, and accounts.

    Secrets of accounts that the journal's state does not have are lost. Raises `JournalTampered`
    for records that no host wrote.
    """
    try:
        holdings = holdings_of(journal)
    except (AssertionError, KeyError, msgspec.MsgspecError, UnicodeError) as error:
        raise JournalTampered(f"The records are not those of tables and meters: {error}.") from None
    states = {stream: encode(holding) for stream, holding in holdings.items()}
    states |= {state_of(name): encode_account(account) for name, account in _money(journal).items()}
    entries = _directory(journal).entries
    if entries is not None:
        states[ACCOUNTS] = rebuilt(entries, journal.shared(ACCOUNTS))
    journal.save_shared(states)


def _money(journal: Journal) -> dict[str, GameAccount]:
    """Every game account as the entries of the records give it."""
    accounts: dict[str, GameAccount] = {}
    for record in journal.all_records():
        body = body_of(record)
        for entry in body.money:
            before = accounts.get(entry.account) or GameAccount(name=entry.account)
            place = EntryPlace(record.stream, record.position)
            accounts[entry.account] = evolve_account(before, entry, body.by, place)
    return accounts


def _directory(journal: Journal) -> RecordedDirectory:
    """Accounts and devices as the records of the audit give them."""
    recorded = RecordedDirectory()
    for record in journal.records(AUDIT):
        if ACCOUNTS in record.shared:
            body = body_of(record)
            recorded.add_record(body.notes, body.entries, changes=True)
    return recorded
