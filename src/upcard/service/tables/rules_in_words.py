"""The rules of play of a table in sentences (§ 633c.5(c)(2)), and a wager's limits in words."""

from collections.abc import Iterator

from upcard.cards.card import in_decks
from upcard.games import house
from upcard.games.table_rules import TableRules
from upcard.money.amount import parse_dollars, printed_dollars
from upcard.money.odds import describe
from upcard.service.tables.offers import OfferView


def limits_of(offer: OfferView) -> str:
    """The amounts of a wager: ``$5`` or ``$1 to $100``."""
    if offer.amounts:
        return " or ".join(in_dollars(amount) for amount in offer.amounts)
    return f"{in_dollars(offer.minimum)} to {in_dollars(offer.maximum)}"


def part_in_words(part: str) -> str:
    """The amount of a wager that is a part of the Blackjack wager, such as ``1/5``."""
    top, _, bottom = part.partition("/")
    return f"${top} for every ${bottom} of the Blackjack wager"


def in_dollars(amount: str) -> str:
    """An amount as it is printed, without cents where they are zero: ``$1,000`` or ``$7.50``."""
    return printed_dollars(parse_dollars(amount), short=True)


def rules_in_words(rules: TableRules) -> Iterator[str]:
    """The rules of play, in sentences."""
    cards = "a single-zero wheel" if rules.variation.has_wheel else in_decks(rules.decks)
    low = printed_dollars(rules.minimum, short=True)
    high = printed_dollars(rules.maximum, short=True)
    yield f"Played with {cards}, for {low} to {high}."
    if rules.variation.has_wheel:
        yield "Winner: a wager whose numbers have the one on which the ball comes to rest."
    if rules.has_blackjack_wager:
        yield from _blackjack_rules(rules)
    yield from rules.variation.explained()


def _blackjack_rules(rules: TableRules) -> Iterator[str]:
    yield "Winner: a hand nearer to 21 than the dealer's, and not above it."
    yield "Cards: an ace counts 1 or 11, tens and face cards 10, others their number."
    insurance = next(describe(award) for award in rules.insurance.awards if award)
    yield f"Blackjack pays {rules.blackjack_odds}; any other winning hand {rules.win_odds}."
    if rules.is_house:
        yield from house.rules_in_words(rules)
    else:
        yield "The dealer stands on all 17s, soft ones too, and draws to 16."
    yield f"Insurance pays {insurance}."
