"""Jackpot slips: what was won, from what it was paid, and who signed each step."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from upcard.engine.core.jackpot_events import (
    HandVerified,
    JackpotEvent,
    JackpotPaid,
    JackpotValidated,
    LightConfirmed,
    PapersCompleted,
)
from upcard.engine.jackpots.steps import MYSTERY_OUTCOME
from upcard.games.table_rules import TableRules
from upcard.host.daily.heading import FILING, casino, head_of
from upcard.host.daily.meters_shown import MeterShown
from upcard.host.daily.persons import with_title
from upcard.host.daily.table_day import STEPS, PaidJackpot, needs_slip, slip_number
from upcard.host.daily.words import (
    NONE,
    SIGNERS,
    SOURCES,
    file_part,
    meter_title,
    wager_title,
    won_by,
)
from upcard.money.amount_in_words import amount_in_words
from upcard.reports.award_words import award_in_words
from upcard.reports.filing import LINE, NOT_GIVEN, Filing, signatures
from upcard.reports.names import card_in_words, language
from upcard.reports.rendering.figures import money
from upcard.reports.rendering.paper import (
    Facts,
    Paper,
    PaperFact,
    PaperPart,
    PaperTable,
    Words,
    left,
)
from upcard.reports.sheets.sign import printed_awards
from upcard.text.words import listed

UNSIGNED: Final = "not signed"
"""What stands before who took the step that a floorperson has to take (§ 633c.2(h)(3))."""


def jackpot_slip(
    jackpot: PaidJackpot,
    rules: TableRules,
    filing: Filing = FILING,
    titles: Mapping[str, str] = MappingProxyType({}),
    shown: Sequence[MeterShown] = (),
) -> Paper:
    """The paper of one payout: what was won, from what it was paid, and who signed each step.

    The `rules` are those of the submission that was in force. A payout that needs no papers has
    lines to sign for who keeps the slip. `titles` are those of persons by name. `shown` are the
    meters that paid it.
    """
    facts = (
        PaperFact("Slip number", slip_number(jackpot)),
        PaperFact("Date", f"{jackpot.steps[-1].at:%Y-%m-%d, %H:%M:%S} UTC"),
        PaperFact("Round", f"{jackpot.round:,}, payout {jackpot.number} of it"),
        PaperFact("Position", str(jackpot.position)),
        PaperFact("Player", jackpot.player or LINE),
        *_wager(jackpot, rules),
        PaperFact("Won by", won_by(jackpot.wager, jackpot.outcome, rules)),
        *_cards(jackpot),
        PaperFact("Pays", _odds(jackpot, rules)),
        PaperFact("Amount", LINE if jackpot.amount is None else money(jackpot.amount)),
        PaperFact(
            "Amount in words", LINE if jackpot.amount is None else amount_in_words(jackpot.amount)
        ),
        *_meters(shown),
        PaperFact("Paid by", SOURCES.get(jackpot.source, LINE)),
    )
    words = Words("Steps, names and times are those of the journal; they cannot be changed here.")
    at_once = not needs_slip(jackpot)
    validated = [step.by for step in jackpot.steps if step.step == STEPS[JackpotValidated]]
    floorperson = with_title(validated[0], titles) if validated and validated[0] else ""
    names = {"Player": jackpot.player, "Floorperson": floorperson}
    signed = signatures("Hand pay", ("Player", "Attendant", "Floorperson"), names)
    return Paper(
        name=f"jackpot-{file_part(jackpot.table)}-{jackpot.round}-{jackpot.number}",
        title="Jackpot slip",
        subtitle=f"No. {slip_number(jackpot)}, {jackpot.steps[-1].at:%Y-%m-%d}",
        head=head_of(rules, jackpot.submission, filing),
        parts=(
            casino(filing, rules.jurisdiction),
            PaperPart("Payout", (Facts(facts),)),
            PaperPart("Signed", (_signed_steps(jackpot, rules, titles), words)),
            signatures("Signatures", SIGNERS) if at_once else signed,
        ),
    )


def _wager(jackpot: PaidJackpot, rules: TableRules) -> Iterator[PaperFact]:
    """The wager that won with its stake, or the one that qualified for a mystery meter."""
    title, stake = wager_title(rules, jackpot.wager), money(jackpot.wagered)
    if jackpot.outcome == MYSTERY_OUTCOME:
        yield PaperFact("Qualifying wager", f"{title}, {stake}")
    else:
        yield PaperFact("Wager", title)
        yield PaperFact("Stake", stake if jackpot.wagered else "none")


def _meters(shown: Sequence[MeterShown]) -> Iterator[PaperFact]:
    """What each meter showed before the round's awards, and after it was filled up."""
    for meter in shown:
        named = f", {meter_title(meter.meter)}" if len(shown) > 1 else ""
        yield PaperFact(f"Meter before{named}", money(meter.before))
        yield PaperFact(f"Meter after{named}", money(meter.after))


