"""The arguments with which a classifier is tried: every deal of few cards, or sampled rounds."""

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Final

from upcard.cards.card import DECK_SIZE
from upcard.cards.totals import total_of
from upcard.wagers.facts import DRAWN, FOLDED, MADE, OF_CARDS
from upcard.wagers.kit import CardFold

SAMPLE: Final = 200_000
"""The most arguments with which a classifier is tried."""

SEED: Final = 1

_CARDS: Final = range(DECK_SIZE)
_POCKETS: Final = 37
"""The pockets of a wheel with a single zero."""

_COVERED: Final = 1 << 10
"""Values of `covered`, a set of bits, that are tried: enough to find a classifier that raises."""

_LUCKY: Final = 10
"""Values of `lucky` that are tried."""

_DOMAINS: Final = {
    **dict.fromkeys(OF_CARDS, _CARDS),
    "magic_card": range(-1, DECK_SIZE),
    "lucky_seat": range(2),
    **dict.fromkeys(MADE, range(2)),
    "number": range(_POCKETS),
    "pocket": range(_POCKETS),
    "covered": range(_COVERED),
    "lucky": range(_LUCKY),
}
"""The values of facts that are known once the first cards are dealt, or of a spin."""

STANDS_ON: Final = 17
"""The total to which the dealer draws."""

MAX_TOTAL: Final = 21
"""The highest total of a hand that is not bust."""


def arguments(
    names: Sequence[str], fold: CardFold | None, number: int = SAMPLE
) -> Iterator[tuple[int, ...]]:
    """The values of these facts: all of them where they are few, else `number` at random.

    Facts of hands that are played come from rounds in which each player draws at random and the
    dealer draws to 17, so that they belong together.
    """
    draws = Random(SEED)
    needed_facts = set(names)
    together = needed_facts & MADE.keys() and needed_facts & {"upcard", "hole"}
    if together or not needed_facts <= _DOMAINS.keys():
        for _ in range(number):
            round_dealt = _round(draws, fold)
            yield tuple(round_dealt[name] for name in names)
        return
    domains = [_DOMAINS[name] for name in names]
    size = 1
    for domain in domains:
        size *= len(domain)
    if size <= number:
        yield from product(*domains)
    else:
        for _ in range(number):
            yield tuple(draws.choice(domain) for domain in domains)


def _round(draws: Random, fold: CardFold | None) -> dict[str, int]:
    """The facts of a round with one player, by name."""
    chance = draws.random
    first, second, third, fourth, upcard, hole = (int(chance() * DECK_SIZE) for _ in range(6))
    player, dealer = [first, second], [upcard, hole]
    total, against = total_of(player), total_of(dealer)
    while total < MAX_TOTAL and draws.getrandbits(1):
        player.append(int(chance() * DECK_SIZE))
        total = total_of(player)
    while against < STANDS_ON:
        dealer.append(int(chance() * DECK_SIZE))
        against = total_of(dealer)
    hand = player[:-1] if total > MAX_TOTAL else player
    facts = {
        "first": first,
        "second": second,
        "third": third,
        "fourth": fourth,
        "upcard": upcard,
        "hole": hole,
        **{name: made(upcard, hole) for name, made in MADE.items()},
        "dealer_total": against,
        "dealer_cards": len(dealer),
        "player_total": total,
        "player_blackjack": int(len(player) == 2 and total == MAX_TOTAL),
        "surrendered": int(len(player) == 2 and draws.getrandbits(2) == 0),
        DRAWN: hand[2] if len(hand) > 2 else -1,
        "magic_card": int(chance() * (DECK_SIZE + 1)) - 1,
        "lucky_seat": int(chance() * 2),
    }
    if fold is not None:
        state = fold.start
        for card in dealer if fold.of == "dealer" else hand:
            state = fold.step(state, card)
        facts[FOLDED] = state
    return facts
