"""Baccarat: point counts and the third-card rules. 58 Pa. Code ch. 631a (outside the seeds)."""

from upcard.cards.kernel import kernel


@kernel
def points(card: int) -> int:
    """Point value of a card: an ace 1, tens and faces 0."""
    rank = card >> 2
    return rank + 1 if rank < 9 else 0


@kernel
def is_natural(player: int, banker: int) -> int:
    """1 when either hand's two cards total 8 or 9: no further card is drawn."""
    return 1 if player >= 8 or banker >= 8 else 0


@kernel
def player_draws(player: int) -> int:
    """1 when the Player's Hand takes a third card: on 0 to 5."""
    return 1 if player <= 5 else 0


@kernel
def banker_draws(banker: int, third: int) -> int:
    """1 when the Banker's Hand takes a third card.

    `third` is the point value of the player's third card, -1 where the player stood.
    """
    if third < 0:
        return 1 if banker <= 5 else 0
    if banker <= 2:
        return 1
    if banker == 3:
        return 1 if third != 8 else 0
    if banker == 4:
        return 1 if 2 <= third <= 7 else 0
    if banker == 5:
        return 1 if 4 <= third <= 7 else 0
    return 1 if banker == 6 and 6 <= third <= 7 else 0
