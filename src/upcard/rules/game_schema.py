"""The schema of a game's rule file: every value with its section."""

from datetime import date

import msgspec

from upcard.rules.schema import ReadingData, is_in_force


class WagerLimit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The largest wager of any kind, under a provision outside the game's own rules."""

    amount: str
    section: str
    effective: date
    until: date | None = None


class GameData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game of one jurisdiction.

    - `also_in`: other jurisdictions in which the game is offered, each with the provision.
    - `order`: the place of the game in lists.
    - `variation`: the name of the game's modules, one in each layer where it differs from Blackjack
      (`rules/game_modules.py`).
    - `decks`: the only permitted numbers of decks, where the text names them.
    - `wager_limits`: bound every wager, each between its dates.
    - `wagers`: are offered at every table of the game. A game from outside names its `side_wagers`;
      the wagers of the rulebook name their games themselves.
    - `defaults`: the values of a submission's ``[table]`` where the general defaults would not
      comply; `defaults_in`: those for a jurisdiction in `also_in`.
    - `readings`: the doubtful passages, by the key with which the game's own table of a Rules
      Submission chooses one.
    - `prices_play`: true where the odds of wagers that depend on the play of the hands are those of
      basic strategy.
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
        """The limit of every wager in force on a date, or None."""
        for limit in self.wager_limits:
            if is_in_force(limit.effective, limit.until, as_of):
                return limit
        return None
