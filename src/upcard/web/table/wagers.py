"""Buttons for every offered wager's paytable and for the rules of the game. § 633c.5(c)."""

from nicegui import ui

from upcard.games.table_rules import TableRules
from upcard.service.stage.rules_in_words import rules_in_words
from upcard.service.tables.offers import OfferView, offers_of
from upcard.web.table.desk import heading


def wager_strip(rules: TableRules) -> None:
    """Shows a button for each wager, which opens its paytable."""
    with ui.element("section").classes("uc-card tf-panel tf-wagers"):
        heading("Wagers and what they pay")
        with ui.element("div").classes("tf-offers"):
            for offer in offers_of(rules):
                _offer(offer)


def _offer(offer: OfferView) -> None:
    dialog = _paytable(offer)
    button = ui.button(on_click=dialog.open, color=None).props("flat no-caps dense align=left")
    button.classes("tf-offer")
    with button:
        ui.icon("info_outline").classes("tf-info")
        ui.label(offer.title)
        ui.label(_limits(offer)).classes("tf-offer-limits")


def _limits(offer: OfferView) -> str:
    if offer.amounts:
        return " or ".join(f"${amount}" for amount in offer.amounts)
    return f"${offer.minimum} to ${offer.maximum}"


def _paytable(offer: OfferView) -> ui.dialog:
    with ui.dialog() as dialog, ui.card().classes("tf-dialog"):
        ui.label(offer.title).classes("uc-card-title")
        limits = f"{_limits(offer)}{', mandatory' if offer.mandatory else ''}"
        ui.label(limits).classes("uc-quiet")
        _rows(offer)
        table = f" · paytable {offer.paytable}" if offer.paytable else ""
        ui.label(f"{offer.section}{table}").classes("uc-section")
        ui.button("Close", on_click=dialog.close, color=None).props("flat no-caps")
    return dialog


def _rows(offer: OfferView) -> None:
    with ui.element("table").classes("tf-paytable"):
        for outcome, pays in offer.pays.items():
            with ui.element("tr"):
                with ui.element("th").props("scope=row"):
                    ui.label(outcome.replace("-", " "))
                with ui.element("td"):
                    ui.label(pays)


def game_rules_icon(rules: TableRules) -> None:
    """Shows the icon that opens the rules of play, with the effect of the countdown clock."""
    with ui.dialog() as dialog, ui.card().classes("tf-dialog"):
        ui.label(f"How {rules.game_data.title} is played here").classes("uc-card-title")
        with ui.element("ul").classes("tf-rules"):
            for line in rules_in_words(rules):
                with ui.element("li"):
                    ui.label(line)
        for offer in offers_of(rules):
            ui.label(f"{offer.title}, {_limits(offer)}").classes("tf-result-title")
            _rows(offer)
        ui.label(rules.game_data.section).classes("uc-section")
        ui.button("Close", on_click=dialog.close, color=None).props("flat no-caps")
    icon = ui.button("Game rules", icon="menu_book", on_click=dialog.open, color=None)
    icon.props('flat dense no-caps aria-label="Game rules"')
