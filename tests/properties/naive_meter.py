"""A meter kept on paper: dollars as fractions, the rules of sharing word by word.

Written from the text and its readings, without a look at the package that it checks; it shares
nothing with it. Amounts are dollars; the smallest unit of account is a hundredth of a cent.
"""

from fractions import Fraction
from math import floor
from typing import Any

Claim = tuple[int, int, Fraction, Fraction]
"""Position, percentage (0 for a prize), dollars wagered, dollars of the prize."""


def down(dollars: Fraction, pieces: int) -> Fraction:
    """Rounded down to whole pieces of which a dollar has so many."""
    return Fraction(floor(dollars * pieces), pieces)


class PaperMeter:
    """What one meter holds, whom it has paid, and where the money came from."""

    def __init__(self, terms: dict[str, Any], secrets: list[Fraction]) -> None:
        self.terms = terms
        self.waiting: dict[str, Any] | None = None
        self.exact = Fraction(terms["seed"])
        self.exact_reserve = Fraction(0)
        self.overflow = Fraction(0)
        self.house = -Fraction(terms["seed"])
        self.owed = Fraction(0)
        self.at_lock: dict[str, Fraction] = {}
        self.hits: list[tuple[str, Fraction, int]] = []
        self.awards = 0
        self.added = Fraction(0)
        self.behind: set[str] = set()
        self.secrets = list(secrets)

    @property
    def holds(self) -> Fraction:
        """Dollars on the meter: parts of a hundredth of a cent are still in the making."""
        return down(self.exact, 10_000)

    @property
    def reserve(self) -> Fraction:
        """Dollars in the reserve, likewise."""
        return down(self.exact_reserve, 10_000)

    # Contributions

    def lock(self, table: str, wagers: list[Fraction]) -> list[tuple[int, Fraction]]:
        """A round's wagers from the dealer's left; the mystery's winners and their awards."""
        won = []
        for index, wager in enumerate(wagers):
            self.add(wager)
            if self.terms["mystery"] and self.exceeds(self.secrets[0]):
                self.secrets.pop(0)
                award = self.pay(down(self.holds, 100))
                self.start_again(table, award, 1)
                won.append((index, award))
        self.at_lock[table] = self.holds
        return won

    def add(self, wager: Fraction) -> None:
        """One wager: the house puts in both parts; a full meter sends the rest to the reserve."""
        before = self.holds, self.reserve
        full = max(self.terms["limit"], self.holds) if self.terms["limit"] else None
        self.exact += wager * self.terms["rate"]
        self.exact_reserve += wager * self.terms["second_rate"]
        if full is not None and self.holds > full:
            too_much = self.holds - full
            self.exact -= too_much
            self.exact_reserve += too_much
            self.overflow += too_much
        self.house -= self.holds + self.reserve - sum(before)

    def exceeds(self, secret: Fraction) -> bool:
        """Strictly above the secret value."""
        return self.holds > secret

    # Awards

    def win(self, table: str, claims: list[Claim]) -> list[Fraction]:
        """What each claim brings, in the order of the claims."""
        ways = {"in-full": self.win_in_full, "within-meter": self.win_within_the_meter}
        if self.terms["sharing"] == "in-order":
            brought = [self.win_in_order(table, claim) for claim in claims]
        else:
            brought = ways[self.terms["together"]](table, claims)
        self.behind |= set(self.at_lock) - {table}
        return brought

    def win_in_full(self, table: str, claims: list[Claim]) -> list[Fraction]:
        """Everybody has what is printed, of what was shown; the house pays what is missing."""
        shown = self.shown_to(table)
        levels = [percent for _, percent, _, _ in claims]
        stakes = sum((wagered for _, percent, wagered, _ in claims if percent == 100), Fraction(0))
        brought = []
        for _, percent, wagered, prize in claims:
            if percent == 0:
                brought.append(prize)
            elif percent == 100:
                brought.append(down(self.share(shown, wagered, stakes, levels.count(100)), 100))
            else:
                each = self.terms["sharing"] == "equally-for-the-same-amount"
                winners = levels.count(percent) if each else 1
                brought.append(down(shown * percent / 100 / winners, 100))
        total = sum(brought, Fraction(0))
        given = min(total, down(self.holds, 100))
        self.exact -= given
        self.house -= total - given
        self.added += total - given
        self.owed += total
        self.awards += len(claims)
        if 100 in levels:
            hit = [award for award, percent in zip(brought, levels, strict=True) if percent == 100]
            self.start_again(table, sum(hit, Fraction(0)), len(hit))
        return brought

    def shown_to(self, table: str) -> Fraction:
        """What the meter showed when the table's wagers were locked, or shows after another's."""
        return self.holds if table in self.behind else self.at_lock[table]

    def win_within_the_meter(self, table: str, claims: list[Claim]) -> list[Fraction]:
        """The small percentages first, the winners of 100% share what is left."""
        brings: dict[int, Fraction] = {}
        small = [claim for claim in claims if claim[1] < 100]
        shown = self.shown_to(table)
        for position, percent, _, prize in small:
            if percent == 0:
                brings[position] = self.pay_prize(prize)
                continue
            if position in brings:
                continue
            equals = [position]
            if self.terms["sharing"] == "equally-for-the-same-amount":
                equals = [other for other, share, _, _ in small if share == percent]
            part = min(shown * percent / 100, self.holds)
            for other in equals:
                brings[other] = down(part / len(equals), 100)
            for other in equals:
                self.pay(brings[other])
        large = [claim for claim in claims if claim[1] == 100]
        pot, stakes = self.holds, sum((claim[2] for claim in large), Fraction(0))
        for position, _, wagered, _ in large:
            brings[position] = self.pay(down(self.share(pot, wagered, stakes, len(large)), 100))
        if large:
            self.start_again(
                table, sum((brings[claim[0]] for claim in large), Fraction(0)), len(large)
            )
        return [brings[claim[0]] for claim in claims]

    def share(self, pot: Fraction, wagered: Fraction, stakes: Fraction, winners: int) -> Fraction:
        """One winner's share of 100%."""
        if self.terms["sharing"] == "in-proportion-to-wagers":
            return pot * wagered / stakes
        return pot / winners

    def win_in_order(self, table: str, claim: Claim) -> Fraction:
        """One claim on what the one before has left."""
        _, percent, _, prize = claim
        if percent == 0:
            paid = self.pay_prize(prize)
            self.restore()
            return paid
        award = self.pay(down(self.holds * percent / 100, 100))
        if percent == 100:
            self.start_again(table, award, 1)
        return award

    def pay(self, award: Fraction) -> Fraction:
        """An award that the meter pays."""
        self.exact -= award
        self.owed += award
        self.awards += 1
        return award

    def pay_prize(self, prize: Fraction) -> Fraction:
        """A prize that the house has set: the meter gives whole cents, the house the rest."""
        given = min(prize, down(self.holds, 100))
        self.pay(given)
        self.house -= prize - given
        self.added += prize - given
        self.owed += prize - given
        return prize

    def start_again(self, table: str, paid: Fraction, winners: int) -> None:
        """After a hit: from the reserve as far as it goes, then from the house."""
        self.hits.append((table, paid, winners))
        needed = Fraction(self.terms["reseed"])
        given = min(self.reserve, needed)
        self.exact_reserve -= given
        self.house -= needed - given
        self.exact += needed

    def restore(self) -> None:
        """After a prize the meter shows at least what it started with last."""
        least = Fraction(self.terms["reseed"] if self.hits else self.terms["seed"])
        missing = max(Fraction(0), least - down(self.holds, 100))
        given = min(self.reserve, missing)
        self.exact_reserve -= given
        self.house -= missing - given
        self.exact += missing

    # Rounds and parameters

    def close(self, table: str) -> None:
        """The end of a round; what waits takes effect when no other round is open."""
        del self.at_lock[table]
        self.behind.discard(table)
        self.apply()

    def submit(self, terms: dict[str, Any]) -> None:
        """New parameters."""
        self.waiting = terms
        self.apply()

    def apply(self) -> None:
        """Nothing changes while a round is open at any table."""
        if self.waiting is not None and not self.at_lock:
            self.terms, self.waiting = self.waiting, None
