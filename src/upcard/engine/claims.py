"""What follows when the last wager of a kind is decided: envy bonuses, and claims on meters.

58 Pa. Code §§ 633c.2(i), 633c.10(h)(5), (j), (k).
"""

from collections.abc import Iterator, Sequence

from upcard.engine import events as e
from upcard.engine import jackpot_events as j
from upcard.engine.jackpots import jackpot_of, shares_of
from upcard.engine.state import Jackpot, State
from upcard.games.table_rules import OfferedWager
from upcard.progressives.envy import EnvyHand, EnvyWager, envy_bonuses


def claims(state: State, events: Sequence[e.Event]) -> list[e.Event]:
    """The envy bonuses and claims that follow from events which settle or return wagers."""
    if not state.locked:
        return []
    following: list[e.Event] = []
    for offered in state.rules.wagers:
        if offered.meters and _decided_now(state, offered.slug, events):
            won = _won(state, offered.slug, events)
            following += [*_envy(state, offered, won), *_claimed(offered.slug, won)]
    return following


def _decided_now(state: State, slug: str, events: Sequence[e.Event]) -> bool:
    """Whether these events decide wagers of a kind, and leave none undecided."""
    decided = {
        event.position
        for event in events
        if isinstance(event, e.WagerSettled | e.WagerReturned) and event.wager == slug
    }
    left = {position for position, box in state.in_play() if slug in box.wagers}
    return bool(decided) and decided >= left


def _won(state: State, slug: str, events: Sequence[e.Event]) -> list[Jackpot]:
    """The payouts of a kind that players' own hands won in this round."""
    before = [one for one in state.jackpots if one.wager == slug and one.by_own_hand]
    now = [
        jackpot_of(event)
        for event in events
        if isinstance(event, e.WagerSettled) and event.pending and event.wager == slug
    ]
    return before + now


def _envy(state: State, offered: OfferedWager, won: list[Jackpot]) -> Iterator[e.WagerSettled]:
    """What the hands bring every other player with the wager, from the dealer's right."""
    wagers = [
        EnvyWager(position, state.box(position).player, amount)
        for position, slug, amount in state.locked[::-1]
        if slug == offered.slug
    ]
    hands = [EnvyHand(one.position, one.player, one.outcome) for one in won]
    for bonus in envy_bonuses(wagers, hands, offered.envy, offered.envy_wager):
        yield e.WagerSettled(
            bonus.position,
            0,
            offered.slug,
            f"envy-{bonus.outcome}",
            0,
            bonus.amount,
            offered.envy_section,
            bonus.player,
            pending=True,
            envy_of=bonus.of_position,
        )


def _claimed(slug: str, won: list[Jackpot]) -> list[j.AwardsClaimed]:
    """The claims from the dealer's left, none where no share was won."""
    claims = tuple(
        j.Claim(
            one.position,
            0,
            one.player,
            one.outcome,
            one.wagered,
            share.meter,
            share.percent,
            share.prize,
        )
        for one, share in shares_of(won)
    )
    return [j.AwardsClaimed(slug, claims)] if claims else []
