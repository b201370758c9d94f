"""The shape of a rule file: one wager or one game, every value with its section and dates."""

from collections.abc import Mapping
from datetime import date
from typing import Literal

import msgspec

from upcard.money.odds import Award


class MeterData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a paytable prints of one progressive meter; amounts and rates as printed text.

    An empty `reseed` is the seed again. `total_increment` is printed where the text gives no
    primary and secondary rates apart.
    """

    seed: str = ""
    reseed: str = ""
    increment: str = ""
    secondary_increment: str = ""
    total_increment: str = ""


class MeterTerms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the text says of a wager's progressive meters, whatever the paytable.

    `section` gives seeds and rates. `submitted` names what it leaves to the Rules Submission:
    a seed that the paytable gives is then the least one. `specified` are those of them without
    which a Rules Submission does not comply. `sharing` is how several winners share
    a meter, under `sharing_section` (empty where the text is silent). `linked` is the rule of
    linked tables where it is not § 605a.8. `linked_wager` is the provision by which linked tables
    take one and the same wager.
    """

    section: str
    submitted: tuple[str, ...] = ()
    specified: tuple[str, ...] = ()
    sharing: str = "equally"
    sharing_section: str = ""
    linked: str = ""
    linked_wager: str = ""


class PaytableData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One printed paytable.

    `decks` are the numbers of decks for which the table is printed. Where the words leave the
    number open ("multiple decks", "four or more decks", or no word), `least_decks` is the smallest
    and `decks` are the usual ones that fit, which lists show; else `least_decks` is 0.
    `pays` maps a row's slug to the printed odds. `never` lists winning outcomes that the
    table leaves out because its decks cannot form them or it prints "N/A". `form` names the
    wager's classifier where tables of one wager ask for different combinations. `wagers` are
    the amounts printed in the table. `envy` gives what other players receive, for a $5 wager.
    `meters` has the key "" where there is one meter. `effective` and `until` bound the dates
    on which the table holds; without `until` it still does. `decks_section` is the provision
    that ties the table to its `decks`, where that is another than its own.
    """

    id: str
    section: str
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
        """Whether the table may be used with so many decks."""
        return decks in self.decks or 0 < self.least_decks <= decks

    @property
    def deck_counts(self) -> str:
        """The numbers of decks in words, such as ``6, 8`` or ``2 or more``."""
        if self.least_decks:
            return f"{self.least_decks} or more"
        return ", ".join(str(count) for count in self.decks)


class LimitsData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the text says of the amount of a wager.

    `times_blackjack` bounds it by so many times the Blackjack wager, as a printed fraction
    (``1/2``, ``1``, ``2``). `amounts` are the only amounts that may be offered; where
    `house_selects` the Rules Submission picks one of them. `part_of_blackjack` is the only amount
    where the text fixes it as a part of the Blackjack wager. `within_table`: any amount between
    the table's own minimum and maximum.
    """

    section: str
    times_blackjack: str = ""
    amounts: tuple[str, ...] = ()
    house_selects: bool = False
    part_of_blackjack: str = ""
    within_table: bool = False


class JackpotData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The provisions under which a winning progressive payout is verified and paid.

    Empty for a step that the text does not ask for: `verify` the winning hand, `light` the
    progressive system's light, `validate` by a floorperson or above. `at_least` and `above` are
    the printed odds from which a payout is validated, where not every one is; a share of a meter
    always is. `pay` says how it is paid: a percentage of a meter by jackpot slip, or to the
    player's electronic game account. With `slip_percent` so does every other payout of that many
    percent or more of what the meter shows, and every win is verified before it is paid.
    """

    pay: str
    verify: str = ""
    light: str = ""
    validate: str = ""
    at_least: str = ""
    above: str = ""
    paid_by: Literal["jackpot-slip", "game-account"] = "jackpot-slip"
    slip_percent: int = 0


class ReadingData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A passage that can be read in several ways, each of which gives other numbers.

    `values` are the readings as a Rules Submission names them, the default first. `about` is the
    question that the passage leaves open, in one sentence.
    """

    section: str
    about: str
    values: tuple[str | bool, ...]

    @property
    def default(self) -> str | bool:
        """The reading that holds where a submission chooses none."""
        return self.values[0]


