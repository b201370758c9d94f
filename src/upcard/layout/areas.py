"""The areas of each position of a table: where wagers, winnings and cards are placed.

§ 633a.2(b) for Blackjack, § 633c.4(a) for switch hands, § 633c.5(b) for hybrid tables, § 631b.7(a)
for Majestic Match, § 617b.3 for Lightning Roulette; a side wager's own section asks for its area.
"""

from collections.abc import Iterable, Iterator
from string import ascii_lowercase, ascii_uppercase
from typing import Final

import msgspec
from msgspec.structs import replace

from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.games.offered_wager import OfferedWager
from upcard.games.table_rules import TableRules
from upcard.rules.loader import game_rules

BESIDE: Final = "beside"
"""The press of a wager that has an area of its own beside the wager's."""
PRESS: Final = "-press"
"""Suffix of the name of the area where a wager's winnings are pressed."""

ELECTRONIC: Final = "equipment.electronic_wagering"
"""What the data of a wager declares that a system at each position takes."""

LETTERS: Final = ascii_uppercase + ascii_lowercase


class LayoutArea(msgspec.Struct, frozen=True):
    """An area that each position has; a `main` area is for the game's own wager.

    `key` is its letter in a drawing, `short` its label on the felt of a page. `wager` is the slug
    of the wager that is placed there under `name`; without one, the area is for winnings or cards.
    """

    key: str
    title: str
    section: str
    main: bool = False
    name: str = ""
    wager: str = ""
    short: str = ""


def areas(rules: TableRules) -> tuple[LayoutArea, ...]:
    """The areas of one position, the game's own first, each with a letter for the drawing.

    Among them are those of wagers that a device takes, which players see on a page.
    """
    return _lettered(_areas(rules))


def felt_areas(rules: TableRules) -> tuple[LayoutArea, ...]:
    """The areas that lie on the felt: those of wagers that a device alone takes do not."""
    devices = {offered.slug for offered in rules.wagers if is_at_device(offered)}
    return _lettered(area for area in _areas(rules) if area.wager not in devices)


def is_at_device(offered: OfferedWager) -> bool:
    """Whether a position's electronic wagering system takes a wager for which no area is asked.

    So for Bad Beat (§ 633a.2(c)).
    """
    return ELECTRONIC in offered.data.declares and not offered.data.area


def _lettered(found: Iterable[LayoutArea]) -> tuple[LayoutArea, ...]:
    in_order = sorted(found, key=lambda area: not area.main)
    assert len(in_order) <= len(LETTERS), "more wagers than any game has"
    return tuple(replace(area, key=key) for key, area in zip(LETTERS, in_order, strict=False))


def _areas(rules: TableRules) -> Iterator[LayoutArea]:
    if rules.has_blackjack_wager:
        yield from _of_blackjack(rules)
    for title, section in rules.variation.own_areas():
        name = title.lower().replace(" ", "-")
        yield LayoutArea("", title, section, name=name, short=_initials(title))
    game_wagers = game_rules(rules.game).wagers
    for offered in rules.wagers:
        yield from _of_wager(offered, main=offered.slug in game_wagers)


def _of_blackjack(rules: TableRules) -> Iterator[LayoutArea]:
    """The areas for the Blackjack wager; where there are several, each holds an equal wager."""
    titles, section = ["Blackjack wager"], rules.cite("58 Pa. Code § 633a.2(b)(2)")
    if rules.variation.has_terminals:
        section = "58 Pa. Code § 633c.5(c)(1)"
    elif rules.blackjack_areas > 1:
        titles = ["Blackjack wager, first hand", "Blackjack wager, second hand"]
        section = "58 Pa. Code § 633a.2(b)(10)(i)"
    for title in titles:
        yield LayoutArea(
            "", title, section, main=True, name=BLACKJACK_WAGER, wager=BLACKJACK_WAGER, short="Bet"
        )


def _of_wager(offered: OfferedWager, *, main: bool) -> Iterator[LayoutArea]:
    title, section = offered.data.title, offered.data.area or offered.data.section
    for name, hand in (offered.data.areas or {offered.slug: ""}).items():
        words = f"{title}, {hand.capitalize()}'s Hand" if hand else title
        short = _last_word(words) if main else _initials(words)
        yield LayoutArea("", words, section, main, name, offered.slug, short)
    if offered.wager.press == BESIDE:
        words = f"{title} Press"
        yield LayoutArea("", words, section, name=offered.slug + PRESS, short=_initials(words))


def _last_word(title: str) -> str:
    """The word that tells the game's own wagers apart: ``Banker`` of Baccarat: Banker's Hand."""
    return title.rpartition(": ")[2].split()[0].removesuffix("'s").capitalize()


def _initials(title: str) -> str:
    """The initials of a title, for small areas: ``PP`` of Perfect Pairs."""
    return "".join(word[0] for word in title.split() if word[0].isalnum()).upper()[:4]
