"""The tables of a Rules Submission that one game alone has."""

from typing import Final, Literal

from upcard.submission.fields import SubmissionTable, choice

HYBRID: Final = ("hybrid-blackjack", "hybrid-blackjack-no-hole-card")
LIGHTNING: Final = ("lightning-roulette",)
SWITCH: Final = ("blackjack-switch",)
SWITCH_HANDS: Final = ("switch-hands", "blackjack-premium")
PREMIUM: Final = ("blackjack-premium",)
DOWN_UNDER: Final = ("down-under-blackjack",)
WASHINGTON: Final = ("match-the-dealer-blackjack",)


class HybridSection(SubmissionTable):
    """``[hybrid]``: what the countdown clock of a hybrid table does."""

    countdown_seconds: int = choice(
        20, "633c.5(c)(2)", "The seconds that a player has for a decision.", games=HYBRID, ge=1
    )
    at_countdown: Literal["stand"] | list[int] = choice(
        "stand",
        "633c.5(z)",
        'What is done for a player who takes no action: "stand", or without a hole card to hit '
        "on these point counts and stand on all others.",
        games=HYBRID,
    )


class LightningSection(SubmissionTable):
    """``[lightning]``: how Lucky Numbers fall, as whole-numbered weights.

    The text gives neither: both are the certificate holder's, without a default.
    """

    numbers: dict[str, int] | None = choice(
        None, "617b.3(d)", "How often one to five Lucky Numbers are selected.", games=LIGHTNING
    )
    payouts: dict[str, int] | None = choice(
        None, "617b.3(g)", "How often a Lucky Number has each of the nine payouts.", games=LIGHTNING
    )


class SwitchSection(SubmissionTable):
    """``[switch]``: two passages of Blackjack Switch by the text or by the trade's reading."""

    blackjack_pays: Literal["text", "industry"] = choice(
        "text",
        "633a.12(a)(5)(i)",
        "Even money for a Blackjack against a 21 of three or more cards, or always.",
        games=SWITCH,
    )
    dealer_22: Literal["text", "industry"] = choice(
        "text",
        "633a.12(a)(5)(v)",
        "A dealer's 22 returns every wager, or not that of a Blackjack.",
        games=SWITCH,
    )


class SwitchHandsSection(SubmissionTable):
    """``[switch_hands]``: the choices for Switch Hands and Blackjack Premium."""

    cards: Literal["before", "after"] = choice(
        "before", "633c.4(j)", "When the switch hands cards are dealt.", games=SWITCH_HANDS
    )
    tie_blackjack: Literal["push", "1 to 2"] = choice(
        "push",
        "633c.4(i)(2)(ii)",
        "What a tied Blackjack pays to a player who switched.",
        games=SWITCH_HANDS,
    )
    tie_without_ante: Literal["1 to 2", "push"] = choice(
        "1 to 2",
        "633c.4(k)",
        "What a tied Blackjack pays at a Premium table to a player without an ante.",
        games=PREMIUM,
    )


class DownUnderSection(SubmissionTable):
    """``[down_under]``: the vendor's rules, which are not the text's."""

    two_large: Literal["exposed", "played"] = choice(
        "exposed",
        "685a",
        "Vendor's rule: what becomes of a dealer's two large cards.",
        games=DOWN_UNDER,
    )
    dealer_22: Literal["push", "bust"] = choice(
        "push", "685a", "Vendor's rule: whether a dealer's 22 pushes.", games=DOWN_UNDER
    )
