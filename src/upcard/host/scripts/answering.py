"""Takes the answers of a script: for a player who is asked, and those that are left over."""

from typing import Any

from upcard.engine.core.commands import Command
from upcard.engine.core.table_state import AnyTable
from upcard.engine.play import question_of
from upcard.host.scripts.script import ScriptPlace, ScriptRound, split_answer
from upcard.text.words import quoted


def terminal_name(place: ScriptPlace) -> str:
    """The default player's name at a terminal; "" at a position, where the table has a default."""
    return f"{place.position}.{place.terminal}" if place.terminal else ""


def answer_to_any(
    state: AnyTable, players: dict[ScriptPlace, str], answers: dict[ScriptPlace, list[str]]
) -> Command | None:
    """The first answer for a player who is asked; all terminals are asked at the same time."""
    for place, words in answers.items():
        player = players.get(place) or terminal_name(place) or str(place.position)
        pending = question_of(state, player)
        if pending is not None and words:
            word, amount = split_answer(words.pop(0))
            commands = pending.every(amount)
            if word not in commands:
                raise ValueError(
                    f"{quoted(word)} is not an answer; there are {', '.join(commands)}."
                )
            return commands[word]
    return None


def unused_answers(block: ScriptRound, place: ScriptPlace, answers: list[str]) -> dict[str, Any]:
    """The record's entry for unused answers; a terminal is named by its player."""
    player = {"player": block.players.get(place, terminal_name(place))} if place.terminal else {}
    return {"position": place.position, **player, "answers": answers}
