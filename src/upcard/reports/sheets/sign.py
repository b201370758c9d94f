"""The payout sign of a table: what every wager pays, by the printed rows (§ 633a.2(b)(15))."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from upcard.games.offered_wager import OfferedBonus, OfferedWager
from upcard.games.table_rules import TableRules
from upcard.money.odds import Award, MeterShare, PaidOdds
from upcard.reports.award_words import award_in_words, fixed_odds, meter_shares
from upcard.reports.mystery_words import mystery_on_sign
from upcard.reports.names import ENGLISH, Language, language
from upcard.reports.page_head import page_head
from upcard.reports.par.sheet import amounts
from upcard.reports.rendering.figures import dollars, plain
from upcard.reports.rendering.paper import (
    Paper,
    PaperBlock,
    PaperColumn,
    PaperPart,
    PaperTable,
    Words,
    left,
    right,
)
from upcard.reports.source import PaperSource
from upcard.reports.table_notes import cards_that_count, chosen_form
from upcard.rules.readings import ENVY_FROM
from upcard.wagers.limits import has_limited_row


def payout_sign(source: PaperSource, code: str = ENGLISH, words: Language | None = None) -> Paper:
    """The payouts of every wager of the table, on one page for posting (§ 633a.2(b)(15)).

    The words are those of the language `code`, or `words` from a user's file.
    """
    wording = language(code) if words is None else words
    return Paper(
        name="payout-sign" if code == ENGLISH else f"payout-sign-{code}",
        title=wording.title(source.table.game, source.title),
        subtitle=limits_of_game(source.table, wording),
        head=page_head(source.table, source.document.digest, source.filing, wording),
        parts=tuple(payouts(source, wording)),
        form="sign",
        language=code,
        kind=wording.say("sign"),
    )


def limits_of_game(table: TableRules, wording: Language) -> str:
    """The limits of the table's wagers, at Switch those of each of two (§ 633a.12(a)(1)).

    They are those of the Blackjack wager; where there is none, those of all wagers together.
    """
    least, most = table.minimum, table.maximum
    if not table.has_blackjack_wager and table.wagers:
        least = min(offered.minimum for offered in table.wagers)
        most = max(offered.maximum for offered in table.wagers)
    limits = {"least": dollars(least), "most": dollars(most)}
    if table.blackjack_areas > 1:
        return wording.notes["wagers-on-two-hands"].format(**limits)
    has_side_wagers = table.has_blackjack_wager and table.wagers
    return wording.say("blackjack_wager" if has_side_wagers else "wagers", **limits)


def payouts(source: PaperSource, wording: Language) -> Iterator[PaperPart]:
    """A part for each wager of the table, the game's own first, then the payout limit."""
    table = source.table
    game = tuple((row.name, row.odds) for row in game_rows(table, wording))
    if game:
        blocks: list[PaperBlock] = [
            PaperTable(_columns(wording, _limits_in_short(table, wording)), game)
        ]
        if told := table.variation.told_on_signs():
            blocks.append(Words(" ".join(wording.notes[name] for name in told)))
        yield PaperPart(wording.say("blackjack"), tuple(blocks), odds_sections(table))
    if table.has_blackjack_wager:
        section = table.cite(table.insurance.paytable.data.section)
        heading = wording.title("insurance", table.insurance.data.title)
        both = table.blackjack_areas > 1  # Insurance is one wager for both hands
        half = wording.notes["half-of-both"] if both else wording.say("half")
        yield PaperPart(heading, (_paytable(table.insurance, wording, half),), section)
    for alike in _alike(table, wording):
        yield (
            _wager(source, alike[0], wording)
            if len(alike) == 1
            else _wagers(source, alike, wording)
        )
    limited = [offered for offered in table.wagers if has_limited_row(offered.data)]
    if table.aggregate_limit is not None and limited:
        yield _limit(table, table.aggregate_limit, limited, wording)


def _limits_in_short(table: TableRules, wording: Language) -> str:
    """The limits of the game's own wager; of two equal wagers in words, as in the headline."""
    if table.blackjack_areas > 1:
        return limits_of_game(table, wording)
    return f"{dollars(table.minimum)} {wording.say('to')} {dollars(table.maximum)}"


class PaidRow(NamedTuple):
    """What a row of a wager pays: the row's words, its odds, and the section of both."""

    name: str
    odds: str
    section: str


