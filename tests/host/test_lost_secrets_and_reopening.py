"""Which secrets are lost, when a value is drawn anew, what a table keeps when it is reopened."""

import pytest
from msgspec.structs import replace

from amounts import dollars
from host.live import PLAIN, PROGRESSIVE, VAULT, host, journal, lowest_secret, play
from host.test_games_on_journals import SUBMISSIONS, by_robots, text_of
from upcard.cards.shuffle import seeded_bits
from upcard.engine.core.commands import CloseBets, PlaceWager
from upcard.engine.core.jackpot_events import MysteryAwarded
from upcard.engine.core.table_state import (
    CHIPS,
    INVENTORY,
    AnyTable,
    ShoeState,
    player_account,
)
from upcard.host.bodies.record_body import decode_body
from upcard.host.bodies.sealed import SealedSecret
from upcard.host.seals.installation import Installation
from upcard.host.seals.meter_secrets import MeterSecrets, SecretMeter
from upcard.host.seals.sealing import Vault
from upcard.host.tables.recorded_table import _without_players
from upcard.host.tables.table import TableHost
from upcard.host.verification.verify import verify
from upcard.progressives.meter import MeterRules, MeterState
from upcard.submission.compiling.text import rules_of

OTHER = Vault(Installation(b"o" * 32))


def mystery() -> MeterRules:
    (found,) = (
        wager.mystery for wager in rules_of(PROGRESSIVE).wagers if wager.mystery is not None
    )
    return found


def safe(rules: MeterRules, *sealed: SealedSecret | None) -> MeterSecrets:
    """The secrets of meters named 0, 1, ..."""
    holdings = {
        str(number): SecretMeter(MeterState(rules=replace(rules, name=str(number)), amount=0), seal)
        for number, seal in enumerate(sealed)
    }
    return MeterSecrets(VAULT, seeded_bits(1), holdings)


def test_lost_is_what_this_installation_cannot_open() -> None:
    kept = safe(mystery(), VAULT.seal("0", b"1"), OTHER.seal("1", b"1"), None)
    assert kept.lost_streams() == ["1"]


@pytest.mark.parametrize(
    ("field", "moved"), [("reseed", True), ("maximum", True), ("increment", False)]
)
def test_a_value_is_drawn_anew_where_its_range_moves(field: str, moved: bool) -> None:
    """§ 633c.14(c)(3), (4): it lies between the minimum and the maximum in force."""
    rules = mystery()
    kept = safe(rules)
    kept.start(rules)
    other = replace(rules, **{field: getattr(rules, field) + 100})
    assert kept.changes_range(other) is moved
    assert not kept.changes_range(other), "it was drawn in this range"


def test_a_meter_without_a_value_has_none_to_draw() -> None:
    rules = replace(mystery(), maximum=0)
    kept = safe(rules)
    assert kept.start(rules) == ""
    assert not kept.sealed
    assert not kept.changes_range(replace(rules, reseed=rules.reseed + 100))


def test_values_are_numbered_one_after_the_other() -> None:
    rules = mystery()
    kept = safe(rules)
    kept.start(rules)
    values = kept.secrets(rules.stream)
    drawn = [next(values) for _ in range(3)]
    kept.void(rules.stream, 0)
    items = [f"{rules.stream}/secret/{number}" for number in (1, 2, 3, 4)]
    assert [seal.item for seal in kept.sealed] == items
    assert [secret.item for secret in kept.revealed] == items[:2]
    assert [seal.commitment for seal in drawn] == [seal.commitment for seal in kept.sealed[:3]]
    assert [secret.value for secret in drawn] == [int(VAULT.open(seal)) for seal in kept.sealed[:3]]


@pytest.mark.parametrize("name", SUBMISSIONS)
def test_a_table_keeps_its_rounds_accounts_and_seats_with_another_submission(name: str) -> None:
    text = text_of(name)
    with journal() as opened:
        table = host(opened, text, seeded_bits(3))
        by_robots(table).play()
        table.close()
        before = table.state
        again = host(opened, text + "\n# filed again\n", seeded_bits(4)).state
        assert (again.round, again.accounts, again.seats) == (1, before.accounts, before.seats)
        assert any(before.accounts.values())
        assert verify(opened, rules_of).verified


def test_a_table_counts_its_shoes_on_with_another_submission() -> None:
    with journal() as opened:
        table = host(opened, PLAIN, seeded_bits(3))
        play(table, 1)
        table.close()
        again = host(opened, PLAIN + "\n[wagers.perfect-pairs]\n", seeded_bits(4))
        assert isinstance(table.state, ShoeState)
        assert isinstance(again.state, ShoeState)
        assert (table.state.shoes, again.state.shoes) == (1, 2)
        items = [cards.sealed.item for cards in again._table.shoe.shoe_sides if cards is not None]
        assert items == ["table/BJ-01/shoe/2"]
        assert verify(opened, rules_of).verified


def test_a_table_that_has_fewer_positions_now_keeps_the_players_of_those() -> None:
    with journal() as opened:
        table = host(opened, PLAIN, seeded_bits(3))
        play(table, 1)
        before = _closed(table)
        assert [position for position, _ in before.seats] == [1, 2, 3]
        again = host(opened, PLAIN.replace("positions = 3", "positions = 2"), seeded_bits(4))
        assert (again.state.seats, again.state.accounts) == (before.seats[:2], before.accounts)
        play(again, 1)
        assert verify(opened, rules_of).rounds == 2


def test_a_table_may_come_back_as_another_game() -> None:
    """A wheel has no shoes to count; what was won and lost stands."""
    wheel = text_of("rounds/submissions/lightning-roulette.toml")
    name = rules_of(wheel).name
    with journal() as opened:
        by_robots(host(opened, wheel, seeded_bits(3))).play()
        cards = PLAIN.replace("BJ-01", name)
        assert _closed(host(opened, wheel)).round == 1
        table = host(opened, cards, seeded_bits(4))
        assert table.state.round == 1
        play(table, 1)
        accounts = _closed(table).accounts
        back = host(opened, wheel, seeded_bits(5))
        assert (back.state.round, back.state.accounts) == (2, accounts)
        verdict = verify(opened, rules_of)
        assert verdict.first_difference is None
        assert verdict.rounds == 2


def _closed(table: TableHost) -> AnyTable:
    table.close()
    return table.state


def test_a_table_is_taken_up_with_what_it_was_told() -> None:
    """The mystery bonus of the round under way is known from the record that told it."""
    with journal() as opened:
        table = host(opened, PROGRESSIVE, lowest_secret(3))
        table.send(PlaceWager(1, "blackjack", dollars(15)))
        table.send(PlaceWager(1, "jackpot-party", dollars(5)))
        answered = table.send(CloseBets())
        assert any(isinstance(event, MysteryAwarded) for event in answered.events)
        bodies = [decode_body(record.body) for record in opened.all_records()]
        assert any(body.awards for body in bodies)
        before = _closed(table)
        assert opened.snapshot("table/BJ-02") is None
        assert host(opened, PROGRESSIVE).state == before


def test_what_players_have_in_chips_is_theirs_when_a_table_changes_to_money() -> None:
    """The accounts of the table still add up to nothing."""
    ann, bob = player_account("ann"), player_account("bob")
    assert _without_players({INVENTORY: -300, ann: 500, bob: -200}) == {INVENTORY: -300, CHIPS: 300}
    assert _without_players({INVENTORY: -310, CHIPS: 10, ann: 300}) == {INVENTORY: -310, CHIPS: 310}
    assert _without_players({INVENTORY: 0}) == {INVENTORY: 0}
