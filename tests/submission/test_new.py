"""A new submission complies, and so does every key that it writes behind a comment sign."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from submission.examples import findings_of
from upcard.games.table_rules import TableRules
from upcard.rules.loader import all_games, all_wagers
from upcard.rules.violation import BadInput
from upcard.submission.check import check
from upcard.submission.compiling.rules import compile_table
from upcard.submission.fields import fields_of
from upcard.submission.read import parse
from upcard.submission.schema import WagerSection
from upcard.submission.wager_choices import OPTIONS
from upcard.submission.writing.new import new_submission

SHIPPED: Final = Path(__file__).parents[2] / "submissions"
KEY: Final = re.compile(r"^(?:# )+(\w+) = ", re.M)
TABLES: Final = [
    (game.slug, jurisdiction)
    for game in all_games()
    for jurisdiction in (game.jurisdiction, *game.also_in)
]


def _errors(text: str) -> list[str]:
    """The fields that do not comply; weights that nobody can know count as given."""
    weights = re.sub(r"^# (numbers|payouts) = (.*)$", r"\1 = \2", text, flags=re.M)
    findings = findings_of(weights.replace("= ?", "= 1"))
    return [finding.field for finding in findings if finding.severity == "error"]


def _parts(game: str, jurisdiction: str) -> tuple[str, list[str]]:
    """The tables with their comments, and the blocks of wagers."""
    text = new_submission(game, jurisdiction)
    head, _, wagers = re.split(r"^(# Wagers.*)$", text, maxsplit=1, flags=re.M)
    return head, [block for block in wagers.strip().split("\n\n") if "\n# [wagers." in block]


def _live(line: str) -> str:
    """A line without its signs: one, or the two before an example of what a table does without."""
    return re.sub(r"^(# ){1,2}", "", line)


def _companions(title: str) -> tuple[str, str]:
    """What a wager's title says that it needs: other wagers, and a key of the table."""
    needs = title.partition("; needs ")[2].split(" and ")
    beside = [need for need in needs if need and "=" not in need]
    keys = [need.removeprefix("table.") for need in needs if "=" in need]
    return "\n".join(f"[wagers.{slug}]" for slug in beside), "\n".join(keys)


def _with_key(head: str, key: str) -> str:
    """The tables with a key such as ``fully_automated = true`` in place of its default."""
    name = key.partition(" ")[0]
    return re.sub(rf"^{name} = .*$", key, head, flags=re.M) if key else head


def _specified(block: str, place: str = "") -> list[str]:
    """The lines of a wager's block without which it does not comply."""
    slug = re.findall(r"^# \[wagers\.(.+)\]$", block, re.M)[0]
    of_house = [
        rules.data.meter
        for rules in all_wagers()
        if rules.data.slug == slug and place in ("", rules.data.jurisdiction)
    ]
    keys = {key for meter in of_house if meter is not None for key in meter.specified} | {"prizes"}
    return [line for line in block.splitlines() if (found := KEY.match(line)) and found[1] in keys]


def _uncommented(game: str, jurisdiction: str) -> Iterator[str]:
    """The text with each commented key, after those above it in its wager."""
    head, blocks = _parts(game, jurisdiction)
    for match in KEY.finditer(head):
        line = head[match.start() :].partition("\n")[0]
        needs = re.findall(r"; needs ([\w-]+)", head[: match.start()].splitlines()[-1])
        keys = [need for need in needs if "_" in need]
        named = rf"^(?:# )+({'|'.join(keys)}) = "
        live = re.sub(named, r"\1 = ", head, flags=re.M) if keys else head
        beside = "".join(f"[wagers.{need}]\n" for need in needs if "_" not in need)
        yield live.replace(line, _live(line)) + beside
    for block in blocks:
        title, *lines = block.splitlines()
        beside, key = _companions(title)
        first = [*lines[:2], *_specified(block)]
        rest = [line for line in lines if line not in first]
        for count in range(len(rest) + 1):
            offered = "\n".join(map(_live, (*first, *rest[:count])))
            yield f"{_with_key(head, key)}\n{offered}\n{beside}\n"


def test_ten_games_and_both_jurisdictions() -> None:
    assert len({game for game, _ in TABLES}) == 10
    assert ("down-under-blackjack", "wa") in TABLES
    assert ("match-the-dealer-blackjack", "wa") in TABLES


@pytest.mark.nightly(but=4)
@pytest.mark.parametrize(("game", "jurisdiction"), TABLES)
def test_it_complies_with_every_commented_key(game: str, jurisdiction: str) -> None:
    assert _errors(new_submission(game, jurisdiction)) == []
    tried = 0
    for text in _uncommented(game, jurisdiction):
        assert _errors(text) == [], text[-400:]
        tried += 1
    assert tried >= 4


