"""A submission that somebody writes: its findings, and in words what a complying one offers."""

from collections.abc import Iterator

import msgspec

from upcard.games.table_rules import TableRules
from upcard.rules.loader import game_rules
from upcard.service.computing.submission_check import Checked, check_text
from upcard.service.tables.offers import offers_of
from upcard.service.tables.rules_in_words import limits_of, rules_in_words
from upcard.submission.compiling.text import rules_of


class WrittenSubmission(msgspec.Struct, frozen=True):
    """The findings of a text; `offers` are sentences on its table, if it complies."""

    result: Checked
    offers: tuple[str, ...]


def read_submission(text: str) -> WrittenSubmission:
    """What `upcard check` finds, and what the text offers."""
    result = check_text(text)
    offers = tuple(_offers(rules_of(text))) if result.complies else ()
    return WrittenSubmission(result, offers)


def _offers(rules: TableRules) -> Iterator[str]:
    positions = "1 position" if rules.positions == 1 else f"{rules.positions} positions"
    yield f"{rules.name}: {game_rules(rules.game).title} with {positions}."
    yield from rules_in_words(rules)
    for offer in offers_of(rules)[int(rules.has_blackjack_wager) :]:
        paytable = f", paytable {offer.paytable}" if offer.paytable else ""
        yield f"{offer.title}{paytable}: {limits_of(offer)}."
