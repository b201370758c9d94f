"""A variation with a command and an event of its own: other processes read its journal."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parent.parent.parent
OWN: Final = ["--variations", "variations"]
SECTION: Final = "Salute, revision 1"
PRINTED: Final = "58 Pa. Code § 633a.7(a)"

GAME: Final = f"""
title = "Salute Blackjack"
slug = "salute"
jurisdiction = "house"
section = "{SECTION}"
effective = 2024-05-25
minimum_decks = 1
decks_section = "{SECTION}"
positions = 7
positions_section = "{SECTION}"

[dealing]
shoe = "{SECTION}"

[pays]
blackjack = "3 to 2"
win = "1 to 1"
even-money = "1 to 1"

[pays_sections]
blackjack = "{SECTION}"
win = "{SECTION}"
even-money = "{SECTION}"
"""

ENGINE: Final = '''
"""After the peek the dealer knocks, and the first player salutes or nods."""

from enum import StrEnum

from upcard.engine.blackjack.hooks import Hooks
from upcard.engine.core.commands import Command
from upcard.engine.core.events import Event
from upcard.engine.core.parts import Allowed, Part
from upcard.engine.core.phases import Phase
from upcard.engine.core.questions import QuestionKind
from upcard.engine.core.senders import Sender, sent_by


class Own(StrEnum):
    SALUTING = "saluting"


class Knocked(Event, frozen=True, tag="Knocked"):
    """The dealer knocked."""


class Bowed(Event, frozen=True, tag="Bowed"):
    """The dealer bowed, which changes nothing."""


class Saluted(Event, frozen=True, tag="Saluted"):
    """A player answered."""

    position: int
    salutes: bool


@sent_by(Sender.PLAYER)
class Salute(Command, frozen=True, tag="Salute"):
    """A player answers the dealer."""

    position: int
    salutes: bool = False


QUESTION = QuestionKind(
    name="salute",
    phases=(Own.SALUTING,),
    due=lambda state: (state.in_play()[0][0], 0),
    answers=lambda position, _amount: {"salute": Salute(position, True), "nod": Salute(position)},
    unanswered="nod",
    words="Do you salute?",
    for_dealer="Ask whether the player salutes.",
)
PART = Part(
    name="salute",
    phases={(Phase.PEEKED, Knocked): Own.SALUTING, (Own.SALUTING, Saluted): Phase.PEEKED},
    allowed={Salute: Allowed((Own.SALUTING,), "Salute, revision 1", "Nobody salutes now.")},
    handlers={Salute: lambda _state, command: [Saluted(command.position, command.salutes)]},
    questions=(QUESTION,),
)
HOOKS = Hooks(
    parts=(PART,), reads_every_upcard=True, after_peek=lambda _state: [Bowed(), Knocked()]
)
'''

SUBMISSION: Final = """
[table]
name = "S-1"
game = "salute"
jurisdiction = "house"
decks = 6
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the variation and a submission."""
    files = tmp_path / "variations" / "salute"
    files.mkdir(parents=True)
    (files / "game.toml").write_text(GAME, encoding="utf-8")
    (files / "engine.py").write_text(ENGINE, encoding="utf-8")
    (tmp_path / "salute.toml").write_text(SUBMISSION, encoding="utf-8")
    return tmp_path


DEALT: Final = ["deal", "salute.toml", "--journal", "own.journal", "--rounds"]


def test_a_journal_with_own_steps_is_verified_replayed_and_resumed(folder: Path) -> None:
    _run(folder, [*OWN, *DEALT, "3"])
    assert "3 rounds: the chain is intact" in _run(folder, [*OWN, "verify", "own.journal"])
    _run(folder, [*OWN, *DEALT, "1"])
    assert "4 rounds: the chain is intact" in _run(folder, [*OWN, "verify", "own.journal"])
    assert "S-1, round 4" in _run(folder, [*OWN, "replay", "own.journal", "--round", "4"])
    stored = b"".join(path.read_bytes() for path in folder.glob("own.journal*"))
    assert all(f'"type":"{tag}"'.encode() in stored for tag in ("Salute", "Saluted", "Bowed"))


def test_a_script_answers_the_own_question(folder: Path) -> None:
    (folder / "salute.script").write_text(
        "cards 9h Td Th 7s\nwager 1 blackjack 15\ndecide 1 salute\ndecide 1 stand\n",
        encoding="utf-8",
    )
    dealt = _run(folder, [*OWN, "deal", "salute.toml", "--script", "salute.script"])
    assert re.search(r"blackjack\s+win\s+\+15\.00", dealt)


@pytest.mark.nightly
def test_one_of_upcard_s_own_has_own_steps_alike(folder: Path) -> None:
    source = folder / "src" / "upcard"
    shutil.copytree(ROOT / "src" / "upcard", source)
    game = GAME.replace('"house"', '"pa"').replace(SECTION, PRINTED)
    files = source / "rules" / "data" / "game_salute.toml"
    files.write_text('variation = "salute"\norder = 9\n' + game, encoding="utf-8")
    engine = ENGINE.replace(SECTION, PRINTED)
    (source / "engine" / "variations" / "salute.py").write_text(engine, encoding="utf-8")
    submission = SUBMISSION.replace('jurisdiction = "house"\ndecks = 6\n', "")
    (folder / "salute.toml").write_text(submission, encoding="utf-8")
    _run(folder, [*DEALT, "2"])
    assert "2 rounds: the chain is intact" in _run(folder, ["verify", "own.journal"])


@pytest.mark.parametrize(
    ("was", "now", "refusal"),
    [
        (
            'tag="Knocked"',
            'tag="WagerPlaced"',
            "salute/engine.py and upcard.engine.core.events both define a type with the tag "
            "'WagerPlaced'.",
        ),
        (
            "    salutes: bool\n",
            "    salutes: bool\n    thing: Own | bytes | str = ''\n",
            "No journal can hold a command or event: ",
        ),
        (
            "@sent_by(Sender.PLAYER)\n",
            "",
            "Nobody may send Salute: mark it with @sent_by(Sender…).",
        ),
    ],
)
def test_a_type_that_cannot_be_read_back_is_refused_before_it_is_written(
    folder: Path, was: str, now: str, refusal: str
) -> None:
    engine = folder / "variations" / "salute" / "engine.py"
    engine.write_text(ENGINE.replace(was, now), encoding="utf-8")
    refused = _started(folder, [*OWN, *DEALT, "1"])
    assert refused.returncode == 2
    assert refusal in refused.stderr
    assert "holds no record" in _started(folder, [*OWN, "verify", "own.journal"]).stderr


SERVED: Final = """
from pathlib import Path