@pytest.mark.parametrize(("game", "jurisdiction"), TABLES)
def test_one_block_without_its_signs_complies(game: str, jurisdiction: str) -> None:
    """Every line of it, beside what its title says that it needs."""
    head, blocks = _parts(game, jurisdiction)
    for block in blocks:
        title, *lines = block.splitlines()
        beside, key = _companions(title)
        live = "\n".join(map(_live, lines))
        assert _errors(f"{_with_key(head, key)}\n{live}\n{beside}\n") == [], title


EXAMPLES: Final = {"wager", "minimum", "maximum", "pays", "seed", "reseed", "increment", "prizes"}
"""What the text above the wagers says to be examples: amounts, and what has to be given."""


@pytest.mark.parametrize(("game", "jurisdiction"), TABLES)
def test_no_key_behind_one_sign_says_otherwise_than_the_default(
    game: str, jurisdiction: str
) -> None:
    """With its signs removed a wager has no mystery meter, link, limit or bonus."""
    head, blocks = _parts(game, jurisdiction)
    head = re.sub(r"^# (numbers|payouts) = (.*)$", r"\1 = \2", head, flags=re.M).replace("?", "1")
    for block in blocks:
        title, first, *lines = block.splitlines()
        if "instead of the block above" in title:  # not the wager's first paytable
            continue
        beside, key = _companions(title)
        given = [line for line in lines if KEY.findall(line)[0] in EXAMPLES]

        def table(lines: list[str], beside: str = beside, key: str = key) -> TableRules:
            offered = "\n".join(line.removeprefix("# ") for line in lines)
            submission, _ = check(parse(f"{_with_key(head, key)}\n{offered}\n{beside}\n"))
            assert submission is not None
            return compile_table(submission)

        assert table([first, *lines]) == table([first, *given]), title


def test_what_has_to_be_specified_is_written_with_values_of_its_own() -> None:
    """§§ 633a.13(j)(2), (l)(2), (m)(2), 633c.9(g)."""
    _, blocks = _parts("blackjack", "pa")
    written = {
        re.findall(r"^# \[wagers\.(.+)\]$", block, re.M)[0]: _specified(block, "pa")
        for block in blocks
        if _specified(block, "pa")
    }
    assert {slug: [line.split(" # ")[0] for line in lines] for slug, lines in written.items()} == {
        slug: [f"# seed = {seed}", f"# reseed = {seed}", '# increment = "10%"']
        for slug, seed in (
            *(("bad-beat", 5000), ("hit-and-run", 1000)),
            *(("straight-jack", 5000), ("blazing-7s", 2000)),
        )
    }


def test_a_seed_tells_what_a_larger_wager_asks_for() -> None:
    """§§ 633c.9(g), 633c.3(j): $1 or $5, the seed of $1 is written; that of $5 complies too."""
    written = new_submission("blackjack", "pa")
    for slug, told in (
        ("blazing-7s", "at least 10000 with wager = 5"),
        ("match-the-dealer-progressive", "5000 with wager = 5"),
    ):
        (block,) = [part for part in written.split("\n\n") if f"# [wagers.{slug}]" in part]
        for key in ("seed", "reseed"):
            assert re.search(rf"^# {key} = \d+ # .*\(.\); {told}$", block, re.M), (slug, key)


def test_every_key_of_a_wager_stands_in_some_file() -> None:
    written = set()
    for table in (*TABLES, ("blackjack", "house")):
        _, blocks = _parts(*table)
        written |= {key for block in blocks for key in KEY.findall(block)}
    assert set(fields_of(WagerSection)) - written == set()
    assert set(OPTIONS) - written == set()


def test_a_paytable_with_prizes_of_the_house_has_a_block_of_its_own() -> None:
    """WSGC Match the Dealer Blackjack, Table 4d: no first paytable prints a "$"."""
    _, blocks = _parts("match-the-dealer-blackjack", "wa")
    (block,) = [block for block in blocks if "# prizes = " in block]
    assert "instead of the block above" in block
    assert "# prizes = { " in block
    assert '# prizes_paid = "house"' in block


def test_a_game_is_written_for_where_it_is_played() -> None:
    assert 'jurisdiction = "wa"' in new_submission("down-under-blackjack", "wa")
    with pytest.raises(BadInput, match="a game of pa and house, not of wa"):
        new_submission("blackjack", "wa")


@pytest.mark.parametrize("path", sorted(SHIPPED.glob("*.toml")), ids=lambda path: path.stem)
def test_a_shipped_example_complies_without_a_warning(path: Path) -> None:
    """Nothing in them deserves a look, such as § 633a.11(c) read as the trade does."""
    text = path.read_text(encoding="utf-8")
    assert findings_of(text) == []
    assert "one-card" not in text
