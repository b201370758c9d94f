"""The table of phases: every entry is reached, nothing else happens, the diagram shows it all."""

import pytest
from msgspec.structs import replace

from amounts import dollars
from tables import MANUAL, FedTable, cards, kinds, play_round, shuffled_table, table_rules
from upcard.engine.blackjack.early_surrender import DeclineSurrender
from upcard.engine.blackjack.flow import FLOW
from upcard.engine.blackjack.state import BlackjackState, new_table
from upcard.engine.core.commands import (
    BurnCard,
    ClearTable,
    CloseBets,
    Command,
    CutCards,
    DealCard,
    DeclineInsurance,
    Hit,
    InsertCoverCard,
    Insure,
    LoadShoe,
    OrderReshuffle,
    PlaceWager,
    Press,
    ReplaceDealer,
    ReturnWagers,
    SeatPlayer,
    Shuffle,
    Stand,
    Surrender,
    SwitchCards,
    TakeWinnings,
)
from upcard.engine.core.events import Event, PlayerSeated, RoundSettled
from upcard.engine.core.phases import Phase
from upcard.engine.core.steps import Automation
from upcard.engine.irregular.commands import ReportShufflerJam
from upcard.engine.play import evolve, refusal
from upcard.engine.shoe.upkeep_commands import (
    InspectCards,
    OrderRecut,
    ReceiveDecks,
    SpreadCards,
    SpreadIdleCards,
    StackCards,
    VerifyInspection,
    WashCards,
)
from upcard.games.table_rules import TableRules
from upcard.rules.sections import find

Step = tuple[Phase, type[Event]]

HOUSE_MONEY = table_rules(wagers={"house-money": {}})


def steps_of(rules: TableRules, events: list[Event]) -> set[Step]:
    """The phase before each event of a whole table, folded from the beginning."""
    state, found = new_table(rules), set()
    for event in events:
        found.add((state.phase, type(event)))
        state = evolve(state, event)
    return found


def pressing(names: str, answer: Command) -> FedTable:
    """House Money wins 15 and the player answers."""
    table = FedTable(HOUSE_MONEY)
    table.wager(1, house_money=5)
    table.deal(names)
    table.send(answer, Stand(1), ClearTable())
    return table


def floor_in_the_middle_of_a_new_shoe() -> FedTable:
    """The floorperson orders a reshuffle before the first card is removed."""
    table = FedTable(automations=MANUAL)
    table.send(Shuffle(), CutCards(0, 30), InsertCoverCard(78), LoadShoe())
    table.send(OrderReshuffle())
    return table


def dealers_and_floor() -> FedTable:
    """A new dealer, and a reshuffle between rounds."""
    table = FedTable()
    table.send(ReplaceDealer(), OrderReshuffle())
    return table


def insured(hole: str) -> FedTable:
    """An ace up."""
    table = FedTable()
    table.wager(1)
    table.deal(f"9h As 8h {hole}")
    table.send(Insure(1))
    return table


def by_house_rules(up: str, *answers: Command, **play: object) -> FedTable:
    """A round by a house's own rules of play against an upcard."""
    table = FedTable(table_rules(jurisdiction="house", blackjack=play))
    table.wager(1)
    table.deal(f"9h {up} 7h" if play.get("peek") is False else f"9h {up} 7h 5d")
    table.send(*answers)
    return table


def switched() -> FedTable:
    """A round of Blackjack Switch whose second cards are switched."""
    table = FedTable(table_rules(game="blackjack-switch"))
    table.wager(1)
    table.deal("Th 5d 7s 6c Kh Tc")
    table.send(SwitchCards(1))
    return table


def collected(dealing: str) -> tuple[TableRules, list[Event]]:
    """A round with a progressive wager that is collected before the deal."""
    rules = table_rules(dealing=dealing, decks=2, wagers={"jackpot-party": {"wager": 5}})
    table, _ = shuffled_table(rules, seed=4)
    table.send_all(
        [PlaceWager(1, "blackjack", dollars(15)), PlaceWager(1, "jackpot-party", dollars(5))]
    )
    table.send(CloseBets())
    return rules, table.events


