"""The values of a submission on paper: in words, never in the syntax of the file."""

import re

from reports.paper_tables import source
from upcard.reports.choice_words import choice_in_words, text_in_words, value_in_words
from upcard.reports.names import language
from upcard.submission.describing.explain import all_choices
from upcard.submission.fields import fields_of
from upcard.submission.schema import WagerSection, tables

SYNTAX = re.compile(r"[a-z]+-[a-z-]+|text|industry|true|false")


def test_every_choice_of_a_file_has_words() -> None:
    checked = 0
    for table, model in tables().items():
        section = WagerSection if table == "wagers" else model
        place = "wagers.bad-beat" if table == "wagers" else table
        for key, field in fields_of(section).items():
            for value in field.literals:
                said = value_in_words(f"{place}.{key}", value)
                assert not SYNTAX.fullmatch(said), (
                    f"{place}.{key} = {value!r} is printed as {said!r}"
                )
                checked += 1
    assert checked > 80


def test_values_of_a_file_are_told_as_people_write_them() -> None:
    assert text_in_words("wagers.jackpot-party.paytable", '"P20-B"') == "P20-B"
    assert text_in_words("table.maximum", "1000") == "$1,000"
    assert text_in_words("table.minimum", '"12.50"') == "$12.50"
    assert text_in_words("wagers.jackpot-party.wager", "1 or 5") == "$1 or $5"
    assert text_in_words("wagers.jackpot-party.increment", '"7%"') == "7 %"
    assert value_in_words("table.name", "100% Club") == "100% Club", "a name stands as it is"
    assert text_in_words("wagers.jackpot-party.envy", "true") == "yes"
    assert text_in_words("table.dealing", '"double-shoe"') == "from a double shoe"
    assert text_in_words("table.jurisdiction", '"wa"') == "Washington"
    assert text_in_words("hybrid.at_countdown", '"stand"') == "the hand stands"
    hit = "the hand stands, but is hit on 12 or 13"
    assert text_in_words("hybrid.at_countdown", "[12, 13]") == hit
    assert text_in_words("table.game", '"blackjack-switch"') == "Blackjack Switch"
    assert (
        text_in_words("layout.wager_areas", '["lucky-ladies"]') == "Lucky Ladies Twenty Point Bonus"
    )


def test_a_choice_of_a_wager_says_which() -> None:
    table = source("blackjack").table
    maximum = choice_in_words("wagers.upcard-luck.maximum", "The largest wager", table)
    assert maximum == "Upcard Luck: maximum"
    assert choice_in_words("table.decks", "Decks in one shoe", table) == "Decks", "as a form has it"


def test_the_limits_of_a_table_say_which_wagers_they_are_of() -> None:
    """Beside side wagers with limits of their own, "smallest wager" would be wrong."""
    of_blackjack, of_others = (source(game).table for game in ("blackjack", "lightning-roulette"))
    said = [choice_in_words("table.minimum", "", table) for table in (of_blackjack, of_others)]
    assert said == ["Smallest Blackjack wager", "Smallest wager, unless the wager has its own"]


def test_every_label_of_a_form_is_of_a_choice() -> None:
    """A label whose field was renamed would be on no form; none says where a choice applies."""
    fields = {choice.field for choice in all_choices()}
    labels = language().labels
    assert labels.keys() <= fields
    assert not [label for label in labels.values() if "where " in label or ";" in label]
