"""Deals that are counted by pattern have as many ways as deals that are made one by one."""

from itertools import combinations, permutations

from upcard.exact.deal_spaces import SPACES


def test_a_dealers_blackjack_beside_two_cards_has_the_ways_of_naive_deals() -> None:
    facts = ("first", "second", "dealer_blackjack")
    (space,) = (space for space in SPACES if space.facts == facts)
    assert space.deals is not None
    shoe = [(rank, suit) for rank in range(13) for suit in range(4)]
    wanted = {(0, 4), (0, 9), (1, 50), (0, 1), (20, 44), (44, 51)}
    counted = {
        (deal[0], deal[1], deal[2]): space.ways(pattern, 1)
        for pattern, deal in space.deals()
        if (deal[0], deal[1]) in wanted
    }
    for first, second in combinations(shoe, 2):
        types = (4 * first[0] + first[1], 4 * second[0] + second[1])
        if types not in wanted:
            continue
        left = [card for card in shoe if card not in (first, second)]
        made = sum(
            {upcard[0], hole[0]} & {0} != set() and max(upcard[0], hole[0]) >= 9
            for upcard, hole in permutations(left, 2)
        )
        assert counted[(*types, 1)] == made
        assert counted[(*types, 0)] == len(left) * (len(left) - 1) - made