def game_rows(table: TableRules, wording: Language) -> Iterator[PaidRow]:
    """The odds of the game's own wager that are in force at this table."""
    for name, odds in table.pays.items():
        words = wording.game.get(name, plain(name))
        paid = odds.replace(" to ", f" {wording.say('to')} ")
        yield PaidRow(words, paid, table.pays_section(name))


def odds_sections(table: TableRules) -> str:
    """The sections of the odds of the game's own wager, each once."""
    return "; ".join(dict.fromkeys(map(table.pays_section, table.pays)))


def envy_heading(offered: OfferedWager, wording: Language) -> str:
    """To whom envy bonuses are paid."""
    wagerer = offered.readings[ENVY_FROM] == "wagerer"
    return wording.say("envy_wagerer" if wagerer else "envy")


# Of several wagers with one row each


def _alike(table: TableRules, wording: Language) -> list[list[OfferedWager]]:
    """The wagers in groups: neighbors for which one row each is enough, with the same limits."""
    groups: list[list[OfferedWager]] = []
    for offered in table.wagers:
        previous = groups[-1][-1] if groups else None
        if (
            previous is not None
            and _in_one_table(table, previous, wording)
            == _in_one_table(table, offered, wording)
            != ""
        ):
            groups[-1].append(offered)
        else:
            groups.append([offered])
    return groups


def _in_one_table(table: TableRules, offered: OfferedWager, wording: Language) -> str:
    """What wagers of one table have in common; empty for a wager that needs more than a row."""
    notes = _notes(table, offered, wording)
    needs_more_rows = offered.bonuses or offered.envy or offered.mystery or notes
    names = [wording.row(offered.slug, row, offered.reading) for row in printed_awards(offered)]
    if needs_more_rows or names != [wording.rows["win"]]:
        return ""
    return f"{_permitted_amounts(offered, wording)}, {offered.paytable.data.section}"


def _wagers(source: PaperSource, alike: Sequence[OfferedWager], wording: Language) -> PaperPart:
    """A row for each of several wagers, by its title."""
    rows = tuple(
        (
            wording.title(offered.slug, source.short(offered.data.title)),
            award_in_words(award, wording),
        )
        for offered in alike
        for award in printed_awards(offered).values()
    )
    table = PaperTable(_columns(wording, _permitted_amounts(alike[0], wording)), rows)
    return PaperPart(wording.notes["other-wagers"], (table,), alike[0].paytable.data.section)


# Of one wager


def _notes(table: TableRules, offered: OfferedWager, wording: Language) -> str:
    """What is said of all rows of a wager."""
    data = offered.data
    takes_upcard = bool(data.extra_card) and offered.wager.extra_card is None  # § 633c.9(h)
    notes = [wording.notes.get(offered.slug + ("-upcard" if takes_upcard else ""), "")]
    notes += [wording.notes.get(f"{offered.slug}-{read}", "") for read in offered.readings.values()]
    notes.append(chosen_form(offered, wording))
    notes.append(cards_that_count(table, offered, wording))
    if data.limits is not None:
        notes.append(wording.notes.get(f"times-blackjack-{data.limits.times_blackjack}", ""))
    if offered.wager.composed:
        notes.append(wording.each.get(offered.slug, ""))
    if _keeps_the_wager(offered):
        notes.append(wording.notes["not-returned"])
    if offered.mandatory:
        notes.append(wording.say("mandatory") + ".")
    return " ".join(filter(None, notes))


def _wager(source: PaperSource, offered: OfferedWager, wording: Language) -> PaperPart:
    blocks: list[PaperBlock] = []
    title = wording.title(offered.slug, source.short(offered.data.title))
    if notes := _notes(source.table, offered, wording):
        blocks.append(Words(notes))
    limits = _permitted_amounts(offered, wording)
    if printed_awards(offered):
        blocks.append(_paytable(offered, wording, limits))
    else:  # a fee
        blocks.insert(0, Words(f"{limits}."))
    if offered.bonuses:
        blocks.append(_bonuses(offered, wording))
    if offered.envy:
        paid = tuple(
            (wording.row(offered.slug, row, offered.reading), dollars(units))
            for row, units in offered.envy.items()
        )
        blocks.append(PaperTable(_columns(wording, envy_heading(offered, wording)), paid))
    if offered.mystery is not None:
        blocks.append(Words(mystery_on_sign(offered.mystery, title, wording)))
    return PaperPart(title, tuple(blocks), offered.paytable.data.section)


