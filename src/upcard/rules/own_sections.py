"""The sections that wagers from outside cite, for `upcard coverage`."""

from upcard.rules.external import external_wagers
from upcard.rules.loader import all_wagers
from upcard.rules.sections import Section


def own_sections() -> tuple[Section, ...]:
    """An entry for each wager from outside; the register of the text does not have it."""
    wagers = external_wagers()
    return tuple(
        Section(
            cite=rules.data.section,
            title=rules.data.title,
            status="executable",
            where=tuple(f"{wagers[rules.data.slug].name}.{kind}" for kind in ("toml", "py")),
            note="A wager from outside upcard: the text does not have it.",
        )
        for rules in all_wagers()
        if rules.data.slug in wagers
    )
