"""The ways of dealing, and what the text asks of each. 58 Pa. Code §§ 633a.3, 633a.5(h), 633a.7.

Each rule on a way of dealing asks for what it is about, such as `Dealing.has_shuffler`.
"""

from enum import StrEnum
from functools import cached_property


class Dealing(StrEnum):
    """A way of dealing, by its name in a Rules Submission and in rule data."""

    SHOE = "shoe"
    AUTOMATED_SHUFFLER = "automated-shuffler"
    DOUBLE_SHOE = "double-shoe"
    FROM_THE_HAND = "from-the-hand"
    CONTINUOUS_SHUFFLER = "continuous-shuffler"
    WHEEL = "wheel"

    # Cached: until Python 3.12, to read an enum's member is slow.

    @cached_property
    def has_shoe(self) -> bool:
        """Whether the dealer takes the cards from a dealing shoe."""
        return self in (Dealing.SHOE, Dealing.AUTOMATED_SHUFFLER, Dealing.DOUBLE_SHOE)

    @cached_property
    def has_shuffler(self) -> bool:
        """Whether an automated device, which may jam or fail, shuffles (§ 633a.14(l), (m))."""
        return self.prepares_two_batches or self is Dealing.CONTINUOUS_SHUFFLER

    @cached_property
    def prepares_two_batches(self) -> bool:
        """Whether a device shuffles one batch while the other is in play (§ 633a.3(b))."""
        return self in (Dealing.AUTOMATED_SHUFFLER, Dealing.FROM_THE_HAND)

    @cached_property
    def sides(self) -> int:
        """The number of stacks of cards in the shoe: two in a double shoe (§ 633a.3(c))."""
        return 2 if self is Dealing.DOUBLE_SHOE else 1

    @cached_property
    def parts(self) -> int:
        """The number of sides or batches, which are spread and washed apart (§ 633a.4(d), (e))."""
        return 2 if self.prepares_two_batches else self.sides

    @cached_property
    def burns_a_card(self) -> bool:
        """Whether the first card is removed, and one by each new dealer (§ 633a.7(c)).

        A double shoe and dealing from the hand begin each round with a card instead (§§ 633a.7(d),
        633a.12(b)(5)).
        """
        return self not in (Dealing.DOUBLE_SHOE, Dealing.FROM_THE_HAND, Dealing.WHEEL)

    @cached_property
    def has_cover_card(self) -> bool:
        """False for a continuous shuffler, to which §§ 633a.5(b)-(g) do not apply."""
        return self is not Dealing.CONTINUOUS_SHUFFLER

    @cached_property
    def most_deck_hours(self) -> int:
        """The most hours for which decks may be used (§§ 633a.3(d), 633c.5(g))."""
        return 4 if self is Dealing.FROM_THE_HAND else 24
