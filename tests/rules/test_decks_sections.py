"""The provisions on decks: data, and what the text says there where the seeds are present."""

import importlib
import re
from pathlib import Path

import pytest

from upcard.rules.loader import all_wagers
from upcard.rules.schema import WagerRules

SEEDS = Path(__file__).parents[3] / "shared" / "seeds"
NUMBERS = {"single": 1, "one": 1, "two": 2, "four": 4, "five": 5, "six": 6, "eight": 8}

DECKS = {
    "match-the-dealer": ("633a.13(d)", {6, 8}),
    "super-match": ("633a.13(i)", {6, 8}),
    "jackpot-party": ("633c.2(b)", {1, 2, 4, 6, 8}),
    "match-the-dealer-progressive": ("633c.3(b)", {6, 8}),
    "buzzer-beater": ("633c.5(f)", {6, 8}),
    "super-4": ("633c.6(b)", {1, 2, 4, 6, 8}),
    "blackjack-match": ("633c.10(b)", {6, 8}),
    "trilux-deluxe": ("633c.11(i)", {1, 2, 4, 6, 8}),
    "axman": ("633c.12(a)", {6, 8}),
    "buster-blackjack": ("633c.13(c)", {1, 4, 6, 8}),
    "upcard-luck": ("633c.15(b)", {4, 6, 8}),
}
"""The provision that says with how many decks a wager may be played, and how many."""

oracle = importlib.import_module("sections_from_seeds")


def pennsylvania() -> dict[str, WagerRules]:
    return {rules.data.slug: rules for rules in all_wagers() if rules.data.jurisdiction == "pa"}


def printed(cite: str) -> set[int]:
    """The numbers of decks that a lettered subsection names."""
    section, letter = cite.removesuffix(")").split("(")
    found: set[int] = set()
    for file in sorted(SEEDS.glob("*.txt")):
        for number, lines in oracle._code_sections(file.read_text(encoding="utf-8").splitlines()):
            if number != section:
                continue
            following = chr(ord(letter) + 1)
            text = "\n".join(lines)
            begins = re.search(rf"^[\s•*-]*\({letter}\)\s", text, re.M)
            assert begins is not None, cite
            rest = text[begins.end() :]
            ends = re.search(rf"^[\s•*-]*\({following}\)\s", rest, re.M)
            of_decks = [part for part in re.split(r"[.\n]", rest[: ends and ends.start()])]
            for part in of_decks:
                if "deck" in part:
                    words = re.findall(r"[a-z]+|\d+", part.lower())
                    found |= {NUMBERS[word] for word in words if word in NUMBERS}
                    found |= {int(word) for word in words if word in "12468" and word}
    return found


def test_every_provision_on_decks_is_named() -> None:
    named = {
        slug: (rules.data.decks_section.removeprefix("58 Pa. Code § "), decks)
        for slug, rules in pennsylvania().items()
        if (decks := {one for table in rules.data.paytable for one in table.decks})
        and "§" in rules.data.decks_section
    }
    assert named == DECKS


@pytest.mark.skipif(not SEEDS.is_dir(), reason="the seeds are not beside this checkout")
@pytest.mark.parametrize("slug", DECKS)
def test_the_provision_on_decks_says_so(slug: str) -> None:
    cite, decks = DECKS[slug]
    assert printed(cite) == decks
