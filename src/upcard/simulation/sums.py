"""What dealt blocks come to, whatever the game: integers that add up."""

import msgspec

from upcard.compiled.simulation.codes import IN_BATCH, ONES


class BlockSums(msgspec.Struct, frozen=True):
    """What the rounds of some blocks add up to, in integers.

    `moments` are the sums over all batches of the products of two numbers of a batch each (of the
    upper triangle, row by row): 1, its rounds, then what each wager of the plan won, in units of
    its column, followed by how often it was placed where that is not once by each seat. `counts`
    has for each wager how often each result came. `squares` adds up the square of what a seat won
    with the first wager in a round. `by_count` has for each count that a player keeps how many
    rounds were played by it; nothing where nobody counts.
    """

    moments: tuple[int, ...]
    counts: tuple[tuple[int, ...], ...]
    squares: int
    by_count: tuple[int, ...] = ()

    @property
    def rounds(self) -> int:
        """How many rounds these are."""
        return self.moments[IN_BATCH]

    @property
    def batches(self) -> int:
        """How many batches these are."""
        return self.moments[ONES]

    def __add__(self, other: "BlockSums") -> "BlockSums":
        return BlockSums(
            _added(self.moments, other.moments),
            tuple(map(_added, self.counts, other.counts)),
            self.squares + other.squares,
            _added(self.by_count, other.by_count),
        )


def _added(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(one, other, strict=True))


class NotedOutcome(msgspec.Struct, frozen=True):
    """An outcome that wins a share of a meter: in which round of the block, at which seat."""

    round: int
    seat: int
    outcome: int


class DealtBlock(msgspec.Struct, frozen=True):
    """A block: its sums, and for each wager of the plan what was noted, in the rounds' order."""

    sums: BlockSums
    noted: tuple[tuple[NotedOutcome, ...], ...]
