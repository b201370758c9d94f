"""The schema of a wager's rule file: every value with its section and dates."""

from collections.abc import Mapping
from datetime import date

import msgspec

from upcard.money.odds import Award
from upcard.rules.meter_schema import JackpotData, MeterData, MeterTerms


class PaytableData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One printed paytable.

    - `effective`, `until`: the dates on which the table holds; without `until` it still does.
    - `decks`: the numbers of decks for which the table is printed. Where the text does not fix the
      number ("multiple decks", "four or more decks", or nothing), `least_decks` is the smallest
      number, and `decks` are the usual ones from it on, for lists. Else `least_decks` is 0.
    - `decks_section`: the provision on `decks`, where it is not `section`.
    - `form`: names the wager's classifier where tables of one wager pay different combinations.
    - `wagers`: the amounts printed in the table.
    - `pays`: the printed odds by the row's slug.
    - `never`: winning outcomes that the table leaves out, because its decks cannot form them or it
      prints "N/A".
    - `envy`: the envy bonuses of other players, for a $5 wager.
    - `meters`: by name; the key is "" where there is one meter.
    - `alternate`: the table replaces the jackpot rows of the table that is printed before it.
    """

    id: str
    section: str
    alternate: bool = False
    decks_section: str = ""
    effective: date
    until: date | None = None
    form: str = ""
    decks: tuple[int, ...] = ()
    least_decks: int = 0
    wagers: tuple[str, ...] = ()
    pays: dict[str, str]
    never: tuple[str, ...] = ()
    envy: dict[str, str] = {}
    meters: dict[str, MeterData] = {}
    printed_house_edge: str = ""
    printed_win_frequency: str = ""
    system: str = ""

    def fits(self, decks: int) -> bool:
        """Whether the table may be used with `decks` decks."""
        return decks in self.decks or 0 < self.least_decks <= decks

    @property
    def deck_counts(self) -> str:
        """The numbers of decks in words, such as ``6, 8`` or ``2 or more``."""
        if self.least_decks:
            return f"{self.least_decks} or more"
        return ", ".join(str(count) for count in self.decks)


class LimitsData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The limits of a wager's amount in the text.

    `times_blackjack` is the largest multiple of the Blackjack wager, as a printed fraction
    (``1/2``, ``1``, ``2``). `amounts` are the only amounts that may be offered; with
    `house_selects` the Rules Submission selects one of them. `part_of_blackjack` is the only
    amount, where the text fixes it as a fraction of the Blackjack wager. `within_table` permits any
    amount between the table's own minimum and maximum.
    """

    section: str
    times_blackjack: str = ""
    amounts: tuple[str, ...] = ()
    house_selects: bool = False
    part_of_blackjack: str = ""
    within_table: bool = False


