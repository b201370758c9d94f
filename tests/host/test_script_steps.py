"""The steps that scripts give: their names, when they are taken, and at which games."""

from pathlib import Path
from typing import Any, Final

import pytest

from tables import play_script, table_rules
from upcard.cards.card import name_of, parse_card
from upcard.engine.blackjack.early_surrender import DeclineSurrender
from upcard.engine.core.commands import (
    Command,
    DeclineCut,
    DeclineInsurance,
    DoubleDown,
    Hit,
    Insure,
    KeepCards,
    LeaveSeat,
    PlaceWager,
    Press,
    ReshuffleDiscards,
    ReturnWagers,
    SeatPlayer,
    SplitPair,
    Stand,
    Surrender,
    SwitchCards,
    TakeEvenMoney,
    TakeWinnings,
)
from upcard.engine.core.events import (
    CardDealt,
    CoverCardAppeared,
    DiscardsReshuffled,
    Event,
    PlayerLeft,
    PlayStarted,
    ReshuffleOrdered,
    WagerReturned,
    WagerSettled,
)
from upcard.engine.core.money_commands import BringMoney, CashOut
from upcard.engine.hybrid.commands import AnswerInsurance, Decide, EndCountdown
from upcard.engine.irregular.commands import (
    DrawnCard,
    FindFaceUpCard,
    HandStep,
    MissHand,
    RefuseCard,
)
from upcard.engine.irregular.events import CardReaderMisused, DealerCardMissed, FaceUpCardFound
from upcard.engine.jackpots.commands import (
    CollectProgressiveWagers,
    JackpotStep,
    RecordAwards,
    RecordMystery,
    ReturnProgressiveWager,
)
from upcard.engine.play import game_of
from upcard.engine.shoe.upkeep_commands import InspectCardReader, ReceiveDecks, TellTime
from upcard.engine.shoe.upkeep_events import CardReaderInspected, CardsWashed, InspectionVerified
from upcard.engine.tagged_types import command_types
from upcard.games.table_rules import TableRules
from upcard.host.scripts.playing import ScriptedTable
from upcard.host.scripts.rounds import robot_table
from upcard.host.scripts.script import ScriptError, parse_script
from upcard.host.scripts.steps import STEPS, ScriptMoment, ScriptStep, parse_step
from upcard.submission.compiling.text import rules_of

GOLDEN: Final = Path(__file__).parent.parent / "golden"
PARTY: Final = "jackpot-party"
ROUND: Final = "cards Th 8s 9d Tc\nwager 1 blackjack 15\n"

PLAYERS: Final = {
    *(SeatPlayer, LeaveSeat, BringMoney, CashOut),
    *(DeclineCut, PlaceWager, Press, TakeWinnings),
    *(SwitchCards, KeepCards, Insure, DeclineInsurance, TakeEvenMoney, Stand, Hit),
    *(
        DoubleDown,
        SplitPair,
        Surrender,
        DeclineSurrender,
        RefuseCard,
        AnswerInsurance,
        Decide,
    ),
}
HOUSE_COMMANDS: Final = {RecordAwards, RecordMystery, TellTime, EndCountdown}
"""What meters and clocks say."""

BASES: Final = {JackpotStep, DrawnCard, HandStep}


def rules(path: str) -> TableRules:
    return rules_of((GOLDEN / path).read_text(encoding="utf-8"))


HYBRID: Final = rules("hybrid/submissions/hybrid-6.toml")
NO_HOLE_CARD: Final = rules("hybrid/submissions/no-hole-card-8.toml")
BACCARAT: Final = rules("rounds/submissions/baccarat-8.toml")
WHEEL: Final = rules("rounds/submissions/lightning-roulette.toml")


def played(table: TableRules, script: str) -> tuple[list[dict[str, Any]], list[type[Event]]]:
    """The records of a script, and the kinds of all that happened."""
    scripted = ScriptedTable(table)
    records = [scripted.play(block) for block in parse_script(script)]
    return records, [type(event) for event in scripted.table.events]


