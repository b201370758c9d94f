"""The PAR sheet of the Blackjack wager itself, as the strategy analyzer plays it."""

from collections.abc import Iterator
from typing import Final

from upcard.cards.card import in_decks
from upcard.games import house
from upcard.games.table_rules import TableRules
from upcard.reports.par.risk_parts import volatility_blocks
from upcard.reports.par.sheet import made_with
from upcard.reports.rendering.figures import dollars, percent, plain
from upcard.reports.rendering.paper import Facts, Paper, PaperBlock, PaperFact, PaperPart, Words
from upcard.reports.source import BaseGame, PaperSource

DOUBLED: Final = 2
STRATEGY: Final = "best play by total of one player, off the top of the shoe"


def base_sheet(source: PaperSource) -> Paper:
    """Expected win, deviation, intervals and exposure, or why they are not computed."""
    table, base, game = source.table, source.base, source.table.game_data
    limits = f"{dollars(table.minimum)} to {dollars(table.maximum)}"
    facts = [PaperFact("Amounts", limits, table.cite(game.section))]
    for name, odds in table.pays.items():
        facts.append(PaperFact(f"{plain(name)} pays", odds, game.pays_sections[name]))
    facts.append(PaperFact("Pairs become", f"{base.hands} hands at most"))
    if table.is_house:
        facts += [PaperFact("Rule", line) for line in house.explained(table)]
    facts.append(PaperFact("Figures are for", table.variation.unit))
    parts = [PaperPart("The wager", (Facts(tuple(facts)),))]
    if base.refused:
        parts.append(PaperPart("Return", (Words(base.refused),)))
        method, play = "none", "none"
    else:
        mean = 1 + base.expected_value
        edge = PaperFact("House edge", percent(-base.expected_value))
        back = PaperFact("Return", percent(mean))
        parts.append(PaperPart("Return", (Facts((back, edge)),)))
        parts.append(PaperPart("Volatility", tuple(_volatility(mean, base.standard_deviation))))
        method, play = "exact-under-strategy", STRATEGY
    parts += [_exposure(table, base), made_with(_reading(source), method, play)]
    return Paper(
        name="par-blackjack",
        title=f"PAR sheet: {game.title}",
        subtitle=f"The Blackjack wager, {in_decks(table.decks)}, {game.section}",
        head=source.head,
        parts=tuple(parts),
    )


def _reading(source: PaperSource) -> str:
    """The trade's reading where the submission chose it for a passage of the base game."""
    trade = list(source.table.variation.industry_readings())
    trade += ["split aces"] if source.table.blackjack.one_card_on_split_aces else []
    passages = " and ".join(trade)
    return f"industry for {passages}, else text" if passages else "text"


def _volatility(mean: float, deviation: float | None) -> Iterator[PaperBlock]:
    if deviation is None:
        yield Words("No exact deviation is known for this game: `upcard sim` estimates it.")
    else:
        yield from volatility_blocks(mean, deviation)


def _exposure(table: TableRules, base: BaseGame) -> PaperPart:
    most = DOUBLED * base.hands * table.blackjack_areas * table.maximum
    facts = (
        PaperFact("Largest wager", dollars(table.maximum)),
        PaperFact("Hands of one wager", f"{base.hands} after splits, each of them doubled"),
        PaperFact("Largest win of one position", dollars(most)),
        PaperFact(f"All {table.positions} positions", dollars(most * table.positions)),
    )
    return PaperPart("Maximum exposure", (Facts(facts),))
