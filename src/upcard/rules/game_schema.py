"""The shape of a game's rule file: how it is played, every value with its section."""

from datetime import date

import msgspec

from upcard.rules.schema import ReadingData, holds


class WagerLimit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The largest wager of any kind that a provision outside the game's own rules permits."""

    amount: str
    section: str
    effective: date
    until: date | None = None


class GameData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game of one jurisdiction: what it may be played with.

    `decks` are the only numbers of decks, where the text names them; `wager_limits` bound every
    wager, each for its time. `defaults` are the values of a submission's ``[table]`` where the
    general ones would not comply, `defaults_in` those of a jurisdiction in `also_in`. `wagers` are
    those that every table of the game offers. `also_in` are other jurisdictions whose papers name
    the game, with the provision that does. `readings` are the game's doubtful passages, by the key
    with which the game's own table of a Rules Submission chooses one. `variation` names the modules
    in which the game differs from Blackjack, one in each layer (`rules/found.py`); games are listed
    by `order`. `prices_play` is true where the odds of wagers that hang on the play of the hands
    are those of basic strategy. A game from outside names its `side_wagers`; those of the rulebook
    name their games themselves.
    """

    title: str
    slug: str
    jurisdiction: str
    section: str
    effective: date
    until: date | None = None
    variation: str = ""
    order: int = 1_000
    prices_play: bool = False
    minimum_decks: int
    decks: tuple[int, ...] = ()
    decks_section: str
    positions: int
    positions_section: str
    wager_limits: tuple[WagerLimit, ...] = ()
    defaults: dict[str, str | int | bool] = {}
    defaults_in: dict[str, dict[str, str | int | bool]] = {}
    also_in: dict[str, str] = {}
    wagers: tuple[str, ...] = ()
    side_wagers: tuple[str, ...] = ()
    readings: dict[str, ReadingData] = {}
    dealing: dict[str, str]
    pays: dict[str, str]
    pays_sections: dict[str, str]

    def wager_limit(self, as_of: date) -> WagerLimit | None:
        """What bounds every wager on a date, or None."""
        for limit in self.wager_limits:
            if holds(limit.effective, limit.until, as_of):
                return limit
        return None
