"""Rules from the text of a rule file, checked as those of the rulebook are."""

from upcard.penalties.schedule import Schedule, check_amounts, cited_sections
from upcard.rules.loader import check_wager_data
from upcard.rules.rule_files import convert, parse_cited
from upcard.rules.schema import WagerData, WagerRules


def parse_wager_file(name: str, text: str) -> WagerRules:
    """A wager's rules; raises `RulebookError` naming the file."""
    return check_wager_data(name, convert(name, text, WagerData))


def parse_schedule_file(name: str, text: str) -> Schedule:
    """A schedule of penalties; raises `RulebookError` naming the file."""
    return check_amounts(name, parse_cited(name, text, Schedule, cited_sections))