class ReadingData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A passage of the text that can be read in several ways, with different results.

    `values` are the readings as a Rules Submission names them, the default first. `about` is the
    question that the passage leaves open, in one sentence.
    """

    section: str
    about: str
    values: tuple[str | bool, ...]

    @property
    def default(self) -> str | bool:
        """The reading in force where a submission chooses none."""
        return self.values[0]


class WagerData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The rule file of a wager in one jurisdiction.

    Provisions:

    - `section` authorizes the wager, in a game of `game_sections` the provision by the game's name.
      `area` requires a betting area for it, `decks_section` says with which decks it may be played,
      `needs_section` with which other wagers.
    - `collects` is the provision under which a losing wager is collected, `collects_in` those that
      replace it, by game; `collects_first` is the paragraph for wagers that the upcard alone loses
      (`WagerRule.lost_first`), before `collects`.
    - `collected` is the provision under which a progressive wager is taken before the deal,
      `lock_out` the one that ends its placement ("no-more-bets" or "first-card" in `locks`).
    - `extra_card` is the paragraph on a card dealt for the wager alone (`WagerRule.extra_card`).
    - `press` lets a winner add the payout to the Blackjack wager; the Rules Submission selects the
      portion where `options` has ``press``.
    - `fee` makes the wager a fee that is never returned.

    When and where it is offered:

    - `settles` is the moment of settlement.
    - `needs` are wagers that a player places with it, `offered_with` those that a table offers too.
    - In the games of `mandatory_in` the wager is placed at every position in play.
    - `areas` maps the names under which it is placed to the hand (``player``, ``banker``), where a
      position has an area for each hand of the game. `inscriptions` are its texts on the layout.

    What a Rules Submission chooses or declares:

    - `options` maps an optional feature to the section that allows it; `readings` are the doubtful
      passages, by the key of the Rules Submission.
    - `table_needs` maps a key of the submission's table to the section that requires it; `declares`
      the keys that it has to declare where the wager is offered (such as
      ``equipment.progressive_light``).
    - `forms` are the choices that select another classifier: by key and value, the word that is
      appended to the form of the paytable. A choice without an empty word may be left out, and
      changes no odds.

    `jackpot` has the steps of a progressive payout, `meter` the terms of its meters. `module` names
    the module of `wagers` that holds the classifier, where several wagers share one.
    """

    title: str
    slug: str
    jurisdiction: str
    section: str
    effective: date
    settles: str
    settlement: str
    collects: str
    collects_first: str = ""
    extra_card: str = ""
    press: str = ""
    paytable: tuple[PaytableData, ...]
    until: date | None = None
    area: str = ""
    stake_returned: bool = True
    progressive: bool = False
    games: tuple[str, ...]
    game_sections: dict[str, str] = {}
    needs: tuple[str, ...] = ()
    offered_with: tuple[str, ...] = ()
    needs_section: str = ""
    decks_section: str = ""
    limits: LimitsData | None = None
    options: dict[str, str] = {}
    readings: dict[str, ReadingData] = {}
    collected: str = ""
    locks: str = ""
    lock_out: str = ""
    jackpot: JackpotData | None = None
    table_needs: dict[str, str] = {}
    meter: MeterTerms | None = None
    reading: str = "text"
    areas: dict[str, str] = {}
    inscriptions: dict[str, str] = {}
    declares: dict[str, str] = {}
    fee: str = ""
    collects_in: dict[str, str] = {}
    mandatory_in: tuple[str, ...] = ()
    forms: dict[str, dict[str, str]] = {}
    module: str = ""
    order: int = 0

    def chosen_form(self, table: PaytableData, reading: str, choices: Mapping[str, object]) -> str:
        """The form of a paytable, by the reading of its combinations and a submission's choices."""
        words = ["" if reading == self.reading else reading, table.form]
        for key, forms in self.forms.items():
            words.append(forms.get(str(choices.get(key)).lower(), ""))
        return "-".join(word for word in words if word)

    def reads(self, key: str, chosen: Mapping[str, str | bool]) -> str | bool:
        """The reading of a doubtful passage, by its key: the chosen one, else the default."""
        return chosen.get(key, self.readings[key].default)


class Paytable(msgspec.Struct, frozen=True):
    """A paytable: its data as printed, and the parsed awards by row."""

    data: PaytableData
    awards: dict[str, Award]

    @property
    def id(self) -> str:
        """The identifier as printed."""
        return self.data.id

    @property
    def beside(self) -> bool:
        """Whether the table is that of an additional payout, not the wager's own."""
        return self.data.form.startswith("bonus")


class WagerRules(msgspec.Struct, frozen=True):
    """A wager's rule file, read and checked."""

    data: WagerData
    paytables: tuple[Paytable, ...]

    def in_force(self, as_of: date, decks: int | None = None) -> tuple[Paytable, ...]:
        """The paytables in force on a date, for a number of decks where one is given.

        Tables of additional payouts are excluded: see `bonuses`.
        """
        return tuple(
            table
            for table in self.paytables
            if not table.beside
            and is_in_force(table.data.effective, table.data.until, as_of)
            and (decks is None or table.data.fits(decks))
        )

    def bonus(self, name: str, as_of: date) -> Paytable | None:
        """The table of an additional payout by its identifier, in force on a date; or None."""
        return next((table for table in self.bonuses(as_of) if table.id == name), None)

    def bonuses(self, as_of: date) -> tuple[Paytable, ...]:
        """The tables of additional payouts in force on a date."""
        return tuple(
            table
            for table in self.paytables
            if table.beside and is_in_force(table.data.effective, table.data.until, as_of)
        )


def is_in_force(effective: date, until: date | None, as_of: date) -> bool:
    """Whether a provision is in force on a date; `until` is the first day without it."""
    return effective <= as_of and (until is None or as_of < until)
