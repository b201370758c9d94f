"""Draws a table in the terminal."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from rich.table import Table
from rich.text import Text

from upcard.cards.card import SUIT_SYMBOLS
from upcard.cli.output import console, print_table
from upcard.engine.blackjack.view import TableView
from upcard.engine.core.table_state import INVENTORY, LAYOUT, AnyTable
from upcard.engine.core.view import HIDDEN
from upcard.engine.hybrid.view import TerminalView
from upcard.games.roulette import color_of
from upcard.money.amount import printed_amount, printed_dollars
from upcard.progressives.ledger import HOUSE, PAYABLE

if TYPE_CHECKING:
    from rich.console import Console

_WHERE: Final = {
    INVENTORY: "the house",
    LAYOUT: "still on the layout",
    PAYABLE: "the meters",
}
_STYLES: Final = {"red": "bold red", "black": "bold", "green": "bold green"}


def cards(names: list[str] | tuple[str, ...]) -> Text:
    """Cards with suit symbols, hearts and diamonds in red."""
    text = Text()
    for name in names:
        if text:
            text.append(" ")
        if name == HIDDEN:
            text.append("▒▒", style="dim")
        else:
            rank = "10" if name[0] == "T" else name[0]
            text.append(rank + SUIT_SYMBOLS[name[1]], style="red" if name[1] in "hd" else "bold")
    return text


def print_view(view: TableView, seat: int) -> None:
    """Print a Blackjack table during a round, for the player at `seat`."""
    table = Table(title=Text(f"{view.table}, round {view.round}"), title_justify="left")
    for heading in ("Seat", "Cards", "Total", "Wagers"):
        table.add_column(heading)
    total = view.light if view.dealer_total is None else str(view.dealer_total)
    table.add_row("Dealer", cards(view.dealer), total, "", end_section=True)
    for box in view.boxes:
        if box.switch_cards:
            table.add_row(f"{box.position} switch", cards(box.switch_cards), "", "")
        style = "bold cyan" if box.position == seat else ""
        for number, hand in enumerate(box.hands, 1):
            who = f"{box.position}" + (f" hand {number}" if len(box.hands) > 1 else "")
            wagers = _wager_of(hand.wager, hand.doubled)
            if number == 1:
                wagers += _other_wagers(box.wagers, box.insurance)
            total_text = "?" if hand.total is None else str(hand.total)
            total_text += f" {hand.outcome}" if hand.outcome else ""
            table.add_row(who, cards(hand.cards), total_text, wagers, style=style)
    print_table(console(), table)


def print_terminal(view: TerminalView) -> None:
    """Print a hybrid table during a round, as a player's terminal shows it."""
    layout = view.layout
    table = Table(title=Text(f"{layout.table}, round {layout.round}"), title_justify="left")
    for heading in ("", "Cards", "Total", "Wagers"):
        table.add_column(heading)
    table.add_row("Dealer", cards(view.dealer), "", "")
    table.add_row("Community", cards(layout.community), "", "", end_section=True)
    for place in layout.positions:
        if place.cards and place.position != view.position:
            players = f"{place.players} player" + ("s" if place.players > 1 else "")
            table.add_row(f"Position {place.position}", cards(place.cards), "", players)
    for number, hand in enumerate(view.hands, 1):
        wagers = _wager_of(hand.wager, hand.doubled)
        if number == 1:
            wagers += _other_wagers(view.wagers, view.insurance)
        total = f"{hand.total} {hand.outcome}".rstrip()
        table.add_row(f"Hand {number}", cards(hand.cards), total, wagers, style="bold cyan")
    print_table(console(), table)


def _wager_of(wager: str, doubled: str) -> str:
    """A hand's wager, with what it was doubled by: ``$15.00 + $15.00``."""
    double = f" + {printed_amount(doubled)}" if doubled != "0.00" else ""
    return printed_amount(wager) + double


def _other_wagers(wagers: Mapping[str, str], insurance: str | None) -> str:
    """The other wagers of a position, behind that of its first hand."""
    words = "".join(f", {slug} {printed_amount(amount)}" for slug, amount in wagers.items())
    return words + (f", insurance {printed_amount(insurance)}" if insurance else "")