# Names


def automatic_steps() -> set[type[Command]]:
    """What tables do by themselves, found by letting robots play."""
    found: set[type[Command]] = set()
    tables = (
        table_rules(decks=2, dealing="from-the-hand"),
        table_rules(decks=2, dealing="double-shoe", double_shoe_colors="red-first"),
        HYBRID,
        BACCARAT,
        WHEEL,
    )
    for table in tables:
        by_robots = robot_table(table, seed=1)
        for _ in range(12):
            by_robots.play()
        found |= {type(command) for command, _ in by_robots.table.steps}
    opening = f"step receive-decks\n{ROUND}\nstep spread-idle-cards\n{ROUND}"
    for dealing in ("shoe", "automated-shuffler"):
        scripted = ScriptedTable(table_rules(dealing=dealing))
        for block in parse_script(opening):
            scripted.play(block)
        found |= {type(command) for command, _ in scripted.table.steps}
    return found


def test_every_step_of_dealer_and_floor_is_automatic_or_a_script_names_it() -> None:
    """§§ 633a.2(f), 633a.4, 633a.5(e)-(g), 633a.14; the two of an empty shoe are automatic too."""
    known = set(command_types()) - BASES
    named = set(STEPS.values())
    nameless = known - named - PLAYERS - HOUSE_COMMANDS
    assert nameless - automatic_steps() == {ReshuffleDiscards, ReturnWagers}
    assert not named & PLAYERS


def test_every_step_is_documented_as_it_is_written() -> None:
    page = (GOLDEN.parent.parent / "docs" / "scripts.md").read_text(encoding="utf-8")
    written = {text.split()[0] for text in page.split("`")[1::2] if text.strip()}
    assert set(STEPS) <= written


def test_a_step_is_the_command_with_its_fields() -> None:
    named = parse_step(["return-progressive-wager", "2", "jackpot-party", "after", "1", "answer"])
    assert named == ScriptStep(ReturnProgressiveWager(2, PARTY), ScriptMoment(1, "answers"))
    assert named.name == "return-progressive-wager"
    assert parse_step(["miss-hand"]).command == MissHand()
    assert parse_step(["miss-hand", "2", "1"]).command == MissHand(2, 1)
    assert parse_step(["find-face-up-card", "1"]).command == FindFaceUpCard(side=1)
    assert parse_step(["receive-decks", "prepared"]).command == ReceiveDecks(prepared=True)
    reader = parse_step(["inspect-card-reader", "not-in-order"]).command
    assert reader == InspectCardReader(in_order=False)
    assert parse_step(["collect-progressive-wagers=3"]).command == CollectProgressiveWagers(3)


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("shuffle", r"^Line 1: 'shuffle' is not a step; there are permit-entry, "),
        ("after 3 cards", "^Line 1: '' is not a step; there are "),
        (
            "miss-hand 0",
            r"'miss-hand 0' is not a step; it is written miss-hand \[POSITION\] \[HAND\]",
        ),
        ("miss-hand x", "is written miss-hand"),
        ("miss-hand 1 2 3", "is written miss-hand"),
        ("take-missed-card", "is written take-missed-card POSITION"),
        ("receive-decks new", r"is written receive-decks \[prepared\]"),
        ("inspect-card-reader in-order", r"is written inspect-card-reader \[not-in-order\]"),
        ("pay-jackpot 3", r"is written pay-jackpot \[POSITION\] \[WAGER\]"),
        ("expose-card 7c", "is written expose-card"),
        ("expose-card after", "has no moment; it is written after 3 cards, or after 2 answers"),
        ("expose-card after 2", "has no moment"),
        ("expose-card after two cards", "has no moment"),
        ("expose-card after 2 rounds", "has no moment"),
    ],
)
def test_a_line_that_is_no_step_says_how_it_is_written(step: str, message: str) -> None:
    with pytest.raises(ScriptError, match=message):
        parse_script(f"step {step}")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("lucky", r"'lucky' is not a line of a script; it is written lucky NUMBER=PAYOUT \["),
        ("player 1", r"it is written player POSITION NAME\.$"),
        ("spin 17 18", r"it is written spin NUMBER\.$"),
        ("bet 1 blackjack 15", r"a line begins with cards, wager, decide, .*, lucky, spin\.$"),
    ],
)
def test_a_line_that_is_none_says_how_it_is_written(line: str, message: str) -> None:
    with pytest.raises(ScriptError, match=message):
        parse_script(f"cards Kh\n{line}")


