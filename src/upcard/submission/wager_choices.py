"""Finds choices that a wager does not have, with the section that says which wagers do."""

from typing import Final

from upcard.rules.citation import full_citation
from upcard.rules.schema import WagerData
from upcard.submission.schema import section_of

OPTIONS: Final = {
    "crown_treasure": "The Crown Treasure bonus belongs to Royal Match 21.",
    "press": "The portion of winnings that may be added is submitted for House Money alone.",
    "any_20": "A 20 against any hand wins Bad Beat alone.",
    "magic_card": "The Magic Card bonus belongs to Bad Beat.",
    "lucky_player": "The Lucky Player bonus belongs to Bad Beat.",
    "third_card": "The third card is chosen for Blazing 7's.",
    "chosen_suit": "A suit is chosen for Super 4.",
    "must_hit_by": "The Must-Hit-By Mystery stands beside a wager that qualifies.",
    "mystery": "The mystery meter of § 633c.6(j) stands beside Super 4.",
    "bonus": "The cash bonus belongs to Buster Blackjack.",
    "envy": "An envy bonus belongs to Jackpot Party and Blackjack Match.",
    "mandatory": "Washington's house mandates bonus wagers alone.",
    "prizes": "Washington's house sets the prizes that are printed as $.",
    "prizes_paid": "Washington's house says what its prizes are paid out of.",
}
"""A rule's sentence for each option, by key; a wager's data list the options that it has."""

QUALIFIES: Final = "633c.14(a)"
"""The section that lists the wagers that qualify for the Must-Hit-By Mystery."""

MUST_HIT_BY_KEY: Final = "must_hit_by"

OF_METERS: Final = ("seed", "reseed", "increment", "secondary_increment", "limit", "link")
"""The keys that only a wager with a progressive meter has."""


SEED_AND_RATE: Final = ("seed", "reseed", "increment")
RESERVE: Final = "secondary_increment"
"""The keys of a meter that its wager's provision is on, and that of its reserve."""


READINGS: Final = (
    "awards_together",
    "stake_beside_meter",
    "surrendered",
    "envy_from",
    "unprovided",
    "reading",
)
"""The keys that choose a reading of a doubtful passage, in the order of the passages."""


def provision_of_wager(data: WagerData, key: str) -> str:
    """The wager's own provision on a key; empty where it has none, so that the schema's holds.

    The provision on a meter's rates names a reserve only where a rate of it is printed, and says
    nothing of a limit (§ 605a.7). Elsewhere than in Pennsylvania it stands for both.
    """
    if key == "paytable":
        return data.paytable[0].section
    if key in ("wager", "minimum", "maximum"):
        return data.limits.section if data.limits is not None else ""
    if data.meter is not None and key in OF_METERS:
        if key == "link":
            return data.meter.linked
        if not data.meter.section.startswith("58 Pa. Code"):
            return data.meter.section
        prints_reserve = len(data.meter.printed_increments) > 1 or any(
            meter.secondary_increment or meter.total_increment
            for table in data.paytable
            for meter in table.meters.values()
        )
        of_rates = key in SEED_AND_RATE or (key == RESERVE and prints_reserve)
        return data.meter.section if of_rates else ""
    if key in data.readings:
        return data.readings[key].section
    return data.options.get(key, "")


def section_of_wager(data: WagerData, key: str) -> str:
    """The section of a key: the wager's own provision, or that of every wager."""
    return provision_of_wager(data, key) or section_of(("wagers", data.slug, key))


def section_of_option(key: str) -> str:
    """The section that says which wagers have an option, or how a reading is chosen."""
    return (
        full_citation(QUALIFIES) if key == MUST_HIT_BY_KEY else section_of(("wagers", "NAME", key))
    )


def missing_choice(data: WagerData, key: str) -> tuple[str, str] | None:
    """The sentence and section on a choice that a wager does not have; None for one that it has."""
    if key in OF_METERS and data.meter is None:
        return f"{data.title} has no progressive meter.", section_of_option(key)
    no_option = key in OPTIONS and key not in data.options
    if no_option and key == "press" and data.press:
        message = f"{data.title} has no choice 'press': the player chooses the portion."
        return message, data.press
    if no_option or (key in READINGS and key not in data.readings):
        return f"{data.title} has no choice {key!r}.", section_of_option(key)
    return None