def print_record(record: dict[str, Any], seat: int = 0) -> None:
    """Print a settled or refused round, for the player at `seat` (0 for nobody)."""
    out = console()
    if "refused" in record:
        violation = record["refused"]
        message = f"Round {record['round']} is refused: {violation['message']}"
        out.print(message, markup=False, soft_wrap=True)
        out.print(f"  {violation['section']}", markup=False, style="dim")
        return
    title = Text(f"\n{record['table']}, round {record['round']}", style="bold")
    out.print(title.append_text(_result(record)), soft_wrap=True)
    for box in record["positions"]:
        _print_position(out, box, record["settlements"], seat)
    for miscount in record.get("miscounts", []):
        line = f"Counted again: {miscount['message']}  {miscount['section']}"
        out.print(line, markup=False, soft_wrap=True)
    for unused in record.get("unused", []):
        place = f"{unused['position']} {unused.get('player', '')}".rstrip()
        out.print(f"Answers left over: seat {place}: {' '.join(unused['answers'])}.")
    if "unused_steps" in record:
        out.print(f"Steps not taken: {' '.join(record['unused_steps'])}.")
    if "unused_cards" in record:
        out.print(f"Cards left over: {' '.join(record['unused_cards'])}.")


def _result(record: dict[str, Any]) -> Text:
    """The result of the round: the dealer's hand, both hands of baccarat, or the wheel's number."""
    line = Text()
    if "pocket" in record:
        pocket = record["pocket"]
        line.append(f"    the ball rests in {pocket}", style=_STYLES[color_of(pocket)])
        line.append(f" {color_of(pocket)}    Lucky Numbers ", style="not bold")
        lucky = [f"{number['number']} at {number['pays']}" for number in record["lucky"]]
        return line.append(", ".join(lucky), style="yellow")
    for side in ("player", "banker", "dealer"):
        if side in record:
            line.append(f"    {side} ", style="not bold").append_text(_hand(record[side]))
    if record.get("community"):
        line.append("    community ", style="not bold").append_text(cards(record["community"]))
    return line


def _hand(hand: dict[str, Any]) -> Text:
    return cards(hand["cards"]).append(f"  {hand['total']}")


def _print_position(
    out: "Console", box: dict[str, Any], settlements: list[dict[str, Any]], seat: int
) -> None:
    """Print each hand with its cards, and below it what each wager won and under which section.

    In games without players' hands it prints one line without cards; where players share a
    position (at terminals), lines have their names.
    """
    position = box["position"]
    hands = box.get("hands", [None])
    of_position = [
        settlement
        for settlement in settlements
        if settlement["position"] == position
        and settlement.get("player", box["player"]) == box["player"]
    ]
    player = "" if box["player"] == str(position) else f" {box['player']}"
    for number, hand in enumerate(hands, 1):
        who = f"seat {position}{player}" + (f" hand {number}" if len(hands) > 1 else "")
        line = Text(f"  {who}", style="bold cyan" if position == seat else "bold")
        if hand is not None:
            line.append(" " * (14 - len(who))).append_text(_hand(hand))
        if "dealer" in box and number == 1:
            line.append("    dealer ", style="not bold").append_text(_hand(box["dealer"]))
        out.print(line)
        _print_settlements(
            out, [settlement for settlement in of_position if settlement["hand"] == number]
        )


def print_settlements(settlements: list[dict[str, Any]]) -> None:
    """Print what wagers won or lost, with the section."""
    _print_settlements(console(), settlements)


def _print_settlements(out: "Console", settlements: list[dict[str, Any]]) -> None:
    width = max([16, *(len(settlement["wager"]) for settlement in settlements)])
    for settlement in settlements:
        net = settlement["net"]
        style = "red" if net.startswith("-") else "yellow" if net == "0.00" else "green"
        signed = net if net.startswith("-") else f"+{net}"
        line = Text(f"    {settlement['wager']:<{width}} ")
        line.append(f"{settlement['outcome']:<31} {signed:>9}", style=style)
        line.append(f"  {settlement['section'].removeprefix('58 Pa. Code ')}", style="dim")
        out.print(line, soft_wrap=True)


def print_accounts(state: AnyTable) -> None:
    """Print what players and the house have won so far."""
    table = Table(title="Won so far", title_justify="left")
    table.add_column("Account")
    table.add_column("Won", justify="right")
    won = dict(state.accounts)
    won[INVENTORY] += won.pop(HOUSE, 0)
    for account, units in won.items():
        if account not in _WHERE or account == INVENTORY or units:
            table.add_row(Text(_WHERE.get(account, account)), printed_dollars(units))
    print_table(console(), table)
