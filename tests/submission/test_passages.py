"""Every passage of the source texts that leaves something open has a field or a reason."""

import importlib
from pathlib import Path

import pytest

from upcard.rules.loader import all_wagers
from upcard.rules.sections import find, sections
from upcard.submission.describing.passages import passages, passages_of, reasons
from upcard.submission.schema import field_of
from upcard.submission.wager_choices import OPTIONS

SEEDS = Path(__file__).resolve().parents[3] / "shared" / "seeds"

oracle = importlib.import_module("choices_from_seeds")


@pytest.mark.skipif(not SEEDS.is_dir(), reason="the source texts are not beside this checkout")
def test_every_permissive_passage_is_listed() -> None:
    printed = oracle.passages(SEEDS)
    assert len(printed) > 100
    listed = {passage.section for passage in passages()}
    assert [cite for cite in printed if cite not in listed] == []


def test_passages_stand_once_in_the_order_of_the_text() -> None:
    listed = [passage.section for passage in passages()]
    order = [entry.cite for entry in sections()]
    assert [find(cite).cite for cite in listed] == listed
    assert listed == sorted(set(listed), key=order.index)


def test_a_passage_has_fields_or_a_reason() -> None:
    for passage in passages():
        assert bool(passage.fields) != bool(passage.reason), passage.section
    assert {passage.reason for passage in passages() if passage.reason} == set(reasons())
    assert all(reason.endswith(".") for reason in reasons().values())


@pytest.mark.parametrize(
    "field", sorted({name for passage in passages() for name in passage.fields})
)
def test_a_named_field_exists(field: str) -> None:
    table, *rest = field.split(".")
    if table != "wagers":
        assert field_of((table, *rest)) is not None
        return
    data = [rules.data for rules in all_wagers() if rules.data.slug == rest[0]]
    assert data
    if len(rest) == 2:
        assert field_of((table, *rest)) is not None
        assert rest[1] not in OPTIONS or any(rest[1] in passage.options for passage in data)


def test_every_option_of_a_wager_is_left_by_some_passage() -> None:
    """An option that a wager's data name is one that the text leaves open."""
    unsaid = [
        f"wagers.{rules.data.slug}.{key}"
        for rules in all_wagers()
        for key in rules.data.options
        if key in OPTIONS and not passages_of(f"wagers.{rules.data.slug}.{key}")
    ]
    # The ante of Switch Hands is no choice: the text itself makes it mandatory (§ 633c.4(c)).
    assert unsaid == ["wagers.switch-hands-ante.mandatory"]


def test_the_oracle_tells_permissions_from_prohibitions() -> None:
    assert oracle.PERMISSIVE.search("The certificate holder may offer")
    assert oracle.PERMISSIVE.search("as specified in its Rules  Submission")
    assert not oracle.PERMISSIVE.search("A player may not touch the cards")
    assert not oracle.PERMISSIVE.search("on May 24, 2024".lower().replace("may", "june"))
