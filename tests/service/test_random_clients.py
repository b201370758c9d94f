"""Play by the API in any order, with nonsense between: no failure, no traceback, a true journal."""

import logging

import pytest

from nightly import NIGHTLY
from service.floors import floor
from service.random_client import RandomClient
from upcard.cards.shuffle import seeded_bits
from upcard.host.verification.verify import verify
from upcard.service.api import limits
from upcard.submission.compiling.text import rules_of

STEPS = 1_000
SEEDS = range(500 if NIGHTLY else 5)


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_is_sent_the_server_answers(
    seed: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("REQUESTS", "STRANGERS", "SIGN_INS"):
        monkeypatch.setattr(limits, name, (10**6, 60.0))
    with caplog.at_level(logging.WARNING), floor(bits=seeded_bits(seed)) as served:
        wanderer = RandomClient(served, seed)
        try:
            for _ in range(STEPS):
                wanderer.step()
        finally:  # an open connection would keep the floor from closing
            wanderer.close()
        verdict = verify(served.server.floor.journal, rules_of)
    assert verdict.verified, verdict.first_difference
    assert verdict.rounds >= 3, wanderer.counts
    assert not [record for record in caplog.records if record.exc_info], caplog.text