# Moments


def test_a_step_is_taken_where_the_rules_first_allow_it() -> None:
    """§§ 633a.7(g), (h), 633a.14(j)(1): after the optional wagers, before a Blackjack is paid."""
    table = table_rules(wagers={"lucky-ladies": {}}, equipment={"reader_reveals": True})
    script = "cards Kh 8s Qd Tc\nwager 1 blackjack 15, lucky-ladies 5\nstep misuse-card-reader"
    _, events = played(table, script)
    optional = events.index(WagerSettled)
    assert optional < events.index(CardReaderMisused) < events.index(WagerReturned)
    assert events[events.index(CardReaderMisused) - 1] is PlayStarted


@pytest.mark.parametrize("dealt", range(5))
def test_a_moment_counts_the_cards_of_the_round(dealt: int) -> None:
    names = ["Th", "8s", "9d", "Tc"]
    names.insert(dealt, "5c")
    script = f"cards {' '.join(names)}\nwager 1 blackjack 15\nstep find-face-up-card"
    scripted = ScriptedTable(table_rules())
    (block,) = parse_script(f"{script} after {dealt} card")
    scripted.play(block)
    cards = [
        event.card
        for event in scripted.table.events
        if isinstance(event, CardDealt | FaceUpCardFound)
    ]
    assert [name_of(card) for card in cards] == names
    assert cards[dealt] == parse_card("5c")


def test_steps_keep_their_order_and_those_left_over_are_listed() -> None:
    """§ 633a.14(d), (e): the dealer misses no card once he has drawn one too many."""
    script = (
        "cards Th 8s 9d Tc 4c\nwager 1 blackjack 15\nstep overdraw-dealer\nstep miss-dealer-card"
    )
    (record,), events = played(table_rules(), script)
    assert record["unused_steps"] == ["miss-dealer-card"]
    assert DealerCardMissed not in events


def test_a_step_that_is_not_automatic_any_more_is_waited_for() -> None:
    table = table_rules(wagers={PARTY: {"paytable": "P1", "wager": 5}})
    script = f"cards 9h 7s 9d Tc\nwager 1 blackjack 15, {PARTY} 5\n"
    with pytest.raises(ScriptError, match=r"waits for the step collect-progressive-wagers\.$"):
        played(table, script + "step collect-progressive-wagers after 9 cards")


def test_a_player_is_permitted_to_enter_in_mid_shoe() -> None:
    """§ 633a.6(b)(1): who did not play the first round may not, and is permitted."""
    second = "\ncards Th 8s 9d Tc\nwager 2 blackjack 15\n"
    closed = table_rules(mid_shoe_entry=False)
    assert "refused" in played(closed, ROUND + second)[0][1]
    first, entered = played(closed, ROUND + second + "step permit-entry 2 2")[0]
    assert (first["round"], entered["round"]) == (1, 2)
    assert "refused" not in entered


def test_an_entry_is_permitted_without_a_name() -> None:
    """§ 633a.6(b)(1): it is for who sits at the position, or wagers there in this round."""
    closed = table_rules(mid_shoe_entry=False)
    second = "\ncards Th 8s 9d Tc\nwager 2 blackjack 15\nstep permit-entry 2\n"
    for named in ("", "player 2 Bob\n"):
        _, entered = played(closed, ROUND + second + named)[0]
        assert "refused" not in entered
    _, other = played(closed, ROUND + second.replace("entry 2", "entry 3"))[0]
    assert other["refused"]["section"] == "58 Pa. Code § 633a.6(b)"


