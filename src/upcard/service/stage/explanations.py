"""What a round's wagers paid, and why, in a player's words."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

import msgspec

from upcard.engine.core import events as e
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

_WAGERED: Final = (e.WagerPlaced, e.InsurancePlaced, e.WinningsPressed, e.DecisionMade)
"""The events by which money of a player comes to lie on the layout."""


class ToldWager(msgspec.Struct, frozen=True):
    """A decided wager, in dollars; `why` is its outcome in words.

    `waits` says that the floor has to verify and validate its payout first.
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
    titles: Mapping[str, str], settled: Iterable[tuple[e.WagerSettled, int]], player: str
) -> Iterator[ToldWager]:
    """The wagers of a player, or with "" of everybody, that were `settled`, with the units paid."""
    return (_told(titles, event, paid) for event, paid in settled if player in ("", event.player))


def at_stake(events: Iterable[e.Event], player: str) -> int:
    """The units of a player's wagers of a round that are not decided, of the round's events."""
    units = 0
    for event in events:
        if getattr(event, "player", "") != player:
            continue
        if isinstance(event, _WAGERED):
            units += event.amount
        elif isinstance(event, e.WagerReturned):
            units -= event.amount
        elif isinstance(event, e.WagerSettled):
            units -= event.wagered
    return units


def _told(titles: Mapping[str, str], event: e.WagerSettled, paid: int) -> ToldWager:
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


def explain_round(
    number: int, wagers: tuple[ToldWager, ...], reasons: Mapping[tuple[int, int] | str, str]
) -> ToldRound:
    """A round in one sentence, with its wagers.

    `reasons` say why a wager was won or lost: by seat and hand, or by the spot.
    """
    net = sum(_units(wager.net) for wager in wagers)
    mood = "level" if net == 0 else "won" if net > 0 else "lost"
    amount = printed_dollars(abs(net), short=True)
    head = {"won": f"You won {amount}", "lost": f"You lost {amount}", "level": "You are even"}[mood]
    sign = -1 if net < 0 else 1
    names = _names_of(wagers)
    if any(wager.waits for wager in wagers):
        return ToldRound(number, _while_it_waits(wagers, names), format_dollars(net), "won", wagers)
    if not wagers:
        return ToldRound(number, "", "0.00", "level", ())

    def reason_of(wager: ToldWager) -> str:
        return reasons.get((wager.seat, wager.hand)) or reasons.get(wager.spot) or ""

    best = max(
        wagers, key=lambda wager: (sign * _units(wager.net), bool(reason_of(wager)), wager.hand)
    )
    same_way = [wager for wager in wagers if sign * _units(wager.net) > 0]
    other_way = _other_way(wagers, sign, names)
    several = ""
    if net and len(same_way) > 1:
        sum_of_these = printed_dollars(
            abs(sum(_units(wager.net) for wager in same_way)), short=True
        )
        verb = IN_WORDS["win" if sign > 0 else "lose"]
        several = f" on {len(same_way)} wagers"
        if other_way:  # the net is not what these came to
            several = f". {len(same_way)} wagers {verb} {sum_of_these}"
    reason = reason_of(best) or best.why
    section = best.section.removeprefix(PENNSYLVANIA)
    alone = f", won {_amount(best)}" if not net and _units(best.net) else ""
    why = f"{names[best]}, {reason} ({section}){alone}"
    level = [wager for wager in wagers if not _units(wager.net) and wager is not best]
    even = _came_out_even(level, names)
    words = f"{head}{several}: {why}.{other_way}{even}"
    return ToldRound(number, words, format_dollars(net), mood, wagers)


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
    won = [
        f"{names[wager]}, {wager.why} ({wager.section.removeprefix(PENNSYLVANIA)})"
        for wager in wagers
        if wager.waits
    ]
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
    verb = IN_WORDS["lose" if sign > 0 else "win"]
    if len(them) == 1:
        return f" {names[them[0]]}: {verb} {_amount(them[0])}."
    sum_of_these = printed_dollars(abs(sum(_units(wager.net) for wager in them)), short=True)
    return f" {len(them)} wagers {verb} {sum_of_these}." if them else ""


def _came_out_even(even: Sequence[ToldWager], names: Mapping[ToldWager, str]) -> str:
    """A sentence on the wagers that were given back as they were."""
    if len(even) == 1:
        return f" {names[even[0]]}: {even[0].why}."
    return f" {len(even)} wagers came out even." if even else ""


def _amount(wager: ToldWager) -> str:
    """What a wager won or lost, without a sign."""
    return printed_dollars(abs(_units(wager.net)), short=True)


def _units(dollars: str) -> int:
    return -parse_dollars(dollars[1:]) if dollars.startswith("-") else parse_dollars(dollars)
