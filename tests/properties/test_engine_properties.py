"""Random tables, random legal and illegal commands: what holds after every event.

A failing example prints its choices and the seed of the walk, which repeat it.
"""

from collections import Counter
from collections.abc import Mapping
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nightly import NIGHTLY
from properties.shared_views import share_views
from properties.walk import DEALINGS, SLUGS, Walk, table_cards
from properties.walk_irregular import put_right
from properties.walk_jackpots import generous
from tables import table_rules
from upcard.engine.blackjack.flow import FLOW
from upcard.engine.blackjack.state import new_table
from upcard.engine.core.events import Event, WagerSettled
from upcard.engine.core.jackpot_events import JackpotPaid
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation
from upcard.engine.core.table_state import LAYOUT
from upcard.engine.irregular import events as events_irregular
from upcard.engine.jackpots.steps import awaiting_awards
from upcard.engine.play import due, evolve, question, refusal
from upcard.engine.shoe import upkeep_events as events_upkeep
from upcard.games.table_rules import TableRules
from upcard.games.washington import DEAL_ORDERS
from upcard.rules.loader import RULEBOOK_DATE, wager_rules
from upcard.submission.game_choices import is_asked
from upcard.submission.validate import valid_submission

__all__ = ["share_views"]

EXAMPLES = 3_000 if NIGHTLY else 25
SETTINGS = settings(
    max_examples=EXAMPLES,
)
WALKS = range(120) if NIGHTLY else range(50, 75)
"""The seeds of walks that meet each kind of jackpot often enough: the rarest is met in few."""
STEPS = 250
DEALER = Automation.ALL & ~Automation.FLOOR
"""Players decide while the floor still validates."""
VARIATIONS = ("blackjack-switch", "switch-hands", "blackjack-premium")
READINGS = ("text", "industry")
TIES = ("push", "1 to 2")
CHIPS = ("0.50", 1, 5)
FIXED = {"blazing-7s", "blackjack-match"}
"""Wagers of $1 or $5, of which the house chooses one: the walk stakes $5."""


@st.composite
def random_elsewhere(draw: st.DrawFn) -> TableRules:
    """The rules of a game that is cited elsewhere than in chapter 633a."""
    wagers: dict[str, dict[str, object]] = {"match-the-dealer-progressive": {"wager": 5}}
    table: dict[str, object] = {"decks": 6, "positions": draw(st.integers(1, 4))}
    if draw(st.booleans()):
        rules = table_rules(
            game="down-under-blackjack",
            wagers=wagers,
            down_under={
                "two_large": draw(st.sampled_from(("exposed", "played"))),
                "dealer_22": draw(st.sampled_from(("push", "bust"))),
            },
            **table,
        )
        return generous(rules) if draw(st.booleans()) else rules
    version = draw(st.sampled_from(("v002", "v003")))
    paytable = draw(st.sampled_from(("9c-1", "8c-2") if version == "v002" else ("5c-1", "4d-1")))
    progressive = wagers["match-the-dealer-progressive"]
    progressive |= {"paytable": paytable, "seed": 1000, "increment": "15%"}
    if paytable == "5c-1":
        progressive["prizes"] = {"two-suited-matches": draw(st.sampled_from((250, "50 for 1")))}
        progressive["prizes_paid"] = draw(st.sampled_from(("house", "meter")))
    wagers |= {"match-the-dealer": {"mandatory": draw(st.booleans())}, "match-the-dealer-down": {}}
    rules = table_rules(
        game="match-the-dealer-blackjack",
        jurisdiction="wa",
        system_version=version,
        deal_order=draw(st.sampled_from(DEAL_ORDERS)),
        down_card_checked=draw(st.sampled_from(("when-exposed", "at-settlement"))),
        wagers=wagers,
        **table,
    )
    return generous(rules) if draw(st.booleans()) else rules