@pytest.mark.parametrize("place", ["8", "99"])
def test_a_player_is_named_for_a_position_that_there_is(place: str) -> None:
    """§ 633a.2(a): this table has seven."""
    (refused,), _ = played(table_rules(), ROUND + f"player {place} Bob\n")
    assert refused["refused"] == {
        "section": "58 Pa. Code § 633a.2(a)",
        "message": f"There is no position {place}; this table has 7.",
    }


def test_a_miscount_of_chips_is_counted_again() -> None:
    """§ 633c.2(f): as at a live table; the last count has to be right."""
    rules = table_rules(wagers={PARTY: {"paytable": "P1", "wager": 5}})
    script = f"cards 9h 7s 9d Tc\nwager 1 blackjack 15, {PARTY} 5\n"
    (settled,), _ = played(
        rules,
        script + "step collect-progressive-wagers 2\n" * 2 + "step collect-progressive-wagers 1\n",
    )
    assert [miscount["chips"] for miscount in settled["miscounts"]] == [2, 2]
    assert settled["miscounts"][0]["section"] == "58 Pa. Code § 633c.2(f)"
    assert settled["settlements"]
    (refused,), _ = played(rules, script + "step collect-progressive-wagers 2\n")
    assert refused["refused"]["section"] == "58 Pa. Code § 633c.2(f)"


def test_a_wager_may_be_returned_between_two_counts() -> None:
    """§ 633c.2(f): the floor returns a wager whose chip is not there; one less is right."""
    rules = table_rules(wagers={PARTY: {"paytable": "P1", "wager": 5}})
    script = f"cards 9h 7s 9d Tc\nwager 1 blackjack 15, {PARTY} 5\n"
    steps = ("collect-progressive-wagers 2", f"return-progressive-wager 1 {PARTY}")
    (settled,), _ = played(
        rules,
        script
        + "".join(f"step {step}\n" for step in steps)
        + "step collect-progressive-wagers 0\n",
    )
    assert settled["settlements"][0]["outcome"] == "void"


def test_each_block_is_dealt_from_a_full_shoe_of_its_own() -> None:
    """Six decks have six kings of clubs: three rounds deal four of them each, and say so."""
    four = "cards Kc Kc Kc Kc\nwager 1 blackjack 15\n"
    records, _ = played(table_rules(), "\n".join([four] * 3))
    assert [record["full_shoe"] for record in records] == [True] * 3
    assert [record["shoe"] for record in records] == [1] * 3


# Rounds


def test_a_round_that_names_another_player_has_him_in_the_seat() -> None:
    """§ 633a.6(a): who sat there leaves; without a name the seat stays as it was."""
    named = f"{ROUND}\nplayer 1 Ann\n{ROUND}\n{ROUND}"
    records, events = played(table_rules(), named)
    players = [record["positions"][0]["player"] for record in records]
    assert players == ["1", "Ann", "Ann"]
    assert events.count(PlayerLeft) == 1


def test_g_the_record_of_a_dead_hand() -> None:
    """§ 633a.14(g): what was wagered is paid back; nobody was asked for a switch."""
    script = "cards 9c Ts 9d 7c\nwager 1 blackjack 15\nwager 2 blackjack 15\n"
    (record,), _ = played(table_rules(), script + "step miss-hand 1\nstep miss-hand 1")
    assert record["settlements"][0] == {
        "position": 1,
        "hand": 1,
        "wager": "blackjack",
        "outcome": "void",
        "wagered": "15.00",
        "paid": "15.00",
        "net": "0.00",
        "section": "58 Pa. Code § 633a.14(g)",
    }
    assert all("switched" not in box for box in record["positions"])


def test_rounds_are_numbered_as_the_blocks_of_the_script() -> None:
    """A refused round keeps its number and lends it to no other."""
    refused = "cards Th 8s 9d Tc\nwager 1 blackjack 1\n"
    records = play_script(table_rules(), f"{ROUND}\n{refused}\n{ROUND}")
    assert [("refused" in record, record["round"]) for record in records] == [
        (False, 1),
        (True, 2),
        (False, 3),
    ]


