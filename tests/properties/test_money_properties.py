"""Random play with money: what a player has is never negative, and all sums balance."""

from hypothesis import given, settings
from hypothesis import strategies as st

from properties.walk import Walk
from tables import table_rules
from upcard.engine.core import commands as c
from upcard.engine.core import events as e
from upcard.engine.core.money_events import MoneyBrought, MoneyCashedOut
from upcard.engine.core.table_state import GAME_ACCOUNTS

PLAYERS = ("Ann", "Bob")
BROUGHT = (0, 150_000, 200_000, 400_000, 1_500_000)


class MoneyWalk(Walk):
    """A walk at a table where wagers are paid from money that was brought."""

    def fold(self, event: e.Event) -> None:
        super().fold(event)
        state = self.state
        assert all(state.money_of(player) >= 0 for player in ("", *PLAYERS))
        moved = sum(
            one.amount if isinstance(one, MoneyBrought) else -one.amount
            for one in self.events
            if isinstance(one, MoneyBrought | MoneyCashedOut)
        )
        assert state.brought == -state.accounts.get(GAME_ACCOUNTS, 0) == moved

    def anything(self) -> c.Command:
        player = self.random.choice(PLAYERS)
        if self.random.random() < 0.3:
            return self.random.choice(
                (
                    c.BringMoney(self.random.choice(BROUGHT), player),
                    c.CashOut(player),
                    c.PlaceWager(self.random.randint(1, 3), "blackjack", 150_000, player),
                )
            )
        return super().anything()


@settings(derandomize=True, deadline=None, max_examples=12)
@given(st.integers(0, 2**32 - 1), st.sampled_from(("blackjack", "blackjack-switch")))
def test_money_is_never_negative_and_sums_balance(seed: int, game: str) -> None:
    walk = MoneyWalk(table_rules(game=game, positions=3, bring_money=True), seed)
    for player in PLAYERS:
        walk.try_out(c.BringMoney(500_000, player))
    walk.wander(400)
    assert any(isinstance(event, e.WagerSettled) for event in walk.events)
