"""Steps or resets every table, and writes what their players observe."""

from upcard.compiled.cells import IntegerCells
from upcard.compiled.environments.fields import (
    ACTIONS_AT,
    ACTIONS_KNOWN,
    AUTORESET,
    BEGIN,
    BET,
    BET_MASKS,
    BET_NUMBER,
    COUNT,
    COUNTED,
    DECIDED,
    DECISION,
    DECLINE,
    DECLINED,
    ENDED,
    EVEN_MONEY,
    EXPANDED,
    FINISHED,
    FIRST_BET,
    HAND_SHIFT,
    HANDS_SHIFT,
    ILLEGAL,
    ILLEGAL_ACTIONS,
    INSURE,
    INSURING,
    IS_OVER,
    MASK_WORDS,
    MASKED,
    MASKS,
    MAY_DOUBLE,
    NATURAL_ROW,
    NEXT,
    NUMBER,
    OBSERVED,
    OFFERS_EVEN_MONEY,
    PAIR,
    PAIR_SHIFT,
    PLAYING,
    RAISES,
    RESETTING,
    ROOM_OF_SHOE,
    ROUND_TABLES,
    ROUND_WON,
    ROW,
    ROW_WORDS,
    SHOE_AT,
    SHOWN,
    SHOWN_CARDS,
    SHOWS_CARDS,
    SIZE,
    SIZE_SHIFT,
    SPLIT_VALUE,
    SURRENDERING,
    SURRENDERS,
    UPCARD,
    UPCARD_SHIFT,
    WAGERED,
    WAITING,
    WAITING_CARDS,
    WON,
)
from upcard.compiled.environments.play import open_table, take_action
from upcard.compiled.environments.record import pack, unpack
from upcard.compiled.hand_codes import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from upcard.compiled.simulation.fields import (
    HANDS,
    HANDS_LOGGED,
    IN_SHOE,
    LOGGED,
    MAX_HANDS,
    ONE_CARD,
    RESPLIT_ACES,
    START,
    TOTAL_OF,
)


def step_tables(cards: IntegerCells, ints: IntegerCells) -> None:
    """The kernel of a step: one action for each table."""
    ints[FINISHED] = ints[LOGGED] = ints[HANDS_LOGGED] = 0
    if ints[RAISES] == 1 and count_illegal(cards, ints) > 0:
        return
    for table in range(ints[NUMBER]):
        offset, action = unpack(ints, table), ints[ints[ACTIONS_AT] + table]
        cards[ints[ILLEGAL] + table] = 0
        ints[ROUND_WON] = 0
        if ints[IS_OVER] == 1:
            if ints[AUTORESET] == 1:
                open_table(cards, ints)
        else:
            if is_legal(ints, table, action) == 0:
                cards[ints[ILLEGAL] + table] = 1
                action = legal_substitute(ints)
            rounds = ints[FINISHED]
            take_action(cards, ints, action)
            if ints[FINISHED] > rounds:
                ints[ints[ROUND_TABLES] + rounds] = table
        show(cards, ints, table)
        pack(ints, offset)


def reset_tables(cards: IntegerCells, ints: IntegerCells) -> None:
    """The kernel of a reset: of all tables, or of those that are marked."""
    for table in range(ints[NUMBER]):
        if ints[MASKED] == 0 or cards[ints[RESETTING] + table] == 1:
            offset = unpack(ints, table)
            ints[ROUND_WON] = cards[ints[ILLEGAL] + table] = 0
            open_table(cards, ints)
            show(cards, ints, table)
            pack(ints, offset)


# Actions


def is_legal(ints: IntegerCells, table: int, action: int) -> int:
    """1 if the table's mask, as it was shown last, permits an action."""
    if action < 0 or action >= ints[ACTIONS_KNOWN]:
        return 0
    word = ints[ints[MASKS] + table * ints[MASK_WORDS] + (action >> 3)]
    allowed: int = word >> 8 * (action & 7) & 1
    return allowed


def count_illegal(cards: IntegerCells, ints: IntegerCells) -> int:
    """Mark and count the illegal actions of tables whose episode is not over."""
    count = 0
    for table in range(ints[NUMBER]):
        over = cards[ints[ENDED] + table]
        legal = over == 1 or is_legal(ints, table, ints[ints[ACTIONS_AT] + table]) == 1
        cards[ints[ILLEGAL] + table] = 0 if legal else 1
        count += 0 if legal else 1
    ints[ILLEGAL_ACTIONS] = count
    return count


