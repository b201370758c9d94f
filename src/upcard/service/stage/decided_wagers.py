"""Decided wagers of a round, in units, with what decided each in a player's words."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from upcard.engine.core.events import (
    DecisionMade,
    Event,
    InsurancePlaced,
    WagerPlaced,
    WagerReturned,
    WagerSettled,
    WinningsPressed,
)
from upcard.games.blackjack import BLACKJACK_WAGER, INSURANCE_WAGER
from upcard.games.roulette import SPOTS
from upcard.games.spots import slug_in_words, spot_in_words
from upcard.games.table_rules import TableRules
from upcard.layout.areas import areas
from upcard.rules.citation import told_at_table
from upcard.service.stage.setting import short_title
from upcard.service.tables.offers import offers_of, outcome_in_words

IN_WORDS: Final = {"win": "won", "lose": "lost", "void": "called off"}

PENNSYLVANIA: Final = "58 Pa. Code "

NO_OUTCOME: Final = "no winning outcome"
NO_BLACKJACK: Final = "the dealer has no Blackjack"
"""Why an optional wager, or Insurance, was lost."""

Reasons = Mapping[tuple[int | str, int] | str, str]
"""What decided wagers, in words: by seat or player and hand, or by the spot."""

_WAGERED: Final = (WagerPlaced, InsurancePlaced, WinningsPressed, DecisionMade)
"""The events by which money of a player comes to lie on the layout."""


class DecidedWager(msgspec.Struct, frozen=True):
    """A decided wager; `wagered` and `paid` are in units, `outcome` is in words.

    `waits` says that the floor has to verify and validate its payout first. `reason` is what
    decided it, such as ``20 against 21``, where the round is over and the outcome does not say it.
    """

    seat: int
    hand: int
    player: str
    spot: str
    title: str
    outcome: str
    wagered: int
    paid: int
    section: str
    waits: bool = False
    reason: str = ""

    @property
    def net(self) -> int:
        """The units won, or lost if negative."""
        return self.paid - self.wagered

    @property
    def mood(self) -> str:
        """How the wager ended for its player; a payout that waits is won."""
        return "won" if self.waits else mood_of_net(self.net)

    @property
    def decided_by(self) -> str:
        """The reason, or where there is none the outcome."""
        return self.reason or self.outcome

    @property
    def short_section(self) -> str:
        """The section without the name of the Pennsylvania Code."""
        return told_at_table(self.section).removeprefix(PENNSYLVANIA)


def mood_of_net(net: int) -> str:
    """How what was won or lost ended for its player: won, lost or level."""
    if net == 0:
        return "level"
    return "won" if net > 0 else "lost"


def titles_of(rules: TableRules) -> dict[str, str]:
    """The titles of all that may be placed at a table, by the name under which it is placed."""
    titles = {offer.wager: offer.title for offer in offers_of(rules)}
    titles |= {area.name: area.title for area in areas(rules) if area.wager}
    if rules.has_blackjack_wager:
        titles |= {
            BLACKJACK_WAGER: "Blackjack wager",
            INSURANCE_WAGER: rules.insurance.data.title,
        }
    if rules.variation.has_wheel:
        titles |= {name: spot_in_words(name) for name in SPOTS}
    return {name: short_title(title) for name, title in titles.items()}


def decided(
    rules: TableRules,
    titles: Mapping[str, str],
    settlements: Iterable[tuple[WagerSettled, int]],
    player: str,
) -> Iterator[DecidedWager]:
    """The settled wagers of a player, or with "" of everybody; each comes with the units paid."""
    return (
        decided_wager(rules, titles, event, paid)
        for event, paid in settlements
        if player in ("", event.player)
    )


def decided_wager(
    rules: TableRules, titles: Mapping[str, str], event: WagerSettled, paid: int
) -> DecidedWager:
    """A settled wager on which `paid` units were paid, not yet with its reason."""
    return DecidedWager(
        seat=event.position,
        hand=event.hand,
        player=event.player,
        spot=event.wager,
        title=titles.get(event.wager, slug_in_words(event.wager)),
        outcome=IN_WORDS.get(event.outcome) or outcome_in_words(event.wager, event.outcome, rules),
        wagered=event.wagered,
        paid=paid,
        section=event.section,
        waits=not paid and (event.pending or not event.wagered),  # a mystery bonus wagers nothing
    )


def units_at_stake(events: Iterable[Event], player: str) -> int:
    """The units of a player's wagers of a round that are not decided, of the round's events."""
    units = 0
    for event in events:
        if getattr(event, "player", "") != player:
            continue
        if isinstance(event, _WAGERED):
            units += event.amount
        elif isinstance(event, WagerReturned):
            units -= event.amount
        elif isinstance(event, WagerSettled):
            units -= event.wagered
    return units


def with_reasons(wagers: tuple[DecidedWager, ...], reasons: Reasons) -> tuple[DecidedWager, ...]:
    """The wagers of a round that is over, each with what decided it."""
    return tuple(replace(wager, reason=_reason_of(wager, reasons)) for wager in wagers)


def _reason_of(wager: DecidedWager, reasons: Reasons) -> str:
    reason = (
        reasons.get((wager.seat, wager.hand))
        or reasons.get((wager.player, wager.hand))
        or reasons.get(wager.spot)
    )
    if reason or wager.mood != "lost" or wager.spot == BLACKJACK_WAGER:
        return reason or ""
    return NO_BLACKJACK if wager.spot == INSURANCE_WAGER else NO_OUTCOME
