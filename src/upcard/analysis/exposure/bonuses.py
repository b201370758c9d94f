"""A bonus of a side wager as a part of what the wager pays, for its exposure to counting."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from upcard.exact.par import ZERO, BonusRecord, ParRecord
from upcard.rules.loader import wager_rules
from upcard.rules.violation import BadInput
from upcard.text.words import listed, quoted
from upcard.wagers.catalogue import wager as wager_rule
from upcard.wagers.kit import LOSE, WagerRule

OF_SEATS: Final = "seats"
"""What is counted for a bonus of one seat that is drawn."""


@dataclass(frozen=True, slots=True)
class PricedBonus:
    """What a bonus adds to each unit wagered.

    `of_others` is paid, by outcome, for each other player who has that outcome. `drawn` is the
    amount for the one seat of `players` that is drawn. A bonus with a classifier of its own has a
    `rule`, whose outcomes pay `backs`. `adds` is what the whole bonus adds to the return off the
    top.
    """

    name: str
    players: int | None
    adds: Fraction
    of_others: dict[str, Fraction]
    drawn: Fraction = ZERO
    rule: WagerRule | None = None
    backs: tuple[Fraction, ...] = ()

    @property
    def options(self) -> dict[str, str | bool]:
        """The choices under which an exposure with the bonus holds."""
        choices: dict[str, str | bool] = {"bonus": self.name}
        return choices if self.players is None else {**choices, "players": str(self.players)}

    @property
    def _share_of_draw(self) -> Fraction:
        """What the draw of one of the seats adds for each player."""
        return ZERO if self.players is None else self.drawn / self.players

    def raised_returns(self, rule: WagerRule, backs: Sequence[Fraction]) -> list[Fraction]:
        """What the outcomes of the wager return, with what others' hands and the draw add.

        The hands of others are as likely as the player's own to have an outcome.
        """
        others = 0 if self.players is None else self.players - 1
        drawn = self._share_of_draw
        return [
            back + drawn + others * self.of_others.get(outcome, ZERO)
            for outcome, back in zip(rule.outcomes, backs, strict=True)
        ]

    def squares(self, rule: WagerRule, backs: Sequence[Fraction]) -> list[Fraction]:
        """The mean square of what the outcomes win, each hand and the draw by itself."""
        others = 0 if self.players is None else self.players - 1
        drawn = self._share_of_draw
        return [
            (back - 1) ** 2
            + drawn * (2 * (back - 1) + self.drawn)
            + others * self.of_others.get(outcome, ZERO) ** 2
            for outcome, back in zip(rule.outcomes, backs, strict=True)
        ]


def bonus_of(record: ParRecord, name: str, players: int | None) -> PricedBonus:
    """The bonus of a record by its name in the odds; `players` have the wager, the counter too.

    Raises `BadInput` for an unknown bonus, and where players are needed and not given or the other
    way around.
    """
    with_option = [bonus for bonus in record.bonuses if bonus.option == name]
    if not with_option:
        options = list(dict.fromkeys(bonus.option for bonus in record.bonuses))
        hint = f"; there is {listed(options)}" if options else ""
        if not options and len(wager_rules(record.wager, record.jurisdiction).paytables) > 1:
            hint = "; choose one that has it with --paytable (paytable=)"
        raise BadInput(
            f"{record.title}, paytable {record.paytable}, has no bonus {quoted(name)}{hint}."
        )
    if with_option[0].each:
        return _players_bonus(record, name, with_option, players)
    if players is not None:
        raise BadInput(f"The bonus {quoted(name)} does not depend on the number of players.")
    rule = _rule(record, name)
    backs = {row.won.outcome: row.won.back for row in with_option}
    return PricedBonus(
        name,
        None,
        _added_return(with_option),
        {},
        rule=rule,
        backs=tuple(backs.get(outcome, ZERO) for outcome in rule.outcomes),
    )


def _added_return(bonuses: Sequence[BonusRecord]) -> Fraction:
    return sum((bonus_row.won.returns for bonus_row in bonuses), ZERO)


def _players_bonus(
    record: ParRecord, name: str, with_option: Sequence[BonusRecord], players: int | None
) -> PricedBonus:
    """A bonus for the hands of others, or for one of several seats."""
    most = max(
        (bonus_row.total for bonus_row in with_option if bonus_row.of == OF_SEATS), default=None
    )
    if players is None:
        raise BadInput(
            f"What the bonus {quoted(name)} of {record.title} adds depends on how many players "
            "have the wager: give --players (players=)."
        )
    if players < 1 or (most is not None and players > most):
        limit = "1 or more" if most is None else f"1 to {most}"
        raise BadInput(f"Players with the wager are {limit}, not {players}.")
    if most is not None:
        drawn = with_option[0].won.back
        return PricedBonus(name, players, drawn / players, {}, drawn)
    backs = {row.won.outcome: row.won.back for row in with_option}
    adds = (players - 1) * _added_return(with_option)
    return PricedBonus(name, players, adds, backs)


def _rule(record: ParRecord, name: str) -> WagerRule:
    """The classifier of a bonus: the wager's own second one, or the form of a table beside it."""
    bonus = wager_rule(record.wager, record.jurisdiction, record.form).bonus
    if bonus is not None and bonus.option == name:
        return WagerRule(record.wager, (LOSE, bonus.outcome), bonus.when)
    tables = wager_rules(record.wager, record.jurisdiction).paytables
    form = next(table.data.form for table in tables if table.beside and table.id == name)
    return wager_rule(record.wager, record.jurisdiction, form)
