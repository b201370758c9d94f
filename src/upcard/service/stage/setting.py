"""The part of a stage that changes with the rules only: spots, chips, paytables, inscriptions."""

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from upcard.games.blackjack import BLACKJACK_WAGER
from upcard.games.roulette import SPOTS, color_of
from upcard.games.spots import spot_in_words, wager_of
from upcard.games.table_rules import TableRules
from upcard.layout.areas import LayoutArea, areas
from upcard.layout.inscriptions import inscriptions
from upcard.layout.wheel import ORDER
from upcard.money.amount import UNITS_PER_DOLLAR, format_dollars, short_dollars
from upcard.reports.names import row_name
from upcard.rules.citation import told_at_table
from upcard.rules.loader import game_rules
from upcard.service.tables.offers import OfferView, offers_of
from upcard.service.tables.rules_in_words import (
    in_dollars,
    limits_of,
    part_in_words,
    rules_in_words,
)

CHIPS: Final = (
    UNITS_PER_DOLLAR // 2,
    *(UNITS_PER_DOLLAR * value for value in (1, 5, 25, 100, 500, 1000)),
)
"""The chips of a casino, in units."""

_TO_ONE: Final = re.compile(r"([\d,]+) to ([\d,]+)")


class SpotView(msgspec.Struct, frozen=True, kw_only=True):
    """A spot of each position; amounts are in dollars. Without a `wager` none is placed there.

    `amounts` are the only ones permitted, if there are any. `needs` are the wagers that have to lie
    beside it. `prize` is the highest payout of its paytable, as printed; `pays` is the paytable.
    The amount is wagered on each of its `areas`. With `part_of_main`, such as ``1/5``, it is that
    part of the position's Blackjack wager.
    """

    name: str
    title: str
    short: str
    wager: str
    main: bool
    minimum: str
    maximum: str
    amounts: tuple[str, ...]
    chip: str
    limits: str
    least_words: str
    most_words: str
    needs: tuple[str, ...]
    needs_words: str
    prize: str
    pays: tuple[tuple[str, str], ...]
    section: str
    area_section: str
    numbers: tuple[int, ...] = ()
    areas: int = 1
    part_of_main: str = ""


class AlikeSpot(msgspec.Struct, frozen=True):
    """A spot of the wheel with everything but these as at the spot `like`, for the same wager."""

    name: str
    title: str
    numbers: tuple[int, ...]
    like: str


class SettingView(msgspec.Struct, frozen=True, kw_only=True):
    """What a page draws once: `family` is cards, baccarat, terminals or wheel.

    As it is sent, `spots` has one spot of each wager of the wheel, and `alike` the others: see
    `once_each`.
    """

    table: str
    title: str
    family: str
    positions: int
    chips: tuple[str, ...]
    chip: str
    spots: tuple[SpotView, ...]
    lines: tuple[str, ...]
    rules: tuple[str, ...]
    section: str
    wheel: tuple[tuple[int, str], ...] = ()
    alike: tuple[AlikeSpot, ...] = ()


def setting_of(rules: TableRules) -> SettingView:
    """The setting of a table."""
    chips = _chips(rules)
    enough = (chip for chip in chips if chip >= rules.minimum)
    return SettingView(
        table=rules.name,
        title=game_rules(rules.game).title,
        family=family_of(rules),
        positions=rules.positions,
        chips=tuple(short_dollars(chip) for chip in chips),
        chip=short_dollars(next(enough, chips[-1])),
        spots=tuple(_spots(rules)),
        lines=tuple(dict.fromkeys(inscription.text for inscription in inscriptions(rules))),
        rules=tuple(rules_in_words(rules)),
        section=told_at_table(rules.game_data.section),
        wheel=tuple((number, color_of(number)) for number in ORDER)
        if rules.variation.has_wheel
        else (),
    )


def once_each(setting: SettingView) -> SettingView:
    """The setting as it is sent: limits and paytable of a wager of the wheel stand in it once."""
    first: dict[str, SpotView] = {}
    alike: list[AlikeSpot] = []
    if setting.family != "wheel":
        return setting
    for spot in setting.spots:
        first_spot = first.setdefault(spot.wager, spot)
        if first_spot is not spot:
            alike.append(AlikeSpot(spot.name, spot.title, spot.numbers, first_spot.name))
    return msgspec.structs.replace(setting, spots=tuple(first.values()), alike=tuple(alike))


def family_of(rules: TableRules) -> str:
    """The way in which a table is drawn."""
    if rules.variation.has_wheel:
        return "wheel"
    if rules.variation.has_terminals:
        return "terminals"
    return "cards" if rules.has_blackjack_wager else "baccarat"


