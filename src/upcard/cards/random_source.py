"""A source of random bits that is tested continuously, and gives none once a test has failed.

The tests are the repetition count and the adaptive proportion test of NIST SP 800-90B, 4.4.1 and
4.4.2. A sample is a byte. The cutoffs follow from the min-entropy that is declared for a sample and
from the rate of false alarms.
"""

from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Final

from upcard.text.errors import UpcardError

MIN_ENTROPY: Final = 7
"""Bits of min-entropy that are declared for a byte of the source."""

FALSE_ALARM: Final = 40
"""A test fails a source that has the declared min-entropy with probability 2**-FALSE_ALARM."""

WINDOW: Final = 512
"""Samples of a window of the adaptive proportion test, for samples with more than two values."""

START: Final = 2 * WINDOW
"""Samples that are tested at the start (SP 800-90B, 4.3: at least 1,024)."""

FAILED: Final = (
    "The random source failed its {test}: no round begins until the server is restarted."
)


class RandomSourceFailed(UpcardError):
    """The random source failed a test; one sentence."""


def repetition_cutoff(min_entropy: int, false_alarm: int) -> int:
    """Equal samples in a row that fail the repetition count test (4.4.1).

    A value's probability is 2**-min_entropy, that of a false alarm 2**-false_alarm.
    """
    return 1 - (-false_alarm // min_entropy)


def proportion_cutoff(min_entropy: int, false_alarm: int, window: int) -> int:
    """Occurrences of a window's first sample that fail the adaptive proportion test (4.4.2).

    The binomial tail is counted exactly, in units of 2**-(min_entropy * window).
    """
    others, ways, tail = 2**min_entropy - 1, 1, 0
    most = 1 << (min_entropy * window - false_alarm)
    for count in range(window, -1, -1):
        tail += ways
        ways = ways * count * others // (window - count + 1)
        if tail > most:
            return 1 + count
    return 1


REPETITION_CUTOFF: Final = repetition_cutoff(MIN_ENTROPY, FALSE_ALARM)
PROPORTION_CUTOFF: Final = proportion_cutoff(MIN_ENTROPY, FALSE_ALARM, WINDOW)


class TestedBits:
    """Uniform random bits from `read(count)`, which gives bytes; any thread may call it.

    A window is tested before any of its bits are given. `failure` is the sentence of the test that
    failed, or empty; `tested` counts the bytes that were tested.
    """

    __test__ = False  # pytest would take the class for a test

    def __init__(self, read_bytes: Callable[[int], bytes]) -> None:
        self.read: Final = read_bytes
        self.failure = ""
        self.tested = 0
        self._lock = Lock()
        self._unused = b""
        self._last = b""

    def __call__(self, width: int) -> int:
        """A uniform whole number from 0 to 2**width - 1; raises `RandomSourceFailed`."""
        size = (width + 7) // 8
        return int.from_bytes(self.take_bytes(size)) >> (8 * size - width)

    def take_bytes(self, size: int) -> bytes:
        """The next bytes; raises `RandomSourceFailed`."""
        with self._lock:
            self._fill(size if self.tested else max(size, START))
            taken, self._unused = self._unused[:size], self._unused[size:]
            return taken

    def check(self) -> None:
        """Test the source as at the start; `failure` says what failed."""
        with self._lock, suppress(RandomSourceFailed):
            self._unused = b""
            self._fill(START)

    def require(self) -> None:
        """Raise `RandomSourceFailed` once a test has failed."""
        if self.failure:
            raise RandomSourceFailed(self.failure)

    def forget(self) -> None:
        """Drop what was read and not used, in a process that was forked."""
        self._lock, self._unused = Lock(), b""

    def __deepcopy__(self, memo: object) -> "TestedBits":
        """The source itself: what it gives is never repeated."""
        return self

    def _fill(self, size: int) -> None:
        self.require()
        while len(self._unused) < size:
            window = self.read(WINDOW)
            self._test(window)
            self._unused += window

    def _test(self, window: bytes) -> None:
        test = _failed_test(self._last, window)
        if test:
            self.failure = FAILED.format(test=test)
            self._unused = b""
            import logging  # noqa: PLC0415 - only a failure needs it, and each command waits for it

            logging.getLogger(__name__).error(self.failure)
            raise RandomSourceFailed(self.failure)
        self.tested += len(window)
        self._last = window[1 - REPETITION_CUTOFF :]


def _failed_test(before: bytes, window: bytes) -> str:
    """The test that a window fails, after the samples that came before it; empty for none."""
    if len(window) != WINDOW:
        return "reading"
    samples = before + window
    run = 1
    for index in range(1, len(samples)):
        run = run + 1 if samples[index] == samples[index - 1] else 1
        if run >= REPETITION_CUTOFF:
            return "repetition count test (NIST SP 800-90B, 4.4.1)"
    if window.count(window[0]) >= PROPORTION_CUTOFF:
        return "adaptive proportion test (NIST SP 800-90B, 4.4.2)"
    return ""