def asked_of(game: str, table: str, choices: Mapping[str, object]) -> dict[str, object]:
    """The choices that a game leaves to the submission."""
    submission = valid_submission({"table": {"name": "?", "game": game}})
    return {key: value for key, value in choices.items() if is_asked(submission, table, key)}


@st.composite
def random_rules(draw: st.DrawFn) -> TableRules:
    """The rules of any table that complies."""
    if draw(st.integers(0, 5)) == 0:
        return draw(random_elsewhere())
    game = draw(st.sampled_from(("blackjack", *VARIATIONS)))
    dealing = draw(st.sampled_from(DEALINGS))
    by_hand = dealing == "from-the-hand"
    decks = draw(st.sampled_from((1, 2) if by_hand else (1, 2, 4, 6, 8)))
    offered = draw(st.sets(st.sampled_from(SLUGS)))
    legal = {slug for slug in offered if wager_rules(slug).in_force(RULEBOOK_DATE, decks)}
    legal -= {slug for slug in legal if by_hand and wager_rules(slug).data.table_needs}
    legal |= {"three-card-poker"} if "top-3" in legal else set()
    legal |= {"super-match"} if game == "blackjack-switch" and decks in (6, 8) else set()
    wagers: dict[str, dict[str, object]] = {slug: {} for slug in sorted(legal)}
    for slug in FIXED & legal:
        wagers[slug]["wager"] = 5
    if "buster-blackjack" in wagers:
        wagers["buster-blackjack"]["bonus"] = draw(st.sampled_from(("B1", "B2")))
    if "blazing-7s" in wagers:
        wagers["blazing-7s"]["third_card"] = draw(st.sampled_from(("draw", "upcard")))
        wagers["blazing-7s"]["must_hit_by"] = "B-5"
        wagers["blazing-7s"]["must_hit_by_paid"] = draw(st.sampled_from(("slip", "inventory")))
    if "super-4" in wagers:
        wagers["super-4"]["mystery"] = 2
    if "blackjack-match" in wagers:
        wagers["blackjack-match"]["envy"] = True
    if "royal-match-21" in wagers:
        wagers["royal-match-21"]["crown_treasure"] = draw(st.booleans())
    if "house-money" in wagers:
        wagers["house-money"]["press"] = draw(st.sampled_from(("all", "50%")))
    own: dict[str, object] = {}
    if game == "blackjack-switch":
        readings = {key: draw(st.sampled_from(READINGS)) for key in ("blackjack_pays", "dealer_22")}
        own = {"switch": readings}
    elif game != "blackjack":
        cards, tie = draw(st.sampled_from(("before", "after"))), draw(st.sampled_from(TIES))
        hands = {"cards": cards, "tie_blackjack": tie}
        own = {"switch_hands": asked_of(game, "switch_hands", hands)}
    blackjack: dict[str, object] = {
        "resplits": draw(st.integers(0, 3)),
        "resplit_aces": draw(st.booleans()),
        "split_aces": draw(st.sampled_from(("play", "one-card"))),
        "even_money": draw(st.booleans()),
        "settle_blackjack": draw(st.sampled_from(("immediately", "after-reveal"))),
        "settle_surrender": draw(st.sampled_from(("immediately", "after-reveal"))),
        "payoff_order": draw(st.sampled_from(("collect-then-pay", "right-to-left"))),
    }
    rules = table_rules(
        game=game,
        **own,
        dealing=dealing,
        decks=decks,
        fully_automated=not by_hand,
        positions=draw(st.integers(1, 7)),
        smallest_chip=draw(st.sampled_from(("0.50", 1) if "switch_hands" in own else CHIPS)),
        adjacent_boxes=1,
        mid_shoe_entry=draw(st.booleans()),
        double_card=draw(st.sampled_from(("face-up",) if by_hand else ("face-up", "face-down"))),
        double_shoe_colors=draw(st.sampled_from(("red-first", "red-second"))),
        blackjack=asked_of(game, "blackjack", blackjack),
        equipment={"reader_reveals": draw(st.booleans())},
        wagers=wagers,
    )
    return generous(rules) if draw(st.booleans()) else rules


