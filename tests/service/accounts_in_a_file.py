"""Fixtures: a journal in a file, and the accounts in it, of which Ann has one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.floors import HASHER, PASSWORD, journal
from upcard.journal.journal import Journal
from upcard.service.access.accounts import Accounts
from upcard.service.access.principal import Role


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Journal]:
    with journal(str(tmp_path / "floor.journal")) as one:
        yield one


@pytest.fixture
def accounts(opened: Journal) -> Accounts:
    found = Accounts(opened, HASHER)
    found.open("ann", Role.PLAYER, PASSWORD, "ada")
    return found
