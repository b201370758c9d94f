"""What a layout has to show: the betting areas of each position, and the inscriptions.

§ 633a.2(b) for Blackjack, § 633c.4(a) for switch hands, § 633c.5(b) for hybrid tables, § 631b.7(a)
for Majestic Match, § 617b.3 for Lightning Roulette; a side wager's own section asks for its area.
"""

from collections.abc import Iterator
from string import ascii_lowercase, ascii_uppercase
from typing import Final

import msgspec

from upcard.games.hybrid import WITHOUT_HOLE_CARD
from upcard.games.table_rules import OfferedWager, TableRules
from upcard.money.odds import describe
from upcard.reports.source import Source
from upcard.rules.loader import game_rules
from upcard.submission.game_sections import HYBRID

BESIDE: Final = "beside"
KEYS: Final = ascii_uppercase + ascii_lowercase

WHERE: Final = {
    "inscribed": "inscribed on the layout",
    "generic": "a generic inscription, and posted",
    "sign": "posted on a sign",
}
"""Where payouts and their limit are told, by the choice of the submission."""


class Area(msgspec.Struct, frozen=True):
    """A betting area that each position has; a `main` one is that of the game's own wager."""

    key: str
    name: str
    section: str
    main: bool = False


class Inscription(msgspec.Struct, frozen=True):
    """What stands on the layout, or on a sign where the section allows that."""

    text: str
    section: str
    arched: bool = False


def is_hybrid(table: TableRules) -> bool:
    """Whether wagers are placed at terminals and the table has boxes for cards alone."""
    return table.game in HYBRID


def areas(source: Source) -> tuple[Area, ...]:
    """The areas of one position, the game's own first, each with a letter for the drawing."""
    found = list(_areas(source))
    assert len(found) <= len(KEYS), "more wagers than any game has"
    return tuple(Area(key, *area) for key, area in zip(KEYS, found, strict=False))


def _areas(source: Source) -> Iterator[tuple[str, str, bool]]:
    table = source.table
    if source.is_blackjack:
        if is_hybrid(table):
            yield "Blackjack wager", "58 Pa. Code § 633c.5(c)(1)", True
        elif table.blackjack_areas == 1:
            yield "Blackjack wager", table.cite("58 Pa. Code § 633a.2(b)(2)"), True
        else:
            section = "58 Pa. Code § 633a.2(b)(10)(i)"
            yield "Blackjack wager, first hand", section, True
            yield "Blackjack wager, second hand", section, True
    if table.switch_hands is not None:
        yield "Switch hands cards", "58 Pa. Code § 633c.4(a)(2)", False
    own = game_rules(table.game).wagers
    for offered in table.wagers:
        yield from _of_wager(offered, main=offered.slug in own)


def _of_wager(offered: OfferedWager, *, main: bool) -> Iterator[tuple[str, str, bool]]:
    data = offered.data
    section = data.area or data.section
    if data.areas:
        for hand in data.areas.values():
            yield f"{data.title}, {hand.capitalize()}'s Hand", section, False
        return
    yield data.title, section, main
    if offered.wager.press == BESIDE:
        yield f"{data.title} Press", section, False


def boxes(table: TableRules) -> tuple[Inscription, ...]:
    """The boxes for cards on the layout of a hybrid table, with its name or logo.

    Without a hole card § 633c.5(b) does not apply, and the boxes are for the cards of (y).
    """
    if table.game == WITHOUT_HOLE_CARD:
        section = "58 Pa. Code § 633c.5(y)"
        return (
            Inscription("A box for all players' cards", f"{section}(1)"),
            Inscription("A box for the dealer's cards", f"{section}(2)"),
            Inscription("A community box for the cards that are drawn", f"{section}(4)"),
        )
    section = "58 Pa. Code § 633c.5(b)"
    return (
        Inscription("The name or logo of the certificate holder", f"{section}(1)"),
        Inscription(f"{table.positions} boxes for players' cards", f"{section}(2)"),
        Inscription("A box for the dealer's cards", f"{section}(3)"),
        Inscription("A community box for the cards that the dealer draws", f"{section}(4)"),
    )


def inscriptions(source: Source) -> tuple[Inscription, ...]:
    """What the layout says, in the order in which the text lists it."""
    table = source.table
    found = list(_of_game(source))
    for offered in table.wagers:
        found += [Inscription(*one) for one in offered.data.inscriptions.items()]
    if table.switch_hands is not None:
        section = "58 Pa. Code § 633c.4(a)(3)"
        found.append(Inscription("Switch hands colored or suited Blackjacks pay 2 to 1", section))
    return tuple(found)


def _of_game(source: Source) -> Iterator[Inscription]:
    table, layout = source.table, source.submission.layout
    if not source.is_blackjack:
        return
    insurance = next(describe(award) for award in table.insurance.awards if award)
    if is_hybrid(table):
        section = "58 Pa. Code § 633c.5(c)(2)"
        lines = [section] * 3
    else:
        cited = table.cite("58 Pa. Code § 633a.2(b)(3)(i)")
        lines = [cited.replace("(3)(i)", f"(3)({part})") for part in ("i", "ii", "iii")]
    yield Inscription(f"Blackjack pays {table.blackjack_odds}", lines[0], arched=True)
    yield Inscription(f"Insurance pays {insurance}", lines[1], arched=True)
    yield Inscription("Dealer shall draw to 16 and stand on all 17s", lines[2], arched=True)
    if is_hybrid(table):
        return
    section = table.cite("58 Pa. Code § 633a.2(b)(15)")
    yield Inscription(f"Payout odds of every wager: {WHERE[layout.payouts]}", section)
    if table.aggregate_limit is not None:
        section = table.cite("58 Pa. Code § 633a.2(b)(16)")
        yield Inscription(f"Payout limit per hand: {WHERE[layout.payout_limit]}", section)
