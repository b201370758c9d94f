"""Compiles a submission that complies into `games.table_rules.TableRules`, for engine and odds."""

from collections.abc import Iterator

from msgspec.structs import replace

from upcard.games.blackjack import INSURANCE_WAGER
from upcard.games.blackjack_rules import BlackjackRules
from upcard.games.decided_hands import require_own_sections, require_printed_odds
from upcard.games.offered_wager import OfferedBonus, OfferedWager
from upcard.games.table_rules import TableRules
from upcard.money.amount import parse_dollars
from upcard.money.odds import Award, HouseSet, MeterShare, PaidOdds, Pay, winnings
from upcard.rules.house import HOUSE_RULES
from upcard.rules.odds_text import parse_award, parse_odds
from upcard.rules.schema import Paytable, WagerRules
from upcard.submission.fields import given_keys
from upcard.submission.game_choices import game_part, variation_of
from upcard.submission.notations import portion_rate
from upcard.submission.offered.amounts import amounts_of, mystery_beside
from upcard.submission.offered.meters import envy_of, meters_of, mystery_rules, validated_of
from upcard.submission.offered.wagers import form_of, game_of, is_house, paytable_of
from upcard.submission.schema import Submission, WagerSection
from upcard.wagers.catalogue import checked_rules, wager
from upcard.wagers.kit import LOSE, WagerRule


def compile_table(submission: Submission) -> TableRules:
    """The rules of the table; the submission has to comply."""
    table, base = submission.table, submission.blackjack
    game = game_of(submission)
    slugs = (*game.wagers, *game_part(submission).wagers)
    chosen = {**{slug: WagerSection() for slug in slugs}, **submission.wagers}
    variation = variation_of(submission)
    require_own_sections(table.game, variation)
    offered = [_offered_wager(submission, slug, choices) for slug, choices in chosen.items()]
    rules = TableRules(
        name=table.name,
        game=table.game,
        jurisdiction=table.jurisdiction,
        as_of=table.as_of,
        decks=table.decks,
        tens=base.tens,
        dealing=table.dealing,
        positions=table.positions,
        minimum=table.minimum,
        maximum=table.maximum,
        smallest_chip=table.smallest_chip,
        adjacent_boxes=table.adjacent_boxes,
        mid_shoe_entry=table.mid_shoe_entry,
        bring_money=table.bring_money,
        deck_change_hours=table.deck_change_hours or table.dealing.most_deck_hours,
        aggregate_limit=table.aggregate_limit,
        red_side=0 if table.double_shoe_colors == "red-first" else 1,
        reader_reveals=submission.equipment.reader_reveals,
        variation=variation,
        blackjack=BlackjackRules(
            resplits=base.resplits,
            resplit_aces=base.resplit_aces,
            one_card_on_split_aces=base.split_aces == "one-card",
            even_money=base.even_money,
            pay_blackjack_at_once=base.settle_blackjack == "immediately",
            collect_then_pay=base.payoff_order == "collect-then-pay",
            settle_surrender_at_once=base.settle_surrender == "immediately",
            double_face_down=table.double_card == "face-down",
            hits_soft_17=base.soft_17 == "hit",
            peeks=base.peek,
            all_lost=base.without_peek == "all",
            double=base.double,
            double_after_split=base.das,
            surrender=base.surrender,
        ),
        blackjack_odds=_blackjack_odds(submission),
        win_odds=parse_odds(game.pays.get("win", "1 to 1")),
        insurance=_insurance(submission),
        wagers=tuple(sorted(offered, key=lambda wager: wager.data.order)),
    )
    require_printed_odds(rules)
    return rules


def _insurance(submission: Submission) -> OfferedWager:
    """Insurance; a house's own rules take over its limit by the Blackjack wager."""
    printed = checked_rules(INSURANCE_WAGER, "pa")
    rules = checked_rules(INSURANCE_WAGER, HOUSE_RULES) if is_house(submission) else printed
    offered = _join(rules, rules.paytables[0], "", 0, submission.table.maximum)
    limits, of_text = rules.data.limits, printed.data.limits
    assert limits is not None
    assert of_text is not None
    own = replace(limits, times_blackjack=of_text.times_blackjack)
    return replace(offered, data=replace(rules.data, limits=own))


