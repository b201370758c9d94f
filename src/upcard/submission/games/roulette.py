"""What Lightning Roulette adds to a Rules Submission. 58 Pa. Code § 617b.3.

The text gives neither how many Lucky Numbers fall nor what they pay: the certificate holder submits
weights for both, without a default.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Final

from upcard.games.roulette import GAME, MAX_LUCKY, PAYOUTS, LightningRules, lightning_rules
from upcard.submission.fields import SubmissionTable, choice
from upcard.submission.games.kit import GameCheck, GamePart, game_section, refused
from upcard.submission.problem import Path, Problem
from upcard.text.words import is_number

if TYPE_CHECKING:
    from upcard.submission.schema import Submission

LIGHTNING: Final = (GAME,)
ALL_PAYOUTS: Final = dict.fromkeys(PAYOUTS, 1)
COUNTS: Final = range(1, MAX_LUCKY + 1)


class LightningSection(SubmissionTable):
    """``[lightning]``: how Lucky Numbers fall, as whole-numbered weights.

    The text gives neither: both are the certificate holder's, without a default.
    """

    numbers: dict[str, int] | None = choice(
        None, "617b.3(d)", "How often one to five Lucky Numbers are selected.", games=LIGHTNING
    )
    payouts: dict[str, int] | None = choice(
        None, "617b.3(g)", "How often a Lucky Number has each of the nine payouts.", games=LIGHTNING
    )


class LightningLayout(SubmissionTable):
    """Lightning Roulette's key of ``[layout]``."""

    lucky_numbers: bool = choice(
        True,
        "617b.3(d)",
        "Lucky Numbers are illuminated, each with its increased payout.",
        games=LIGHTNING,
    )


class LightningEquipment(SubmissionTable):
    """Lightning Roulette's keys of ``[equipment]``."""

    single_zero_wheel: bool = choice(True, "617b.3(a)", "A single-zero wheel.", games=LIGHTNING)
    random_number_generator: bool = choice(
        True,
        "617b.3(b)",
        "A Board approved random number generator selects the Lucky Numbers and their payouts.",
        games=LIGHTNING,
    )


def numbers_given(submission: "Submission") -> Iterator[Problem]:
    """The submission says how often one to five Lucky Numbers are selected."""
    yield from _missing_key(submission, "numbers", COUNTS)


def payouts_given(submission: "Submission") -> Iterator[Problem]:
    """The submission says how often each of the nine payouts is selected."""
    yield from _missing_key(submission, "payouts", PAYOUTS)


def _missing_key(submission: "Submission", key: str, allowed: Iterable[int]) -> Iterator[Problem]:
    section = game_section(submission, LightningSection)
    if submission.table.game == GAME and getattr(section, key) is None:
        message = (
            f"lightning.{key} is missing: the certificate holder has to say how often each of "
            f"{', '.join(map(str, allowed))} is selected; the text does not."
        )
        yield Problem(("lightning", key), message)


def numbers_written(submission: "Submission") -> Iterator[Problem]:
    """How many Lucky Numbers fall is written as whole numbers."""
    yield from _malformed_keys(submission, "numbers", COUNTS)


def payouts_written(submission: "Submission") -> Iterator[Problem]:
    """The payouts of Lucky Numbers are written as whole numbers to 1."""
    yield from _malformed_keys(submission, "payouts", PAYOUTS)


def _malformed_keys(
    submission: "Submission", key: str, allowed: Iterable[int]
) -> Iterator[Problem]:
    keys = getattr(game_section(submission, LightningSection), key) or {}
    if submission.table.game == GAME and not _are_numbers(keys):
        message = "The keys are whole numbers, such as in { 1 = 3, 2 = 1 }."
        yield Problem(("lightning", key), message, tuple(map(str, allowed)))


def one_to_five(submission: "Submission") -> Iterator[Problem]:
    """One to five Lucky Numbers are selected."""
    counts = dict.fromkeys(_weights(submission, "numbers"), 1) or {1: 1}
    yield from _refused_draw(("lightning", "numbers"), COUNTS, counts, ALL_PAYOUTS)


def some_number_falls(submission: "Submission") -> Iterator[Problem]:
    """Some number of Lucky Numbers has a positive weight, and none a negative one."""
    counts = _weights(submission, "numbers")
    if counts and set(counts) <= set(COUNTS):
        yield from _refused_draw(("lightning", "numbers"), COUNTS, counts, ALL_PAYOUTS)


def all_nine_payouts(submission: "Submission") -> Iterator[Problem]:
    """All nine payouts are listed, and no other."""
    payouts = dict.fromkeys(_weights(submission, "payouts"), 1) or ALL_PAYOUTS
    yield from _refused_draw(("lightning", "payouts"), PAYOUTS, {1: 1}, payouts)


def every_payout_falls(submission: "Submission") -> Iterator[Problem]:
    """Every payout may be selected: its weight is positive."""
    payouts = _weights(submission, "payouts")
    if set(payouts) == set(PAYOUTS):
        yield from _refused_draw(("lightning", "payouts"), PAYOUTS, {1: 1}, payouts)


def _weights(submission: "Submission", key: str) -> dict[int, int]:
    """The weights of a well-formed key; empty for a malformed one, which another rule reports."""
    written = getattr(game_section(submission, LightningSection), key) or {}
    sound = submission.table.game == GAME and _are_numbers(written)
    return _numbers(written) if sound else {}


def _are_numbers(keys: Iterable[str]) -> bool:
    """Whether keys are numbers, each in the one way to write it: not ``01`` as well as ``1``."""
    return all(is_number(key) and key == str(int(key)) for key in keys)


def _refused_draw(
    path: Path, allowed: Iterable[int], counts: Mapping[int, int], payouts: Mapping[int, int]
) -> Iterator[Problem]:
    yield from refused(path, lambda: lightning_rules(counts, payouts), tuple(map(str, allowed)))


def _numbers(written: Mapping[str, int] | None) -> dict[int, int]:
    """Weights by the numbers that the keys of a file write."""
    return {int(number): weight for number, weight in (written or {}).items()}


def variation(submission: "Submission") -> LightningRules:
    """How Lucky Numbers fall; the submission has to comply."""
    chosen = game_section(submission, LightningSection)
    return lightning_rules(_numbers(chosen.numbers), _numbers(chosen.payouts))


PART: Final = GamePart(
    rules=LightningRules,
    keys={
        "lightning": LightningSection,
        "layout": LightningLayout,
        "equipment": LightningEquipment,
    },
    declared=(
        "layout.lucky_numbers",
        "equipment.single_zero_wheel",
        "equipment.random_number_generator",
    ),
    checks=(
        GameCheck("lightning.numbers-given", numbers_given, ("617b.3(d)",)),
        GameCheck("lightning.payouts-given", payouts_given, ("617b.3(g)",)),
        GameCheck("lightning.numbers-written", numbers_written, ("617b.3(d)",)),
        GameCheck("lightning.payouts-written", payouts_written, ("617b.3(g)",)),
        GameCheck("lightning.one-to-five", one_to_five, ("617b.3(d)",)),
        GameCheck("lightning.some-number-falls", some_number_falls, ("617b.3(d)",)),
        GameCheck("lightning.all-nine-payouts", all_nine_payouts, ("617b.3(g)",)),
        GameCheck("lightning.every-payout-falls", every_payout_falls, ("617b.3(g)",)),
    ),
    variation=variation,
)
