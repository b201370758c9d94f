"""The random words: the published generator, never the same words twice."""

from collections.abc import Callable
from functools import cache
from itertools import pairwise
from math import sqrt
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from simulation.kernel_areas import empty_areas, kernel
from upcard.compiled.simulation import fields as at
from upcard.compiled.simulation import stream
from upcard.compiled.simulation.stream import draw_words

GROUPS = 7
WORDS = 8_192
FAIR = 6.5
BLATANT = 50.0


def signed(word: int) -> int:
    """The 64 bits of a number as the areas hold them."""
    return word - (1 << 64) if word >> 63 else word


def drawn(seed: int, block: int, counter: int, groups: int = 1) -> list[int]:
    """The words of some groups, in order."""
    _, ints = empty_areas(seed, signed(block))
    ints[at.COUNTER] = signed(counter)
    draw_words(ints, at.WORDS, groups)
    return [ints[at.WORDS + word * groups + group] for group in range(groups) for word in range(4)]


@pytest.mark.parametrize(
    ("counter", "key", "words"),
    [
        ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        (
            (stream.MASK,) * 4,
            (stream.MASK,) * 2,
            (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD),
        ),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ],
)
def test_philox_gives_the_published_words(
    counter: tuple[int, ...], key: tuple[int, ...], words: tuple[int, ...]
) -> None:
    """Known answers of Random123 for philox4x32 with ten rounds."""
    low, high = counter[0] | counter[1] << 32, counter[2] | counter[3] << 32
    assert drawn(key[0] | key[1] << 32, high, low) == list(words)


def test_groups_follow_each_other() -> None:
    _, ints = empty_areas()
    assert draw_words(ints, at.WORDS, GROUPS) == ints[at.COUNTER] == GROUPS
    one_by_one = [word for group in range(GROUPS) for word in drawn(5, 9, 100 + group)]
    assert drawn(5, 9, 100, GROUPS) == one_by_one


def test_the_counter_carries_into_its_second_word() -> None:
    assert drawn(1, 0, (1 << 32) - 1, 2)[4:] == drawn(1, 0, 1 << 32)
    assert drawn(1, 0, 1 << 32) != drawn(1, 0, 0)


@pytest.mark.parametrize(("seed", "block"), [(0, 0), (3, 1 << 33), ((1 << 64) - 1, 12)])
def test_compiled_and_interpreted_words_agree(seed: int, block: int) -> None:
    def raw(_cards: Any, ints: Any) -> None:
        draw_words(ints, at.WORDS, GROUPS)

    cards, ints = empty_areas(seed, block)
    ints[at.COUNTER] = 3
    kernel(raw)(cards, ints)
    by_word = [
        ints[at.WORDS + word * GROUPS + group] for group in range(GROUPS) for word in range(4)
    ]
    assert by_word == drawn(seed, block, 3, GROUPS)


def test_seeds_and_blocks_share_no_group() -> None:
    groups = [
        tuple(drawn(seed, block, counter))
        for seed in range(8)
        for block in range(8)
        for counter in range(64)
    ]
    assert len(set(groups)) == len(groups)


@cache
def first_words() -> Callable[[Any, Any], Any]:
    """Draws the first words of a block; compiled once."""

    def raw(_cards: Any, ints: Any) -> None:
        draw_words(ints, at.WORDS, WORDS // 4)

    return kernel(raw)


def words_of(seed: int, block: int) -> NDArray[np.uint32]:
    """The first words of a block, in order."""
    cards, ints = empty_areas(seed, block)
    first_words()(cards, ints)
    return in_order(np.array(ints[at.WORDS : at.WORDS + WORDS], np.int64).astype(np.uint32))


def in_order(words: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Words of one group after the other."""
    return words.reshape(4, -1).T.ravel()


def often_set(words: NDArray[np.uint32]) -> NDArray[np.float64]:
    """How often each bit is set."""
    bits = np.unpackbits(np.ascontiguousarray(words).view(np.uint8).reshape(-1, 4), axis=1)
    found: NDArray[np.float64] = bits.sum(axis=0, dtype=np.float64)
    return found


def unlike_chance(words: NDArray[np.uint32]) -> float:
    """The worst of some statistics of uniform, independent bits, in standard deviations.

    How often each bit is set, how often neighbours agree in it, how even the low and the high
    bytes are.
    """
    spread = sqrt(len(words)) / 2
    unevenness = np.abs(often_set(words) - len(words) / 2).max() / spread
    other = often_set(words[1:] ^ words[:-1])
    agreeing = np.abs(other - (len(words) - 1) / 2).max() / spread
    evenness = []
    for byte in (words & 255, words >> 24):
        counts = np.bincount(byte, minlength=256)
        expected = len(words) / 256
        evenness.append((((counts - expected) ** 2).sum() / expected - 255) / sqrt(2 * 255))
    return float(max(unevenness, agreeing, *evenness))


def test_words_look_like_chance_within_and_between_blocks() -> None:
    """`FAIR` standard deviations come once in a thousand million times."""
    blocks = [words_of(seed, block) for seed in range(4) for block in range(16)]
    assert max(map(unlike_chance, blocks)) < FAIR
    by_place = np.array(blocks).T.ravel()
    assert unlike_chance(by_place) < FAIR
    differences = [one ^ other for one, other in pairwise(blocks)]
    assert max(map(unlike_chance, differences)) < FAIR


def test_words_that_do_not_are_found_out() -> None:
    """A linear congruential generator has low bits of short periods; a shifted copy is a copy."""
    multiplied = np.cumprod(np.full(WORDS, 1_664_525, np.uint32), dtype=np.uint32)
    assert unlike_chance(multiplied) > BLATANT
    block = words_of(1, 1)
    assert unlike_chance(block ^ block) > BLATANT
