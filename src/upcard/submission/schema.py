"""The vocabulary of a Rules Submission: every choice, its section, a default that complies."""

from datetime import date
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from upcard.games.dealing import Dealing
from upcard.rules.citation import full_citation
from upcard.rules.loader import RULEBOOK_DATE
from upcard.submission.declarations import EquipmentSection, LayoutSection
from upcard.submission.fields import (
    FrozenValues,
    SubmissionField,
    SubmissionTable,
    choice,
    fields_of,
)
from upcard.submission.games.lookup import own_tables, slugs, with_keys
from upcard.submission.notations import Money, Name, Portion, Prize, Rate
from upcard.submission.washington_papers import RULES, WAGER_LIMIT

MAX_DECKS_OR_RESPLITS: Final = 100
"""upcard's own upper bound on decks and resplits: the text sets none."""


if TYPE_CHECKING:
    from upcard.submission.games.house import HouseKeys

    Game: TypeAlias = str
else:
    Game = Literal[slugs()]


class FirstTableKeys(SubmissionTable):
    """``[table]``: which game, with how many cards, for what amounts."""

    name: Name = choice(..., "601a.2", "The table's name.", min_length=1)
    jurisdiction: Literal["pa", "wa", "house"] = choice("pa", "601a.2", "Whose rules apply.")
    game: Game = choice("blackjack", "633a.6(d)", "The game.")
    as_of: date = choice(RULEBOOK_DATE, "601a.2", "The date on which the rules are read.")
    decks: int = choice(
        6, "633a.3(a)", "Decks in one shoe, batch or side.", ge=0, le=MAX_DECKS_OR_RESPLITS
    )
    dealing: Dealing = choice(Dealing.SHOE, "633a.7(a)", "What the cards are dealt from.")
    positions: int = choice(7, "633a.2(a)", "Betting positions.", ge=1)
    minimum: Money = choice(15 * 10_000, "601a.2", "The smallest wager on the game.", gt=0)
    maximum: Money = choice(2_000 * 10_000, "601a.2", "The largest wager on the game.", gt=0)
    smallest_chip: Money = choice(5_000, "633a.6(a)", "The smallest chip in play.", gt=0)
    adjacent_boxes: int = choice(
        1, "633a.6(f)", "Adjacent boxes on which one player may wager.", ge=1
    )
    mid_shoe_entry: bool = choice(
        True, "633a.6(b)", "Whether a player may enter between two shuffles."
    )
    deck_change_hours: int | None = choice(
        None,
        "633a.3(d)",
        "The most hours between two changes of the decks; as long as the text permits.",
        ge=1,
    )
    double_card: Literal["face-up", "face-down"] = choice(
        "face-up", "633a.10(c)", "How the card of a double down is dealt."
    )
    double_shoe_colors: Literal["red-first", "red-second"] = choice(
        "red-first",
        "633a.7(d)(1)",
        "The side of a double shoe that hearts and diamonds stand for.",
    )
    aggregate_limit: Money | None = choice(
        None, "633a.13(o)", "The most that is paid in all for the limited top rows."
    )
    fully_automated: bool = choice(
        False, "633c.8(a)", "Whether this is a fully automated electronic gaming table."
    )
    bring_money: bool = choice(
        False,
        "605a.3",
        "Whether wagers are paid from money that players bring from their game accounts.",
    )
    card_reader: bool = choice(True, "633a.2(f)", "A card reader device is attached.")
    state_limit: Money | None = choice(
        None,
        WAGER_LIMIT,
        "Washington: the largest wager of any kind, where it is not the printed one.",
        games=slugs("wa"),
        jurisdiction="wa",
        gt=0,
    )
    state_limit_citation: Name | None = choice(
        None,
        WAGER_LIMIT,
        "Washington: the provision that permits it.",
        games=slugs("wa"),
        jurisdiction="wa",
    )


