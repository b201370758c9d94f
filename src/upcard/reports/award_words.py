"""What a row of a paytable pays in the words of a language: fixed odds, and shares of meters."""

from typing import Final

from upcard.money.odds import Award, FixedAmount, MeterShare, describe
from upcard.reports.names import Language
from upcard.reports.rendering.figures import plain

NONE: Final = "–"
"""Stands for odds or shares that an award does not have."""


def fixed_odds(award: Award, wording: Language) -> str:
    """The odds and amounts of an award that come from no meter: ``150 to 1``; or `NONE`."""
    rest = tuple(pay for pay in award if not isinstance(pay, MeterShare))
    words = describe(rest).replace(" and ", f" {wording.say('and')} ")
    for english, phrase in (("to", "to"), ("for", "paid_for")):
        words = words.replace(f" {english} ", f" {wording.say(phrase)} ")
    return words or NONE


def meter_shares(award: Award, wording: Language) -> str:
    """The shares of meters in an award: ``10 % of the Mega meter``; or `NONE`."""
    words = []
    for pay in award:
        if isinstance(pay, MeterShare):
            one = "" if pay.meter else "one_"
            if pay.percent:
                phrase = f"{one}meter" if one else "share"
                words.append(wording.say(phrase, percent=str(pay.percent), meter=plain(pay.meter)))
            else:
                amount, phrase = str(FixedAmount(pay.prize)), f"{one}prize"
                words.append(wording.say(phrase, amount=amount, meter=plain(pay.meter)))
    return f" {wording.say('and')} ".join(words) or NONE


def award_in_words(award: Award, wording: Language) -> str:
    """All that an award pays: ``10 % of the meter and 2 for 1``."""
    parts = (meter_shares(award, wording), fixed_odds(award, wording))
    return f" {wording.say('and')} ".join(part for part in parts if part != NONE)
