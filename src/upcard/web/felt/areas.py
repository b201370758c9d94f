"""The betting areas of a position, from the rules of a table."""

from collections.abc import Iterator
from typing import NamedTuple

from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.games.table_rules import TableRules
from upcard.rules.loader import game_rules


class Area(NamedTuple):
    """An area: the name under which a wager is placed there, and how it is called.

    A `main` one is that of the game's own wager. `short` has room on the felt.
    """

    name: str
    wager: str
    title: str
    short: str
    main: bool


def areas_of(rules: TableRules) -> tuple[Area, ...]:
    """The areas of one position, the game's own first."""
    return tuple(sorted(_areas(rules), key=lambda area: not area.main))


def _areas(rules: TableRules) -> Iterator[Area]:
    if rules.has_blackjack_wager:
        for _ in range(rules.blackjack_areas):  # equal wagers: what lies on one lies on all
            yield Area(BLACKJACK_WAGER, BLACKJACK_WAGER, "Blackjack wager", "Bet", main=True)
    own = game_rules(rules.game).wagers
    for offered in rules.wagers:
        title, main = offered.data.title, offered.slug in own
        for name, hand in (offered.data.areas or {offered.slug: ""}).items():
            words = f"{title}, {hand.capitalize()}'s Hand" if hand else title
            short = _last_word(words) if main else _initials(words)
            yield Area(name, offered.slug, words, short, main)


def _last_word(title: str) -> str:
    """What tells the game's own wagers apart: ``Banker`` of Baccarat: Banker's Hand."""
    return title.rpartition(": ")[2].split()[0].removesuffix("'s").capitalize()


def _initials(title: str) -> str:
    """Letters that stand for a title where there is no room: ``PP`` of Perfect Pairs."""
    return "".join(word[0] for word in title.split() if word[0].isalnum()).upper()[:4]
