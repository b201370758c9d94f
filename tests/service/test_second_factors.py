"""Second factors by themselves: which codes are taken, how often, and what removing one ends."""

from collections.abc import Iterator

import pyotp
import pytest
from itsdangerous import TimestampSigner

from service.floors import HASHER, PASSWORD, journal
from upcard.host.seals.installation import Installation
from upcard.rules.violation import BadInput
from upcard.service.access.accounts import Accounts
from upcard.service.access.principal import NotSignedIn, Role
from upcard.service.access.second_factors import (
    ENROL_SECONDS,
    STEP_SECONDS,
    WRONG_CODES,
    SecondFactors,
)
from upcard.service.access.sessions import Sessions

AT = 1_800_000_000
"""A moment with which a code's step begins."""


@pytest.fixture
def accounts() -> Iterator[Accounts]:
    with journal() as opened:
        found = Accounts(opened, HASHER)
        found.open("ann", Role.PLAYER, PASSWORD, "ada")
        yield found


class Ann:
    """Ann's authenticator, and what checks its codes at the moment that a test sets."""

    def __init__(self, accounts: Accounts) -> None:
        self.now = AT
        self.accounts = accounts
        self.factors = SecondFactors(accounts, Installation(bytes(32)), lambda: self.now)
        offer = self.factors.offer("ann")
        self._totp = pyotp.TOTP(offer.secret)
        self.recovery = self.factors.enrol("ann", offer.ticket, self.code(AT))

    def code(self, at: int) -> str:
        """The code that is shown at a moment."""
        return self._totp.at(at)

    def taken(self, code: str) -> bool:
        """Whether a code is taken."""
        try:
            self.factors.require(self.accounts.directory.accounts["ann"], code, "here")
        except NotSignedIn:
            return False
        return True


@pytest.mark.parametrize(("steps", "taken"), [(-2, False), (-1, True), (1, True), (2, False)])
def test_the_codes_of_the_step_before_and_after_are_taken_and_no_others(
    accounts: Accounts, steps: int, taken: bool
) -> None:
    ann = Ann(accounts)
    ann.now = AT + 10 * STEP_SECONDS
    assert ann.taken(ann.code(ann.now + steps * STEP_SECONDS)) is taken


def test_a_recovery_code_is_taken_once_and_leaves_the_others(accounts: Accounts) -> None:
    ann = Ann(accounts)
    first, second = ann.recovery[:2]
    assert [ann.taken(code) for code in (first, first, second)] == [True, False, True]
    assert len(accounts.directory.accounts["ann"].recovery) == len(ann.recovery) - 2


def test_codes_are_tried_again_once_ten_minutes_have_passed(
    accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    passed = 0.0
    monkeypatch.setattr("upcard.service.access.rates.time.monotonic", lambda: passed)
    ann = Ann(accounts)
    right = ann.code(AT + STEP_SECONDS)
    ann.now += STEP_SECONDS
    for _ in range(WRONG_CODES[0]):
        assert not ann.taken("000000")
    passed = 599.0
    assert not ann.taken(right)
    passed = 600.0
    assert ann.taken(right)


@pytest.mark.parametrize("ticket", ["", "none", "bm9uZQ.bm9uZQ.bm9uZQ"])
def test_a_secret_that_was_not_offered_is_refused(accounts: Accounts, ticket: str) -> None:
    factors = SecondFactors(accounts, Installation(bytes(32)))
    with pytest.raises(BadInput, match="begin again"):
        factors.enrol("ann", ticket, "000000")


@pytest.mark.parametrize("content", [7, ["ann"], "ann"])
def test_a_signed_offer_of_another_form_is_refused(accounts: Accounts, content: object) -> None:
    """An installation's own signature does not say that this version wrote the offer."""
    factors = SecondFactors(accounts, Installation(bytes(32)))
    with pytest.raises(BadInput, match="begin again"):
        factors.enrol("ann", str(factors._tickets.dumps(content)), "000000")


def test_an_offer_is_its_persons_alone_and_for_a_time(
    accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    factors = SecondFactors(accounts, Installation(bytes(32)))
    offer = factors.offer("bob")
    with pytest.raises(BadInput, match="another person"):
        factors.enrol("ann", offer.ticket, "000000")
    with pytest.raises(BadInput, match="look at the clock"):
        factors.enrol("bob", offer.ticket, "none")
    stamp = TimestampSigner.get_timestamp
    monkeypatch.setattr(
        "itsdangerous.timed.TimestampSigner.get_timestamp",
        lambda signer: stamp(signer) + ENROL_SECONDS + 1,
    )
    with pytest.raises(BadInput, match="begin again"):
        factors.enrol("bob", offer.ticket, "none")


def test_removing_a_second_factor_ends_the_sessions_and_revives_no_former_one(
    accounts: Accounts,
) -> None:
    """A session that ended with an earlier password stays ended."""
    of = Sessions(accounts, bytes(32), accounts._journal)
    first = of.begin(accounts.directory.accounts["ann"])
    accounts.set_password("ann", "another horse", "ann")
    ann = Ann(accounts)
    second = of.begin(accounts.directory.accounts["ann"])
    ann.factors.remove("ann", "ada")
    for cookie in (first, second):
        with pytest.raises(NotSignedIn, match="ended"):
            of.read(cookie)
    assert accounts.directory.accounts["ann"].factor == ""
