"""Plays one table's round a decision at a time. 58 Pa. Code §§ 633a.7-11."""

from upcard.cards.card import value_of
from upcard.compiled.cells import IntegerCells
from upcard.compiled.environments.cards import count_seen, draw, fill_shoe
from upcard.compiled.environments.fields import (
    BEGIN,
    BET,
    BET_DRAWS,
    BET_INSURANCE,
    BET_NUMBER,
    BET_PAYS,
    BETTING,
    CODE_BITS,
    CODES_WORD,
    DECIDED,
    DECISION,
    DECLINED,
    EVEN_MONEY,
    FIRST_BET,
    FRESH,
    INSURE,
    INSURED,
    INSURING,
    IS_OVER,
    NATURAL_ROW,
    NEXT,
    OVER,
    PAID,
    PAIR,
    PLAYING,
    ROOM_OF_SHOE,
    ROUND_WON,
    ROW,
    SHOE_AT,
    SIZE,
    SPLIT_VALUE,
    SURRENDERING,
    UPCARD,
    WAITING,
    WAITING_CARDS,
    WHOLE_SHOES,
)
from upcard.compiled.environments.finished_rounds import note_round
from upcard.compiled.hand_codes import DOUBLE, HIT, SPLIT, SURRENDER, VALUES
from upcard.compiled.simulation import codes
from upcard.compiled.simulation.codes import DOUBLED, NATURAL, SURRENDERED, TOTALS
from upcard.compiled.simulation.fields import (
    CODES,
    COVER,
    DEALER_NEXT,
    DEALER_START,
    DEALER_TOTAL,
    EARLY_SURRENDER,
    FIRST_HAND,
    HANDS,
    HAS_BLACKJACK,
    IS_WHOLE,
    MAX_HANDS,
    NEXT_ROWS,
    NO_PEEK,
    ONE_CARD,
    ONE_CARD_ROWS,
    RECORDS,
    REMOVE,
    RESPLIT_ACES,
    RESULTS,
    RETURNS,
    STANDS_FROM,
    START,
    START_ROWS,
    STRIDE,
    TOTAL_OF,
)
from upcard.compiled.simulation.rounds import is_live, mark_returned


def take_action(cards: IntegerCells, ints: IntegerCells, action: int) -> int:
    """Carry out a legal action of the table; returns what it waits for then."""
    ints[ROUND_WON] = 0
    decision = ints[DECISION]
    if decision == PLAYING:
        play(cards, ints, action)
    elif decision == BET:
        ints[BET_NUMBER] = action - FIRST_BET
        deal_two_each(cards, ints)
    elif decision == INSURING:
        if action == EVEN_MONEY:
            add_code(ints, codes.EVEN_MONEY)
            ints[DECISION] = PAID
        else:
            ints[INSURED] = 1 if action == INSURE else 0
            after_insurance(cards, ints)
    elif decision == SURRENDERING:
        if action == SURRENDER:
            end_hand(cards, ints, SURRENDERED)
        else:
            ints[DECLINED] = 1
            look(cards, ints)
    if decision == DECIDED or ints[DECISION] == PAID:
        settle(cards, ints)
        after_round(cards, ints)
    return ints[DECISION]


def open_table(cards: IntegerCells, ints: IntegerCells) -> int:
    """Begin an episode; go on with the shoe unless it is over or a round was left."""
    between_rounds = ints[DECISION] in (BET, OVER)
    if not between_rounds or is_shoe_over(ints) == 1:
        fill_shoe(cards, ints)
    ints[IS_OVER] = 0
    return begin_round(cards, ints)


def is_shoe_over(ints: IntegerCells) -> int:
    """1 once the cover card was dealt (§ 633a.7(e)), or where each round has a new shoe."""
    return 1 if ints[NEXT] > ints[COVER] or ints[IS_WHOLE] == 0 or ints[FRESH] == 1 else 0


def begin_round(cards: IntegerCells, ints: IntegerCells) -> int:
    """Ask for a bet, or deal with the smallest one where the bet is not a decision."""
    ints[SIZE] = ints[PAIR] = ints[WAITING] = ints[HANDS] = ints[UPCARD] = 0
    if ints[BETTING] == 1:
        ints[DECISION] = BET
        return BET
    ints[BET_NUMBER] = 0
    return deal_two_each(cards, ints)


