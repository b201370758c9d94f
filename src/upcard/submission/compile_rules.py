"""Compiles a submission that complies to the rules that engine and odds work from."""

from collections.abc import Iterator

from msgspec.structs import replace

from upcard.games.table_rules import BlackjackRules, OfferedBonus, OfferedWager, TableRules
from upcard.money.amount import parse_dollars
from upcard.money.odds import Odds
from upcard.rules.loader import game_rules
from upcard.rules.odds_text import parse_award
from upcard.rules.schema import Paytable, WagerRules
from upcard.submission.check_wagers import paytable_of
from upcard.submission.schema import Submission, WagerSection
from upcard.wagers.catalogue import priced, wager
from upcard.wagers.kit import LOSE, Wager, permitted_amounts


def compile_table(submission: Submission) -> TableRules:
    """The rules of the table; the submission has to comply."""
    table, base = submission.table, submission.blackjack
    game = game_rules(table.game)
    offered = [_offered(submission, slug, chosen) for slug, chosen in submission.wagers.items()]
    insurance = priced("insurance")
    return TableRules(
        name=table.name,
        game=table.game,
        jurisdiction=table.jurisdiction,
        as_of=table.as_of,
        decks=table.decks,
        dealing=table.dealing,
        positions=table.positions,
        minimum=table.minimum,
        maximum=table.maximum,
        smallest_chip=table.smallest_chip,
        adjacent_boxes=table.adjacent_boxes,
        mid_shoe_entry=table.mid_shoe_entry,
        aggregate_limit=table.aggregate_limit,
        red_side=0 if table.double_shoe_colors == "red-first" else 1,
        blackjack=BlackjackRules(
            resplits=base.resplits,
            resplit_aces=base.resplit_aces,
            one_card_on_split_aces=base.split_aces == "one-card",
            even_money=base.even_money,
            pay_blackjack_at_once=base.settle_blackjack == "immediately",
            collect_then_pay=base.payoff_order == "collect-then-pay",
            settle_surrender_at_once=base.settle_surrender == "immediately",
            double_face_down=table.double_card == "face-down",
        ),
        blackjack_odds=_odds(game.pays["blackjack"]),
        win_odds=_odds(game.pays["win"]),
        insurance=_join(insurance, insurance.paytables[0], "", 0, table.maximum),
        wagers=tuple(sorted(offered, key=lambda one: one.data.order)),
    )


def _odds(text: str) -> Odds:
    (pay,) = parse_award(text)
    assert isinstance(pay, Odds)
    return pay


def _offered(submission: Submission, slug: str, chosen: WagerSection) -> OfferedWager:
    rules = priced(slug)
    paytable = paytable_of(rules, submission, chosen.paytable)
    assert paytable is not None
    permitted = permitted_amounts(rules.data, paytable)
    if permitted and (chosen.wager is not None or _one_amount(rules)):
        permitted = (chosen.wager or permitted[0],)
    low = chosen.wager or chosen.minimum or min(permitted, default=submission.table.smallest_chip)
    high = chosen.wager or chosen.maximum or max(permitted, default=submission.table.maximum)
    form = _form(paytable, chosen)
    offered = _join(rules, paytable, form, low, high)
    return replace(
        offered,
        press_percent=100 if chosen.press == "all" else int(chosen.press.removesuffix("%")),
        amounts=tuple(amount for amount in permitted if low <= amount <= high),
        bonuses=tuple(_bonuses(submission, rules, paytable, chosen)),
    )


def _one_amount(rules: WagerRules) -> bool:
    """Whether the submission picks one of the amounts that the text permits."""
    return rules.data.limits is not None and rules.data.limits.house_selects


def _form(paytable: Paytable, chosen: WagerSection) -> str:
    """The classifier that the submission's choices ask for."""
    if chosen.any_20:
        return "any-20"
    if chosen.third_card == "upcard":
        return f"{paytable.data.form}-upcard"
    words = ["industry"] if chosen.reading == "industry" else []
    words += [chosen.chosen_suit] if chosen.chosen_suit is not None else []
    return "-".join(words) or paytable.data.form


def _bonuses(
    submission: Submission, rules: WagerRules, paytable: Paytable, chosen: WagerSection
) -> Iterator[OfferedBonus]:
    """The additional payouts that the submission offers."""
    data = rules.data
    main = wager(data.slug, data.jurisdiction, paytable.data.form)
    if chosen.crown_treasure and main.bonus is not None:
        bonus = main.bonus
        extra = Wager(data.slug, (LOSE, bonus.outcome), bonus.when)
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
    found = wager(rules.data.slug, rules.data.jurisdiction, form)
    awards = tuple(
        () if outcome in paytable.data.never else found.award(paytable, outcome)
        for outcome in found.outcomes
    )
    return OfferedWager(found, rules.data, paytable, awards, minimum, maximum)
