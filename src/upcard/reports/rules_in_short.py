"""The rules of play of a table in short, each with its section: for rack cards and PAR sheets."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from upcard.cards.card import in_decks
from upcard.exact import dealer
from upcard.exact.strategy.games import NoBestPlay, rules_of
from upcard.exact.strategy.rules import HandRules
from upcard.games import house
from upcard.games.blackjack import DOUBLES_IN_WORDS, INSURANCE_WAGER, SURRENDER_IN_WORDS
from upcard.games.dealing import Dealing
from upcard.games.table_rules import TableRules
from upcard.money.odds import describe
from upcard.reports.rendering.figures import dollars
from upcard.reports.rendering.paper import PaperFact
from upcard.wagers.facts import MADE, OF_CARDS
from upcard.wagers.kit import WagerRule

DEALT: Final = {
    Dealing.SHOE: "from a shoe",
    Dealing.AUTOMATED_SHUFFLER: "from a shoe, with an automated shuffler",
    Dealing.DOUBLE_SHOE: "from a double shoe",
    Dealing.FROM_THE_HAND: "from the hand",
    Dealing.CONTINUOUS_SHUFFLER: "from a continuous shuffler",
}

APART: Final = {
    Dealing.DOUBLE_SHOE: "on each side",
    Dealing.AUTOMATED_SHUFFLER: "in each of two batches",
    Dealing.FROM_THE_HAND: "in each of two batches",
}
"""Of which cards the decks of a table are, where it has two sides or batches (§ 633a.3(b), (c))."""

WHEEL: Final = "a single-zero wheel"


PAIRS, ACES = "Pairs", "Aces"
"""The subjects of the rules on splits."""

SURRENDER: Final = "58 Pa. Code § 633a.9"

OF_HANDS: Final = frozenset({"Blackjack pays", "Double down", PAIRS, ACES, "Surrender"})
"""The rules that matter where players' hands are played out."""

OF_THE_DEALER: Final = frozenset({"The dealer", "Dealer's Blackjack"})
LIMITS: Final = "Blackjack wager"
OF_INSURANCE: Final = frozenset({LIMITS, "Insurance", "Even money"})
BEFORE_PLAY: Final = frozenset({*OF_CARDS, *MADE, "magic_card"})
"""Facts that no rule of play changes."""


def rules_without_effect(wager: WagerRule) -> frozenset[str]:
    """The names of the rules of Blackjack that change nothing for a side wager.

    Insurance is never played out: its own rules alone matter to it.
    """
    if wager.slug == INSURANCE_WAGER:
        return OF_HANDS | OF_THE_DEALER
    if dealer.decides(wager):
        return OF_HANDS | OF_INSURANCE
    if set(wager.facts) <= BEFORE_PLAY:
        return OF_HANDS | OF_THE_DEALER | OF_INSURANCE
    return OF_INSURANCE - {LIMITS}


LUCKY: Final = "lucky"
"""The fact of a spin that Lucky Numbers give."""

SHARED: Final = frozenset({"Community cards"})
"""Rules of a variation that tell which cards are dealt to whom."""

OF_THE_HOLE_CARD: Final = frozenset({"Hole card"})
"""Rules of a variation that tell players something of the hole card."""


def rules_of_game_without_effect(table: TableRules, wager: WagerRule) -> frozenset[str]:
    """The names of the rules of a variation that change nothing for a wager.

    Lucky Numbers pay one wager alone. A wager that the cards decide as they are dealt is settled
    before any switch, draw or countdown.
    """
    names = frozenset(_rule(line).name for line in table.variation.explained())
    if table.variation.has_wheel:
        return frozenset() if LUCKY in wager.facts else names
    if wager.slug == INSURANCE_WAGER:
        return names - OF_THE_HOLE_CARD
    return names - SHARED if set(wager.facts) <= BEFORE_PLAY else frozenset()


def where_decks_are(table: TableRules) -> str:
    """Of which side or batch the decks of a table are: ``on each side``; empty for a single one.

    The cards of a hybrid table are one set, identical in appearance (§ 633c.5(f)).
    """
    return "" if table.variation.has_terminals else APART.get(table.dealing, "")


def decks_in_words(table: TableRules) -> str:
    """The decks of a table in words: ``6 decks``, ``4 decks on each side``."""
    return f"{in_decks(table.decks)} {where_decks_are(table)}".rstrip()


def rules_in_short(table: TableRules) -> Iterator[PaperFact]:
    """The rules in short, each with the section that it rests on."""
    cards = WHEEL if table.variation.has_wheel else decks_in_words(table)
    if table.dealing in DEALT:
        cards += f", {DEALT[table.dealing]}"
    yield PaperFact("Played with", cards)
    if table.has_blackjack_wager:
        equal = "two equal ones, each " if table.blackjack_areas > 1 else ""
        yield PaperFact(LIMITS, f"{equal}{dollars(table.minimum)} to {dollars(table.maximum)}")
        yield from _blackjack(table)
    for line in table.variation.explained():
        yield _rule(line)


def _rule(sentence: str) -> PaperFact:
    """A rule in words by its subject, before a colon, with the section that it names at its end."""
    words, _, reference = sentence.removesuffix(".").partition(" (§ ")
    section = f"58 Pa. Code § {reference.removesuffix(')')}" if reference else ""
    subject, _, rest = words.partition(": ")
    return PaperFact(subject, rest, section)


def _blackjack(table: TableRules) -> Iterator[PaperFact]:
    rules, cite = table.blackjack, table.cite
    section = table.pays_section("blackjack")
    yield PaperFact("Blackjack pays", f"{table.blackjack_odds}", section)
    if table.is_house:
        for line in house.of_dealer(table):
            yield _rule(line)
    else:
        words = (
            "draws to 16 and on soft 17" if rules.hits_soft_17 else "draws to 16, stands on all 17s"
        )
        yield PaperFact("The dealer", words, cite("58 Pa. Code § 633a.7(m)"))
    with suppress(NoBestPlay):  # a hybrid table: its own lines say how hands are played
        yield from _hands(table, rules_of(table))
    odds = next(describe(award) for award in table.insurance.awards if award)
    half = "half the wager" if table.blackjack_areas == 1 else "half of both wagers"
    words = f"pays {odds}, at most {half} or the next amount that can be wagered"
    yield PaperFact("Insurance", words, cite("58 Pa. Code § 633a.8"))
    if "even-money" in table.pays:
        words = "a Blackjack may be paid 1 to 1 at once against an ace"
        yield PaperFact("Even money", words, cite("58 Pa. Code § 633a.8(e)"))


def _hands(table: TableRules, rules: HandRules) -> Iterator[PaperFact]:
    """What a hand may do: double down, split, surrender."""
    cite = table.cite
    doubles = DOUBLES_IN_WORDS[rules.double]
    doubles += ", after a split too" if rules.double_after_split else ", not after a split"
    yield PaperFact("Double down", doubles, cite("58 Pa. Code § 633a.10"))
    yield PaperFact(PAIRS, f"up to {rules.resplits + 2} hands", cite("58 Pa. Code § 633a.11"))
    splits = "split again" if rules.resplit_aces and rules.resplits else "split once"
    play = "then played like other hands" if rules.hit_split_aces else "one card each"
    yield PaperFact(ACES, f"{splits}, {play}", cite("58 Pa. Code § 633a.11(c)"))
    surrender = SURRENDER_IN_WORDS[rules.surrender]
    section = cite(SURRENDER)
    if rules.surrender == "none" and section == SURRENDER:
        section = table.game_data.section  # of a game whose rules do not name it
    yield PaperFact("Surrender", surrender, section)
