"""The integer sums of dealt blocks, for every family of games."""

import msgspec

from upcard.compiled.simulation.codes import IN_BATCH, ONES
from upcard.simulation.class_sums import ClassSums
from upcard.simulation.round_products import RoundSums, sum_of_vectors


class BlockSums(msgspec.Struct, frozen=True):
    """Integer sums over the rounds of one or more blocks.

    `moments` has, for each pair of a batch's numbers (upper triangle, row by row), the sum over all
    batches of their product. The numbers of a batch are 1, its rounds, then for each wager of the
    plan what it won, in units of its column, followed by how often it was placed if that is not
    once by each seat. `counts` has the count of each result of each wager. `squares` is the sum
    over rounds of the square of what a seat won with the first wager. `by_count` has the rounds
    played at each count of a counting player, `of_classes` the sums of each wager that every seat
    places once a round (`column.placed_always`); both are empty without a counting player.
    `of_rounds` is None where what seats won was not kept round by round.
    """

    moments: tuple[int, ...]
    counts: tuple[tuple[int, ...], ...]
    squares: int
    by_count: tuple[int, ...] = ()
    of_rounds: RoundSums | None = None
    of_classes: tuple[ClassSums, ...] = ()

    @property
    def rounds(self) -> int:
        """The number of rounds."""
        return self.moments[IN_BATCH]

    @property
    def batches(self) -> int:
        """The number of batches."""
        return self.moments[ONES]

    def __add__(self, other: "BlockSums") -> "BlockSums":
        return BlockSums(
            sum_of_vectors(self.moments, other.moments),
            tuple(map(sum_of_vectors, self.counts, other.counts)),
            self.squares + other.squares,
            sum_of_vectors(self.by_count, other.by_count),
            self.of_rounds + other.of_rounds
            if self.of_rounds is not None and other.of_rounds is not None
            else self.of_rounds or other.of_rounds,
            tuple(a + b for a, b in zip(self.of_classes, other.of_classes, strict=True)),
        )


class NotedOutcome(msgspec.Struct, frozen=True):
    """An outcome that wins a share of a meter, with its round in the block and its seat."""

    round: int
    seat: int
    outcome: int


class DealtBlock(msgspec.Struct, frozen=True):
    """A block: its sums, and for each wager of the plan its noted outcomes, in round order."""

    sums: BlockSums
    noted: tuple[tuple[NotedOutcome, ...], ...]