def legal_substitute(ints: IntegerCells) -> int:
    """What an illegal action does: stand, decline, or place the smallest bet."""
    if ints[DECISION] == BET:
        return FIRST_BET
    return DECLINE if ints[DECISION] in (INSURING, SURRENDERING) else STAND


def legal_bits(cards: IntegerCells, ints: IntegerCells) -> int:
    """The legal actions, other than bets, as bits."""
    decision = ints[DECISION]
    if decision == PLAYING:
        return playing_bits(cards, ints)
    if decision == INSURING:
        even = ints[OFFERS_EVEN_MONEY] == 1 and ints[ROW] == ints[NATURAL_ROW]
        return 1 << INSURE | 1 << DECLINE | (1 << EVEN_MONEY if even else 0)
    if decision == SURRENDERING:
        return 1 << SURRENDER | 1 << DECLINE
    return 1 << STAND if decision == DECIDED else 0


def playing_bits(cards: IntegerCells, ints: IntegerCells) -> int:
    """The decisions on a hand that the rules permit (§§ 633a.7(k), 633a.9-11)."""
    hands, ace = ints[HANDS] + ints[WAITING], ints[SPLIT_VALUE] == 0
    from_split = 1 if hands > 0 else 0
    one_card = from_split == 1 and ace and ints[ONE_CARD] == 1
    bits = 1 << STAND if one_card else 1 << STAND | 1 << HIT
    if ints[SIZE] != 2:
        return bits
    total = cards[ints[TOTAL_OF] + ints[ROW]] + 0
    if not one_card and ints[MAY_DOUBLE + 32 * from_split + total] == 1:
        bits |= 1 << DOUBLE
    again = from_split == 0 or not ace or ints[RESPLIT_ACES] == 1
    if ints[PAIR] > 0 and hands + 1 < ints[MAX_HANDS] and again:
        bits |= 1 << SPLIT
    if ints[SURRENDERS] == 1 and from_split == 0 and ints[DECLINED] == 0:
        bits |= 1 << SURRENDER
    return bits


# Observations


def show(cards: IntegerCells, ints: IntegerCells, table: int) -> int:
    """Write the observation, the mask, the win and the end of a table."""
    decision = ints[DECISION]
    seen = decision
    if ints[SIZE] > 0:
        others = ints[HANDS] + ints[WAITING] - (1 if decision == DECIDED else 0)
        number = ints[HANDS] + 1 if others > 0 else 0
        seen |= ints[ints[ROW_WORDS] + ints[ROW]]
        seen |= ints[PAIR] << PAIR_SHIFT | ints[UPCARD] + 1 << UPCARD_SHIFT
        seen |= ints[SIZE] << SIZE_SHIFT | number << HAND_SHIFT | others + 1 << HANDS_SHIFT
    ints[ints[OBSERVED] + table] = seen
    ints[ints[COUNTED] + table] = ints[COUNT] & 65535 | (ints[IN_SHOE] - ints[NEXT]) << 16
    masks, words = ints[MASKS] + table * ints[MASK_WORDS], ints[MASK_WORDS]
    if decision == BET:
        for word in range(words):
            ints[masks + word] = ints[BET_MASKS + word]
    else:
        ints[masks] = ints[EXPANDED + legal_bits(cards, ints)]
        for word in range(1, words):
            ints[masks + word] = 0
    if ints[SHOWS_CARDS] == 1:
        show_cards(cards, ints, table)
    ints[ints[WON] + table] = ints[ROUND_WON]
    ints[ints[WAGERED] + table] = ints[BET_NUMBER]
    cards[ints[ENDED] + table] = ints[IS_OVER]
    return decision


def show_cards(cards: IntegerCells, ints: IntegerCells, table: int) -> int:
    """Write the upcard and the cards of the hand, each as one more than its number."""
    target = ints[SHOWN] + SHOWN_CARDS * table
    size = ints[SIZE]
    for place in range(SHOWN_CARDS):
        cards[target + place] = 0
    if size == 0:
        return 0
    shoe, start = ints[SHOE_AT], ints[START]
    cards[target] = cards[shoe + start + 1] + 1
    cards[target + 1] = cards[shoe + ints[ROOM_OF_SHOE] - WAITING_CARDS] + 1
    drawn, place = start + ints[BEGIN], 2
    split = ints[HANDS] + ints[WAITING] > (1 if ints[DECISION] == DECIDED else 0)
    if not split:
        cards[target + 2] = cards[shoe + start + 2] + 1
        place = 3
    while place <= size:
        cards[target + place] = cards[shoe + drawn] + 1
        drawn += 1
        place += 1
    return size