def ended(rules: TableRules, commands: list[Command]) -> set[Step]:
    """The steps of a round for which no card is left when the commands were given."""
    table = FedTable(rules, MANUAL & ~Automation.DEAL)
    table.table.automations = Automation.ALL & ~Automation.DEAL
    table.table.resume()
    table.wager(1)
    table.send(*commands)
    stack = replace(table.state.stack, remaining=0, discards=())
    found: set[Step] = {(table.state.phase, RoundSettled)}
    table.table.state = replace(table.state, stacks=(stack,))
    assert kinds(table.send(ReturnWagers()))[-2:] == ["RoundSettled", "TableCleared"]
    return found


def out_of_cards() -> set[Step]:
    """The deal, a player's draw and the removal of the first card without a card."""
    dealt = [DealCard(card) for card in cards("9h 7s 5h Td")]
    hand = table_rules(dealing="from-the-hand", decks=2)
    found = ended(table_rules(), [CloseBets()])
    found |= ended(table_rules(), [CloseBets(), *dealt, Hit(1)])
    return found | ended(hand, [CloseBets()])


def unfit(*sent: Command) -> FedTable:
    """What keeps a table from playing, and brings it back; a player sits there."""
    table = FedTable(table_rules(dealing="automated-shuffler", decks=2), MANUAL)
    table.send(SeatPlayer(1), *sent)
    return table


NEW_DECKS = (ReceiveDecks(), InspectCards(), VerifyInspection(), SpreadCards())


def out_of_play() -> list[FedTable]:
    """New decks, idle cards, jams and a recut."""
    cut = (Shuffle(), CutCards(1, 30))
    loaded = (*cut, InsertCoverCard(30), LoadShoe(), BurnCard())
    jammed = FedTable(table_rules(dealing="continuous-shuffler"))
    jammed.send(ReportShufflerJam())
    return [
        unfit(*NEW_DECKS, WashCards()),
        unfit(*loaded, *NEW_DECKS),
        unfit(*loaded, ReceiveDecks(prepared=True)),
        unfit(*loaded, SpreadIdleCards(), StackCards()),
        unfit(Shuffle(), ReportShufflerJam()),
        unfit(*cut, OrderRecut(), CutCards(1, 30), InsertCoverCard(30), OrderRecut()),
        jammed,
    ]


def reached() -> set[Step]:
    """The steps of a few rounds of every kind of table."""
    found: set[Step] = set()
    for dealing in ("shoe", "double-shoe", "from-the-hand", "continuous-shuffler"):
        rules = table_rules(dealing=dealing, decks=1)
        table, _ = shuffled_table(rules, seed=4)
        for _ in range(12):
            play_round(table, (1, 2, 3))
        found |= steps_of(rules, table.events)
    for dealing in ("shoe", "double-shoe", "from-the-hand"):
        found |= steps_of(*collected(dealing))
    fed = [
        *out_of_play(),
        switched(),
        floor_in_the_middle_of_a_new_shoe(),
        dealers_and_floor(),
        insured("5d"),
        insured("Kd"),
        switched(),
        by_house_rules("Ks", DeclineSurrender(1), surrender="early"),
        by_house_rules("As", DeclineInsurance(1), Surrender(1), surrender="early"),
        by_house_rules("As", DeclineInsurance(1), peek=False),
    ]
    for up in ("7s", "Ks"):
        fed += [pressing(f"8h {up} 8d Td", answer) for answer in (Press(1), TakeWinnings(1))]
    found |= out_of_cards()
    for table_of_cards in fed:
        found |= steps_of(table_of_cards.state.rules, table_of_cards.events)
    return found


def test_every_phase_and_event_is_reached() -> None:
    missing = sorted(f"{phase}, {event.__name__}" for phase, event in set(FLOW.phases) - reached())
    assert not missing, "\n".join(missing)


def test_every_phase_is_entered_and_left() -> None:
    assert {was for was, _ in FLOW.phases} == set(Phase)
    assert set(FLOW.phases.values()) | {Phase.SHUFFLING} == set(Phase)


