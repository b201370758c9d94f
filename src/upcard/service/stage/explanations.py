"""Tells a round's wagers to a page: what each came to, in dollars, and a sentence on all."""

import msgspec

from upcard.money.amount import format_dollars
from upcard.rules.citation import told_at_table
from upcard.service.stage.decided_wagers import DecidedWager, Reasons, mood_of_net, with_reasons
from upcard.service.stage.round_sentences import sentence_to_player, sentence_to_watchers


class ToldWager(msgspec.Struct, frozen=True):
    """A `DecidedWager` as a page gets it, in dollars; `outcome` is sent as ``why``."""

    seat: int
    hand: int
    player: str
    spot: str
    title: str
    outcome: str = msgspec.field(name="why")
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


def explain_round(
    number: int, decided_wagers: tuple[DecidedWager, ...], reasons: Reasons
) -> ToldRound:
    """A round in one sentence, with its wagers and what decided each.

    `reasons` say why a wager was won or lost: by seat and hand, or by the spot.
    """
    wagers = with_reasons(decided_wagers, reasons)
    net = sum(wager.net for wager in wagers)
    mood = "won" if any(wager.waits for wager in wagers) else mood_of_net(net)
    return ToldRound(number, sentence_to_player(wagers), format_dollars(net), mood, _told(wagers))


def explain_round_so_far(number: int, wagers: tuple[DecidedWager, ...]) -> ToldRound:
    """A round as it is told while it goes on: the wagers that are decided, and no sentence."""
    return ToldRound(number, "", "", "level", _told(wagers))


def explain_round_to_watchers(number: int, wagers: tuple[DecidedWager, ...]) -> ToldRound:
    """A round that is over, for those who had no wager in it: what each player won or lost."""
    return ToldRound(number, sentence_to_watchers(wagers), "", "level", _told(wagers))


def _told(wagers: tuple[DecidedWager, ...]) -> tuple[ToldWager, ...]:
    return tuple(
        ToldWager(
            seat=wager.seat,
            hand=wager.hand,
            player=wager.player,
            spot=wager.spot,
            title=wager.title,
            outcome=wager.outcome,
            wagered=format_dollars(wager.wagered),
            paid=format_dollars(wager.paid),
            net=format_dollars(wager.net),
            mood=wager.mood,
            section=told_at_table(wager.section),
            waits=wager.waits,
            reason=wager.reason,
        )
        for wager in wagers
    )
