"""The payout sign of a table and its rack card: the same payouts, on a wall or in the hand."""

from collections.abc import Iterable, Iterator
from typing import Literal

from upcard.cards.card import in_decks
from upcard.games import house
from upcard.games.table_rules import OfferedWager, TableRules
from upcard.layout.inscriptions import inscriptions
from upcard.money.odds import Award, describe
from upcard.reports.par.sheet import amounts
from upcard.reports.rendering.figures import dollars, plain
from upcard.reports.rendering.paper import (
    Facts,
    Paper,
    PaperBlock,
    PaperColumn,
    PaperFact,
    PaperPart,
    PaperTable,
    Words,
    left,
    right,
)
from upcard.reports.source import PaperSource
from upcard.wagers.kit import LOSE


def payout_sign(source: PaperSource) -> Paper:
    """The payouts of every wager of the table, for layouts without them (§ 633a.2(b)(15))."""
    return _paper(source, "payout-sign", source.title, "sign")


def rack_card(source: PaperSource) -> Paper:
    """The payouts of every wager on a card for the hand, with the inscribed rules."""
    return _paper(source, "rack-card", source.title, "card")


def _paper(source: PaperSource, name: str, title: str, form: Literal["sign", "card"]) -> Paper:
    table = source.table
    parts = list(_game(source))
    if source.is_blackjack:
        insurance = table.insurance
        if table.game in insurance.data.games:
            parts.append(_wager(insurance, "Insurance", "at most half of the Blackjack wager"))
    parts += [_wager(offered, offered.data.title, amounts(offered)) for offered in table.wagers]
    if form == "card":
        parts.append(_rules(source))
    if table.aggregate_limit is not None:
        words = f"The table pays at most {dollars(table.aggregate_limit)} in all for top awards."
        parts.append(
            PaperPart("Payout limit", (Words(words),), table.cite("58 Pa. Code § 633a.13(o)"))
        )
    return Paper(
        name=name,
        title=title,
        subtitle=f"Wagers from {dollars(table.minimum)} to {dollars(table.maximum)}",
        head=source.head,
        parts=tuple(parts),
        form=form,
    )


def _game(source: PaperSource) -> Iterator[PaperPart]:
    """The payouts of the Blackjack wager; nothing for a game without one."""
    rows = tuple((plain(name), odds) for name, odds in _pays(source.table).items())
    if rows:
        section = source.table.game_data.section
        yield PaperPart("Blackjack wager", (PaperTable(_columns(), rows),), section)


def _pays(table: TableRules) -> dict[str, str]:
    """The game's printed odds, as far as this table pays them."""
    pays = table.pays
    if not table.blackjack.even_money:
        pays.pop("even-money", None)
    return table.variation.printed_pays(pays)


def _wager(offered: OfferedWager, title: str, limits: str) -> PaperPart:
    closed = offered.wager.closed
    awards = zip(offered.wager.outcomes, offered.awards, strict=True)
    rows = tuple(_rows((outcome, pays) for outcome, pays in awards if outcome not in closed))
    blocks: list[PaperBlock] = [PaperTable(_columns(limits), rows)]
    for bonus in offered.bonuses:
        extra = tuple(_rows(zip(bonus.wager.outcomes, bonus.awards, strict=True)))
        blocks.append(PaperTable(_columns("Also paid"), extra))
    if offered.envy:
        paid = tuple((plain(outcome), dollars(units)) for outcome, units in offered.envy.items())
        words = "To every other player with the wager"
        if offered.readings["envy_from"] == "wagerer":
            words += ", if the winner has it too"
        blocks.append(PaperTable(_columns(words), paid))
    if offered.mystery is not None:
        low, high = offered.mystery.reseed, offered.mystery.maximum
        words = f"A mystery meter is won between {dollars(low)} and {dollars(high)}."
        blocks.append(Words(words))
    return PaperPart(title, tuple(blocks), offered.paytable.data.section)


def _rows(awards: Iterable[tuple[str, Award]]) -> Iterator[tuple[str, str]]:
    """The winning outcomes and their payouts, best first."""
    for outcome, award in reversed(list(awards)):
        if outcome != LOSE and award:
            yield plain(outcome), describe(award)


def _columns(heading: str = "") -> tuple[PaperColumn, ...]:
    return (left(heading, wide=True), *right("Pays"))


def _rules(source: PaperSource) -> PaperPart:
    facts = [
        PaperFact(f"{number}.", inscription.text)
        for number, inscription in enumerate(
            inscriptions(source.table, source.submission.layout), 1
        )
    ]
    if source.table.is_house:
        facts += [PaperFact("–", line) for line in house.explained(source.table)]
    cards = PaperFact("Cards", in_decks(source.table.decks))
    return PaperPart("At this table", (Facts((*facts, cards)),))
