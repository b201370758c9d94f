"""Makes the record of a table's steps, inside the journal's transaction and with the meters."""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from upcard.engine.automation import Taken
from upcard.engine.core.commands import Command
from upcard.engine.core.events import Event
from upcard.engine.core.table_state import AnyTable
from upcard.engine.play import apply
from upcard.host.bodies.account_entry import AccountEntry, EntryPlace
from upcard.host.bodies.record_body import MeterStep, RecordBody, TableStep, encode_body
from upcard.host.bodies.sealed import Entropy, RevealedSecret, SealedSecret, SealVoided
from upcard.host.meters.bridge import FED_BY, locked_meters, meters_of, settle_meters
from upcard.host.meters.opening import join_meters, replace_lost_secret
from upcard.host.money.account import GameAccount
from upcard.host.money.bridge import (
    MOVES_MONEY,
    apply_acts,
    decode_account,
    encode_account,
    is_money_state,
    money_acts,
    state_of,
)
from upcard.host.seals.face_down import (
    FaceDown,
    card_item,
    cover_cards,
    dealt_face_down,
    follow_cards,
    seal_card,
)
from upcard.host.seals.meter_secrets import MeterSecrets, SecretMeter, holdings_in
from upcard.host.seals.sealing import Vault
from upcard.host.tables.card_supply import CardSupply
from upcard.host.tables.opening import TableOpening
from upcard.host.tables.voiding import Voiding
from upcard.journal.codec import encode
from upcard.journal.port import States, Written
from upcard.progressives.meter import MeterRules, MeterState


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """The content of the next record: what was done at the table, and the state after it.

    `by` names who asked for it, and `entropy` is what that player added to a cut. `opening` is set
    where the table opens, `voiding` where it gives up cards that cannot be opened. The house
    `sealed` and `revealed` orders of cards meanwhile. `position` is that of the record in its
    stream, `face_down` the cards that lay so before it. `at` is the time of transfers of money, in
    microseconds since the epoch.
    """

    state: AnyTable
    steps: tuple[Taken, ...]
    by: str = ""
    opening: TableOpening | None = None
    sealed: tuple[SealedSecret, ...] = ()
    revealed: tuple[RevealedSecret, ...] = ()
    voiding: Voiding = Voiding()
    position: int = 0
    face_down: FaceDown = ()
    entropy: tuple[Entropy, ...] = ()
    at: int = 0

    def shared_states(self) -> tuple[str, ...]:
        """The states that have to be locked while the record is made: meters, accounts; sorted."""
        accounts = set()
        feeds = False
        for _, events in self.steps:
            for event in events:
                if isinstance(event, FED_BY):
                    feeds = True
                elif isinstance(event, MOVES_MONEY):
                    accounts.add(event.player)
        meters: set[MeterRules] = set(locked_meters(self.state)) if feeds else set()
        if self.voiding.by:
            meters |= set(meters_of(self.state.rules))
        if self.opening is not None:
            meters |= {*self.opening.meters, *self.opening.before}
        return tuple(sorted([*(rules.stream for rules in meters), *map(state_of, accounts)]))


class WrittenRecord(msgspec.Struct, frozen=True):
    """A record that was made: its body with all cards in the clear, and the table after it."""

    body: RecordBody
    state: AnyTable
    face_down: FaceDown


