"""The fields of a Rules Submission and its tables: what is given, what is the default."""

from __future__ import annotations

from typing import Literal

import pytest

from upcard.rules.violation import BadInput
from upcard.submission.fields import (
    SubmissionTable,
    choice,
    fields_of,
    given_keys,
    is_money,
    values_of,
)
from upcard.submission.games.hybrid import HybridEquipment
from upcard.submission.notations import MONEY, PRIZE, Money
from upcard.submission.schema import Submission, TableSection, WagerSection, tables
from upcard.submission.validate import Malformed, read_submission, valid_submission


class OwnKeys(SubmissionTable):
    """Keys of a module whose annotations are text."""

    side: Literal["left", "right"] = choice("left", "601a.2", "The side.")
    fee: Money | None = choice(None, "601a.2", "The fee.", gt=0)


def test_a_field_knows_the_kinds_of_its_values() -> None:
    side, fee = fields_of(OwnKeys).values()
    assert (side.literals, side.optional, side.notation) == (("left", "right"), False, None)
    assert (fee.notation, fee.optional, fee.bounds) == (MONEY, True, {"gt": 0})
    assert is_money(fee)
    prizes = fields_of(WagerSection)["prizes"]
    assert (prizes.has_rows, prizes.notation) == (True, PRIZE)
    assert fields_of(TableSection)["name"].is_required


def test_a_table_tells_what_was_given_from_its_defaults() -> None:
    keys = OwnKeys(side="left")
    assert (keys.side, keys.fee) == ("left", None)
    assert given_keys(keys) == {"side"}
    assert values_of(keys) == {"side": "left", "fee": None}
    assert repr(keys) == "OwnKeys(side='left')"
    assert keys == OwnKeys(side="left") != OwnKeys()


def test_a_table_does_not_change() -> None:
    with pytest.raises(AttributeError, match="fee is frozen"):
        OwnKeys().fee = 5  # type: ignore[misc]
    with pytest.raises(AttributeError, match="wagers is frozen"):
        valid_submission({"table": {"name": "A"}}).wagers = {}


def test_a_shared_table_has_the_keys_of_every_game_in_their_order() -> None:
    keys = list(fields_of(tables()["equipment"]))
    own = list(fields_of(HybridEquipment))
    first = keys.index(own[0])
    assert keys[first : first + len(own)] == own
    assert isinstance(Submission(table=TableSection(name="A")).equipment, HybridEquipment)


def test_an_unknown_bound_is_refused_where_it_is_written() -> None:
    with pytest.raises(TypeError, match="choice has no bound 'least'; there are gt, ge, le"):
        choice(1, "601a.2", "A count.", least=1)


def test_the_defaults_of_a_game_are_given() -> None:
    table = valid_submission({"table": {"name": "H", "game": "hybrid-blackjack"}}).table
    assert table.positions == 3
    assert given_keys(table) == {"name", "game", "positions"}


def test_each_malformed_key_is_told_and_takes_its_default() -> None:
    data = {
        "table": {"name": "H", "game": "hybrid-blackjack", "positions": "x", "decks": True},
        "wagers": {"buzzer-beater": {"prizes": {"a": 5, "b": []}}, "axman": 3},
        "unknown": {},
    }
    submission, malformed = read_submission(data)
    assert [(wrong.path, wrong.fault) for wrong in malformed] == [
        (("table", "decks"), "no whole number"),
        (("table", "positions"), "no whole number"),
        (("wagers", "buzzer-beater", "prizes", "b"), "notation"),
        (("wagers", "axman"), "no table"),
        (("unknown",), "unknown key"),
    ]
    assert (submission.table.positions, submission.table.decks) == (3, 6)
    assert submission.wagers["buzzer-beater"].prizes == {"a": "$5.00"}
    assert "axman" not in submission.wagers
    with pytest.raises(BadInput, match=r"^table\.decks is malformed: no whole number\.$"):
        valid_submission(data)


@pytest.mark.parametrize("value", [True, 1.0, "1"])
def test_what_equals_a_choice_is_none(value: object) -> None:
    _, malformed = read_submission(
        {"table": {"name": "A"}, "wagers": {"super-4": {"mystery": value}}}
    )
    assert malformed == [Malformed(("wagers", "super-4", "mystery"), "no choice", value)]


def test_a_file_without_its_table_has_one_that_is_not_named() -> None:
    submission, malformed = read_submission({})
    assert malformed == [Malformed(("table",), "missing")]
    assert submission.table == TableSection(name="?")
