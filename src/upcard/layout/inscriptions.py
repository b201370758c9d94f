"""The inscriptions and the boxes for cards on a layout. §§ 633a.2(b), 633c.4(a), 633c.5(b), (c)."""

from collections.abc import Iterable, Iterator

import msgspec

from upcard.games.hybrid import WITHOUT_HOLE_CARD
from upcard.games.table_rules import TableRules
from upcard.money.amount import printed_dollars
from upcard.money.odds import describe
from upcard.submission.declarations import LayoutSection
from upcard.text.words import listed
from upcard.wagers.limits import has_limited_row


class Inscription(msgspec.Struct, frozen=True):
    """A text on the layout.

    An `arched` text runs on an arc around the dealer. The text of `insurance` is the outermost,
    except for an `outer` one, which stands beyond it where the areas leave room. The text of a
    `wager` (its slug) stands in the wager's area.
    """

    text: str
    section: str
    arched: bool = False
    insurance: bool = False
    outer: bool = False
    wager: str = ""


def inscriptions(rules: TableRules, declared: LayoutSection | None = None) -> list[Inscription]:
    """The inscriptions of the layout, in the order in which the text lists them.

    With `declared`, the submission's ``[layout]``, also the payout limit where it is inscribed.
    """
    texts = list(_of_blackjack(rules)) if rules.has_blackjack_wager else []
    if texts and declared is not None and not rules.variation.has_terminals:
        texts += _payout_limit(rules, declared)
    for offered in rules.wagers:
        in_area = offered.data.inscriptions.items()
        texts += [Inscription(text, section, wager=offered.slug) for text, section in in_area]
    of_game = rules.variation.inscriptions()
    texts += [Inscription(text, section, arched=True) for text, section in of_game]
    return texts


def arches(texts: Iterable[Inscription]) -> list[Inscription]:
    """The arched inscriptions from the dealer outwards: the Insurance line comes last."""
    return sorted((text for text in texts if text.arched), key=lambda text: text.insurance)


def _of_blackjack(rules: TableRules) -> Iterator[Inscription]:
    insurance = next(describe(award) for award in rules.insurance.awards if award)
    if rules.variation.has_terminals:
        lines = ["58 Pa. Code § 633c.5(c)(2)"] * 3
    else:
        cited = rules.cite("58 Pa. Code § 633a.2(b)(3)(i)")
        lines = [cited.replace("(3)(i)", f"(3)({part})") for part in ("i", "ii", "iii")]
    yield Inscription(f"Blackjack pays {rules.blackjack_odds}", lines[0], arched=True)
    yield Inscription(f"Insurance pays {insurance}", lines[1], arched=True, insurance=True)
    drawn = "Dealer shall draw to 16 and stand on all 17s"
    if rules.blackjack.hits_soft_17:
        drawn = "Dealer shall draw to 16 and to soft 17"
    yield Inscription(drawn, lines[2], arched=True)


def _payout_limit(rules: TableRules, declared: LayoutSection) -> Iterator[Inscription]:
    """The limit itself, or the words on a posted one (§ 633a.2(b)(16)); none on a sign.

    (16) speaks of a limit per hand. The limit of § 633a.13(o) is shared by the hands of a round
    that win a top row, and the inscription says so.
    """
    section = rules.cite("58 Pa. Code § 633a.2(b)(16)")
    limited = [each.data.title for each in rules.wagers if has_limited_row(each.data)]
    if rules.aggregate_limit is None or not limited or declared.payout_limit == "sign":
        return
    if declared.payout_limit == "generic":
        words = "This game is subject to the posted payout limit"
        yield Inscription(words, section, outer=True)
    else:
        limit = printed_dollars(rules.aggregate_limit, short=True)
        words = f"{limit} in all for the hands of a round that win the top row"
        yield Inscription(f"Payout limit of {listed(limited)}: {words}", section, outer=True)


def hybrid_devices(*, discard_rack: bool, drop_box: bool) -> tuple[Inscription, ...]:
    """The devices of a hybrid table; a continuous shuffler needs no `discard_rack` (e).

    The `drop_box` and the tip box are those that every Blackjack table has (§ 633a.2(e)).
    """
    section = "58 Pa. Code § 633c.5"
    attached = ("drop box", "tip box") if drop_box else ()
    rack = (Inscription("discard rack", f"{section}(e)"),) if discard_rack else ()
    return (
        Inscription("card reader", f"{section}(d)"),
        *rack,
        Inscription("shuffler", f"{section}(f)"),
        Inscription("dealing shoe", f"{section}(j)"),
        *(Inscription(name, "58 Pa. Code § 633a.2(e)") for name in attached),
    )


def boxes(rules: TableRules) -> tuple[Inscription, ...]:
    """The boxes for cards on the layout of a hybrid table, with its name or logo.

    For the game without a hole card § 633c.5(b) does not apply; its boxes are those of (y).
    """
    if rules.game == WITHOUT_HOLE_CARD:
        section = "58 Pa. Code § 633c.5(y)"
        return (
            Inscription("A box for all players' cards", f"{section}(1)"),
            Inscription("A box for the dealer's cards", f"{section}(2)"),
            Inscription("A community box for the cards that are drawn", f"{section}(4)"),
        )
    section = "58 Pa. Code § 633c.5(b)"
    return (
        Inscription("The name or logo of the certificate holder", f"{section}(1)"),
        Inscription(f"{rules.positions} boxes for players' cards", f"{section}(2)"),
        Inscription("A box for the dealer's cards", f"{section}(3)"),
        Inscription("A community box for the cards that the dealer draws", f"{section}(4)"),
    )