from service.floors import floor
from upcard.cards.shuffle import seeded_bits
from upcard.engine.core.commands import CloseBets
from upcard.engine.play import question

submission = Path("salute.toml").read_text(encoding="utf-8")
with floor("memory:", submission, bits=seeded_bits(1)) as served:
    served.send("ann", "S-1", "PlaceWager", position=1, wager="blackjack", amount="15.00")
    table = served.server.floor.host("S-1")
    table.send(CloseBets())
    while question(table.state).kind != "salute":
        table.send(question(table.state).unanswered)
    said = {"type": "Salute", "position": 1, "salutes": True}
    for name in ("sue", "bob", "ann"):
        answer = served.client_of(name).post("/api/tables/S-1/commands", json=said)
        print(name, answer.status_code)
    print([event["event"] for event in answer.json()["events"]])
    shown = served.client_of("rex").get("/api/tables/S-1/events").text
    print("Saluted" in shown, "Salute" in served.client_of("rex").get("/api/asyncapi.json").text)
"""


def test_the_server_takes_an_own_command_from_those_it_is_for(folder: Path) -> None:
    environment = {"UPCARD_VARIATIONS": str(folder / "variations")}
    served = _python(folder, ["-c", SERVED], str(ROOT / "tests"), **environment)
    assert served.stderr == ""
    assert served.stdout.splitlines() == [
        "sue 403",
        "bob 403",
        "ann 200",
        "['Saluted', 'PlayStarted']",
        "True True",
    ]


LATE: Final = """
def _late():
    class Late(Event, frozen=True, tag="Late"):
        pass

    return [Late(), Knocked()]


