"""Errors in the form of a TOML file, in words for its author."""

import re
from typing import Final

TYPES: Final = {
    "str": "a text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "date": "a date",
    "null": "nothing",
}
"""The types of values by msgspec's names."""

_PLACE: Final = re.compile(r"(?s)(.*) - at `(?:key in )?\$\.?(.*)`")
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(.+)`")
_MISSING: Final = re.compile(r"Object missing required field `(.+)`")
_TYPE: Final = re.compile(r"Expected `([\w |]+)`, got `(\w+)`")
_VALUE: Final = re.compile(r"Invalid (?:enum value|value) '(.*)'")


def form_error_in_words(error: Exception) -> str:
    """A sentence without its full stop; a message not in msgspec's form is left unchanged."""
    message = str(error)
    match_of_place = _PLACE.fullmatch(message)
    problem, place = match_of_place.groups() if match_of_place else (message, "")
    place = re.sub(r"\[(\d+)\]", lambda number: f" {int(number[1]) + 1}", place)
    place_in_words = f" in {place}" if place else ""
    if match := _UNKNOWN.fullmatch(problem):
        return f"the key {match[1]}{place_in_words} is not known"
    if match := _MISSING.fullmatch(problem):
        return f"the key {match[1]} is missing{place_in_words}"
    if match := _TYPE.fullmatch(problem):
        expected = " or ".join(
            TYPES.get(wanted_type, wanted_type) for wanted_type in match[1].split(" | ")
        )
        return f"{place or 'it'} is {TYPES.get(match[2], match[2])}, not {expected}"
    if match := _VALUE.fullmatch(problem):
        return f"{place or 'it'} can't be '{match[1]}'"
    if problem == "Invalid RFC3339 encoded date":
        return f"{place or 'it'} is no date: write YYYY-MM-DD"
    return message if not place else f"{place}: {problem}"