def _blackjack_odds(submission: Submission) -> PaidOdds:
    """What a Blackjack pays: as the game's data say, or as a house sets it."""
    if is_house(submission) and "blackjack_pays" in given_keys(submission.blackjack):
        return parse_odds(submission.blackjack.blackjack_pays)
    return parse_odds(game_of(submission).pays.get("blackjack", "3 to 2"))


def _offered_wager(submission: Submission, slug: str, chosen: WagerSection) -> OfferedWager:
    rules, part = checked_rules(slug, submission.table.jurisdiction), game_part(submission)
    paytable = paytable_of(rules, submission, chosen)
    assert paytable is not None
    data, amounts = rules.data, amounts_of(submission, rules, paytable, chosen)
    form = form_of(data, paytable, chosen)
    offered = _join(rules, paytable, form, amounts.minimum, amounts.maximum)
    collects = data.collects_in.get(submission.table.game, data.collects)
    envy = envy_of(paytable, chosen, amounts.minimum)
    table, mystery = submission.table.name, mystery_beside(chosen)
    return replace(
        offered,
        press_rate=portion_rate(chosen.press),
        amounts=amounts.permitted,
        bonuses=tuple(_bonuses(submission, rules, paytable, chosen)),
        meters=meters_of(table, data, paytable, chosen, amounts.minimum),
        mystery=mystery_rules(table, slug, chosen, mystery) if mystery is not None else None,
        mystery_jackpot=mystery[0].jackpot if mystery is not None else None,
        mystery_section=mystery[0].pays_section if mystery is not None else "",
        envy=envy,
        envy_wager=amounts.minimum if envy else 0,
        envy_section=data.options["envy"] if envy else "",
        validated=validated_of(data.jackpot, offered.awards),
        validation=data.jackpot.validate if data.jackpot is not None else "",
        mandatory=chosen.mandatory or submission.table.game in data.mandatory_in,
        awards=tuple(_with_prizes(offered, chosen, amounts.minimum)),
        data=replace(part.wager_data(submission, data), collects=collects),
        readings={key: getattr(chosen, key) for key in data.readings},
    )


def _with_prizes(offered: OfferedWager, chosen: WagerSection, wager: int) -> Iterator[Award]:
    """The awards with the house's prizes in place of "$", for a wager in units.

    A prize that is paid from the meter becomes a share of it.
    """
    priced_wager = offered.wager
    for outcome, award in zip(priced_wager.outcomes, offered.awards, strict=True):
        rows = priced_wager.composed.get(outcome, (outcome,))
        prizes: list[Pay] = [
            parse_award(chosen.prizes[row])[0] for row in rows if row in chosen.prizes
        ]
        if chosen.prizes_paid == "meter":
            prizes = [MeterShare(0, prize=winnings((prize,), wager)) for prize in prizes]
        yield (*prizes, *(pay for pay in award if pay != HouseSet()))


def _bonuses(
    submission: Submission, rules: WagerRules, paytable: Paytable, chosen: WagerSection
) -> Iterator[OfferedBonus]:
    """The additional payouts that the submission offers."""
    data = rules.data
    main = wager(data.slug, data.jurisdiction, paytable.data.form)
    if chosen.crown_treasure and main.bonus is not None:
        bonus = main.bonus
        extra = WagerRule(data.slug, (LOSE, bonus.outcome), bonus.when)
        pays = paytable.awards[bonus.outcome]
        yield OfferedBonus(extra, ((), pays), paytable.data.section)
    names = {"magic-card": chosen.magic_card, "lucky-player": chosen.lucky_player}
    names |= {chosen.bonus: True} if chosen.bonus is not None else {}
    for name, offered in names.items():
        table = rules.bonus(name, submission.table.as_of) if offered else None
        if table is not None:
            extra = wager(data.slug, data.jurisdiction, table.data.form)
            awards = tuple(extra.award(table, outcome) for outcome in extra.outcomes)
            least = max((parse_dollars(text) for text in table.data.wagers), default=0)
            yield OfferedBonus(extra, awards, table.data.section, least)


def _join(
    rules: WagerRules, paytable: Paytable, form: str, minimum: int, maximum: int
) -> OfferedWager:
    wager_of_form = wager(rules.data.slug, rules.data.jurisdiction, form)
    awards = tuple(
        () if outcome in paytable.data.never else wager_of_form.award(paytable, outcome)
        for outcome in wager_of_form.outcomes
    )
    return OfferedWager(wager_of_form, rules.data, paytable, awards, minimum, maximum)
