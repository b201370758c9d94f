"""The variations of the game once more, naively: shared cards, a switch, cards that lie face down.

As `naive_strategy`, which it is built on, it imports nothing from upcard.
"""

from fractions import Fraction

from odds.naive_strategy import (
    Cards,
    Game,
    Law,
    act,
    actions,
    answer,
    chance_of,
    draws,
    is_blackjack,
    mean,
    mixed,
    natural,
    settle,
    total_of,
    without,
)

Open = tuple[Cards, int, bool]
"""A hand's cards, its wager, and whether it takes the next card."""


# All hands of a split take the same cards


def shared_mean(game: Game) -> Fraction:
    """The expected win of a round where split hands share the cards that come, with a peek."""
    won = Fraction(0)
    for upcard, chance, left in draws(game.shoe):
        for hand in two_cards(left):
            weight = chance * chance_of(game, hand, upcard)
            if is_blackjack(*hand):
                won += weight * moments_of(game, hand, upcard, left=without(left, *hand))
                continue
            values = {
                action: shared_worth(game, hand, upcard, action)
                for action in actions(game, hand, first=True, split=False)
            }
            won += weight * max(values.values())
    return won


def shared_worth(game: Game, hand: Cards, upcard: int, action: str) -> Fraction:
    """The expected win of an action of two cards, over all holes."""
    found = Fraction(0)
    for hole, chance, rest in draws(without(game.shoe, *hand, upcard)):
        if is_blackjack(upcard, hole):
            found -= chance
        elif action == "split":
            hands: tuple[Open, ...] = (((hand[0],), 1, True),) * 2
            found += chance * mean(_shared(game, hands, upcard, hole, rest, game.resplits))
        else:
            found += chance * mean(act(game, (hand,), (), (upcard, hole, -1), rest, action))
    return found


def _shared(
    game: Game, hands: tuple[Open, ...], upcard: int, hole: int, left: Cards, more: int
) -> Law:
    """What hands win of which some take the next card, all the same one."""
    if not any(waits for _, _, waits in hands):
        done = tuple(sorted((wager, total_of(cards)[0], False) for cards, wager, _ in hands))
        return settle(game, done, upcard, hole, left)
    laws = []
    for card, chance, rest in draws(left):
        after: list[Open] = []
        allowed = more
        for before in hands:
            cards, wager, waits = before
            cards = (*cards, card) if waits else cards
            pair = waits and len(cards) == 2 and cards[0] == cards[1]
            if pair and allowed and (cards[0] != 1 or game.resplit_aces):
                allowed -= 1
                after += [((cards[0],), 1, True), ((card,), 1, True)]
            elif waits:
                after.append(_decided(game, before, cards, wager, upcard))
            else:
                after.append((cards, wager, waits))
        laws.append((chance, _shared(game, tuple(after), upcard, hole, rest, allowed)))
    return mixed(iter(laws))


def _decided(game: Game, before: Open, cards: Cards, wager: int, upcard: int) -> Open:
    """A hand with its next card: whether it takes another one."""
    if wager == 2 or total_of(cards)[0] >= 21:
        return cards, wager, False
    if len(before[0]) == 1 and cards[0] == 1 and not game.hit_split_aces:
        return cards, wager, False
    action = answer(game, tuple(sorted(cards)), upcard, False)
    return cards, 2 if action == "double" else wager, action != "stand"


# Two hands


def two_cards(left: Cards) -> list[Cards]:
    """Every hand of two cards, lower value first."""
    values = sorted(set(left))
    found = [(value, other) for value in values for other in values if value <= other]
    return [hand for hand in found if hand[0] != hand[1] or left.count(hand[0]) > 1]


def moments_of(
    game: Game, hand: Cards, upcard: int, *, left: Cards, made: bool = False
) -> Fraction:
    """What two cards win that are played as they would be alone, with only `left` in the shoe.

    `made` says that an ace and a ten were switched together.
    """
    found = Fraction(0)
    opening = "stand" if is_blackjack(*hand) else answer(game, hand, upcard, True)
    for hole, chance, rest in draws(left):
        if is_blackjack(*hand) and not made:
            found += chance * mean(natural(game, upcard, hole, rest))
        elif is_blackjack(upcard, hole):
            found -= chance
        else:
            found += chance * mean(act(game, (hand,), (), (upcard, hole, -1), rest, opening))
    return found


def switched_mean(game: Game) -> tuple[Fraction, Fraction]:
    """Blackjack Switch: the expected win per wager, and how often cards are switched."""
    won = often = Fraction(0)
    for upcard, chance, left in draws(game.shoe):
        for one, first, after_one in draws(left):
            for two, second, after_two in draws(after_one):
                for three, third, after_three in draws(after_two):
                    for four, fourth, rest in draws(after_three):
                        weight = chance * first * second * third * fourth
                        kept = [_sorted(one, two), _sorted(three, four)]
                        made = [_sorted(one, four), _sorted(three, two)]
                        switches = _alone(game, made, upcard, True) > _alone(
                            game, kept, upcard, False
                        )
                        often += weight * switches
                        hands = made if switches else kept
                        both = [
                            moments_of(game, hand, upcard, left=rest, made=switches)
                            for hand in hands
                        ]
                        won += weight * sum(both, Fraction(0)) / 2
    return won, often


def _alone(game: Game, hands: list[Cards], upcard: int, made: bool) -> Fraction:
    """What two hands are worth together, each as if it were alone."""
    left = without(game.shoe, upcard)
    worths = [
        moments_of(game, hand, upcard, left=without(left, *hand), made=made) for hand in hands
    ]
    return sum(worths, Fraction(0))


def _sorted(one: int, other: int) -> Cards:
    return (one, other) if one <= other else (other, one)


def chosen_mean(game: Game, switched: Game) -> tuple[Fraction, Fraction]:
    """Switch Hands: the expected win of the Blackjack wager, and how often hands are switched.

    `switched` has the odds of a hand that was switched to; it is played as in `game`.
    """
    won = often = Fraction(0)
    for upcard, chance, left in draws(game.shoe):
        for hand in two_cards(left):
            weight = chance * chance_of(game, hand, upcard)
            rest = without(left, *hand)
            kept = moments_of(game, hand, upcard, left=rest)
            other = Fraction(0)
            for one, first, after_one in draws(rest):
                for two, second, fewer in draws(after_one):
                    found = moments_of(switched, _sorted(one, two), upcard, left=fewer)
                    other += first * second * found
            won += weight * max(kept, other)
            often += weight * (other > kept)
    return won, often
