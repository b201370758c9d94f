"""What lies on the felt and what is said of it, without a browser: cards, areas, steps, rules."""

from pathlib import Path
from typing import Final
from xml.etree import ElementTree

import msgspec
import pytest
from msgspec.structs import replace
from pydantic import TypeAdapter

from amounts import dollars
from tables import FedTable, cards, round_of, table_rules
from tables_of_games import baccarat_rules, roulette_rules
from tables_of_hybrid import hole_card_rules
from upcard.cards.card import NAMES
from upcard.engine.baccarat.events import BANKERS_HAND, PLAYERS_HAND
from upcard.engine.core.commands import (
    ClearTable,
    CloseBets,
    Command,
    CutCards,
    DealCard,
    InsertCoverCard,
    PlaceWager,
    SettleOptionalWagers,
    SettleRound,
    ShowCoverCard,
    Shuffle,
    TurnHoleCard,
    UseCardReader,
)
from upcard.engine.core.events import HOLE, UPCARD, Target
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation
from upcard.engine.core.view import HIDDEN
from upcard.engine.irregular.commands import (
    CoverShuffler,
    DealFromWrongSide,
    ExposeCard,
    MisuseCardReader,
    OverdrawDealer,
    ReportShufflerFailure,
    ReportShufflerJam,
    TakeMissedCard,
)
from upcard.engine.play import apply, new_table, question
from upcard.engine.roulette.commands import AnnounceLuckyNumbers, SpinWheel
from upcard.engine.shoe.upkeep_commands import ReportReaderFailure
from upcard.games.spots import spot_in_words
from upcard.layout.areas import areas
from upcard.service.access.principal import ANY_TABLE, Principal, Role
from upcard.service.stage.beats import BeatView, gathered
from upcard.service.stage.dealing import due_for_dealer, groups_of
from upcard.service.stage.decided_wagers import DecidedWager
from upcard.service.stage.explanations import (
    explain_round,
    explain_round_so_far,
    explain_round_to_watchers,
)
from upcard.service.stage.irregular_steps import irregularities_of, what_follows
from upcard.service.stage.learning import plausible_steps
from upcard.service.stage.legal import closed_places, command_as_json
from upcard.service.stage.procedure import explain_step, sendable, upkeep
from upcard.service.stage.results_in_words import hand_in_words
from upcard.service.stage.scene import position_total, scene_of, seen_by
from upcard.service.stage.scene_views import EXPOSED, CardsView, PileView, SceneView, SeatView
from upcard.service.stage.setting import once_each, setting_of
from upcard.service.stage.status import status_of
from upcard.service.tables.offers import outcome_in_words
from upcard.service.tables.rules_in_words import rules_in_words as rules_explained
from upcard.service.wire.commands import CommandIn, command_of
from upcard.submission.compiling.text import rules_of
from upcard.web.floor.table_rows import in_place_of_band, in_place_of_expected
from upcard.web.stage.cards import BACK, card_svg
from web.arranged import PROGRESSIVE, blackjack

SUBMISSIONS: Final = Path(__file__).parents[2] / "submissions"


def told_wager(title: str, net: str, mood: str) -> DecidedWager:
    """A decided wager of the viewer's at position 1; what was won was won on $5."""
    won, lost = (0, dollars(net[1:])) if net[0] == "-" else (dollars(net), 0)
    wagered = lost or dollars(5)
    paid = 0 if lost else wagered + won
    wager = DecidedWager(1, 0, "ann", title, title, mood, wagered, paid, "58 Pa. Code § 1")
    assert wager.mood == mood
    return wager


def test_a_round_tells_the_wager_that_went_the_other_way_too() -> None:
    lost, won = told_wager("Lucky Ladies", "-25.00", "lost"), told_wager("Main", "10.00", "won")
    assert (
        explain_round(7, (lost, won), {}).words
        == "You lost $15: Lucky Ladies, no winning outcome (§ 1). Main: won $10."
    )
    assert explain_round(7, (won, told_wager("Side", "-5.00", "lost")), {}).words == (
        "You won $5: Main, won (§ 1). Side: lost $5."
    )
    assert explain_round(7, (won,), {}).words == "You won $10: Main, won (§ 1)."