def deal_two_each(cards: IntegerCells, ints: IntegerCells) -> int:
    """Deal two cards each (§ 633a.7(f)); without a peek the dealer takes one (§ 633c.5)."""
    ints[INSURED] = ints[DECLINED] = ints[CODES_WORD] = ints[HANDS] = ints[WAITING] = 0
    ints[START] = ints[NEXT]
    for _ in range(ints[REMOVE]):
        draw(cards, ints)
        ints[START] += 1
    first = count_seen(ints, draw(cards, ints))
    upcard = count_seen(ints, draw(cards, ints))
    second = count_seen(ints, draw(cards, ints))
    if ints[NO_PEEK] == 0:
        draw(cards, ints)
    ints[BEGIN] = ints[NEXT] - ints[START]
    ints[UPCARD] = upcard
    ints[SPLIT_VALUE] = first
    ints[PAIR] = first + 1 if first == second else 0
    ints[ROW] = ints[START_ROWS + VALUES * first + second]
    ints[SIZE] = 2
    stack = ints[SHOE_AT] + ints[ROOM_OF_SHOE] - WAITING_CARDS
    cards[stack] = cards[ints[SHOE_AT] + ints[START]]
    if upcard == 0:
        ints[DECISION] = INSURING
        return INSURING
    return after_insurance(cards, ints)


def after_insurance(cards: IntegerCells, ints: IntegerCells) -> int:
    """Ask for surrender where it comes before the peek, else look for a Blackjack."""
    upcard = ints[UPCARD]
    asks = ints[EARLY_SURRENDER] == 1 and upcard in (0, VALUES - 1)
    if asks and ints[ROW] != ints[NATURAL_ROW]:
        ints[DECISION] = SURRENDERING
        return SURRENDERING
    return look(cards, ints)


def look(cards: IntegerCells, ints: IntegerCells) -> int:
    """Ask for a decision on the hand unless a Blackjack decides the round."""
    natural = ints[ROW] == ints[NATURAL_ROW]
    decided = natural or (ints[NO_PEEK] == 0 and first_state(cards, ints) == ints[HAS_BLACKJACK])
    if not decided:
        if ints[INSURED] == 1 and ints[NO_PEEK] == 0:  # lost at the peek (§ 633a.8(d))
            ints[ROUND_WON] += ints[ints[BET_INSURANCE] + 2 * ints[BET_NUMBER]]
            ints[INSURED] = 0
        ints[DECISION] = PLAYING
        return PLAYING
    add_code(ints, NATURAL if natural else cards[ints[TOTAL_OF] + ints[ROW]] + 0)
    if ints[BETTING] == 0 and ints[UPCARD] != 0 and ints[DECLINED] == 0:
        ints[DECISION] = DECIDED  # nothing was asked in this round: it ends with a step
        return DECIDED
    ints[DECISION] = PAID
    return PAID


def first_state(cards: IntegerCells, ints: IntegerCells) -> int:
    """The state of the dealer's two cards, the second of which was dealt."""
    hole = value_of(cards[ints[SHOE_AT] + ints[START] + 3] + 0) - 1
    return cards[DEALER_START + VALUES * ints[UPCARD] + hole] + 0


# The hands


def play(cards: IntegerCells, ints: IntegerCells, action: int) -> int:
    """Carry out a decision on the hand."""
    if action in (HIT, DOUBLE):
        drawn = count_seen(ints, draw(cards, ints))
        ints[SIZE] += 1
        ints[PAIR] = 0
        ints[ROW] = ints[ints[NEXT_ROWS] + ints[ROW] + drawn]
        total = cards[ints[TOTAL_OF] + ints[ROW]] + 0
        if action == DOUBLE:
            return end_hand(cards, ints, total + DOUBLED)
        return end_hand(cards, ints, total) if total >= 21 else total
    if action == SPLIT:
        return split(cards, ints)
    if action == SURRENDER:
        return end_hand(cards, ints, SURRENDERED)
    return end_hand(cards, ints, cards[ints[TOTAL_OF] + ints[ROW]] + 0)


def split(cards: IntegerCells, ints: IntegerCells) -> int:
    """Split the pair: its second card waits, the first hand gets a card (§ 633a.11(b))."""
    ints[WAITING] += 1
    is_first = ints[HANDS] == 0 and ints[WAITING] == 1
    second = ints[START] + (2 if is_first else ints[BEGIN])
    stack = ints[SHOE_AT] + ints[ROOM_OF_SHOE] - WAITING_CARDS
    cards[stack + ints[WAITING]] = cards[ints[SHOE_AT] + second]
    if deal_second(cards, ints) == 1:
        return end_hand(cards, ints, cards[ints[TOTAL_OF] + ints[ROW]] + 0)
    return 0