class LastTableKeys(SubmissionTable):
    """The rest of ``[table]``, after the keys of single games."""

    system_version: Literal["v002", "v003"] = choice(
        "v003",
        RULES,
        "The version of the progressive system.",
        games=slugs("wa"),
        jurisdiction="wa",
    )


if TYPE_CHECKING:

    class TableSection(LastTableKeys, FirstTableKeys):
        """``[table]`` with the keys of every game."""

else:
    TableSection = with_keys("table", FirstTableKeys, LastTableKeys)


class FirstBlackjackKeys(SubmissionTable):
    """``[blackjack]``: the choices for the base game."""

    resplits: int = choice(
        2, "633a.11(c)", "Additional times a pair may be split.", ge=0, le=MAX_DECKS_OR_RESPLITS
    )
    resplit_aces: bool = choice(False, "633a.11(c)", "Whether split aces may be split again.")
    split_aces: Literal["play", "one-card"] = choice(
        "play", "633a.11(c)", "Whether split aces are played or take one card each."
    )
    even_money: bool = choice(True, "633a.8(e)", "Whether a Blackjack may take even money.")
    settle_blackjack: Literal["immediately", "after-reveal"] = choice(
        "immediately",
        "633a.7(i)(1)(ii)",
        "When a Blackjack is paid against an ace or ten-value upcard.",
    )
    settle_surrender: Literal["immediately", "after-reveal"] = choice(
        "immediately",
        "633a.9(a)(2)",
        "When a surrender against an ace or ten-value upcard is settled.",
    )
    payoff_order: Literal["collect-then-pay", "right-to-left"] = choice(
        "collect-then-pay", "633a.7(r)", "The order of the final payoff."
    )


if TYPE_CHECKING:

    class BlackjackSection(HouseKeys, FirstBlackjackKeys):
        """``[blackjack]`` with the keys of house rules."""

else:
    BlackjackSection = with_keys("blackjack", FirstBlackjackKeys)


