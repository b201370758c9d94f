"""The order of a sheet's parts: charts give way to what fills a page, and nothing else moves."""

import random
from itertools import permutations

import pytest

from reports.paper_tables import GAMES, papers_of
from upcard.reports.rendering import ordering
from upcard.reports.rendering.html import page
from upcard.reports.rendering.ordering import Measured, ordered, pieces_of
from upcard.reports.rendering.paper import Facts, PaperFact, PaperPart, PaperTable, Words, right
from upcard.reports.rendering.pdf import fitted


def fixed(*pieces: float) -> Measured:
    return Measured(pieces, floats=False)


def chart(height: float) -> Measured:
    return Measured((height,), floats=True)


def test_a_chart_without_room_gives_way_to_what_follows_it() -> None:
    """0.6 and a chart of 0.5 leave a page 40 % blank; the facts of 0.3 fill it."""
    assert ordered([fixed(0.6), chart(0.5), fixed(0.3), fixed(0.2)]) == (0, 2, 1, 3)


def test_nothing_moves_where_all_has_room() -> None:
    assert ordered([fixed(0.3), chart(0.3), fixed(0.3), fixed(0.05)]) == (0, 1, 2, 3)
    assert ordered([fixed(0.9), fixed(0.9), fixed(0.1)]) == (0, 1, 2)


def test_the_last_part_says_how_all_was_found() -> None:
    """A chart moves behind others, not behind the last part."""
    assert ordered([fixed(0.7), chart(0.5), fixed(0.3)])[-1] == 2


def test_what_may_break_begins_where_its_first_piece_has_room() -> None:
    whole = [fixed(0.7), chart(0.5), fixed(0.4), fixed(0.25)]
    broken = [fixed(0.7), chart(0.5), fixed(0.2, 0.2), fixed(0.25)]
    assert ordered(whole) == (0, 1, 2, 3)
    assert ordered(broken) == (0, 2, 1, 3)


def cost(parts: list[Measured], order: tuple[int, ...]) -> float:
    """What an order costs, computed by its definition."""
    pages, filled, total = 1, 0.0, 0.0
    for place, number in enumerate(order):
        total += ordering.PASSED * sum(each < number for each in order[place + 1 :])
        for piece in parts[number].pieces:
            if filled and filled + piece > 1:
                total += max(ordering.FILLED - filled, 0)
                pages, filled = pages + 1, 0.0
            filled += piece
    return total + ordering.OPENED * pages


def is_permitted(parts: list[Measured], order: tuple[int, ...]) -> bool:
    """Whether fixed parts keep their order, and no chart stands before one that precedes it."""
    place = {number: at for at, number in enumerate(order)}
    last = len(parts) - 1
    return order[-1] == last and all(
        place[one] < place[other]
        for other in range(len(parts))
        for one in range(other)
        if not parts[one].floats
    )


@pytest.mark.parametrize("seed", range(12))
def test_the_order_is_the_best_of_all(seed: int) -> None:
    """Against every permitted permutation of seven parts."""
    chance = random.Random(seed)
    parts = [Measured((chance.uniform(0.1, 0.6),), chance.random() < 0.5) for _ in range(7)]
    parts = [fixed(0.3), *parts[1:6], fixed(0.2)]
    every = [order for order in permutations(range(7)) if is_permitted(parts, order)]
    best = ordered(parts)
    assert best in every
    assert cost(parts, best) == pytest.approx(min(cost(parts, order) for order in every))


def test_words_and_a_few_facts_stay_with_the_table_below_them() -> None:
    """As the template sets them: no table is parted from what says how to read it."""
    table = PaperTable(right("A"), (("1",),) * 3)
    few, many = Facts((PaperFact("A", "a"),) * 2), Facts((PaperFact("A", "a"),) * 3)
    assert pieces_of(PaperPart("P", (few, table)), (0.1, 0.2)) == pytest.approx((0.3,))
    assert pieces_of(PaperPart("P", (many, table)), (0.1, 0.2)) == (0.1, 0.2)
    told = PaperPart("P", (Words("a"), table, Words("b")))
    assert pieces_of(told, (0.1, 0.2, 0.1)) == pytest.approx((0.4,))
    long = PaperPart("P", (PaperTable(right("A"), (("1",),) * 30),))
    assert sum(pieces_of(long, (0.6,))) == pytest.approx(0.6)
    assert len(pieces_of(long, (0.6,))) > 20


@pytest.mark.nightly(but=1)
@pytest.mark.parametrize("game", GAMES)
def test_a_page_has_the_order_of_its_pdf(game: str) -> None:
    for paper in papers_of(game).values():
        if paper.form != "sheet":
            continue
        fit = fitted(paper, "letter")
        assert sorted(fit.order) in ([], list(range(len(paper.parts))))
        html = page(paper, fit, "letter")
        headings = [paper.parts[number].heading for number in fit.order]
        places = [html.index(f"<h2><span>{heading}</span>") for heading in headings if heading]
        assert places == sorted(places), paper.name