def test_a_jackpot_that_waits_is_told_before_what_was_lost() -> None:
    lost, waits = told_wager("Main", "-25.00", "lost"), told_wager("Side", "-5.00", "lost")
    waits = msgspec.structs.replace(waits, outcome="two aces", waits=True)
    found = explain_round(7, (lost, waits), {})
    assert found.words == (
        "You won Side, two aces (§ 1). A payout waits for the floor. Your other wagers lost $25."
    )
    assert found.mood == "won"
    paid = msgspec.structs.replace(waits, paid=dollars("5000.75"), waits=False)
    assert explain_round(7, (lost, paid), {}).words == (
        "You won $4,970.75: Side, two aces (§ 1). Main: lost $25."
    )


def test_a_round_that_is_over_tells_who_watches_what_each_player_won() -> None:
    lost, won = told_wager("Main", "-25.00", "lost"), told_wager("Side", "10.00", "won")
    bob = msgspec.structs.replace(won, player="bob")
    even = msgspec.structs.replace(lost, player="cy", paid=lost.wagered)
    waits = msgspec.structs.replace(bob, paid=0, waits=True)
    found = explain_round_to_watchers(7, (lost, bob, won, even))
    assert found.words == "ann lost $15, bob won $10 and cy came out even."
    assert (found.net, found.mood) == ("", "level")
    assert explain_round_to_watchers(7, (bob, waits)).words == (
        "bob won $5. Payouts that wait for the floor: 1."
    )
    assert explain_round_so_far(7, (lost,)).words == ""


def test_a_round_tells_how_many_wagers_went_its_way_and_what_decided_it() -> None:
    main, side = told_wager("Main", "-25.00", "lost"), told_wager("Side", "-5.00", "lost")
    assert explain_round(7, (side, main), {"Main": "8 to 4"}).words == (
        "You lost $30 on 2 wagers: Main, 8 to 4 (§ 1); Side, no winning outcome (§ 1)."
    )
    won = told_wager("Pairs", "10.00", "won")
    assert explain_round(7, (side, main, won), {}).words == (
        "You lost $20. 2 wagers lost $30: no winning outcome (§ 1). Pairs: won $10."
    )
    two = msgspec.structs.replace(told_wager("Main", "37.50", "won"), hand=2)
    assert explain_round(7, (main, two), {}).words == (
        "You won $12.50: Main, hand 2, won (§ 1). Main, hand 1: lost $25."
    )
    titled = [
        msgspec.structs.replace(wager, section="WSGC, Rules of a game, version 3")
        for wager in (main, side)
    ]
    assert explain_round(7, tuple(titled), {"Main": "8 to 4"}).words == (
        "You lost $30 on 2 wagers: Main, 8 to 4; Side, no winning outcome."
    )
    assert explain_round(7, tuple(titled[:1]), {"Main": "8 to 4"}).words == (
        "You lost $25: Main, 8 to 4 (WSGC, Rules of a game, version 3)."
    )
    assert explain_round(7, (main,), {(1, 0): "15 against 19"}).words == (
        "You lost $25: Main, 15 against 19 (§ 1)."
    )


def test_a_round_tells_all_that_went_the_other_way_and_what_came_out_even() -> None:
    won, side = told_wager("Main", "25.00", "won"), told_wager("Side", "-5.00", "lost")
    pairs = told_wager("Pairs", "-5.00", "lost")
    assert explain_round(7, (pairs, side, won), {}).words == (
        "You won $15: Main, won (§ 1). 2 wagers lost $10."
    )
    large = told_wager("Large", "-60.00", "lost")
    both_won = (large, won, msgspec.structs.replace(won, title="Match", outcome="one match"))
    assert explain_round(7, both_won, {}).words == (
        "You lost $10: Large, no winning outcome (§ 1). Main: won $25; Match: won $25, one match."
    )
    assert explain_round(7, (large, won, won, won), {}).words == (
        "You won $15. 3 wagers won $75: won (§ 1). Large: lost $60."
    )
    push = msgspec.structs.replace(won, paid=won.wagered, outcome="push")
    assert explain_round(7, (side, push), {}).words == (
        "You lost $5: Side, no winning outcome (§ 1). Main: push."
    )
    both = (side, push, msgspec.structs.replace(push, hand=2))
    assert explain_round(7, both, {}).words.endswith(" 2 wagers came out even.")
    main = msgspec.structs.replace(side, spot="Main", title="Main")
    assert explain_round(7, (side, main), {"Main": "3 against 4"}).words == (
        "You lost $10 on 2 wagers: Main, 3 against 4 (§ 1); Side, no winning outcome (§ 1)."
    )