class WagerSection(SubmissionTable):
    """``[wagers.NAME]``: one wager that the table offers."""

    paytable: Name | None = choice(None, "601a.2", "The paytable, by its printed name.")
    pays: dict[str, str] = choice(
        {}, "601a.2", "House rules: a paytable of the house's own, as printed odds by outcome."
    )
    wager: Money | None = choice(None, "601a.2", "The only amount, where one is fixed.", gt=0)
    minimum: Money | None = choice(None, "601a.2", "The smallest wager.", gt=0)
    maximum: Money | None = choice(None, "601a.2", "The largest wager.", gt=0)
    crown_treasure: bool = choice(
        False, "633a.7(g)(4)", "Whether the Crown Treasure bonus is offered."
    )
    any_20: bool = choice(False, "633a.7(o)(1)(i)", "Whether any 20 wins Bad Beat.")
    magic_card: bool = choice(False, "633a.7(o)(1)(ii)", "Whether the Magic Card is offered.")
    lucky_player: bool = choice(
        False, "633a.7(o)(1)(ii)", "Whether the Lucky Player bonus is offered."
    )
    third_card: Literal["draw", "upcard"] = choice(
        "draw", "633c.9(h)", "The card that makes three sevens of two."
    )
    chosen_suit: Literal["spades", "hearts", "diamonds", "clubs"] | None = choice(
        None, "633c.6(a)(1)", "The suit of Super 4's highest hand; spades where none is chosen."
    )
    reading: Literal["text", "industry", "card-by-card", "row-name"] = choice(
        "text", "601a.2", "Which combinations the rows mean, where the text has several readings."
    )
    stake_beside_meter: bool = choice(
        False, "633a.13", "Whether the stake is returned beside a share of a meter."
    )
    surrendered: Literal["out", "in"] = choice(
        "out", "633a.9(a)", "Whether a surrendered hand may win Bad Beat."
    )
    unprovided: Literal["returned", "collected"] = choice(
        "returned", "633c.5(u)", "What becomes of the stake where the text does not provide for it."
    )
    must_hit_by: Name | None = choice(
        None, "633c.14(c)(4)", "The Must-Hit-By Mystery's configuration, by its printed name."
    )
    must_hit_by_paid: Literal["slip", "inventory"] = choice(
        "slip", "633c.14(c)(6)", "What the Must-Hit-By Mystery is paid by."
    )
    mystery: Literal[1, 2, 3] | None = choice(
        None, "633c.6(j)", "The configuration of Super 4's mystery meter."
    )
    bonus: Literal["B1", "B2"] | None = choice(
        None, "633c.13(i)", "The cash bonus of Buster Blackjack."
    )
    press: Portion = choice(
        "all",
        "633a.7(g)(10)(ii)(A)",
        "The portion of House Money winnings that may be added to the Blackjack wager.",
    )
    seed: Money | None = choice(
        None, "605a.7", "What a progressive meter starts with; the least permitted.", gt=0
    )
    reseed: Money | None = choice(
        None, "605a.7", "What it starts with after it was won; the seed again.", gt=0
    )
    increment: Rate | None = choice(
        None, "605a.7", "The part of each wager that goes to the meter; the printed rate, else 0%."
    )
    secondary_increment: Rate | None = choice(
        None, "605a.7", "The part that goes to the reserve for the next seed."
    )
    limit: Money | None = choice(
        None, "605a.7", "The most that a meter shows; the rest goes to the reserve.", gt=0
    )
    link: Name | None = choice(
        None,
        "605a.8",
        "The name that tables linked to one meter share; the table's own.",
        pattern="^[^/]+$",
    )
    awards_together: Literal["in-full", "within-meter"] = choice(
        "in-full",
        "605a.7",
        "Whether the house pays what the meter lacks for the winners of one round.",
    )
    envy: bool = choice(False, "633c.10(k)", "Whether other players receive an envy bonus.")
    envy_from: Literal["holder", "wagerer"] = choice(
        "holder",
        "633c.10(h)(5)",
        "Whether another player's hand brings the envy bonus without the wager.",
    )
    mandatory: bool = choice(
        False, RULES, "Washington: whether the wager is placed at every position in play."
    )
    prizes: dict[str, Prize] = choice(
        {}, RULES, "Washington: the prizes, as amounts or odds, of the rows printed as $."
    )
    prizes_paid: Literal["house", "meter"] = choice(
        "house", RULES, "Washington: what those prizes are paid out of."
    )


_TABLES: Final[dict[str, type[SubmissionTable]]] = {
    "table": TableSection,
    "blackjack": BlackjackSection,
    **own_tables(),
    "wagers": WagerSection,
    "layout": LayoutSection,
    "equipment": EquipmentSection,
}


def tables() -> dict[str, type[SubmissionTable]]:
    """The model of each table of the file; for ``wagers`` the model of a single wager."""
    return _TABLES


class Submission(FrozenValues):
    """A Rules Submission for one table."""

    # The tables of the file; those of single games are attributes too: see `game_section`.

    table: TableSection
    blackjack: BlackjackSection
    wagers: dict[str, WagerSection]
    layout: LayoutSection
    equipment: EquipmentSection

    def __init__(self, **given: Any) -> None:
        defaults = {name: model() for name, model in tables().items() if name != "wagers"}
        super().__init__(**defaults | {"wagers": {}} | given)


def field_path(path: tuple[str, ...]) -> tuple[str, ...]:
    """The part of a path that names a field, without the keys within the field's value."""
    return path[: 3 if path[:1] == ("wagers",) else 2]


def field_of(path: tuple[str, ...]) -> SubmissionField | None:
    """The field at a path such as ``("wagers", "lucky-ladies", "maximum")``, or None."""
    key_path = field_path(path)
    if len(key_path) < len(field_path((*key_path, "", ""))) or key_path[0] not in tables():
        return None
    return fields_of(tables()[key_path[0]]).get(key_path[-1])


def section_of(path: tuple[str, ...]) -> str:
    """The section that a field rests on; § 601a.2 for an unknown field."""
    field = field_of(path)
    return full_citation("601a.2") if field is None else field.section