HOOKS ="""


def test_an_event_that_no_part_names_is_never_acknowledged(folder: Path) -> None:
    text = ENGINE.replace("\nHOOKS =", LATE).replace(
        "lambda _state: [Bowed(), Knocked()]", "lambda _state: _late()"
    )
    (folder / "variations" / "salute" / "engine.py").write_text(text, encoding="utf-8")
    refused = _started(folder, [*OWN, *DEALT, "9"])
    assert refused.returncode == 2
    assert "The event Late could not be read from a journal" in refused.stderr
    assert "the chain is intact" in _run(folder, [*OWN, "verify", "own.journal"])


def _run(folder: Path, words: list[str]) -> str:
    """What a command prints, in a process of its own."""
    result = _started(folder, words)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def _started(folder: Path, words: list[str]) -> "subprocess.CompletedProcess[str]":
    return _python(folder, ["-m", "upcard", *words])


def _python(
    folder: Path, words: list[str], *places: str, **environment: str
) -> "subprocess.CompletedProcess[str]":
    """What Python prints in a folder; `places` are further ones of its modules."""
    sources = os.pathsep.join([str(folder / "src"), str(ROOT / "src"), *places])
    return subprocess.run(
        [sys.executable, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": sources, "COLUMNS": "200", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


OMEN: Final = (
    ENGINE.split("@sent_by(Sender.PLAYER)")[0]
    + '''
@sent_by(Sender.CHANCE)
class DealOmen(DealCard, frozen=True, tag="DealOmen"):
    """The next card tells the future, and goes to the discard rack."""


class OmenShown(Event, frozen=True, tag="OmenShown"):
    """The players have seen the omen."""


PART = Part(
    name="omen",
    phases={(Phase.PEEKED, Knocked): Own.SALUTING, (Own.SALUTING, OmenShown): Phase.PEEKED},
    allowed={DealOmen: Allowed((Own.SALUTING,), "Salute, revision 1", "No omen is due now.")},
    handlers={DealOmen: lambda _state, command: [CardBurned(command.card), OmenShown()]},
    steps={Own.SALUTING: (Automation.DEAL, DealOmen)},
)
HOOKS = Hooks(parts=(PART,), reads_every_upcard=True, after_peek=lambda _state: [Knocked()])
'''
).replace(
    "from upcard.engine.core.commands import Command",
    "from upcard.engine.core.commands import DealCard\n"
    "from upcard.engine.core.events import CardBurned\n"
    "from upcard.engine.core.steps import Automation",
)


def test_an_own_step_takes_the_next_card_of_the_sealed_shoe(folder: Path) -> None:
    (folder / "variations" / "salute" / "engine.py").write_text(OMEN, encoding="utf-8")
    _run(folder, [*OWN, *DEALT, "60"])  # past the cover card of the shoe
    assert "60 rounds: the chain is intact" in _run(folder, [*OWN, "verify", "own.journal"])
    (folder / "salute.script").write_text(
        "cards 9h Td Th 7s 2c 3d\nwager 1 blackjack 15\ndecide 1 hit\n", encoding="utf-8"
    )
    dealt = _run(folder, [*OWN, "deal", "salute.toml", "--script", "salute.script"])
    assert "9♥ 10♥ 3♦" in dealt, "the omen was the card before"


READ_BY_A_SHOE: Final = """
from pathlib import Path

from service.floors import OWN, floor
from upcard.engine.core.commands import BurnCard, CloseBets, DealCard, PlaceWager
from upcard.engine.core.steps import Automation
from upcard.host.verification.verify import verify
from upcard.submission.compiling.text import rules_of

submission = Path("salute.toml").read_text(encoding="utf-8").replace("S-1", OWN)
with floor("memory:", submission, fed=(OWN,), attended=False) as served:
    table = served.server.floor.host(OWN)
    table.automate(Automation.ALL)
    table.send(BurnCard(0))
    table.send(PlaceWager(1, "blackjack", 150_000))
    table.send(CloseBets())
    for card in (33, 36, 37, 24):
        table.send(DealCard(card))
    reader, told = served.client_of(f"shoe@{OWN}"), {"type": "DealOmen", "card": "2c"}
    print(reader.get(f"/api/tables/{OWN}").json()["view"]["service"]["step"])
    for name in ("dora", "ann"):
        answer = served.client_of(name).post(f"/api/tables/{OWN}/commands", json=told)
        print(name, answer.status_code)
    served.send(f"shoe@{OWN}", OWN, "ShowCoverCard")
    answer = served.send(f"shoe@{OWN}", OWN, "DealOmen", card="2c")
    print([event["event"] for event in answer["events"]])
    print(verify(served.server.floor.journal, rules_of).first_difference)
"""


def test_a_card_reading_shoe_reports_the_card_of_an_own_step(folder: Path) -> None:
    (folder / "variations" / "salute" / "engine.py").write_text(OMEN, encoding="utf-8")
    environment = {"UPCARD_VARIATIONS": str(folder / "variations")}
    served = _python(folder, ["-c", READ_BY_A_SHOE], str(ROOT / "tests"), **environment)
    assert served.stderr == ""
    assert served.stdout.splitlines() == [
        "DealOmen",
        "dora 403",
        "ann 403",
        "['CardBurned', 'OmenShown', 'PlayStarted']",
        "None",
    ]
