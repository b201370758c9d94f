"""The random source is tested as NIST SP 800-90B, 4.4 says, and gives nothing after a failure."""

import math
import os
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from upcard.cards.random_source import (
    PROPORTION_CUTOFF,
    REPETITION_CUTOFF,
    START,
    WINDOW,
    RandomSourceFailed,
    TestedBits,
    proportion_cutoff,
    repetition_cutoff,
)
from upcard.cli.app import run

VARIED = bytes(range(256)) * 2


@pytest.mark.parametrize("min_entropy", [1, 2, 7, 8])
@pytest.mark.parametrize("false_alarm", [20, 30, 40])
def test_cutoffs_are_the_smallest_with_the_declared_false_alarms(
    min_entropy: int, false_alarm: int
) -> None:
    p, alpha = Fraction(1, 2**min_entropy), Fraction(1, 2**false_alarm)
    repeated = repetition_cutoff(min_entropy, false_alarm)
    assert p ** (repeated - 1) <= alpha < p ** (repeated - 2)
    # 4.4.2: 1 + CRITBINOM(W, 2**-H, 1 - alpha), the smallest count whose distribution reaches it.
    reached, count = (1 - p) ** WINDOW, 0
    while reached < 1 - alpha:
        count += 1
        reached += math.comb(WINDOW, count) * p**count * (1 - p) ** (WINDOW - count)
    assert proportion_cutoff(min_entropy, false_alarm, WINDOW) == 1 + count


def _given(*windows: bytes) -> Callable[[int], bytes]:
    left = iter(windows)
    return lambda _: next(left)


def test_a_good_source_is_given_as_it_is_and_every_byte_was_tested() -> None:
    source = TestedBits(_given(VARIED, VARIED, VARIED))
    assert source.take_bytes(START + 1) == (VARIED * 3)[: START + 1]
    assert source.tested == 3 * WINDOW
    assert TestedBits(_given(VARIED, VARIED))(3) == 0


def test_a_run_across_two_windows_fails_and_one_sample_less_passes() -> None:
    tail, head = b"\x07" * 3, b"\x07" * (REPETITION_CUTOFF - 3)
    first = VARIED[:-3] + tail
    assert TestedBits(_given(first, head[1:] + VARIED[: 1 - len(head)])).take_bytes(START)
    with pytest.raises(RandomSourceFailed, match=r"4\.4\.1"):
        TestedBits(_given(first, head + VARIED[: -len(head)])).take_bytes(1)


def _often(count: int) -> bytes:
    others = [1 + index % 255 for index in range(WINDOW - count)]
    return bytes(
        [
            0,
            *(each for pair in zip(others, [0] * (count - 1), strict=False) for each in pair),
            *others[count - 1 :],
        ]
    )


def test_a_value_too_often_fails_and_one_less_passes() -> None:
    assert TestedBits(_given(_often(PROPORTION_CUTOFF - 1), VARIED)).take_bytes(1)
    with pytest.raises(RandomSourceFailed, match=r"4\.4\.2"):
        TestedBits(_given(_often(PROPORTION_CUTOFF), VARIED)).take_bytes(1)


def test_after_a_failure_nothing_is_given_though_the_source_recovers() -> None:
    windows = iter([VARIED, VARIED, bytes(WINDOW)])
    source = TestedBits(lambda size: next(windows, os.urandom(size)))
    source.take_bytes(START)
    for _ in range(2):
        with pytest.raises(RandomSourceFailed, match="no round begins"):
            source(8)
    assert source.failure


def test_a_short_read_fails() -> None:
    with pytest.raises(RandomSourceFailed, match="reading"):
        TestedBits(lambda size: os.urandom(size - 1)).take_bytes(1)


def test_the_command_writes_bytes_and_shuffles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    for kind, count, size in (("--raw", 70_001, 70_001), ("--shuffles", 3, 3 * 104)):
        monkeypatch.setattr(
            "sys.argv",
            ["upcard", "rng", kind, "--count", str(count), "--decks", "2", "--out", str(out)],
        )
        assert run() == 0
        assert out.stat().st_size == size
    shuffle = out.read_bytes()[:104]
    assert sorted(shuffle) == sorted([*range(52), *range(52)])
