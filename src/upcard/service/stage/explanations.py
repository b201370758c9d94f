"""Explains what a round's wagers paid, and why, in a player's words."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
from upcard.games.table_rules import TableRules
from upcard.host.records.record import settlement_form
from upcard.layout.areas import areas
from upcard.money.amount import format_dollars, parse_dollars, printed_dollars
from upcard.service.stage.setting import short_title, spoken, spot_in_words
from upcard.service.tables.offers import offers_of, outcome_in_words
from upcard.text.words import listed

IN_WORDS: Final = {"win": "won", "lose": "lost", "void": "called off"}

PENNSYLVANIA: Final = "58 Pa. Code "

NO_OUTCOME: Final = "no winning outcome"
NO_BLACKJACK: Final = "the dealer has no Blackjack"
"""Why a wager beside the game, or Insurance, was lost."""

MOST_ALIKE: Final = 2
"""The most wagers that one thing decided and that are named one by one."""

MOST_PARTS: Final = 3
"""The most parts of the sentence on a round."""

LONGEST_SECTION: Final = 30
"""The most characters of a section that stands behind each of several wagers."""

Reasons = Mapping[tuple[int, int] | str, str]
"""What decided wagers, in words: by seat and hand, or by the spot."""

_WAGERED: Final = (WagerPlaced, InsurancePlaced, WinningsPressed, DecisionMade)
"""The events by which money of a player comes to lie on the layout."""


class ToldWager(msgspec.Struct, frozen=True):
    """A decided wager, in dollars; `why` is its outcome in words.

    `waits` says that the floor has to verify and validate its payout first. `reason` is what
    decided it, such as ``20 against 21``, where the round is over and the outcome does not say it.
    """

    seat: int
    hand: int
    player: str
    spot: str
    title: str
    why: str
    wagered: str
    paid: str
    net: str
    mood: str
    section: str
    waits: bool = False
    reason: str = ""


class ToldRound(msgspec.Struct, frozen=True):
    """A round as it is told: `words` is the sentence on all of a player's wagers, with their `net`.

    Those who watch have no `net`, and `words` only of a round that is over.
    """

    round: int
    words: str
    net: str
    mood: str
    wagers: tuple[ToldWager, ...]


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
    titles: Mapping[str, str], settlements: Iterable[tuple[WagerSettled, int]], player: str
) -> Iterator[ToldWager]:
    """The settled wagers of a player, or with "" of everybody; each comes with the units paid."""
    return (
        _told_wager(titles, event, paid)
        for event, paid in settlements
        if player in ("", event.player)
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


def _told_wager(titles: Mapping[str, str], event: WagerSettled, paid: int) -> ToldWager:
    form = settlement_form(event, paid)
    net = paid - event.wagered
    mood = "level" if net == 0 else "won" if net > 0 else "lost"
    waits = not paid and (event.pending or not event.wagered)  # a mystery bonus wagers nothing
    return ToldWager(
        event.position,
        event.hand,
        event.player,
        event.wager,
        titles.get(event.wager, spoken(event.wager)),
        IN_WORDS.get(event.outcome) or outcome_in_words(event.wager, event.outcome),
        form["wagered"],
        form["paid"],
        form["net"],
        "won" if waits else mood,
        event.section,
        waits,
    )


def with_reasons(wagers: tuple[ToldWager, ...], reasons: Reasons) -> tuple[ToldWager, ...]:
    """The wagers of a round that is over, each with what decided it."""
    return tuple(replace(wager, reason=_reason_of(wager, reasons)) for wager in wagers)


def _reason_of(wager: ToldWager, reasons: Reasons) -> str:
    found = reasons.get((wager.seat, wager.hand)) or reasons.get(wager.spot)
    if found or wager.mood != "lost" or wager.spot == BLACKJACK_WAGER:
        return found or ""
    return NO_BLACKJACK if wager.spot == INSURANCE_WAGER else NO_OUTCOME


def explain_round(
    number: int, decided_wagers: tuple[ToldWager, ...], reasons: Reasons
) -> ToldRound:
    """A round in one sentence, with its wagers and what decided each.

    `reasons` say why a wager was won or lost: by seat and hand, or by the spot.
    """
    wagers = with_reasons(decided_wagers, reasons)
    net = sum(_units(wager.net) for wager in wagers)
    mood = "level" if net == 0 else "won" if net > 0 else "lost"
    names = _names_of(wagers)
    if any(wager.waits for wager in wagers):
        return ToldRound(number, _while_it_waits(wagers, names), format_dollars(net), "won", wagers)
    if not wagers:
        return ToldRound(number, "", "0.00", "level", ())
    amount = printed_dollars(abs(net), short=True)
    head = {"won": f"You won {amount}", "lost": f"You lost {amount}", "level": "You are even"}[mood]
    sign = -1 if net < 0 else 1

    def rank(wager: ToldWager) -> tuple[int, bool, int]:
        own_reason = wager.reason not in ("", NO_OUTCOME)
        return (sign * _units(wager.net), own_reason, wager.hand)

    ordered = sorted(wagers, key=rank, reverse=True)
    same_way = [wager for wager in ordered if sign * _units(wager.net) > 0] or ordered[:1]
    other_way = _other_way(wagers, sign, names)
    several = ""
    if len(same_way) > 1:
        verb = IN_WORDS["win" if sign > 0 else "lose"]
        several = f" on {len(same_way)} wagers"
        if other_way or not net:  # the net is not what these came to
            several = f". {len(same_way)} wagers {verb} {_sum_of(same_way)}"
    alone = ", won " + _sum_of(same_way) if not net and other_way and not several else ""
    level = [wager for wager in wagers if not _units(wager.net) and wager not in same_way]
    even = _came_out_even(level, names)
    words = f"{head}{several}: {_reasons_of_each(same_way, names)}{alone}.{other_way}{even}"
    return ToldRound(number, words, format_dollars(net), mood, wagers)


def _reasons_of_each(wagers: Sequence[ToldWager], names: Mapping[ToldWager, str]) -> str:
    """What decided each of some wagers, with its section; those that one thing decided together."""
    by_reason: dict[str, list[ToldWager]] = {}
    for wager in wagers:
        by_reason.setdefault(_decisive(wager), []).append(wager)
    sections = {_section(wager) for wager in wagers}
    if len(by_reason) == 1 and len(wagers) > 1 and (len(sections) == 1 or len(wagers) > MOST_ALIKE):
        return _decisive(wagers[0]) + (f" ({sections.pop()})" if len(sections) == 1 else "")
    parts: list[str] = []
    rest = len(wagers)
    for reason, alike in by_reason.items():
        if len(alike) > MOST_ALIKE:
            others = "the other " if parts and rest == len(alike) else ""
            parts.append(f"{others}{len(alike)}{'' if others else ' wagers'}, {reason}")
        else:
            parts += [f"{names[wager]}, {reason}{_cited(wager, wagers)}" for wager in alike]
        rest -= len(alike)
    more = f"; {len(parts) - MOST_PARTS} more" if len(parts) > MOST_PARTS else ""
    return "; ".join(parts[:MOST_PARTS]) + more


def _decisive(wager: ToldWager) -> str:
    return wager.reason or wager.why


def _cited(wager: ToldWager, told: Sequence[ToldWager]) -> str:
    """The section in parentheses; the title of a document is left out where several are told."""
    section = _section(wager)
    return f" ({section})" if len(told) == 1 or len(section) <= LONGEST_SECTION else ""


def _section(wager: ToldWager) -> str:
    return wager.section.removeprefix(PENNSYLVANIA)


def explain_round_so_far(number: int, wagers: tuple[ToldWager, ...]) -> ToldRound:
    """A round as it is told while it goes on: the wagers that are decided, and no sentence."""
    return ToldRound(number, "", "", "level", wagers)


def explain_round_to_watchers(number: int, wagers: tuple[ToldWager, ...]) -> ToldRound:
    """A round that is over, for those who had no wager in it: what each player won or lost."""
    nets = Counter[str]()
    for wager in wagers:
        nets[wager.player or f"Position {wager.seat}"] += _units(wager.net)
    came = {
        player: f"{IN_WORDS['lose' if net < 0 else 'win']} {printed_dollars(abs(net), short=True)}"
        if net
        else "came out even"
        for player, net in nets.items()
    }
    waits = sum(wager.waits for wager in wagers)
    rest = f" Payouts that wait for the floor: {waits}." if waits else ""
    words = f"{listed([f'{player} {result}' for player, result in came.items()])}.{rest}"
    return ToldRound(number, words, "", "level", wagers)


def _while_it_waits(wagers: tuple[ToldWager, ...], names: Mapping[ToldWager, str]) -> str:
    """What is told of a round while the floor validates payouts: what was won comes first."""
    won = [f"{names[wager]}, {wager.why} ({_section(wager)})" for wager in wagers if wager.waits]
    waits = "A payout waits" if len(won) == 1 else f"{len(won)} payouts wait"
    others = [_units(wager.net) for wager in wagers if not wager.waits]
    net = sum(others)
    amount = printed_dollars(abs(net), short=True)
    came = f"{IN_WORDS['lose' if net < 0 else 'win']} {amount}" if net else "came out even"
    rest = f" Your other wagers {came}." if others else ""
    return f"You won {listed(won)}. {waits} for the floor.{rest}"


def _names_of(wagers: tuple[ToldWager, ...]) -> dict[ToldWager, str]:
    """The titles of a player's wagers, with position and hand where several share a title."""
    titles = Counter(wager.title for wager in wagers)
    at_seat = Counter((wager.title, wager.seat) for wager in wagers)

    def name(wager: ToldWager) -> str:
        here = at_seat[wager.title, wager.seat]
        seat = f", position {wager.seat}" if titles[wager.title] > here else ""
        hand = f", hand {wager.hand or 1}" if here > 1 else ""
        return f"{wager.title}{seat}{hand}"

    return {wager: name(wager) for wager in wagers}