def test_a_round_that_ends_even_tells_what_was_won_and_what_was_lost() -> None:
    won, lost = told_wager("Main", "5.00", "won"), told_wager("Side", "-5.00", "lost")
    assert explain_round(7, (lost, won), {}).words == (
        "You are even: Main, won (§ 1), won $5. Side: lost $5."
    )


def test_spots_on_the_lines_of_roulette_are_named_with_their_numbers() -> None:
    """§ 617a.3: what a wager on a line covers."""
    named = {name: spot_in_words(name) for name in ("split-33-36", "corner-11-15", "trio-0-3")}
    assert [*named.values()] == ["split 33/36", "corner 11/12/14/15", "trio 0/2/3"]
    assert [spot_in_words(name) for name in ("trio-0-2", "six-line-1-6", "dozen-1", "red")] == [
        "trio 0–2",
        "six line 1–6",
        "dozen 1",
        "red",
    ]


@pytest.mark.parametrize("card", [*NAMES, BACK])
def test_every_card_is_a_drawing_of_its_own(card: str) -> None:
    root = ElementTree.fromstring(card_svg(card))
    assert root.tag.endswith("svg")
    assert sum(card_svg(card) == card_svg(other) for other in [*NAMES, BACK]) == 1


def test_areas_come_from_the_rules_the_game_s_own_first() -> None:
    found = areas(baccarat_rules())
    assert [area.name for area in found if area.main] == [
        "baccarat-player",
        "baccarat-banker",
        "baccarat-tie",
    ]
    assert [area.short for area in found[:3]] == ["Player", "Banker", "Tie"]


DEALER = Principal("dee", Role.DEALER, (ANY_TABLE,))
SURVEILLANCE = Principal("sue", Role.SURVEILLANCE)


def test_a_table_of_house_rules_names_no_key_of_its_submission() -> None:
    rules = rules_of((SUBMISSIONS / "house.toml").read_text())
    told = msgspec.json.encode(setting_of(rules)).decode()
    assert "submission:" not in told
    assert "this table's rules" in told
    assert explain_step(new_table(rules), TurnHoleCard).section == "this table's rules"
    wager = replace(told_wager("Main", "25.00", "won"), section="submission: table.jurisdiction")
    told_round = explain_round(7, (wager,), {})
    assert told_round.words == "You won $25: Main, won."
    assert told_round.wagers[0].section == "this table's rules"


def test_a_step_is_explained_with_the_provision_of_its_game() -> None:
    found = {
        rules.game: explain_step(new_table(rules), DealCard).section
        for rules in (table_rules(), baccarat_rules())
    }
    assert found == {"blackjack": "58 Pa. Code § 633a.7(f)", "baccarat": "58 Pa. Code ch. 631a"}
    step = explain_step(new_table(table_rules()), TurnHoleCard)
    assert step.sentence == "The hole card is turned face up."
    wheel = new_table(roulette_rules())
    for turned in (AnnounceLuckyNumbers, SpinWheel):
        assert "(" not in explain_step(wheel, turned).sentence
    for stacked in (Shuffle, CutCards, InsertCoverCard, ShowCoverCard):
        assert "`" not in explain_step(new_table(table_rules()), stacked).sentence
    for kind in (CloseBets, ClearTable):
        assert "card" in explain_step(new_table(table_rules()), kind).sentence
        assert "card" not in explain_step(wheel, kind).sentence


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ((UPCARD, 0), "the dealer, face up"),
        ((HOLE, 0), "the dealer, face down"),
        ((PLAYERS_HAND, 0), "the Player's Hand"),
        ((BANKERS_HAND, 0), "the Banker's Hand"),
    ],
)
def test_the_step_of_dealing_says_who_gets_the_card(target: Target, words: str) -> None:
    rules = baccarat_rules() if target[0] in (PLAYERS_HAND, BANKERS_HAND) else table_rules()
    dealing = msgspec.structs.replace(new_table(rules), phase=Phase.DEALING, targets=(target,))
    assert explain_step(dealing, DealCard).sentence == f"The next card goes to {words}."


def test_the_step_of_dealing_names_a_hand_where_a_position_has_several() -> None:
    table = round_of("8s 9d 8h 7c")
    assert explain_step(table.state, DealCard).sentence.endswith("to the hand that is due one.")
    table.by_hand()
    for answer in ("split", "hit"):
        asked = question(table.state)
        assert asked is not None
        table.send(asked.answers[answer])
        text = explain_step(table.state, DealCard).sentence
        assert text == "The next card goes to position 1, hand 1."
        table.send(DealCard(*cards("2c")))


