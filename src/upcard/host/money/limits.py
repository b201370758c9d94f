"""Limits on play: loss of a day or a week, time of a session, and exclusion.

House and player each set their own, and the stricter one holds. A limit is made stricter at once.
The player's own is made looser only after a delay, which the house configures, and an exclusion
that the player chose ends only with its time.
"""

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from upcard.engine.core.money import BRING_MONEY
from upcard.host.bodies.account_entry import LimitKind, Setter
from upcard.rules.violation import RuleViolation
from upcard.text.times import SECOND, to_the_minute

LimitKey: TypeAlias = str
"""Under what the stored state of an account keeps a limit: ``player loss-day``."""


class LimitSetting(msgspec.Struct, frozen=True):
    """A limit: `value` until `since`, and `later` from then on; None stands for no limit."""

    value: int | None
    later: int | None = None
    since: int = 0

    def value_at(self, now: int) -> int | None:
        """The limit that is in force at a time."""
        return self.later if self.since and now >= self.since else self.value


def limit_key(setter: Setter, kind: LimitKind) -> LimitKey:
    """The key of a limit."""
    return f"{setter} {kind}"


def setter_and_kind(key: LimitKey) -> tuple[str, str]:
    """What a key was made of."""
    setter, _, kind = key.partition(" ")
    return setter, kind


def is_stricter(kind: LimitKind, was: int | None, now: int | None) -> bool:
    """Whether a limit is as strict as the one before it, or more."""
    if was is None:
        return True
    if now is None:
        return False
    return now >= was if kind == "exclusion" else now <= was


def changed_limit(
    before: LimitSetting | None,
    kind: LimitKind,
    setter: Setter,
    value: int | None,
    since: int,
    time: int,
) -> LimitSetting:
    """The limit after a change at a time; `since` is when a looser one begins to hold.

    Raises `RuleViolation` for a player's looser limit without such a time, and for an exclusion of
    the player's own that would end earlier.
    """
    if value is not None and value <= 0:
        raise RuleViolation(BRING_MONEY, "A limit is more than nothing.")
    was = None if before is None else before.value_at(time)
    if setter == "house" or is_stricter(kind, was, value):
        return LimitSetting(value)
    if kind == "exclusion" and was is not None and was > time:
        raise RuleViolation(BRING_MONEY, f"The exclusion lasts until {to_the_minute(was)}.")
    if kind == "exclusion":
        return LimitSetting(value)
    if since <= time:
        raise RuleViolation(
            BRING_MONEY,
            "This floor has set no delay after which players loosen their limits: ask the house.",
        )
    return LimitSetting(was, value, since)


def in_force(limits: Mapping[LimitKey, LimitSetting], kind: LimitKind, time: int) -> int | None:
    """The stricter one of the house's and the player's limit, at a time; None for no limit."""
    setters: tuple[Setter, ...] = ("house", "player")
    settings = [limits.get(limit_key(setter, kind)) for setter in setters]
    values = [
        value
        for setting in settings
        if setting is not None and (value := setting.value_at(time)) is not None
    ]
    if not values:
        return None
    return max(values) if kind == "exclusion" else min(values)


def refuse_play(
    name: str, limits: Mapping[LimitKey, LimitSetting], session: int, time: int
) -> None:
    """Raise `RuleViolation` if a player is excluded, or the time of the session is over.

    `session` is when the session began, 0 if none has.
    """
    until = in_force(limits, "exclusion", time)
    if until is not None and until > time:
        raise RuleViolation(
            BRING_MONEY, f"{name} is excluded from play until {to_the_minute(until)}."
        )
    seconds = in_force(limits, "session", time)
    if seconds is not None and session and time >= session + seconds * SECOND:
        raise RuleViolation(
            BRING_MONEY,
            f"{name}'s session has lasted {_minutes(seconds)}, which is the limit: cash out.",
        )


def _minutes(seconds: int) -> str:
    minutes, seconds_left = divmod(seconds, 60)
    if seconds_left:
        return f"{seconds} seconds"
    return f"{minutes} minute" if minutes == 1 else f"{minutes} minutes"