def write(draft: Draft, states: States, supply: CardSupply) -> Written:
    """Make the record: the table's events update the meters, whose awards go to the table.

    `states` are those of `Draft.shared`. Raises `RuleViolation` for a submission that may not feed
    a meter, and for money that a player does not have.
    """
    holdings = holdings_in(
        {name: held for name, held in states.items() if not is_money_state(name)}
    )
    secrets = MeterSecrets(supply.vault, supply.bits, holdings)
    table = draft.state.rules.name
    meters = {stream: holding.state for stream, holding in holdings.items()}
    meters, lost, given_up = _void_secrets(meters, secrets, draft)
    joined: tuple[MeterStep, ...] = ()
    submission, fed = "", False
    if draft.opening is not None:
        submission, fed = draft.opening.submission, draft.opening.fed
        meters, joined = join_meters(
            meters, secrets.start, table, draft.opening.meters, draft.opening.before
        )
    events = [event for _, happened in draft.steps for event in happened]
    settlement = settle_meters(meters, table, draft.state, events, secrets.secrets)
    state, awards = _with_awards(draft.state, settlement.commands)
    accounts, entries = _accounts_after(draft, states, table, events)
    body = RecordBody(
        by=draft.by,
        submission=submission,
        fed=fed,
        steps=tuple(TableStep(command, tuple(happened)) for command, happened in draft.steps),
        meters=(*lost, *joined, *settlement.steps),
        awards=awards,
        sealed=(*draft.sealed, *secrets.sealed),
        revealed=(*draft.revealed, *secrets.revealed),
        voided=(*draft.voiding.seals, *given_up),
        entropy=draft.entropy,
        money=entries,
    )
    shared = {state_of(name): encode_account(account) for name, account in accounts.items()}
    shared |= {
        stream: encode(SecretMeter(meter, secrets.in_force[stream]))
        for stream, meter in settlement.meters.items()
    }
    body, face_down = _with_cards(draft, body, state, supply.vault)
    record = WrittenRecord(body, state, face_down)
    return Written(encode_body(cover_cards(body)), body.event_count, shared, record)


def _with_cards(
    draft: Draft, body: RecordBody, state: AnyTable, vault: Vault
) -> tuple[RecordBody, FaceDown]:
    """The body with the face-down cards sealed that it deals, and revealed that it turns.

    Returns it with the cards that lie face down after it.
    """
    dealt = dealt_face_down(body.steps)
    if not dealt and not draft.face_down:
        return body, ()
    cards = (*(event.card for event in dealt), *draft.voiding.redrawn)
    sealed = tuple(
        seal_card(vault, card_item(state.rules.name, draft.position, index), card)
        for index, card in enumerate(cards)
    )
    body = replace(body, sealed=(*body.sealed, *sealed))
    lying = follow_cards(draft.face_down, body)
    turned = tuple(face_down for face_down in lying if not face_down.lies(state))
    revealed = tuple(vault.reveal(face_down.sealed) for face_down in turned)
    return (
        replace(body, revealed=(*body.revealed, *revealed)),
        tuple(face_down for face_down in lying if face_down not in turned),
    )


def _accounts_after(
    draft: Draft, states: States, table: str, events: Iterable[Event]
) -> tuple[dict[str, GameAccount], tuple[AccountEntry, ...]]:
    """The game accounts after what players brought and cashed out, and the entries.

    `states` has an account for each player whose money the events move (`Draft.shared`).
    """
    if not any(map(is_money_state, states)):
        return {}, ()
    acts = list(money_acts(table, events))
    before = {name: decode_account(name, states[state_of(name)]) for name, _ in acts}
    place = EntryPlace(f"table/{table}", draft.position)
    return apply_acts(before, acts, draft.at, draft.by, place)


def _void_secrets(
    meters: dict[str, MeterState], secrets: MeterSecrets, draft: Draft
) -> tuple[dict[str, MeterState], tuple[MeterStep, ...], tuple[SealVoided, ...]]:
    """The meters with new secret values, the steps of the meters, and the voided seals.

    A mystery meter gets a new value if its secret is lost and the draft voids lost secrets, or if
    the submission that opens the table changes its range.
    """
    steps, voided = [], []
    replaced = dict.fromkeys(secrets.lost_streams() if draft.voiding.by else (), draft.voiding.by)
    for rules in () if draft.opening is None else draft.opening.meters:
        if rules.stream in meters and secrets.changes_range(rules):
            replaced[rules.stream] = draft.by or "a new submission"
    for stream, actor in replaced.items():
        item, commitment = secrets.void(stream, meters[stream].amount)
        meters, step = replace_lost_secret(meters, stream, actor, commitment)
        steps.append(step)
        voided.append(SealVoided(item, actor))
    return meters, tuple(steps), tuple(voided)


def _with_awards(
    state: AnyTable, commands: Iterable[Command]
) -> tuple[AnyTable, tuple[TableStep, ...]]:
    """The table after the commands by which the meters announce their awards, and the steps."""
    steps = []
    for command in commands:
        state, events = apply(state, command)
        steps.append(TableStep(command, tuple(events)))
    return state, tuple(steps)