def test_irregularities_are_offered_to_whoever_may_report_them_only() -> None:
    state = new_table(table_rules())
    offered = {
        step.step.name: step for step in sendable(DEALER, state, irregularities_of(state.rules))
    }
    assert not offered["Report reader failure"].refused
    assert offered["Miss hand"].refused == "The initial cards are not dealt now."
    assert offered["Miss hand"].step.section == "58 Pa. Code § 633a.14(g)"
    assert "Repair card reader" not in offered, "that is the floorperson's"
    assert not list(sendable(SURVEILLANCE, state, irregularities_of(state.rules)))
    for step in offered.values():
        assert step.step.sentence.endswith(".")
        assert "§" not in step.step.sentence


def test_a_dealer_reads_what_follows_from_an_irregularity_that_the_table_can_have() -> None:
    """§ 633a.14(d), (h), (j), (l), (m): only what its equipment permits."""
    plain, double = table_rules(), table_rules(decks=4, dealing="double-shoe")
    assert what_follows(plain, OverdrawDealer) == "It goes to the discard rack."
    assert what_follows(plain, MisuseCardReader) == "Play goes on."
    reveals = replace(plain, reader_reveals=True)
    assert what_follows(reveals, MisuseCardReader) == "All wagers are returned."
    assert DealFromWrongSide() not in irregularities_of(plain)
    assert CoverShuffler() not in irregularities_of(plain)
    assert DealFromWrongSide() in irregularities_of(double)
    shuffled = table_rules(dealing="automated-shuffler")
    assert {CoverShuffler(), ReportShufflerJam()} < set(irregularities_of(shuffled))


def test_the_step_of_dealing_names_the_side_of_a_double_shoe() -> None:
    """§ 633a.7(d)(1)."""
    table = round_of("8s 9d 3h 7c", table_rules(decks=4, dealing="double-shoe"))
    dealing = replace(table.state, phase=Phase.DEALING, targets=((1, 1),), side=1)
    words = "The next card goes to position 1, from side 2 of the shoe."
    assert explain_step(dealing, DealCard).sentence == words


def test_a_hand_missed_in_the_initial_deal_cites_its_own_provision() -> None:
    """§ 633a.14(g): (i) is about a card that a player requested."""
    table = round_of("8s 9d 3h 7c")
    assert explain_step(table.state, TakeMissedCard).section == "58 Pa. Code § 633a.14(i)"
    dealing = replace(table.state, phase=Phase.DEALING)
    assert explain_step(dealing, TakeMissedCard).section == "58 Pa. Code § 633a.14(g)"


def test_a_table_whose_shuffler_failed_says_what_comes_before_the_shuffle() -> None:
    """§ 633a.14(m)."""
    state = apply(new_table(table_rules(dealing="automated-shuffler")), ReportShufflerFailure())[0]
    shuffling = replace(state, phase=Phase.SHUFFLING)
    assert "covered, or bears a sign" in status_of(shuffling, DEALER)
    step = due_for_dealer(shuffling, None)
    assert step is not None
    assert step.command == {"type": "CoverShuffler"}
    covered = apply(shuffling, CoverShuffler())[0]
    assert status_of(covered, DEALER) == "The cards are shuffled."
    wagered = replace(
        apply(new_table(table_rules(dealing="continuous-shuffler")), ReportShufflerFailure())[0],
        phase=Phase.SHUFFLING,
    )
    assert status_of(wagered, DEALER).endswith("A floorperson reports the repair.")


def test_an_exposed_card_lies_beside_the_dealers_until_it_is_dealt() -> None:
    """§ 633a.14(c): the player on turn sees what may be refused."""
    table = round_of("8s 9d 3h 7c")
    table.send(ExposeCard(cards("5h")[0]))
    seen = scene_of(seen_by(DEALER, table.state), "dan", (0, 0), ())
    assert seen.cards[EXPOSED].cards == ("5h",)
    asked = question(table.state)
    assert asked is not None
    table.send(asked.answers["hit"])
    scene = scene_of(seen_by(DEALER, table.state), "dan", (0, 0), ())
    assert EXPOSED not in scene.cards
    assert scene.cards["1/1"].cards == ("8s", "3h", "5h")