def _other_way(wagers: tuple[ToldWager, ...], sign: int, names: Mapping[ToldWager, str]) -> str:
    """A sentence on the wagers that won in a round that lost, or lost in one that won."""
    them = [wager for wager in wagers if sign * _units(wager.net) < 0]
    if not them:
        return ""
    verb = IN_WORDS["lose" if sign > 0 else "win"]
    named = len(them) == 1 or (sign < 0 and len(them) <= MOST_ALIKE)
    parts = [(names[wager], [wager]) for wager in them] if named else []
    for_all = parts or [(f"{len(them)} wagers", them)]
    return f" {'; '.join(_came(name, verb, wagers) for name, wagers in for_all)}."


def _came(name: str, verb: str, wagers: Sequence[ToldWager]) -> str:
    """What some wagers won or lost together, and what decided them if that was one thing."""
    decisive = {_decisive(wager) for wager in wagers}
    reason = f", {decisive.pop()}" if len(decisive) == 1 else ""
    if reason in (f", {verb}", f", {NO_OUTCOME}"):  # the verb says it
        reason = ""
    colon = ":" if len(wagers) == 1 else ""
    return f"{name}{colon} {verb} {_sum_of(wagers)}{reason}"


def _came_out_even(even: Sequence[ToldWager], names: Mapping[ToldWager, str]) -> str:
    """A sentence on the wagers that were given back as they were."""
    if len(even) == 1:
        return f" {names[even[0]]}: {even[0].why}."
    return f" {len(even)} wagers came out even." if even else ""


def _sum_of(wagers: Iterable[ToldWager]) -> str:
    """What some wagers won or lost together, without a sign."""
    return printed_dollars(abs(sum(_units(wager.net) for wager in wagers)), short=True)


def _units(dollars: str) -> int:
    return -parse_dollars(dollars[1:]) if dollars.startswith("-") else parse_dollars(dollars)
