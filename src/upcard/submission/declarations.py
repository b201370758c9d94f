"""What a Rules Submission declares of layout and equipment: the text requires it to be there."""

from typing import Literal

from upcard.submission.fields import Section, choice
from upcard.submission.game_sections import HYBRID


class LayoutSection(Section):
    """``[layout]``: what the layout shows, as declared."""

    certificate_holder: bool = choice(True, "633a.2(b)(1)", "The name or logo is shown.")
    blackjack_areas: bool = choice(
        True, "633a.2(b)(2)", "Each player has a betting area for the Blackjack wager."
    )
    inscriptions: bool = choice(
        True, "633a.2(b)(3)", "Blackjack, Insurance and the dealer's rule are inscribed."
    )
    wager_areas: bool = choice(
        True, "633a.2(b)", "Each offered wager has its own area for each player."
    )
    payouts: Literal["inscribed", "sign"] = choice(
        "inscribed", "633a.2(b)(15)", "Where payout odds are shown."
    )
    payout_limit: Literal["inscribed", "sign"] = choice(
        "inscribed", "633a.2(b)(16)", "Where the aggregate payout limit is shown."
    )
    majestic_match_areas: bool = choice(
        True,
        "631b.7(a)",
        "Each player has an area for Majestic Match on either hand, where it is offered.",
        games=("baccarat",),
    )
    hybrid_boxes: bool = choice(
        True,
        "633c.5(b)",
        "The name or logo, a box for each player position and the dealer, a community box.",
        games=HYBRID,
    )
    lucky_numbers: bool = choice(
        True,
        "617b.3(d)",
        "Lucky Numbers are illuminated, each with its increased payout.",
        games=("lightning-roulette",),
    )


class EquipmentSection(Section):
    """``[equipment]``: what stands at the table, as declared."""

    drop_box: bool = choice(True, "633a.2(e)", "A drop box and a tip box are attached.")
    reader_reveals: bool = choice(
        False,
        "633a.14(j)(1)",
        "Whether players may learn the value of the hole card from the card reader.",
    )
    discard_rack: Literal["height-of-decks", "marked"] = choice(
        "height-of-decks",
        "633a.2(g)",
        "A discard rack as high as the decks, or taller with a mark at their height.",
    )
    shuffler: bool = choice(
        True, "633a.12(b)(2)", "An automated shuffling device, where the dealing needs one."
    )
    electronic_tables: bool = choice(
        True, "633c.5(a)", "Table and terminals comply with chapter 605a.", games=HYBRID
    )
    rules_icon: bool = choice(
        True, "633c.5(c)", "Each terminal has its layout and a game rules icon.", games=HYBRID
    )
    hybrid_card_reader: bool = choice(
        True, "633c.5(d)", "A card reader device is attached to the table.", games=HYBRID
    )
    hybrid_discard_rack: Literal["height-of-decks", "marked", "continuous-shuffler"] = choice(
        "height-of-decks",
        "633c.5(e)",
        "A discard rack as high as the decks, or taller with a mark; none is needed with a "
        "continuous shuffler.",
        games=HYBRID,
    )
    single_zero_wheel: bool = choice(
        True, "617b.3(a)", "A single-zero wheel.", games=("lightning-roulette",)
    )
    random_number_generator: bool = choice(
        True,
        "617b.3(b)",
        "A Board approved random number generator selects the Lucky Numbers and their payouts.",
        games=("lightning-roulette",),
    )
