"""Rules of the equipment of progressive wagers: system, devices, lock-out, lights, generators."""

from collections.abc import Callable

from upcard.progressives.meter import LINKED
from upcard.rules.citation import parent
from upcard.rules.schema import WagerData
from upcard.submission.checks.declared import chosen, require_declared, require_declared_by_wagers
from upcard.submission.checks.provisions import of_wagers
from upcard.submission.offered.wagers import offers
from upcard.submission.schema import Submission


def system_section(data: WagerData) -> str:
    """The provision that asks for a progressive system: it ends with the lock-out."""
    is_paragraph = data.lock_out.endswith("(2)")
    return (parent(data.lock_out) or "") if is_paragraph else data.lock_out


def devices_section(data: WagerData) -> str:
    """The provision on wagering devices: the paragraph before that on the lock-out.

    Bad Beat has its own, an electronic wagering system (§ 633a.2(c)).
    """
    if data.lock_out.endswith("(2)"):
        return f"{data.lock_out.removesuffix('(2)')}(1)"
    return data.lock_out if data.jurisdiction != "pa" else ""


def lock_out_section(data: WagerData) -> str:
    """The provision on what ends the placement of wagers."""
    return data.lock_out


def light_section(data: WagerData) -> str:
    """The provision on the light of a winning wager, where there is one."""
    return data.jackpot.light if data.jackpot is not None else ""


def linked_section(data: WagerData) -> str:
    """The provision on linked tables."""
    return (data.meter.linked or LINKED) if data.meter is not None else ""


def _of_meters(
    section: Callable[[WagerData], str],
    where: Callable[[Submission, str], bool] = lambda submission, slug: slug in submission.wagers,
) -> Callable[[Submission], str | None]:
    """Required by the first offered wager that has such a provision."""

    def needed(submission: Submission) -> str | None:
        for offer in offers(submission):
            cited = section(offer.data)
            if cited and where(submission, offer.slug):
                return cited
        return None

    return needed


def _is_linked(submission: Submission, slug: str) -> bool:
    return submission.wagers[slug].link is not None


require_declared(
    "equipment.progressive_system", _of_meters(system_section), citations=of_wagers(system_section)
)
require_declared(
    "equipment.progressive_devices",
    _of_meters(devices_section),
    citations=of_wagers(devices_section),
)
require_declared(
    "equipment.lock_out", _of_meters(lock_out_section), citations=of_wagers(lock_out_section)
)
require_declared(
    "equipment.progressive_light", _of_meters(light_section), citations=of_wagers(light_section)
)
require_declared(
    "equipment.linked_system",
    _of_meters(linked_section, _is_linked),
    citations=of_wagers(linked_section),
)
require_declared_by_wagers("equipment.electronic_wagering")
require_declared("equipment.bonus_selection", chosen("magic_card", "lucky_player"))
require_declared("equipment.mystery_generator", chosen("must_hit_by"))
require_declared("equipment.mystery_meter", chosen("mystery"))
