"""The register of the text against the source texts, the code and the tests."""

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from upcard.rules.citation import full_citation, parent, parse
from upcard.rules.sections import Section, Status, find, sections, unprinted_sections
from upcard.rules.sections import tests_of as holding  # pytest collects what starts with test

ROOT = Path(__file__).resolve().parents[2]
SEEDS = ROOT.parent / "shared" / "seeds"

oracle = importlib.import_module("sections_from_seeds")
indexer = importlib.import_module("index_section_tests")
citations = importlib.import_module("golden_citations")
OF_CELLS, OF_PHASES, OF_EXAMPLES = citations.OF_CELLS, citations.OF_PHASES, citations.OF_EXAMPLES
GOLDEN_TESTS = citations.REPLAYS

BUILT = ("executable", "procedure")
NOTED = ("physical", "reference", "planned")


def _subsections(section: Section) -> list[Section]:
    return [entry for entry in sections() if parent(entry.cite) == section.cite]


def _wholes() -> list[Section]:
    return [entry for entry in sections() if _subsections(entry)]


# The register against the source texts


@pytest.mark.skipif(not SEEDS.is_dir(), reason="the source texts are not beside this checkout")
def test_register_lists_what_the_seeds_print() -> None:
    printed = oracle.citations(SEEDS)
    listed = [entry.cite for entry in sections()]
    assert set(printed) - set(listed) == set(), "printed, missing in sections.toml"
    assert set(listed) - set(printed) == set(), "listed in sections.toml, not in the source texts"
    assert listed == printed, "not in the order of the source texts"


# The register in itself


def test_citations_are_unique_and_well_formed() -> None:
    cites = [entry.cite for entry in (*sections(), *unprinted_sections())]
    assert len(cites) == len(set(cites))
    assert [str(parse(cite)) for cite in cites] == cites


def test_every_entry_has_a_short_title_and_a_known_status() -> None:
    for entry in (*sections(), *unprinted_sections()):
        assert 2 <= len(entry.title.split()) <= 6, entry.cite
        assert entry.status in get_args(Status), entry.cite


def test_what_is_not_executed_says_why() -> None:
    unsaid = [entry.cite for entry in sections() if entry.status in NOTED and not entry.note]
    assert unsaid == []
    assert {(entry.status, entry.note) for entry in unprinted_sections()} == {
        ("reference", "outside the source texts")
    }


def test_a_section_is_planned_while_one_of_its_subsections_is() -> None:
    wrong = []
    for whole in _wholes():
        open_below = any(entry.status == "planned" for entry in _subsections(whole))
        if open_below != (whole.status == "planned"):
            wrong.append(whole.cite)
    assert wrong == []


# The register against the code and the tests


def test_what_is_built_names_files_that_exist() -> None:
    built = [entry for entry in sections() if entry.status in BUILT]
    assert [entry.cite for entry in built if not entry.where] == []
    named = {(entry.cite, path) for entry in built for path in entry.where}
    missing = [
        f"{cite}: {path}"
        for cite, path in sorted(named)
        if not (ROOT / "src" / "upcard" / path).is_file()
    ]
    assert not missing, "\n".join(missing)


def test_every_executable_entry_has_a_test() -> None:
    executable = [entry for entry in sections() if entry.status == "executable"]
    untested = [entry.cite for entry in executable if not holding(entry)]
    assert not untested, "\n".join(untested)


def test_the_index_of_tests_is_what_a_scan_gives() -> None:
    scanned = indexer.render(indexer.scan(ROOT))
    written = (ROOT / indexer.INDEX).read_text(encoding="utf-8")
    assert written == scanned, "run python tools/index_section_tests.py"


# Citations


@pytest.mark.parametrize(
    ("cite", "entry"),
    [
        ("58 Pa. Code § 633a.7", "58 Pa. Code § 633a.7"),
        ("58 Pa. Code § 633a.7(g)(1)(ii)", "58 Pa. Code § 633a.7(g)"),
        ("58 Pa. Code § 633c.5(aa)(2)", "58 Pa. Code § 633c.5(aa)"),
        ("49 Pa. Code § 43b.28, violation 4", "49 Pa. Code § 43b.28, violation 4"),
        (
            "WSGC Match the Dealer Blackjack, Table 4b, paytable 3",
            "WSGC Match the Dealer Blackjack, Table 4b",
        ),
        ("58 Pa. Code § 601a.10(g)", "58 Pa. Code § 601a.10"),
        ("58 Pa. Code § 685a.7(a)", "58 Pa. Code ch. 685a"),
        ("WAC 230-15-140", "WAC 230-15-140"),
    ],
)
def test_find_resolves_to_the_entry_that_holds_it(cite: str, entry: str) -> None:
    assert find(cite).cite == entry