def _odds(jackpot: PaidJackpot, rules: TableRules) -> str:
    """What the row pays, as the table's paytable has it; of an envy bonus whose hand won it."""
    offered = rules.offered(jackpot.wager)
    if offered is None:
        return NOT_GIVEN
    if jackpot.outcome == MYSTERY_OUTCOME:
        return "what the meter shows"
    if jackpot.envy_of:
        return f"an envy bonus, for the hand of position {jackpot.envy_of}"
    award = printed_awards(offered).get(jackpot.outcome)
    return award_in_words(award, language()) if award else NOT_GIVEN


def _sections(jackpot: PaidJackpot, rules: TableRules) -> dict[str, str]:
    """The provision of each step of a payout, by the step's words; none where none is printed."""
    offered = rules.offered(jackpot.wager)
    if offered is None:
        return {}
    mystery = jackpot.outcome == MYSTERY_OUTCOME
    data = (mystery and offered.mystery_jackpot) or offered.data.jackpot
    if data is None:
        return {}
    sections: dict[type[JackpotEvent], str] = {
        HandVerified: data.verify,
        LightConfirmed: data.light,
        JackpotValidated: data.validate,
        JackpotPaid: data.pay,
        PapersCompleted: data.pay,
    }
    return {STEPS[kind]: section for kind, section in sections.items() if section}


def _cards(jackpot: PaidJackpot) -> Iterator[PaperFact]:
    """The cards that were dealt, from which the hand can be verified; none of a mystery meter."""
    if jackpot.cards:
        name = f"Cards of position {jackpot.envy_of}" if jackpot.envy_of else "Player's cards"
        yield PaperFact(name, _names(jackpot.cards))
        yield PaperFact("Dealer's cards", _names(jackpot.dealers))


def _names(cards: Sequence[int]) -> str:
    return listed([card_in_words(card) if card >= 0 else "a card not turned" for card in cards])


def _signed_steps(jackpot: PaidJackpot, rules: TableRules, titles: Mapping[str, str]) -> PaperTable:
    """Each step with who did it and when; a line for what is still to be signed."""
    signed = {step.step: step for step in jackpot.steps}
    sections = _sections(jackpot, rules)
    is_done = list(STEPS.values())[-1] in signed or not needs_slip(jackpot)
    rows = []
    for name in STEPS.values():
        step = signed.get(name)
        if step is not None:
            actor, time = with_title(step.by, titles), step.at.strftime("%Y-%m-%d %H:%M:%S")
            if name == STEPS[JackpotValidated] and not step.by:
                actor = f"{UNSIGNED}: {actor}"
            rows.append((name, actor, time, sections.get(name, "")))
        elif is_done:
            rows.append((name, "not required", NONE, ""))
        else:
            rows.append((name, LINE[:16], LINE[:16], sections.get(name, "")))
    columns = (left("Step", wide=True), left("By"), left("At (UTC)"), left("Section"))
    return PaperTable(columns, tuple(rows))
