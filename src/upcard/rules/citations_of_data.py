"""The citations in rule data, all of which the loader looks up."""

from upcard.rules.meter_schema import JackpotData, MeterTerms, MysteryData
from upcard.rules.schema import ReadingData, WagerData
from upcard.rules.violation import RulebookError
from upcard.text.words import quoted


def wager_sections(name: str, data: WagerData) -> list[str]:
    """Every citation in a wager's data."""
    sections = [data.section, data.settlement, data.collects, *data.options.values()]
    sections += [data.area] if data.area else []
    sections += [data.needs_section] if data.needs or data.offered_with else []
    sections += [data.limits.section] if data.limits else []
    sections += [*data.game_sections.values(), *data.table_needs.values()]
    sections += [
        section
        for section in (data.collected, data.lock_out, data.collects_first, data.extra_card)
        if section
    ]
    sections += [section for section in (data.press, data.fee) if section]
    sections += [*data.inscriptions.values(), *data.declares.values(), *data.collects_in.values()]
    sections += [data.decks_section] if data.decks_section else []
    sections += reading_sections(name, data.readings)
    sections += _steps(data.jackpot) if data.jackpot is not None else []
    sections += _meter_sections(data.meter) if data.meter is not None else []
    for table in data.paytable:
        sections += [table.section, *([table.decks_section] if table.decks_section else [])]
    return sections


def reading_sections(name: str, readings: dict[str, ReadingData]) -> list[str]:
    """The citations of doubtful passages; refuses a passage with fewer than two readings."""
    for key, reading in readings.items():
        if len(set(reading.values)) < 2:
            raise RulebookError(f"{name}: the passage {quoted(key)} has fewer than two readings.")
    return [reading.section for reading in readings.values()]


def mystery_sections(data: MysteryData) -> list[str]:
    """Every citation in a mystery meter's data."""
    sections = [data.section, data.qualifies, data.settlement, data.pays_section]
    sections += [*_steps(data.jackpot), *([data.inventory] if data.inventory else [])]
    return sections + [option.section for option in data.configuration]


def _steps(jackpot: JackpotData) -> list[str]:
    steps = (jackpot.verify, jackpot.light, jackpot.validate, jackpot.pay)
    return [section for section in steps if section]


def _meter_sections(meter: MeterTerms) -> list[str]:
    sections = (meter.section, meter.sharing_section, meter.linked, meter.linked_wager)
    return [cite for cite in sections if cite]
