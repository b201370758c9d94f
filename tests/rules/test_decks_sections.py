"""The provisions on decks: data, and what the source texts say, if they are there."""

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


def subsection(cite: str) -> str:
    """The text of a lettered subsection, without the numbers of its paragraphs."""
    section, letter = cite.removesuffix(")").split("(")
    texts = (file.read_text(encoding="utf-8").splitlines() for file in sorted(SEEDS.glob("*.txt")))
    (body,) = [
        "\n".join(lines)
        for text in texts
        for number, lines in oracle.code_sections(text)
        if number == section
    ]
    begins, ends = (rf"^[\s•*-]*\({label}\)\s" for label in (letter, chr(ord(letter) + 1)))
    text = re.split(ends, re.split(begins, body, flags=re.M)[1], flags=re.M)[0]
    return re.sub(r"\(\d\)", "", text)


def numbers_of_decks(text: str) -> set[int]:
    """The numbers in its sentences that speak of decks."""
    sentences = (part.lower() for part in re.split(r"[.\n]", text) if "deck" in part)
    words = {word for part in sentences for word in re.findall(r"[a-z]+|(?<![-\w])\d+", part)}
    return {NUMBERS.get(word) or int(word) for word in words if word in NUMBERS or word.isdigit()}


def test_every_provision_on_decks_is_named() -> None:
    named = {
        slug: (rules.data.decks_section.removeprefix("58 Pa. Code § "), decks)
        for slug, rules in pennsylvania().items()
        if (decks := {deck for table in rules.data.paytable for deck in table.decks})
        and "§" in rules.data.decks_section
    }
    assert named == DECKS


@pytest.mark.skipif(not SEEDS.is_dir(), reason="the source texts are not beside this checkout")
@pytest.mark.parametrize("slug", DECKS)
def test_the_provision_on_decks_says_so(slug: str) -> None:
    cite, decks = DECKS[slug]
    assert numbers_of_decks(subsection(cite)) == decks