def test_an_event_that_is_not_listed_leaves_the_phase() -> None:
    for phase in Phase:
        state = replace(FedTable(automations=MANUAL).state, phase=phase)
        assert evolve(state, PlayerSeated(1, "Ann")).phase is phase
    state = replace(FedTable(automations=MANUAL).state, phase=Phase.WAGERING)
    assert evolve(state, RoundSettled()).phase is Phase.WAGERING


def test_the_diagram_mentions_every_phase_and_event() -> None:
    words = FLOW.diagram().replace(":", " ").split()
    for phase in Phase:
        assert phase.replace("-", "_") in words or phase in words, phase
    for _, event in FLOW.phases:
        assert event.__name__ in words
    assert FLOW.diagram().startswith("stateDiagram-v2\n")
    assert len(FLOW.diagram().splitlines()) == 2 + len(FLOW.phases)


def test_a_state_diagram_has_no_hyphens_in_names() -> None:
    for line in FLOW.diagram().splitlines()[1:]:
        assert "-" not in line.replace("-->", ""), line


# Commands and phases


def at_each_phase() -> dict[Phase, BlackjackState]:
    """A state in each phase, as a table meets it."""
    found: dict[Phase, BlackjackState] = {}
    tables = [pressing("8h 7s 8d Td", Press(1)), pressing("8h Ks 8d Td", Press(1))]
    tables += [
        insured("5d"),
        switched(),
        by_house_rules("Ks", DeclineSurrender(1), surrender="early"),
        floor_in_the_middle_of_a_new_shoe(),
        unfit(*NEW_DECKS, WashCards()),
    ]
    histories = [(table.state.rules, table.events) for table in tables] + [collected("shoe")]
    for dealing in ("double-shoe", "from-the-hand"):
        rules = table_rules(dealing=dealing, decks=1)
        table, _ = shuffled_table(rules, seed=4)
        play_round(table)
        histories.append((rules, table.events))
    for rules, events in histories:
        state = new_table(rules)
        for event in events:
            found.setdefault(state.phase, state)
            state = evolve(state, event)
    return found


AT = at_each_phase()


def every_command() -> list[Command]:
    """One of each kind."""
    needed = {"position": 1, "wager": "blackjack", "amount": dollars(15), "card": 5, "side": 0}
    needed |= {"depth": 30, "from_bottom": 30, "amounts": (), "at": 0, "gaming_day": "2024-06-29"}
    commands = []
    for kind in FLOW.allowed:
        required = kind.__struct_fields__[
            : len(kind.__struct_fields__) - len(kind.__struct_defaults__)
        ]
        commands.append(kind(**{name: needed[name] for name in required}))
    return commands


def test_every_command_has_its_phases_and_every_phase_a_state() -> None:
    assert set(AT) == set(Phase)
    kinds_of_commands = {type(command) for command in every_command()}
    assert Stand in kinds_of_commands
    assert len(kinds_of_commands) == len(FLOW.allowed)


FROM_THE_HAND: dict[tuple[Phase, type[Command]], str] = {
    (Phase.REMOVING, DealCard): "58 Pa. Code § 633a.12(b)(5)"
}
"""Where dealing from the hand has a provision of its own, for what §§ 633a.7(c), (f) say else."""


@pytest.mark.parametrize("command", every_command(), ids=lambda command: type(command).__name__)
def test_outside_its_phases_a_command_is_refused_with_its_section(command: Command) -> None:
    phases, section, _ = FLOW.allowed[type(command)]
    for phase, state in AT.items():
        violation = refusal(state, command)
        if phase not in phases:
            assert violation is not None
            cited = FROM_THE_HAND.get((phase, type(command)), section)
            assert violation.section == state.rules.cite(cited)
        if violation is not None and not violation.section.startswith("submission:"):
            find(violation.section)  # the citation points somewhere
            assert violation.message[0].isupper()


def test_asking_is_not_doing() -> None:
    for state in AT.values():
        again = next(one for phase, one in at_each_phase().items() if phase is state.phase)
        for command in every_command():
            refusal(state, command)
        assert again == state


def test_a_fresh_table_waits_for_the_shuffle() -> None:
    assert FedTable(automations=MANUAL).state.phase is Phase.SHUFFLING
    assert kinds(FedTable().events)[-1] == "CardBurned"
