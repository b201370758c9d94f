"""The PAR sheet of a wager by itself."""

import pytest

from nightly import every
from upcard.exact.record import records
from upcard.reports.par.sheet import wager_sheet
from upcard.rules.violation import BadInput

SHEETS = (
    ("perfect-pairs", "pa", "A", 6),
    ("insurance", "pa", "standard", 8),
    ("top-3", "pa", "B", 2),  # beside Three Card Poker
    ("lucky-aces", "pa", "C", 6),  # at a fully automated table
    ("blazing-7s", "pa", "A", 6),
    ("bad-beat", "pa", "standard", 6),
    ("jackpot-party", "pa", "P20-B", 6),
    ("majestic-match", "pa", "standard", 8),
    ("match-the-dealer-down", "wa", "standard", 6),
)


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize(("wager", "place", "paytable", "decks"), every(3, SHEETS))
def test_a_wager_has_its_sheet_with_what_it_needs_beside_it(
    wager: str, place: str, paytable: str, decks: int
) -> None:
    for record in records(wager, place, paytable, decks):
        if record.note:
            continue
        source, paper = wager_sheet(record)
        assert paper.name == f"par-{wager}"
        assert paper.subtitle.startswith(f"Paytable {paytable}, ") == (paytable != "standard")
        (again,) = [
            record for record in source.records if record.wager == wager and not record.note
        ]
        assert again.decks == decks
        assert again.house_edge == record.house_edge, record.choices


def test_what_only_a_submission_can_say_is_asked_for() -> None:
    progressives = records("match-the-dealer-progressive", "wa")
    for record in (
        records("lightning-straight")[0],  # how Lucky Numbers fall
        next(
            progressive for progressive in progressives if progressive.prizes
        ),  # what the house pays for "$"
    ):
        with pytest.raises(BadInput, match="A Rules Submission has to say more"):
            wager_sheet(record)


def test_a_meter_beside_a_wager_has_no_sheet_of_its_own() -> None:
    with pytest.raises(BadInput, match="no wager of its own"):
        wager_sheet(records("must-hit-by-mystery")[0])
