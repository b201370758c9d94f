"""`upcard schema`: a JSON Schema for every kind of document, and every document names its own."""

import json
import re
from typing import Any, Final

import pytest
from jsonschema_rs import Draft202012Validator, meta

import upcard
from command_line import upcard as command
from documents import check_document
from upcard.library.schemas import DOCUMENTS, find, json_schema, short_name
from upcard.rules.violation import UnknownName
from upcard.text import schemas

NAMES: Final = {value for name, value in vars(schemas).items() if name.isupper()}
OF_THE_LIBRARY: Final = {schemas.RULES}
"""Documents whose form is that of a Rules Submission: see `upcard check --schema`."""


def test_every_name_has_a_version_and_its_document() -> None:
    assert all(re.fullmatch(r"upcard/[a-z-]+/[1-9]\d*", name) for name in NAMES)
    assert set(DOCUMENTS) == NAMES - OF_THE_LIBRARY
    assert len({short_name(name) for name in NAMES}) == len(NAMES)


@pytest.mark.parametrize("name", [*DOCUMENTS])
def test_each_schema_is_valid_and_refuses_other_documents(name: str) -> None:
    form = json_schema(name)
    assert meta.is_valid(form)
    validator = Draft202012Validator(form)
    assert not validator.is_valid({"schema": name})
    assert not validator.is_valid({"schema": "upcard/other/1", "records": []})
    assert validator.is_valid({"schema": name, "records": []}) == DOCUMENTS[name].is_table
    referred = set(re.findall(r'"#/\$defs/(\w+)"', json.dumps(form)))
    assert referred == set(form["$defs"])


def test_the_command_lists_and_prints_them() -> None:
    listed = command("schema").stdout
    assert all(name in listed for name in DOCUMENTS)
    printed = command("schema", "odds").stdout
    assert json.loads(printed) == json_schema("upcard/odds/1")
    assert command("schema", "upcard/odds/1").stdout == printed
    result = command("schema", "od")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == "There is no document 'od'; did you mean odds?\n"


def test_an_unknown_name_is_refused() -> None:
    assert find("deal") == "upcard/deal/1"
    with pytest.raises(UnknownName, match="`upcard schema` lists"):
        find("zzz")


def _odds() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(upcard.odds("insurance", decks=6).to_dict()))
    return found


def test_what_the_library_gives_is_what_the_command_prints() -> None:
    printed = json.loads(command("odds", "insurance", "--decks", "6", "--json").stdout)
    assert _odds() == printed


@pytest.mark.parametrize("change", ["unnamed", "missing", "type", "schema"])
def test_the_check_of_all_documents_notices_a_change(change: str) -> None:
    found = _odds()
    check_document(found)
    record = found["records"][0]
    if change == "unnamed":
        record["edge"] = 1
    elif change == "missing":
        del record["house_edge"]
    elif change == "type":
        record["outcomes"][0]["combinations"] = "96"
    else:
        del found["schema"]
    with pytest.raises(AssertionError):
        check_document(found)


def test_paytables_that_were_found_have_their_schema() -> None:
    found = upcard.solve_pays("perfect-pairs", paytable="A", decks=6, edge="4%")
    check_document(json.loads(json.dumps(found.to_dict())))


def test_a_round_and_its_settlements_in_python(tmp_path: Any) -> None:
    file = tmp_path / "table.toml"
    file.write_text('[table]\nname = "T"\n', encoding="utf-8")
    table = upcard.Table(upcard.load(file), seed=1)
    table.bet(1, blackjack=15)
    table.deal()
    while table.question is not None:
        table.answer("stand" if "stand" in table.legal else table.legal[-1])
    check_document(json.loads(json.dumps(table.to_dict())))
    check_document(json.loads(json.dumps(table.settlements.to_dict())))


def test_strategies_simulations_and_distributions_in_python() -> None:
    rules = upcard.load("submissions/seven-seats.toml")
    play = upcard.strategy(shoe={"A": 2, "6": 2, "8": 3, "10": 5}, changes={"resplits": 0})
    found = upcard.simulate(rules, rounds=500, seed=1, count="hi-lo")
    documents: list[Any] = [
        *(play, play.chart(), play.exceptions, found, found.wagers, found.meters),
        *(upcard.count("hi-lo"), upcard.distribution(rules, 10, simulated_rounds=500)),
        *(upcard.exposure("insurance", decks=6, shoes=500),),
        *(upcard.counter(rules, "ko", indices=False, rounds=500, bankroll=9_000, seed=1),),
    ]
    for document in documents:
        check_document(json.loads(json.dumps(document.to_dict())))
