"""Composes the sentences that tell players and watchers what a round's wagers came to."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from upcard.money.amount import printed_dollars
from upcard.rules.citation import THIS_TABLE
from upcard.service.stage.decided_wagers import NO_OUTCOME, DecidedWager, mood_of_net
from upcard.text.words import listed

MAX_ALIKE: Final = 2
"""The most wagers that one thing decided and that are named one by one."""

MAX_PARTS: Final = 3
"""The most parts of the sentence on a round."""

LONGEST_SECTION: Final = 30
"""The most characters of a section that stands behind each of several wagers."""

Names = Mapping[DecidedWager, str]
"""What the wagers of a player are called in a sentence."""


class _Division(msgspec.Struct, frozen=True):
    """A player's wagers of a round: those that went the way of its `net`, the other way, or even.

    `with_net` is never empty. In a round that ends even it has the wagers that won; if none did, it
    has one that came out even, and `even` has the rest.
    """

    net: int
    with_net: Sequence[DecidedWager]
    against_net: Sequence[DecidedWager]
    even: Sequence[DecidedWager]

    @property
    def has_sum_of_its_own(self) -> bool:
        """Whether the wagers `with_net` came to something other than the net."""
        return self.net == 0 or bool(self.against_net)


def sentence_to_player(wagers: Sequence[DecidedWager]) -> str:
    """A round in the words of its player: the net, what decided it, and what went otherwise.

    For example ``You lost $20. 2 wagers lost $30: no winning outcome (§ 1). Pairs: won $10.``
    """
    if not wagers:
        return ""
    names = _names_of(wagers)
    if any(wager.waits for wager in wagers):
        return _while_it_waits(wagers, names)
    division = _divide(wagers)
    headline = _headline(division.net)
    count = _count_with_net(division)
    reasons = _reasons_of_each(division.with_net, names)
    amount = _amount_with_net(division)
    against_net = _sentence_against_net(division, names)
    even = _sentence_on_even(division.even, names)
    return f"{headline}{count}: {reasons}{amount}.{against_net}{even}"


def sentence_to_watchers(wagers: Sequence[DecidedWager]) -> str:
    """What each player won or lost, for those who had no wager in the round."""
    nets = Counter[str]()
    for wager in wagers:
        nets[wager.player or f"Position {wager.seat}"] += wager.net
    waits = sum(wager.waits for wager in wagers)
    rest = f" Payouts that wait for the floor: {waits}." if waits else ""
    return f"{listed([f'{player} {_net_in_words(net)}' for player, net in nets.items()])}.{rest}"


def _net_in_words(net: int) -> str:
    """A net as the words after its subject: ``won $5``, ``lost $5``, ``came out even``."""
    if not net:
        return "came out even"
    return f"{mood_of_net(net)} {printed_dollars(abs(net), short=True)}"


def _divide(wagers: Sequence[DecidedWager]) -> _Division:
    """Divide the wagers; those `with_net` come by amount, and those with a reason first."""
    net = sum(wager.net for wager in wagers)
    sign = -1 if net < 0 else 1

    def rank(wager: DecidedWager) -> tuple[int, bool, int]:
        own_reason = wager.reason not in ("", NO_OUTCOME)
        return (sign * wager.net, own_reason, wager.hand)

    ordered = sorted(wagers, key=rank, reverse=True)
    with_net = [wager for wager in ordered if sign * wager.net > 0] or ordered[:1]
    against_net = [wager for wager in wagers if sign * wager.net < 0]
    even = [wager for wager in wagers if not wager.net and wager not in with_net]
    return _Division(net, with_net, against_net, even)


def _headline(net: int) -> str:
    return f"You {_net_in_words(net)}" if net else "You are even"


def _count_with_net(division: _Division) -> str:
    """How many wagers went with the net, and their sum where the net is not it; "" for one."""
    count = len(division.with_net)
    if count == 1:
        return ""
    if division.has_sum_of_its_own:
        return f". {count} wagers {_result_of(division.with_net)}"
    return f" on {count} wagers"


def _amount_with_net(division: _Division) -> str:
    """What the only winner won in a round that ends even, "" in any other."""
    if division.net or not division.against_net or len(division.with_net) > 1:
        return ""
    return f", {_result_of(division.with_net)}"


def _sentence_against_net(division: _Division, names: Names) -> str:
    """A sentence on the wagers that won in a round that lost, or lost in one that won."""
    wagers = division.against_net
    if not wagers:
        return ""
    won = division.net < 0
    if len(wagers) == 1 or (won and len(wagers) <= MAX_ALIKE):
        results = [_result_with_reason(names[wager], [wager]) for wager in wagers]
    else:
        results = [_result_with_reason(f"{len(wagers)} wagers", wagers)]
    return f" {'; '.join(results)}."


def _sentence_on_even(wagers: Sequence[DecidedWager], names: Names) -> str:
    """A sentence on the wagers that were given back as they were."""
    if len(wagers) == 1:
        return f" {names[wagers[0]]}: {wagers[0].outcome}."
    return f" {len(wagers)} wagers came out even." if wagers else ""


def _result_with_reason(name: str, wagers: Sequence[DecidedWager]) -> str:
    """What some wagers won or lost together, and what decided them if that was one thing."""
    causes = {wager.decided_by for wager in wagers}
    cause = causes.pop() if len(causes) == 1 else ""
    if cause in (wagers[0].mood, NO_OUTCOME):  # the verb says it
        cause = ""
    colon = ":" if len(wagers) == 1 else ""
    return f"{name}{colon} {_result_of(wagers)}" + (f", {cause}" if cause else "")


def _result_of(wagers: Iterable[DecidedWager]) -> str:
    """What some wagers came to together: ``won $5``."""
    return _net_in_words(sum(wager.net for wager in wagers))


def _reasons_of_each(wagers: Sequence[DecidedWager], names: Names) -> str:
    """What decided each of some wagers, with its section; those that one thing decided together."""
    by_reason: dict[str, list[DecidedWager]] = {}
    for wager in wagers:
        by_reason.setdefault(wager.decided_by, []).append(wager)
    sections = {wager.short_section for wager in wagers}
    if len(by_reason) == 1 and len(wagers) > 1 and (len(sections) == 1 or len(wagers) > MAX_ALIKE):
        return wagers[0].decided_by + (_parenthesized(sections.pop()) if len(sections) == 1 else "")
    parts: list[str] = []
    rest = len(wagers)
    for reason, alike in by_reason.items():
        if len(alike) > MAX_ALIKE:
            others = "the other " if parts and rest == len(alike) else ""
            parts.append(f"{others}{len(alike)}{'' if others else ' wagers'}, {reason}")
        else:
            parts += [f"{names[wager]}, {reason}{_cited(wager, wagers)}" for wager in alike]
        rest -= len(alike)
    more = f"; {len(parts) - MAX_PARTS} more" if len(parts) > MAX_PARTS else ""
    return "; ".join(parts[:MAX_PARTS]) + more


def _cited(wager: DecidedWager, wagers: Sequence[DecidedWager]) -> str:
    """The section in parentheses; the title of a document is left out where several are told."""
    section = wager.short_section
    return _parenthesized(section) if len(wagers) == 1 or len(section) <= LONGEST_SECTION else ""


def _parenthesized(section: str) -> str:
    """A section behind what it orders; a sentence does not say that the table's own rules do."""
    return "" if section == THIS_TABLE else f" ({section})"


def _while_it_waits(wagers: Sequence[DecidedWager], names: Names) -> str:
    """What is told of a round while the floor validates payouts: what was won comes first."""
    won = [
        f"{names[wager]}, {wager.outcome}{_parenthesized(wager.short_section)}"
        for wager in wagers
        if wager.waits
    ]
    waits = "A payout waits" if len(won) == 1 else f"{len(won)} payouts wait"
    others = [wager for wager in wagers if not wager.waits]
    rest = f" Your other wagers {_result_of(others)}." if others else ""
    return f"You won {listed(won)}. {waits} for the floor.{rest}"


def _names_of(wagers: Sequence[DecidedWager]) -> dict[DecidedWager, str]:
    """The titles of a player's wagers, with position and hand where several share a title."""
    titles = Counter(wager.title for wager in wagers)
    at_seat = Counter((wager.title, wager.seat) for wager in wagers)

    def name(wager: DecidedWager) -> str:
        at_this_seat = at_seat[wager.title, wager.seat]
        seat = f", position {wager.seat}" if titles[wager.title] > at_this_seat else ""
        hand = f", hand {wager.hand or 1}" if at_this_seat > 1 else ""
        return f"{wager.title}{seat}{hand}"

    return {wager: name(wager) for wager in wagers}