@SETTINGS
@given(rules=random_rules(), seed=st.integers(0, 2**32 - 1))
def test_whatever_is_asked_for_the_table_stays_in_order(rules: TableRules, seed: int) -> None:
    walk = Walk(rules, seed, views=True)
    walk.wander(STEPS)
    walk.finish()
    again = new_table(rules)
    for event in walk.events:
        again = evolve(again, event)
    assert again == walk.state
    assert walk.state.accounts[LAYOUT] == 0
    assert table_cards(walk.state) == []


@SETTINGS
@given(rules=random_rules(), seed=st.integers(0, 2**32 - 1))
def test_every_question_has_an_answer_and_every_answer_is_allowed(
    rules: TableRules, seed: int
) -> None:
    walk = Walk(rules, seed)
    for _ in range(STEPS):
        asked = question(walk.state)
        assert asked is None or due(walk.state, DEALER) is None
        if asked is not None:
            assert asked.asks.unanswered in asked.answers
            assert all(refusal(walk.state, answer) is None for answer in asked.answers.values())
        elif due(walk.state) is None and not awaiting_awards(walk.state):
            if put_right(walk.state) is not None:
                walk.try_out(walk.sensible())
                continue
            assert walk.state.phase is Phase.WAGERING
        walk.try_out(walk.sensible())


@pytest.mark.nightly
def test_the_walks_meet_every_kind_of_table_and_most_events() -> None:
    """The properties above would be idle if the walks did not get anywhere."""
    seen: Counter[str] = Counter()
    for number, (dealing, game) in enumerate(product(DEALINGS, ("blackjack", *VARIATIONS) * 2)):
        rules = table_rules(game=game, dealing=dealing, decks=1, wagers={"house-money": {}})
        walk = Walk(rules, number)
        walk.wander(600)
        seen.update(type(event).__name__ for event in walk.events)
    rare = {"BonusesDrawn", "WagerCollected", "CollectionDue"}
    rare |= {"SurrenderOffered"}  # early surrender is for house tables; test_phases plays them
    for kind in (kind.__name__ for _, kind in FLOW.phases):
        assert seen[kind] or kind in rare, kind
    for event in Event.__subclasses__():
        if event.__module__ in (events_irregular.__name__, events_upkeep.__name__):
            assert seen[event.__name__], event
    for kind in ("DiscardsReshuffled", "CoverCardAppeared", "InsurancePlaced", "DecisionMade"):
        assert seen[kind] > 5, kind


PROGRESSIVE: dict[str, dict[str, object]] = {
    "jackpot-party": {"paytable": "P20-B", "wager": 5, "envy": True},
    "match-the-dealer-progressive": {"wager": 5},
    "blackjack-match": {"wager": 5, "envy": True},
    "super-4": {"mystery": 2},
    "straight-jack": {},
    "hit-and-run": {"must_hit_by": "B-5", "must_hit_by_paid": "inventory"},
    "bad-beat": {"any_20": True},
}


def test_the_walks_meet_jackpots_of_every_kind() -> None:
    seen: Counter[str] = Counter()
    for number in WALKS:
        walk = Walk(generous(table_rules(wagers=PROGRESSIVE)), number)
        walk.wander(400)
        seen.update(type(event).__name__ for event in walk.events)
        paid = [event for event in walk.events if isinstance(event, JackpotPaid)]
        seen.update(event.source for event in paid)
        settled = [event for event in walk.events if isinstance(event, WagerSettled)]
        seen.update("envy" for event in settled if event.envy_of)
    for kind in ("ProgressivesLocked", "AwardsClaimed", "AwardsDetermined", "MysteryAwarded"):
        assert seen[kind] > 5, kind
    for kind in ("PapersCompleted", "jackpot-slip", "game-account", "table-inventory", "envy"):
        assert seen[kind] > 2, kind
