"""What fails has not happened: refused steps, journals that cannot write, interrupts, old hosts."""

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager

import pytest

from amounts import dollars
from host.live import PLAIN, PROGRESSIVE, host, journal, play
from upcard.cards.shuffle import seeded_bits
from upcard.engine.core.commands import CloseBets, OrderReshuffle, PlaceWager
from upcard.host.bodies.record_body import decode_body
from upcard.host.seals.installation import Installation
from upcard.host.seals.sealed_shoe import SealedShoe
from upcard.host.seals.sealing import Vault
from upcard.host.tables.card_supply import CardSupply
from upcard.host.tables.opening import OpeningTerms
from upcard.host.tables.table import TableHost
from upcard.host.verification.verify import verify
from upcard.journal.journal import Journal
from upcard.journal.port import FencedOut, JournalUnavailable, Proposal, Receipt, Snapshot
from upcard.rules.violation import BadInput, RuleViolation
from upcard.submission.compiling.text import rules_of

WAGER = PlaceWager(1, "blackjack", dollars(15))


@contextmanager
def failing(opened: Journal, error: BaseException, *, after: bool) -> Iterator[None]:
    """The next record fails, before it is written or after it."""
    submit = opened.submit

    def once(proposal: Proposal) -> Future[Receipt]:
        opened.submit = submit  # type: ignore[method-assign]
        if after:
            submit(proposal).result()
        raise error

    opened.submit = once  # type: ignore[method-assign]
    yield
    opened.submit = submit  # type: ignore[method-assign]


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("error", [JournalUnavailable("no room"), KeyboardInterrupt()])
def test_a_reshuffle_that_failed_is_done_again_or_stands(error: BaseException, after: bool) -> None:
    with journal() as opened:
        table = host(opened, PROGRESSIVE, seeded_bits(1))
        play(table, 2)
        with failing(opened, error, after=after), pytest.raises(type(error)):
            table.send(OrderReshuffle())
        play(table, 3)
        table.send(OrderReshuffle())
        table.close()
        again = host(opened)
        assert again.state == table.state
        assert verify(opened, rules_of).first_difference is None


def test_a_step_that_is_refused_in_a_group_leaves_the_shoe_as_it_was() -> None:
    with journal() as opened:
        table = host(opened, PROGRESSIVE, seeded_bits(1))
        with pytest.raises(RuleViolation):
            table.send_all([OrderReshuffle(), PlaceWager(1, "blackjack", 1)])
        play(table, 3)
        table.send(OrderReshuffle())
        assert verify(opened, rules_of).first_difference is None


def test_an_old_host_changes_nothing_and_its_snapshot_breaks_nothing() -> None:
    with journal() as opened:
        old = host(opened, PROGRESSIVE)
        play(old, 1)
        new = host(opened, PROGRESSIVE)
        play(new, 2)
        for key in ("", "k"):
            with pytest.raises(FencedOut):
                old.send(WAGER, key=key)
        with pytest.raises(FencedOut):
            old.send(CloseBets(), key="refused")
        old.close()
        state = new.state
        new.close()
        assert host(opened, PROGRESSIVE).state == state
        assert verify(opened, rules_of).verified


def test_a_snapshot_that_cannot_be_kept_does_not_fail_the_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(_snapshot: Snapshot) -> None:
        raise JournalUnavailable("no room")

    monkeypatch.setattr("upcard.host.tables.committing.SNAPSHOT_EVERY", 1)
    with journal() as opened:
        monkeypatch.setattr(opened, "save_snapshot", full)
        table = host(opened, PLAIN)
        play(table, 2)
        table.close()
        assert host(opened, PLAIN).state == table.state


def test_a_new_submission_reveals_what_was_in_the_shoe() -> None:
    with journal() as opened:
        table = host(opened, PLAIN)
        play(table, 2)
        table.close()
        head = opened.head("table/BJ-01")
        host(opened, PLAIN + "\n# another submission\n").close()
        record = next(opened.records("table/BJ-01", head.position))
        assert [secret.item for secret in decode_body(record.body).revealed] == [
            "table/BJ-01/shoe/1"
        ]
        assert verify(opened, rules_of).verified
        other = Vault(Installation(b"o" * 32))
        with pytest.raises(BadInput, match="another installation key"):
            TableHost(opened, PLAIN, rules_of, CardSupply(other))
        TableHost(opened, PLAIN, rules_of, CardSupply(other), OpeningTerms(void_by="floor ann"))
        assert verify(opened, rules_of).verified


def test_a_host_that_never_reveals_its_shoes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    take = SealedShoe.fetch_seals
    monkeypatch.setattr(SealedShoe, "fetch_seals", lambda shoe: (take(shoe)[0], ()))
    with journal() as opened:
        table = host(opened, PLAIN)
        play(table, 2)
        assert verify(opened, rules_of).verified, "still sealed"
        table.send(OrderReshuffle())
        verdict = verify(opened, rules_of)
    assert verdict.first_difference is not None
    assert "was not revealed" in verdict.first_difference.message


def test_a_host_that_seals_nothing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SealedShoe, "fetch_seals", lambda _shoe: ((), ()))
    with journal() as opened:
        host(opened, PLAIN)
        verdict = verify(opened, rules_of)
    assert verdict.first_difference is not None
    assert "without their order being sealed" in verdict.first_difference.message


def test_a_mystery_meter_that_is_never_hit_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """§ 633c.14(c)(3): it is hit at the latest when it stands above the maximum."""
    high = PROGRESSIVE.replace("A-5", "D-5")
    with journal() as opened:
        host(opened, high).close()
        monkeypatch.setattr("upcard.host.seals.meter_secrets.draw", lambda *_: 10**12)
        table = host(opened, PROGRESSIVE)
        assert verify(opened, rules_of).verified, "nothing was wagered on it"
        table.send(WAGER)
        table.send(PlaceWager(1, "jackpot-party", dollars(5)))
        table.send(CloseBets())
        verdict = verify(opened, rules_of)
    assert verdict.first_difference is not None
    assert verdict.first_difference.position == opened.head("table/BJ-02").position