@pytest.mark.parametrize(
    "cite",
    [
        "58 Pa. Code § 633a.7(z)",
        "58 Pa. Code § 633a.7(z)(1)",
        "58 Pa. Code § 633a.1(a)",
        "58 Pa. Code § 633a.15",
        "49 Pa. Code § 43b.28, violation 7",
        "WSGC Match the Dealer Blackjack, Table 9e",
        "WSGC Match the Dealer Blackjack",
        "58 Pa. Code § 605a.9",
        "submission: table.minimum",
        "633a.7(g)",
        "",
    ],
)
def test_a_citation_that_points_nowhere_is_refused_in_one_sentence(cite: str) -> None:
    with pytest.raises(KeyError) as error:
        find(cite)
    message = error.value.args[0]
    assert repr(cite) in message
    assert message.endswith(".")


def test_short_citations() -> None:
    assert full_citation("633a.7(g)") == "58 Pa. Code § 633a.7(g)"
    assert full_citation("43b.28") == "49 Pa. Code § 43b.28"
    assert full_citation("43b.28, violation 2") == "49 Pa. Code § 43b.28, violation 2"
    assert full_citation("685a") == "58 Pa. Code ch. 685a"
    assert full_citation("submission: table.minimum") == "submission: table.minimum"
    for entry in (*sections(), *unprinted_sections()):
        assert full_citation(entry.cite) == entry.cite
    for text in ("", "§ 633a.7", "633a.7(g", "633a.7 (g)", "Pa. Code § 633a.7"):
        with pytest.raises(ValueError, match="not a citation"):
            full_citation(text)


def test_the_parent_of_a_citation_is_the_provision_around_it() -> None:
    assert parent("58 Pa. Code § 633a.13(d)(2)") == "58 Pa. Code § 633a.13(d)"
    assert parent("58 Pa. Code § 633a.13(d)") == "58 Pa. Code § 633a.13"
    assert parent("58 Pa. Code § 633a.13") == "58 Pa. Code ch. 633a"
    assert parent("58 Pa. Code ch. 633a") is None
    assert parent("49 Pa. Code § 43b.28, violation 4") == "49 Pa. Code § 43b.28"
    assert parent("WSGC Match the Dealer Blackjack, Table 4b") is None


# The oracle can fail


@pytest.mark.parametrize(
    ("markers", "letters"),
    [
        ("a b c", "a b c"),
        ("a 1 2 i ii iii b", "a b"),
        ("a b c d e f g i ii iii", "a b c d e f g"),
        ("a b c d e f g h i 1 i ii j", "a b c d e f g h i j"),
        ("a b c d e f g h i ii iii i 1 2 j", "a b c d e f g h i j"),
        ("a b c d e f g h i j k 1 1 2 m", "a b c d e f g h i j k l m"),
        ("a b c d e f g h i j k 1 2 l", "a b c d e f g h i j k l"),
        ("* c * h *", "c h"),
    ],
)
def test_letters_are_told_from_roman_numerals_and_misreadings(markers: str, letters: str) -> None:
    assert list(oracle.letters(markers.split())) == letters.split()


def test_a_letter_out_of_turn_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"\(d\) stands where \(c\) was due"):
        list(oracle.letters(["a", "b", "d"]))


def test_markers_of_lists_line_breaks_and_capitals() -> None:
    lines = [
        "  (a)  One.",
        "- (b) Two,",
        "(c) or subsection",
        "(A) Three.",
        " - (1) Four.",
        "* * *",
    ]
    assert oracle.markers(lines) == ["a", "b", "1", "*"]


def test_a_section_of_the_contents_that_is_not_printed_is_an_error() -> None:
    text = "600x.1. Aces.\n600x.2. Kings.\n\n§ 600x.1. Aces.\n\n(a) High.\n"
    with pytest.raises(ValueError, match=r"600x\.2"):
        list(oracle.pennsylvania(text))


# The index of tests finds what it should


@pytest.fixture
def tree(tmp_path: Path) -> Callable[[str, str], None]:
    register = tmp_path / indexer.REGISTER
    register.parent.mkdir(parents=True)
    cites = [
        full_citation(short) for short in ("633a.7", "633a.7(g)", "633a.13", "633a.13(d)", "43b.28")
    ]
    cites.append("WSGC Match the Dealer Blackjack, Table 4b")
    register.write_text("".join(f'[[section]]\ncite = "{cite}"\n' for cite in cites), "utf-8")
    (tmp_path / "tests").mkdir()

    def write(name: str, text: str) -> None:
        (tmp_path / "tests" / name).write_text(text, "utf-8")

    return write