class WagerData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A wager of one jurisdiction, as its rule file says it.

    `section` authorizes the wager, `collects` is the provision under which a losing wager
    is taken, `area` the one that asks for a betting area, `settles` the moment of settlement.
    `options` maps an optional feature to the section that allows it. `collected` is the
    provision under which a progressive wager is taken before the deal, `lock_out` the one
    that ends its placement ("no-more-bets" or "first-card" in `locks`). `table_needs` maps a
    key of the submission's table to the section that requires it. `collects_first` is the
    paragraph that takes a wager before `collects` does, where the wager's kernel tells them apart.
    `decks_section` is the provision on the decks with which the wager may be played at all.
    `jackpot` are the steps at which a progressive payout is paid, `meter` the terms of its meters.
    `press` lets a winner add the payout to the Blackjack wager; the Rules Submission says which
    portion only where `options` has a ``press`` as well.
    `readings` are its doubtful passages, by the key with which a Rules Submission chooses one.
    `needs` are wagers that a player has to place beside it, `offered_with` those that a table has
    to offer beside it.
    `areas` are the names under which it is placed where a position has an area for each hand of
    the game, each with that hand (``player``, ``banker``). `inscriptions` are what the layout says
    of it, and `declares` what a Rules Submission has to declare where it is offered (such as
    ``equipment.progressive_light``), each with its section.
    `fee` is the provision by which it is a fee that nothing wins back. `collects_in` are the
    provisions in place of `collects`, by game; in the games of `mandatory_in` it is placed at every
    position in play.
    `forms` are the choices of a Rules Submission that ask for another classifier: by key and value,
    the word that the form's name has behind the paytable's. A choice without an empty word may be
    left open, and whatever it is changes no odds.
    `module` names the file of `wagers` that holds its classifier, where several wagers share one.
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
        """The form of a paytable by the reading of its combinations and a submission's choices."""
        words = ["" if reading == self.reading else reading, table.form]
        for key, forms in self.forms.items():
            words.append(forms.get(str(choices.get(key)).lower(), ""))
        return "-".join(word for word in words if word)

    def reads(self, key: str, chosen: Mapping[str, str | bool]) -> str | bool:
        """The reading of a doubtful passage: the one chosen, else the default."""
        return chosen.get(key, self.readings[key].default)


class MysteryConfiguration(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One printed configuration of a mystery meter; amounts and rate as printed.

    `wager` is the smallest qualifying wager, where the text ties the configuration to one.
    """

    id: str
    section: str
    minimum: str
    maximum: str
    increment: str
    wager: str = ""


class MysteryData(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A bonus meter with a secret value, beside a progressive wager.

    `wagers` are the wagers that qualify; `pays` is what the meter pays when it hits, by the steps
    of `jackpot`. `inventory` is the provision under which the table inventory may pay it.
    `chosen_by` is the key of a wager in a Rules Submission that chooses a configuration.
    """

    title: str
    slug: str
    jurisdiction: str
    chosen_by: str
    section: str
    effective: date
    until: date | None = None
    qualifies: str
    settlement: str
    wagers: tuple[str, ...]
    pays: str
    pays_section: str
    jackpot: JackpotData
    inventory: str = ""
    configuration: tuple[MysteryConfiguration, ...]
    order: int = 0


class Paytable(msgspec.Struct, frozen=True):
    """A paytable ready for use: printed text beside what it pays."""

    data: PaytableData
    awards: dict[str, Award]

    @property
    def id(self) -> str:
        """The identifier as printed."""
        return self.data.id

    @property
    def beside(self) -> bool:
        """Whether the table prices an additional payout beside the wager's own table."""
        return self.data.form.startswith("bonus")


class WagerRules(msgspec.Struct, frozen=True):
    """A wager's rule file, read and checked."""

    data: WagerData
    paytables: tuple[Paytable, ...]

    def in_force(self, as_of: date, decks: int | None = None) -> tuple[Paytable, ...]:
        """The paytables that hold on a date, for a number of decks where one is given.

        Tables of additional payouts are not among them: see `bonus`.
        """
        return tuple(
            table
            for table in self.paytables
            if not table.beside
            and holds(table.data.effective, table.data.until, as_of)
            and (decks is None or table.data.fits(decks))
        )

    def bonus(self, name: str, as_of: date) -> Paytable | None:
        """The table of an additional payout that holds on a date, or None."""
        return next((table for table in self.bonuses(as_of) if table.id == name), None)

    def bonuses(self, as_of: date) -> tuple[Paytable, ...]:
        """The tables of additional payouts that hold on a date."""
        return tuple(
            table
            for table in self.paytables
            if table.beside and holds(table.data.effective, table.data.until, as_of)
        )


def holds(effective: date, until: date | None, as_of: date) -> bool:
    """Whether a provision is in force on a date; `until` is the first day without it."""
    return effective <= as_of and (until is None or as_of < until)