def test_a_hand_that_was_called_off_is_not_compared() -> None:
    """§ 633a.14(g)."""
    dead = CardsView("Hand 1", 1, 1, ("9d",), "9", "called off", "level")
    assert hand_in_words(dead, CardsView("Dealer", 0, 0, ("Qs", "As"), "21")) == "called off"


def test_a_table_whose_card_reader_failed_says_so() -> None:
    """§ 633a.14(k)."""
    state = apply(new_table(table_rules()), ReportReaderFailure())[0]
    assert status_of(state, DEALER).startswith("The card reader has failed")


def test_what_a_dealer_is_offered_is_read_when_it_is_sent() -> None:
    state = new_table(table_rules())
    read = TypeAdapter(CommandIn).validate_python
    for command in (*irregularities_of(state.rules), *upkeep(state)):
        assert command_of(read(command_as_json(command))) == command


def test_the_game_rules_say_what_the_icon_has_to_explain() -> None:
    said = list(rules_explained(hole_card_rules()))
    assert "Winner: a hand nearer to 21 than the dealer's, and not above it." in said
    assert any("Blackjack pays 3 to 2" in line for line in said)
    assert any("stands on all 17s, soft ones too" in line for line in said)
    assert any("Insurance pays 2 to 1" in line for line in said)
    assert "No decision in time: the hand stands (§ 633c.5(p)(2))." in said
    assert any("Lucky Numbers" in line for line in rules_explained(roulette_rules()))


def hand(total: str, tag: str) -> CardsView:
    """A hand of position 1 that has ended."""
    return CardsView("Hand 1", 1, 1, ("Th", "6c"), total, tag)


def dealers(total: str, *cards: str) -> CardsView:
    """The dealer's hand."""
    return CardsView("Dealer", 0, 0, cards or ("Td", "5s", "Kc"), total)


@pytest.mark.parametrize(
    ("mine", "dealer", "words"),
    [
        (hand("26", "bust"), dealers("23"), "bust with 26"),
        (hand("24", "doubled, bust"), dealers("17"), "bust with 24"),
        (hand("16", "surrender"), dealers("20"), "surrendered with 16"),
        (hand("21", "blackjack"), dealers("19"), "a Blackjack"),
        (hand("21", "even money"), dealers("21", "As", "Kd"), "a Blackjack at even money"),
        (hand("20", "dealer blackjack"), dealers("21", "As", "Kd"), "20 against a Blackjack"),
        (hand("21", "push"), dealers("21", "As", "Kd"), "a Blackjack against a Blackjack"),
        (hand("16", "win"), dealers("25"), "16, the dealer busts with 25"),
        (hand("20", "push"), dealers("20"), "20 against 20"),
        (hand("20", "lose"), dealers("21"), "20 against 21"),
    ],
)
def test_totals_are_compared_only_where_they_decided(
    mine: CardsView, dealer: CardsView, words: str
) -> None:
    assert hand_in_words(mine, dealer) == words


def placed(at: int, wager: str, **piles: str) -> BeatView:
    """A wager that Ada, or at position 2 the viewer, has placed; `piles` lie there by then."""
    seats = (SeatView(1, "Ada"), SeatView(2, "ann", own=True))
    lying = {name: PileView(at, name, amount) for name, amount in piles.items()}
    scene = SceneView(round=1, phase="wagering", cards={}, piles=lying, seats=seats)
    return BeatView("WagerPlaced", f"{wager} is placed.", scene, at, wager)


def test_wagers_of_another_player_are_told_together() -> None:
    main, side = placed(1, "main", main="25.00"), placed(1, "side", main="25.00", side="2.50")
    (beat,) = gathered([main, side])
    assert beat.say == "Ada places 2 wagers, $27.50 in all."
    assert beat.scene == side.scene
    own = [placed(2, "main", main="25.00"), placed(2, "side", main="25.00", side="2.50")]
    assert list(gathered([main, *own])) == [main, *own]


def test_the_cards_that_players_of_a_hybrid_table_share_have_a_total() -> None:
    assert position_total(("As", "8d")) == "19"
    assert position_total(("As", HIDDEN)) == ""
    assert position_total(()) == ""


def test_a_learner_chooses_among_steps_near_the_one_that_is_due() -> None:
    state = new_table(table_rules())
    kinds: list[type[Command]] = [
        DealCard,
        SettleOptionalWagers,
        UseCardReader,
        SettleRound,
        ClearTable,
    ]
    assert plausible_steps(state, kinds, DealCard) == kinds[:3]
    assert plausible_steps(state, kinds, UseCardReader) == kinds
    assert plausible_steps(state, kinds, CloseBets) == [CloseBets, *kinds[:2]]