def test_names_of_file_and_function_are_indexed(
    tmp_path: Path, tree: Callable[[str, str], None]
) -> None:
    tree("test_s633a_07_round.py", "def test_g_pairs() -> None: ...\ndef helper() -> None: ...\n")
    tree("test_s633a_13_odds.py", "def test_gains() -> None: ...\n")
    found = ["tests/test_s633a_07_round.py::test_g_pairs"]
    assert indexer.scan(tmp_path) == {
        full_citation("633a.7"): found,
        full_citation("633a.7(g)"): found,
        full_citation("633a.13"): ["tests/test_s633a_13_odds.py::test_gains"],
    }


def test_docstrings_are_indexed(tmp_path: Path, tree: Callable[[str, str], None]) -> None:
    cites = "§§ 633a.7(g)(1), 633a.13(d) and WSGC Match the Dealer Blackjack, Table 4b; § 601a.2."
    tree("test_other.py", f'def test_it() -> None:\n    """{cites}"""\n')
    assert set(indexer.scan(tmp_path)) == {
        full_citation("633a.7(g)"),
        full_citation("633a.13(d)"),
        "WSGC Match the Dealer Blackjack, Table 4b",
    }


def test_what_a_test_compares_with_is_indexed(
    tmp_path: Path, tree: Callable[[str, str], None]
) -> None:
    tree(
        "test_other.py",
        'SECTION = "58 Pa. Code § 633a.7"\n'
        'def test_one() -> None:\n    assert said() == f"{SECTION}(g)(1)"\n'
        'def test_two() -> None:\n    assert said() == "633a.13(d)"\n'
        'def test_none() -> None:\n    assert said() == "633a.7(z)"\n',
    )
    assert indexer.scan(tmp_path) == {
        full_citation("633a.7(g)"): ["tests/test_other.py::test_one"],
        full_citation("633a.13(d)"): ["tests/test_other.py::test_two"],
    }


@pytest.mark.usefixtures("tree")
def test_golden_rounds_are_indexed(tmp_path: Path) -> None:
    rounds = tmp_path / "tests" / "golden" / "rounds"
    rounds.mkdir(parents=True)
    (rounds / "pairs.rounds").write_text(
        "# § 633a.13: all of it\n\nsubmission a.toml\n\n"
        "# 633a.13(d)(2): an ace\ncards As\nexpect 1 blackjack push 1.00 1.00 633a.7(g)(1)\n\n"
        "cards Ks\nrefused WSGC_Match_the_Dealer_Blackjack,_Table_4b\n",
        "utf-8",
    )
    test = "tests/regulation/test_golden_rounds.py::test_round"
    assert [
        (golden_record.test, golden_record.cites) for golden_record in indexer.golden(tmp_path)
    ] == [
        (f"{test}[pairs:6]", {full_citation("633a.13(d)"), full_citation("633a.7(g)")}),
        (f"{test}[pairs:9]", {"WSGC Match the Dealer Blackjack, Table 4b"}),
    ]
    found = ["tests/golden/rounds/pairs.rounds"]
    assert set(indexer.scan(tmp_path)) >= {full_citation("633a.13(d)"), full_citation("633a.7(g)")}
    assert all(named == found for named in indexer.scan(tmp_path).values())


def test_every_golden_record_has_its_test() -> None:
    """What the index calls a golden record's test is what pytest calls it."""
    tests = {golden_record.test for golden_record in indexer.golden(ROOT)}
    collected = {
        f"{test}[{name}]"
        for test, module, names in _golden_names()
        for name in names(importlib.import_module(module))
    }
    assert tests - collected == {OF_CELLS}
    assert collected - tests == set()


def _golden_names() -> list[tuple[str, str, Callable[[Any], list[str]]]]:
    """The tests of golden records, the modules of them, and how these name the records."""
    return [
        (
            GOLDEN_TESTS["rounds"],
            "regulation.test_golden_rounds",
            lambda module: [golden.name for golden in module.GOLDEN],
        ),
        (
            GOLDEN_TESTS["steps"],
            "regulation.test_golden_steps",
            lambda module: [block.name for block in module.BLOCKS],
        ),
        (
            GOLDEN_TESTS["hybrid"],
            "regulation.test_golden_rounds_of_games",
            lambda module: [name for name, *_ in module.ROUNDS],
        ),
        (
            OF_PHASES,
            "engine.test_golden_phases",
            lambda module: [f"{row.game}:{row.command}" for row in module.ROWS],
        ),
        (OF_EXAMPLES, "submission.test_rules", lambda module: list(module.EXAMPLES)),
    ]


def test_a_docstring_that_points_nowhere_is_an_error(
    tmp_path: Path, tree: Callable[[str, str], None]
) -> None:
    tree("test_other.py", 'def test_it() -> None:\n    """§ 633a.7(z): none."""\n')
    with pytest.raises(ValueError, match=r"test_it cites 633a\.7\(z\)"):
        indexer.scan(tmp_path)
