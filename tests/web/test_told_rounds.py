"""How a round is told: who won at baccarat in its turn, and what decided each wager."""

import msgspec
from msgspec.structs import replace

from amounts import dollars
from tables import FedTable, cards
from tables_of_games import ALL_STEPS, baccarat_table, roulette_rules
from tables_of_hybrid import without_hole_card
from upcard.engine.core.commands import CloseBets, SettleOptionalWagers, SettleRound, SwitchCards
from upcard.engine.core.steps import Automation
from upcard.engine.play import new_table, question
from upcard.service.access.principal import Principal, Role
from upcard.service.stage.beats import ViewedTable, reasons_of
from upcard.service.stage.decided_wagers import DecidedWager, Reasons, with_reasons
from upcard.service.stage.explanations import explain_round
from upcard.service.stage.results_in_words import outcome_of_game
from upcard.service.stage.scene_views import PLAYER
from upcard.submission.compiling.text import rules_of
from web.arranged import blackjack

WATCHER = Principal("ada", Role.SURVEILLANCE)


def wager(title: str, lost: int, section: str = "58 Pa. Code § 1") -> DecidedWager:
    """A wager of ann's that was lost, at position 1; `lost` is in dollars."""
    return DecidedWager(1, 0, "ann", title, title, "lost", dollars(lost), 0, section)


def test_the_winner_at_baccarat_is_told_after_the_last_card_and_before_the_wagers() -> None:
    table = baccarat_table()
    table.wager(1, "baccarat-player", 10, "ann")
    before = table.state
    table.cards = cards("Kh 4s Qh 9d 5c 6c")
    fold = ViewedTable(WATCHER, before, ())
    beats = dict(fold.numbered(table.send(CloseBets())))
    assert [beat.what for beat in beats.values()] == [
        "BetsClosed",
        *["CardDealt"] * 4,
        "PointCountsAnnounced",
        *["CardDealt"] * 2,
        "WinnerAnnounced",
        "WagerSettled",
        "RoundSettled",
    ]
    assert beats["8.1"].say == "The Banker's Hand wins, 9 against 5."
    tags = [beat.scene.cards["banker"].tag for beat in beats.values()]
    assert tags == [""] * 8 + ["wins"] * 3
    assert fold.scene.cards[PLAYER].tag == ""


def test_the_winner_is_told_first_where_the_cards_lie_there_already() -> None:
    table = baccarat_table(automations=ALL_STEPS & ~Automation.SETTLE)
    table.wager(1, "baccarat-player", 10, "ann")
    table.cards = cards("Kh 9s Qh 9d")
    table.send(CloseBets())
    table.send(SettleOptionalWagers())
    fold = ViewedTable(WATCHER, table.state, ())
    beats = dict(fold.numbered(table.send(SettleRound())))
    assert [beat.what for beat in beats.values()] == [
        "WinnerAnnounced",
        "WagerSettled",
        "RoundSettled",
    ]
    assert beats["0.1"].say == "The Banker's Hand wins, 8 against 0."


def test_who_switches_is_told_to_themselves_as_you() -> None:
    rules = rules_of(blackjack("T-SWITCH", game="blackjack-switch"))
    for who, said in (("ann", "You switch."), ("bob", "Position 1 switches.")):
        table = FedTable(rules)
        table.wager(1, player="ann")
        viewed = ViewedTable(Principal(who, Role.PLAYER), table.state, ())
        events = table.deal("Th 5h 6c 5d Ac 9d")
        assert question(table.state) is not None
        events += table.send(SwitchCards(1))
        assert said in [beat.say for beat in viewed.follow(events)]


def test_where_the_ball_rests_is_what_decided_a_round() -> None:
    scene = ViewedTable(WATCHER, new_table(roulette_rules()), ()).scene
    assert outcome_of_game(scene) == ""
    rested = replace(scene, pocket=17, color="black")
    assert outcome_of_game(rested) == "The ball rests in 17, black."


def test_without_a_hole_card_the_dealers_hand_is_each_players_own() -> None:
    """§ 633c.5(bb), (cc): community cards that the player did not take."""
    table = without_hole_card(automations=ALL_STEPS & ~Automation.CLEAR)
    for player in ("ann", "bob"):
        table.place(player, blackjack=10)
    start = table.state
    watched = {who: ViewedTable(viewer(who), start, ()) for who in ("ann", "bob", "ada")}
    events = table.deal("4d 9d 3h")
    events += table.answer("ann", "double=10")
    events += table.answer("bob", "stand")
    events += table.feed("Kh 3c 7s 2d")
    told: dict[str, set[str]] = {}
    for who, viewed in watched.items():
        list(viewed.follow(events))
        wagers = with_reasons(viewed.decided, reasons_of(viewed))
        told[who] = {f"{wager.player}: {wager.reason}" for wager in wagers}
    assert table.dealer("ann") == "9d 3c 7s"
    assert told["ann"] == {"ann: 17 against 19"}
    assert told["bob"] == {"bob: 7 against 19"}
    assert told["ada"] == told["ann"] | told["bob"], "not the cards that they share"
    assert outcome_of_game(watched["ann"].scene) == "The dealer has 19."


def viewer(who: str) -> Principal:
    """A player of this name, or who watches."""
    return WATCHER if who == WATCHER.name else Principal(who, Role.PLAYER)


def test_each_of_a_few_wagers_is_explained() -> None:
    main, side = wager("Blackjack wager", 10), wager("Perfect Pairs", 5, "§ 2")
    told = explain_round(7, (side, main), {"Blackjack wager": "9 against 17"})
    assert told.words == (
        "You lost $15 on 2 wagers: Blackjack wager, 9 against 17 (§ 1); "
        "Perfect Pairs, no winning outcome (§ 2)."
    )
    assert [decided.reason for decided in told.wagers] == ["no winning outcome", "9 against 17"]


def test_many_wagers_that_one_thing_decided_are_explained_together() -> None:
    main = wager("Main", 10)
    sides = tuple(wager(f"Side {number}", 5, f"§ {number}") for number in range(3))
    assert explain_round(7, (*sides, main), {"Main": "9 against 17"}).words == (
        "You lost $25 on 4 wagers: Main, 9 against 17 (§ 1); the other 3, no winning outcome."
    )
    assert explain_round(7, sides, {}).words == ("You lost $15 on 3 wagers: no winning outcome.")
    numbers: Reasons = {side.spot: "4 black" for side in sides}
    alike = tuple(replace(side, section="58 Pa. Code ch. 617a") for side in sides)
    assert explain_round(7, alike, numbers).words == (
        "You lost $15 on 3 wagers: 4 black (ch. 617a)."
    )


def test_insurance_that_is_lost_says_why() -> None:
    lost = replace(wager("Insurance", 5), spot="insurance")
    assert explain_round(7, (lost,), {}).words == (
        "You lost $5: Insurance, the dealer has no Blackjack (§ 1)."
    )


def test_a_page_gets_dollars_and_the_names_that_it_reads() -> None:
    waits = replace(wager("Side", 5), outcome="two aces", waits=True)
    told = msgspec.to_builtins(explain_round(7, (waits, wager("Main", 10)), {}))
    assert told["wagers"][0] == {
        "seat": 1,
        "hand": 0,
        "player": "ann",
        "spot": "Side",
        "title": "Side",
        "why": "two aces",
        "wagered": "5.00",
        "paid": "0.00",
        "net": "-5.00",
        "mood": "won",
        "section": "58 Pa. Code § 1",
        "waits": True,
        "reason": "",
    }
    assert (told["net"], told["mood"]) == ("-15.00", "won")