def deal_second(cards: IntegerCells, ints: IntegerCells) -> int:
    """Deal the second card to a split hand; returns 1 if the hand takes no decision."""
    value = ints[SPLIT_VALUE]
    drawn = count_seen(ints, draw(cards, ints))
    ints[BEGIN] = ints[NEXT] - 1 - ints[START]
    ints[ROW] = ints[ONE_CARD_ROWS + VALUES * value + drawn]
    ints[SIZE] = 2
    ints[PAIR] = value + 1 if drawn == value else 0
    if cards[ints[TOTAL_OF] + ints[ROW]] == 21:
        return 1
    again = ints[PAIR] > 0 and ints[RESPLIT_ACES] == 1
    again = again and ints[HANDS] + ints[WAITING] + 1 < ints[MAX_HANDS]
    return 1 if value == 0 and ints[ONE_CARD] == 1 and not again else 0


def end_hand(cards: IntegerCells, ints: IntegerCells, code: int) -> int:
    """End the hand; go on with the next one that is asked about, if any is left to play."""
    add_code(ints, code)
    while ints[WAITING] > 0:
        stack = ints[SHOE_AT] + ints[ROOM_OF_SHOE] - WAITING_CARDS
        cards[stack] = cards[stack + ints[WAITING]]
        ints[WAITING] -= 1
        if deal_second(cards, ints) == 0:
            return 0
        add_code(ints, cards[ints[TOTAL_OF] + ints[ROW]] + 0)
    ints[DECISION] = PAID
    return PAID


def add_code(ints: IntegerCells, code: int) -> int:
    """Keep the code of a finished hand."""
    ints[CODES_WORD] |= code << CODE_BITS * ints[HANDS]
    ints[HANDS] += 1
    return code


# The payoff


def settle(cards: IntegerCells, ints: IntegerCells) -> int:
    """Play the dealer's hand and pay the wagers; returns what they won."""
    hands, word = ints[HANDS], ints[CODES_WORD]
    for hand in range(hands):
        ints[CODES + hand] = word >> CODE_BITS * hand & 255
    before = ints[NEXT]
    dealer = dealers_hand(cards, ints)
    if dealer == ints[HAS_BLACKJACK] and ints[RETURNS] == 1:
        ints[FIRST_HAND] = 0
        mark_returned(ints, 1)
    total = cards[DEALER_TOTAL + dealer] + 0
    bet = ints[BET_NUMBER]
    pays, won = ints[BET_PAYS] + codes.RESULTS_KEPT * bet, 0
    for hand in range(hands):
        won += ints[pays + cards[RESULTS + TOTALS * ints[CODES + hand] + total]]
    if ints[INSURED] == 1:
        insured = 1 if dealer == ints[HAS_BLACKJACK] else 0
        won += ints[ints[BET_INSURANCE] + 2 * bet + insured]
    ints[ROUND_WON] += won
    if ints[RECORDS] == 1:
        note_round(cards, ints, before, 21 if dealer == ints[HAS_BLACKJACK] else total)
    return won


def dealers_hand(cards: IntegerCells, ints: IntegerCells) -> int:
    """The state of the dealer's finished hand, whose cards the player sees then."""
    live = ints[ints[BET_DRAWS] + ints[BET_NUMBER]] == 1 or is_live(cards, ints) == 1
    if ints[NO_PEEK] == 0:
        count_seen(ints, value_of(cards[ints[SHOE_AT] + ints[START] + 3] + 0) - 1)
        dealer = first_state(cards, ints)
    else:
        hole = count_seen(ints, draw(cards, ints))
        dealer = cards[DEALER_START + VALUES * ints[UPCARD] + hole] + 0
    if live:
        while dealer < ints[STANDS_FROM]:
            drawn = count_seen(ints, draw(cards, ints))
            dealer = cards[DEALER_NEXT + STRIDE * dealer + drawn] + 0
    return dealer


def after_round(cards: IntegerCells, ints: IntegerCells) -> int:
    """End the episode, or begin the next round of the shoe."""
    if ints[WHOLE_SHOES] == 1 and is_shoe_over(ints) == 0:
        return begin_round(cards, ints)
    ints[DECISION] = OVER
    ints[IS_OVER] = 1
    ints[SIZE] = ints[PAIR] = ints[WAITING] = ints[HANDS] = 0
    return OVER