def test_the_floor_says_what_is_known_while_the_odds_are_computed() -> None:
    told = in_place_of_expected(3, learning=True), in_place_of_expected(3, learning=False)
    assert told == ("This table's odds are being computed.", "Its odds are not known.")
    assert in_place_of_expected(0, learning=True) == "–"
    assert in_place_of_band(learning=True) == "Its band is being computed."


@pytest.mark.parametrize(
    ("placed", "outcome", "words"),
    [
        ("perfect-pairs", "mixed-pair", "mixed pair"),
        ("royal-match-21", "royal-match", "Royal Match"),
        ("buzzer-beater", "20-against-21-or-blackjack", "20 against a dealer's 21 or Blackjack"),
        ("match-the-dealer-progressive", "one-non-suited-match", "one non-suited match"),
        ("straight-17", "lucky-number-499", "Lucky Number at 499"),
        ("blackjack", "dealer-blackjack", "dealer blackjack"),
        ("blackjack", "void", "called off"),
    ],
)
def test_an_outcome_has_the_name_of_its_row_within_a_sentence(
    placed: str, outcome: str, words: str
) -> None:
    assert outcome_in_words(placed, outcome) == words


def test_what_the_spots_of_a_wager_share_is_sent_once() -> None:
    setting = setting_of(roulette_rules())
    sent = once_each(setting)
    first = {spot.name: spot for spot in sent.spots}
    every = {spot.name: spot for spot in setting.spots}
    assert len({spot.wager for spot in sent.spots}) == len(sent.spots)
    for alike in sent.alike:
        spot, like = every.pop(alike.name), first[alike.like]
        again = replace(
            like,
            name=alike.name,
            title=alike.title,
            numbers=alike.numbers,
            least_words=like.least_words.replace(like.title, alike.title),
            most_words=like.most_words.replace(like.title, alike.title),
        )
        assert again == spot
    assert every == first
    assert len(msgspec.json.encode(sent)) < len(msgspec.json.encode(setting)) / 3


def test_an_ante_is_wagered_beside_its_blackjack_wager() -> None:
    """§ 633c.4(c): $1 for every $5, so that no smaller amount is asked of a place."""
    rules = rules_of(blackjack("T-ANTE", game="switch-hands"))
    table, ann = FedTable(rules), Principal("ann", Role.PLAYER, (ANY_TABLE,))
    setting = setting_of(rules)
    assert closed_places(table.state, ann, setting.spots) == {}
    ante = next(spot for spot in setting.spots if spot.name == "switch-hands-ante")
    assert ante.part_of_main == "1/5"
    assert ante.most_words == "Switch Hands ante is $1 for every $5 of the Blackjack wager."
    table.send(PlaceWager(1, "blackjack", dollars(25), "ann"))
    assert "1/switch-hands-ante" not in closed_places(table.state, ann, setting.spots)


def test_a_place_of_another_player_is_closed_once_and_not_for_each_spot() -> None:
    rules = roulette_rules()
    state = new_table(rules)
    state = apply(state, PlaceWager(1, "straight-13", dollars(5), "bob"))[0]
    ann, bob = (Principal(name, Role.PLAYER, (ANY_TABLE,)) for name in ("ann", "bob"))
    spots = setting_of(rules).spots
    assert set(closed_places(state, ann, spots)) == {"1"}
    assert closed_places(state, ann, spots)["1"].startswith("Position 1 is bob's")
    own = closed_places(state, bob, spots)
    assert own["1/straight-13"].startswith("The straight 13 wager is placed already")
    assert "1" not in own


def test_a_dealer_is_offered_only_the_groups_of_steps_that_the_game_has() -> None:
    counted = rules_of(blackjack("P", PROGRESSIVE))
    plain = table_rules()
    assert Automation.COLLECT in groups_of(counted)
    assert Automation.COLLECT not in groups_of(plain)
    assert Automation.READER in groups_of(plain) & groups_of(hole_card_rules())
    assert Automation.SPIN not in groups_of(plain)
    assert not groups_of(baccarat_rules()) & (Automation.READER | Automation.SPIN)
    assert groups_of(roulette_rules()) == Automation.SETTLE | Automation.SELECT | Automation.SPIN