def test_f_the_discards_are_reshuffled_in_a_script() -> None:
    """§ 633a.14(f): of one deck 16 tens and 35 other cards are dealt; the next is a king again."""
    tens = "Ts Th Td Tc Js Jh Jd Jc Qs Qh Qd Qc Ks Kh Kd Kc"
    everybody = "".join(f"wager {position} blackjack 15\n" for position in range(1, 8))
    first = "As 3d 4c 5c 6d 7h 8s 8d Ah 3c 5s 6s 6c 7d 8h 9s"
    hits = "Ad Ac 2s 2h 2d 2c 3s 3h 9d  4s 4h 4d  5h 5d  6h 9h  7s 8c  7c  Kd"
    decided = (9, 3, 2, 2, 2, 1, 1)
    answers = "".join(
        f"decide {position} {'hit ' * count}\n" for position, count in enumerate(decided, 1)
    )
    script = f"cards {tens}\n{everybody}\ncards {first} {hits}\n{everybody}{answers}"
    records, events = played(table_rules(decks=1), script)
    assert events.count(DiscardsReshuffled) == 1
    assert [line["outcome"] for line in records[0]["settlements"]] == ["push"] * 7
    totals = [box["hands"][0]["total"] for box in records[1]["positions"]]
    assert totals == [27, 18, 19, 26, 27, 21, 26]
    paid = {line["position"]: line["paid"] for line in records[1]["settlements"]}
    assert paid == {1: "0.00", 2: "30.00", 3: "30.00", 4: "0.00", 5: "0.00", 6: "30.00", 7: "0.00"}
    assert records[1]["dealer"] == {"cards": ["8d", "9s"], "total": 17}


# Other games


ROUNDS: Final = {
    "hybrid": (HYBRID, "cards Ts 9d 8h 8c\nwager 1 blackjack 10\n"),
    "no hole card": (NO_HOLE_CARD, "cards Th 8s 9d Tc\nwager 1 blackjack 10\n"),
    "baccarat": (BACCARAT, "cards 4s Kd 5h 7c\nwager 1 baccarat-player 100\n"),
    "wheel": (WHEEL, "wager 1 red 5\nspin 1\n"),
}


@pytest.mark.parametrize(
    ("game", "steps", "event"),
    [
        ("hybrid", "order-reshuffle", ReshuffleOrdered),
        ("hybrid", "receive-decks", CardsWashed),
        ("hybrid", "receive-decks inspect-cards verify-inspection", InspectionVerified),
        ("hybrid", "inspect-card-reader", CardReaderInspected),
        ("no hole card", "order-reshuffle", ReshuffleOrdered),
        ("baccarat", "order-reshuffle", ReshuffleOrdered),
        ("baccarat", "show-cover-card", CoverCardAppeared),
    ],
)
def test_steps_at_other_games(game: str, steps: str, event: type[Event]) -> None:
    """§ 633c.5(d), (i), (j); chapter 631a."""
    table, script = ROUNDS[game]
    (record,), events = played(table, script + "".join(f"step {step}\n" for step in steps.split()))
    assert "refused" not in record, record
    assert "unused_steps" not in record
    assert events.count(event) == 1


@pytest.mark.parametrize(
    ("game", "step", "section"),
    [
        ("hybrid", "misuse-card-reader", "58 Pa. Code § 633c.5(l)"),
        ("hybrid", "replace-dealer", "58 Pa. Code § 633c.5(l)"),
        ("no hole card", "miss-hand", "58 Pa. Code § 633c.5(y)"),
        ("baccarat", "misuse-card-reader", "58 Pa. Code ch. 631a"),
        ("baccarat", "verify-hand", "58 Pa. Code ch. 631a"),
        ("wheel", "order-reshuffle", "58 Pa. Code ch. 617a"),
    ],
)
def test_a_step_that_the_game_does_not_have_is_refused(game: str, step: str, section: str) -> None:
    table, script = ROUNDS[game]
    (record,), _ = played(table, f"{script}step {step}")
    assert record["refused"]["section"] == section
    assert record["refused"]["message"].startswith(f"There is no {step} in ")
    assert STEPS[step] not in game_of(table).commands