def _chips(rules: TableRules) -> tuple[int, ...]:
    """The chips from the table's smallest up to its largest maximum, in units."""
    most = max((offered.maximum for offered in rules.wagers), default=0)
    if rules.has_blackjack_wager:
        most = max(most, rules.maximum)
    return tuple(value for value in CHIPS if rules.smallest_chip <= value <= most)


def _spots(rules: TableRules) -> Iterator[SpotView]:
    offers = {offer.wager: offer for offer in offers_of(rules)}
    if rules.variation.has_wheel:
        for name, spot in SPOTS.items():
            offer = offers.get(spot.wager)
            if offer is not None:
                title = short_title(spot_in_words(name))
                yield _spot(rules, offer, name, title, numbers=spot.numbers)
        return
    seen = set()
    for area in areas(rules):
        if not area.wager:
            yield _area(area)
            continue
        offer = offers.get(area.wager)
        if offer is None or area.name in seen:
            continue
        seen.add(area.name)
        title = "Blackjack wager" if area.name == BLACKJACK_WAGER else short_title(area.title)
        yield _spot(rules, offer, area.name, title, area.short, area.section, main=area.main)


def _spot(  # noqa: PLR0913 - what a spot has
    rules: TableRules,
    offer: OfferView,
    name: str,
    title: str,
    short: str = "",
    section: str = "",
    numbers: tuple[int, ...] = (),
    *,
    main: bool = False,
) -> SpotView:
    offered = rules.offered(wager_of(name))
    needs: tuple[str, ...] = ()
    words = reading = ""
    if offered is not None:
        reading = offered.reading
        needs = tuple(offered.data.needs)
        if needs:
            needed = " and ".join(need.replace("-", " ") for need in needs)
            words = f"{title} needs a {needed} wager beside it ({offered.data.needs_section})."
    if rules.has_blackjack_wager and name != BLACKJACK_WAGER:
        needs = (BLACKJACK_WAGER, *needs)
        words = words or f"{title} needs a Blackjack wager beside it."
    hands = rules.blackjack_areas if name == BLACKJACK_WAGER else 1
    part = ""
    if offered is not None and offered.data.limits is not None:
        part = offered.data.limits.part_of_blackjack
    limits = part_in_words(part) if part else limits_of(offer)
    return SpotView(
        name=name,
        title=title,
        short=short,
        wager=offer.wager,
        main=main,
        minimum=offer.minimum,
        maximum=offer.maximum,
        amounts=offer.amounts,
        chip=format_dollars(rules.smallest_chip),
        limits=limits + (" on each hand" if hands > 1 else ""),
        least_words=_least(offer, title, main=name == BLACKJACK_WAGER),
        most_words=f"{title} is {limits}." if part else _most(offer, title),
        needs=needs,
        needs_words=words,
        prize=_prize(offer),
        pays=tuple((row_name(offer.wager, row, reading), odds) for row, odds in offer.pays.items()),
        section=told_at_table(offer.section),
        area_section=told_at_table(section),
        numbers=numbers,
        areas=hands,
        part_of_main=part,
    )


def _area(area: LayoutArea) -> SpotView:
    """An area for winnings or cards, where no wager is placed."""
    return SpotView(
        name=area.name,
        title=area.title,
        short=area.short,
        wager="",
        main=False,
        minimum="0.00",
        maximum="0.00",
        amounts=(),
        chip="0.00",
        limits="",
        least_words="",
        most_words="",
        needs=(),
        needs_words="",
        prize="",
        pays=(),
        section=told_at_table(area.section),
        area_section=told_at_table(area.section),
    )


def _least(offer: OfferView, title: str, *, main: bool) -> str:
    """Why less is refused, in a player's words."""
    least = in_dollars(offer.minimum)
    if offer.amounts:
        return f"{title} is {limits_of(offer)}."
    return f"The table's minimum is {least}." if main else f"{title} is at least {least}."


def _most(offer: OfferView, title: str) -> str:
    """Why more is refused."""
    if offer.amounts:
        return f"{title} is {limits_of(offer)}."
    return f"{title} is at most {in_dollars(offer.maximum)}."


def _prize(offer: OfferView) -> str:
    """The highest payout of a paytable, as printed; a meter's whole amount is above any odds."""

    def worth(amount: str) -> float:
        if "100%" in amount:
            return float("inf")
        match = _TO_ONE.search(amount)
        if match is None:
            return 0
        top, bottom = (int(part.replace(",", "")) for part in match.groups())
        return top / bottom

    return max(offer.pays.values(), key=worth, default="")


def short_title(title: str) -> str:
    """A title without the name of its game: ``Tie`` of Baccarat: tie."""
    short = title.removeprefix("Baccarat: ")
    return short[:1].upper() + short[1:]
