"""The names of records in charts: paytable, number of decks and choices."""

from upcard.cards.card import in_decks
from upcard.exact.par import ParRecord
from upcard.reports.choice_words import record_choice_in_words
from upcard.reports.names import has_one_paytable, paytable_name


def record_name(record: ParRecord) -> str:
    """The name of a record among others of its wager: paytable, decks, choices."""
    return ", ".join((*_paytable(record), in_decks(record.decks), *_choice_texts(record)))


def _paytable(record: ParRecord) -> list[str]:
    """The name of a paytable where the wager has several."""
    one = has_one_paytable(record.wager, record.jurisdiction)
    return [] if one else [paytable_name(record.paytable)]


def _choice_texts(record: ParRecord) -> list[str]:
    texts = {choice: value for choice, value in record.choices.items() if isinstance(value, str)}
    return [record_choice_in_words(choice, value) for choice, value in texts.items()]


def line_of(record: ParRecord, *, several: bool = False) -> str:
    """The name of a line of `edge`: paytable and choices; the wager among `several`, or alone."""
    words = [*_paytable(record), *_choice_texts(record)]
    return ", ".join(words if words and not several else [record.title, *words])