def test_an_unrepaired_card_reader_stops_a_hybrid_table() -> None:
    """§ 633c.5(d)."""
    table, script = ROUNDS["hybrid"]
    broken = f"{script}step inspect-card-reader not-in-order\n"
    assert played(table, broken)[0][0]["refused"]["section"] == "58 Pa. Code § 633c.5(d)"
    assert "refused" not in played(table, f"{broken}step repair-card-reader")[0][0]


# What a table has not is refused in one sentence


@pytest.mark.parametrize("line", ["step permit-entry 99", "step miss-hand 99", "decide 99 hit"])
def test_a_position_that_there_is_not_is_refused(line: str) -> None:
    """§ 633a.2(a), as in the lines `player` and `wager`."""
    (refused,), _ = played(table_rules(), ROUND + line)
    assert refused["refused"] == {
        "section": "58 Pa. Code § 633a.2(a)",
        "message": "There is no position 99; this table has 7.",
    }


@pytest.mark.parametrize("table", [HYBRID, NO_HOLE_CARD, BACCARAT, WHEEL])
def test_no_game_is_answered_at_a_position_that_it_has_not(table: TableRules) -> None:
    try:
        (refused,), _ = played(table, "decide 99 hit")
        message = refused["refused"]["message"]
    except ScriptError as error:  # at terminals nobody is seated
        message = str(error)
    assert f"There is no position 99; this table has {table.positions}." in message


def test_a_player_at_a_terminal_is_named_where_there_are_terminals() -> None:
    with pytest.raises(ScriptError, match="line 1 is not played at terminals"):
        played(table_rules(), ROUND + "player 2.1 Bob\n")


def test_a_meter_shows_at_most_its_limit() -> None:
    """A limit is the submission's: nothing lifts the meter above it."""
    terms = {"paytable": "A", "wager": 5, "seed": 10_000, "limit": 10_001}
    table = table_rules(wagers={"blazing-7s": terms})
    (shown,), _ = played(table, "meter blazing-7s 10001\n" + ROUND)
    assert "refused" not in shown
    (refused,), _ = played(table, "meter blazing-7s 10001.01\n" + ROUND)
    assert refused["refused"]["message"] == (
        "The limit of the meter blazing-7s is $10,001.00; it cannot show $10,001.01."
    )


def test_one_of_two_mystery_meters_is_named() -> None:
    five = {"paytable": "A", "wager": 5, "must_hit_by": "A-5"}
    table = table_rules(wagers={"blazing-7s": five, "super-4": {"paytable": "1-1", "mystery": 1}})
    with pytest.raises(ScriptError, match=r"^Line 4: Name the meter; there are "):
        played(table, ROUND + "# the value\nmystery 501\n")


@pytest.mark.parametrize(
    ("wagers", "counted", "message"),
    [
        (1, 2, "2 value chips were counted for 1 accepted progressive wager;"),
        (2, 1, "1 value chip was counted for 2 accepted progressive wagers;"),
    ],
)
def test_a_number_of_chips_is_said_in_its_own_form(wagers: int, counted: int, message: str) -> None:
    """§ 633c.2(f)."""
    table = table_rules(wagers={PARTY: {"paytable": "P1", "wager": 5}})
    lines = [f"wager {at} blackjack 15, {PARTY} 5\n" for at in range(1, wagers + 1)]
    script = f"cards 9h 7s 9d Tc 8c 8d\n{''.join(lines)}step collect-progressive-wagers {counted}\n"
    (refused,), _ = played(table, script)
    assert refused["refused"]["message"].startswith(message)