def _keeps_the_wager(offered: OfferedWager) -> bool:
    """Whether a winner has the payout alone: the wager was collected, or all odds are "for 1"."""
    awards = printed_awards(offered).values()
    odds = [pay for award in awards for pay in award if isinstance(pay, PaidOdds)]
    for_one = bool(odds) and all(pay.for_one for pay in odds)
    if offered.readings.get("stake_beside_meter"):
        return False  # the stake is returned as well as a share of the meter
    return bool(awards) and (for_one or not offered.data.stake_returned)


def _permitted_amounts(offered: OfferedWager, wording: Language) -> str:
    """The permitted amounts in the words of the sign."""
    limits = offered.data.limits
    if limits is not None and limits.part_of_blackjack:
        part, _, whole = limits.part_of_blackjack.partition("/")
        return wording.say("part", part=part, whole=whole)
    words = amounts(offered).replace(" to ", f" {wording.say('to')} ")
    return words.replace(" or ", f" {wording.say('or')} ")


def printed_awards(offered: OfferedWager) -> dict[str, Award]:
    """The rows that the paytable prints and this table pays, in the order of the rulebook.

    A prize that the house sets stands in place of the row's "$".
    """
    rule = offered.wager
    of_table = dict(zip(rule.outcomes, offered.awards, strict=True))
    rows = {row: of_table.get(row) or award for row, award in offered.paytable.awards.items()}
    return {
        row: award for row, award in rows.items() if row in rule.rows and row not in rule.closed
    }


def _paytable(offered: OfferedWager, wording: Language, heading: str) -> PaperTable:
    """The printed rows; shares of meters have a column beside the odds where a row has both."""
    awards = printed_awards(offered)
    names = {row: wording.row(offered.slug, row, offered.reading) for row in awards}
    if not any(_pays_both(award) for award in awards.values()):
        rows = tuple((names[row], award_in_words(award, wording)) for row, award in awards.items())
        return PaperTable(_columns(wording, heading), rows)
    columns = (left(heading, wide=True), *right(wording.say("fixed"), wording.say("meter_pays")))
    return PaperTable(
        columns,
        tuple(
            (names[row], fixed_odds(award, wording), meter_shares(award, wording))
            for row, award in awards.items()
        ),
    )


def _pays_both(award: Award) -> bool:
    """Whether a row pays odds or an amount and a share of a meter."""
    return len({isinstance(pay, MeterShare) for pay in award}) > 1


def _bonuses(offered: OfferedWager, wording: Language) -> PaperTable:
    """The additional payouts under their condition, such as that of § 633c.13(i)."""
    rows = tuple(row for bonus in offered.bonuses for row in bonus_rows(offered, bonus, wording))
    return PaperTable(_columns(wording, bonus_condition(offered, wording)), rows)


def bonus_condition(offered: OfferedWager, wording: Language) -> str:
    """The condition of the additional payouts, with the least amount that this table takes."""
    least = dollars(max(offered.minimum, *(bonus.least for bonus in offered.bonuses)))
    return wording.bonus.get(offered.slug, wording.say("also")).format(least=least)


def bonus_rows(
    offered: OfferedWager, bonus: OfferedBonus, wording: Language
) -> Iterable[tuple[str, str]]:
    """The rows of an additional payout, the best paid first."""
    paid = list(zip(bonus.wager.outcomes, bonus.awards, strict=True))
    return [
        (wording.row(offered.slug, row, offered.reading), fixed_odds(award, wording))
        for row, award in paid[::-1]
        if award
    ]


def _limit(
    table: TableRules, amount: int, limited: list[OfferedWager], wording: Language
) -> PaperPart:
    """How the hands of one round share the aggregate limit (§ 633a.13(o))."""
    rows = f" {wording.say('or')} ".join(
        wording.say(
            "of",
            row=wording.row(offered.slug, offered.wager.outcomes[-1], offered.reading),
            wager=wording.title(offered.slug, offered.data.title),
        )
        for offered in limited
    )
    words = Words(wording.say("limit_text", rows=rows, amount=dollars(amount)))
    return PaperPart(wording.say("limit"), (words,), table.cite("58 Pa. Code § 633a.13(o)"))


def _columns(wording: Language, heading: str) -> tuple[PaperColumn, ...]:
    return (left(heading, wide=True), *right(wording.say("pays")))
