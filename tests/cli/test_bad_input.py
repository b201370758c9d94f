"""Input that is too long, too deep or misspelled: one short sentence and status 2, at once."""

import json
import time
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from command_line import upcard
from upcard.money.amount import AmountError, format_dollars, parse_dollars
from upcard.rules.user_files import SCRIPT, SUBMISSION
from upcard.submission.read import SubmissionSyntaxError, parse
from upcard.text.words import LONGEST, is_number, quoted, shortened

NINES = "9" * 5_000
TABLE = '[table]\nname = "T"\n'
MESSAGE = 400
"""Characters of a message at most."""


def _run(*arguments: str | Path) -> CompletedProcess[str]:
    return upcard(*map(str, arguments))


def _refused(*arguments: str | Path) -> str:
    """The one sentence of a command that cannot use its input."""
    result = _run(*arguments)
    assert (result.returncode, result.stdout) == (2, ""), result.stderr[-500:]
    assert "Traceback" not in result.stderr
    assert "set_int_max_str_digits" not in result.stderr
    (line,) = result.stderr.splitlines()
    assert len(line) < MESSAGE
    return line


def _file(folder: Path, text: str, name: str = "t.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("line", "place"),
    [
        (f"decks = {NINES}", "Line 3, column 9: "),
        (f'minimum = "{NINES}"', "Line 3, column 11: "),
        (f"minimum = {NINES}", "Line 3, column 11: "),
        (f"decks = 0x{'f' * 5_000}", "Line 3, column 9: "),
        (f"decks = 1.{NINES}", "Line 3, column 11: "),
        (f"[wagers.{NINES}]", "Line 3, column 9: "),
    ],
)
def test_thousands_of_digits_in_a_submission(tmp_path: Path, line: str, place: str) -> None:
    """§ 601a.2: the number is refused where it stands, before anything is parsed."""
    message = _refused("check", _file(tmp_path, f"{TABLE}{line}\n"))
    assert f"{place}'" in message
    assert "digits; upcard reads no number with more than 64." in message


@pytest.mark.parametrize(
    ("line", "place"),
    [
        (f"wager 1 blackjack {NINES}", "Line 2, column 19: "),
        (f"wager {NINES} blackjack 15", "Line 2, column 7: "),
        (f"decide {NINES} hit", "Line 2, column 8: "),
        (f"decide 1 double={NINES}", "Line 2, column 10: "),
        (f"meter jackpot-party/mega {NINES}.50", "Line 2, column 26: "),
        (f"lucky 17={NINES}", "Line 2, column 7: "),
        (f"spin {NINES}", "Line 2, column 6: "),
        (f"step miss-hand {NINES}", "Line 2, column 16: "),
        (f"step miss-hand 1 after {NINES} cards", "Line 2, column 24: "),
    ],
)
def test_thousands_of_digits_in_a_script(tmp_path: Path, line: str, place: str) -> None:
    """Every number of a script's language."""
    script = _file(tmp_path, f"cards As\n{line}\n", "s")
    message = _refused("deal", _file(tmp_path, TABLE), "--script", script)
    assert message.startswith(place)
    assert "5,000 digits" in message or "5,003 digits" in message


@pytest.mark.parametrize(
    "arguments",
    [
        ("odds", "perfect-pairs", "--wager", NINES),
        ("odds", "perfect-pairs", "--wager", NINES + "x"),
        ("odds", "perfect-pairs", "--decks", NINES),
        ("odds", "jackpot-party", f"--meter={NINES}"),
        ("odds", "x" * 100_000),
        ("strategy", "--blackjack-pays", f"{NINES}:2"),
        ("strategy", "--composition", f"A={NINES}"),
        ("penalty", "4", "--months", NINES + ".5"),
        ("rules", "--as-of", NINES),
        ("check", "y" * 100_000),
        ("z" * 100_000,),
        ("deal", "t.toml", "--rounds", NINES),
        ("sim", "t.toml", "--rounds", "9" * 20),
    ],
    ids=lambda arguments: " ".join(arguments)[:40],
)
def test_long_words_and_numbers_on_the_command_line(arguments: tuple[str, ...]) -> None:
    """No command repeats what it cannot use at its length."""
    _refused(*arguments)


def test_a_long_word_of_a_script_is_not_repeated(tmp_path: Path) -> None:
    script = _file(tmp_path, f"cards As\nwager 1 {'x' * 1_000_000} 15\n", "s")
    message = _refused("deal", _file(tmp_path, TABLE), "--script", script)
    assert message.startswith("Line 2, column 9: 'xxx")
    assert "1,000,000 characters" in message


@pytest.mark.parametrize(
    "text",
    [
        "a." * 49_000 + "b = 1\n",
        "[" + "a." * 49_000 + "b]\n",
        "a . " * 20_000 + "b = 1\n",
        '"a".' * 20_000 + "b = 1\n",
        "x = { " + "a." * 40_000 + "b = 1 }\n",
        "a = " + "[" * 50_000 + "]" * 50_000 + "\n",
        "a = " + "{ a = " * 10_000 + "1" + " }" * 10_000 + "\n",
    ],
    ids=["dotted", "table", "spaced", "quoted", "inline", "arrays", "tables"],
)
def test_a_deep_key_is_refused_at_once(text: str) -> None:
    """98 kB of dotted key took a minute: nesting is bounded before anything is parsed."""
    start = time.perf_counter()
    with pytest.raises(SubmissionSyntaxError, match=r"^Line 1, column \d+: .*nested more deeply"):
        parse(text)
    assert time.perf_counter() - start < 0.1


def test_a_long_key_a_long_text_and_many_keys_are_refused() -> None:
    with pytest.raises(SubmissionSyntaxError, match=r"Line 1, column 1: .* 50,000 characters"):
        parse("k" * 50_000 + " = 1\n")
    with pytest.raises(SubmissionSyntaxError, match=r"Line 2, column 8: .* 50,002 characters"):
        parse('[table]\nname = "' + "long " * 10_000 + '"\n')
    with pytest.raises(SubmissionSyntaxError, match="no more than 2,000 keys"):
        parse("".join(f"k{number} = 1\n" for number in range(2_001)))
    with pytest.raises(SubmissionSyntaxError, match="larger than any submission: 200,000 bytes"):
        parse("# " + "x" * SUBMISSION.size)


def test_comments_strings_and_dates_are_no_keys() -> None:
    """What stands in quotes or behind a sign of comment has neither parts nor brackets."""
    text = TABLE + "# a.b.c.d.e.f.g.h.i.j [[[[[[[[[[[[[[[[[[[[ " + "9" * 100 + "\n"
    text += "as_of = 2024-06-29\n" + 'link = "a.b.c.d.e.f.g.h.i.j {{{{{{{{{{{{{{{{{{{{"\n'
    text += 'note = """\n' + "a.b " * 40 + '"""\nplain = ' + "'''x.y.z''' # the end"
    assert set(parse(text).data["table"]) == {"name", "as_of", "link", "note", "plain"}


def test_a_script_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    script = _file(tmp_path, "# " + "x" * SCRIPT.size, "s")
    assert "larger than any script" in _refused("deal", _file(tmp_path, TABLE), "--script", script)


def test_a_byte_order_mark_is_no_part_of_a_file(tmp_path: Path) -> None:
    table = _file(tmp_path, "\ufeff" + TABLE)
    script = _file(tmp_path, "\ufeffcards As 8h Kd Kc\nwager 1 blackjack 15\n", "s")
    assert _run("check", table).returncode == 0
    result = _run("deal", table, "--script", script, "--json")
    assert (result.returncode, result.stderr) == (0, "")
    assert json.loads(result.stdout)["settlements"][0]["outcome"] == "blackjack"


# Options


@pytest.mark.parametrize(
    ("arguments", "beginning"),
    [
        (("sim", "t.toml", "--round", "5"), "`upcard sim` has no option '--round'; did you mean "),
        (("penalty", "--ofense", "2"), "`upcard penalty` has no option '--ofense'; did you mean "),
        (("odds", "--script"), "`upcard odds` has no option '--script'; `upcard odds --help`"),
        (("verify", "x", "--turbo"), "`upcard verify` has no option '--turbo'; `upcard verify"),
    ],
)
def test_an_unknown_option_suggests_the_nearest_of_its_command(
    arguments: tuple[str, ...], beginning: str
) -> None:
    """One option, and of this command alone: `--script` is an option of `deal`."""
    line = _refused(*arguments)
    assert line.startswith(beginning)
    nearest = {"sim": "--rounds?", "penalty": "--offense?"}
    assert line.endswith(nearest.get(arguments[0], "lists its options."))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("odds", "lucky-ladies", "--decks", "x"), "'--decks': 'x' is not a whole number."),
        (("strategy", "--decks", "1.5"), "'--decks': '1.5' is not a whole number."),
        (("counter", "FILE", "--spread", "x"), "'--spread': 'x' is not a number."),
        (("deal", "FILE", "--rounds", "1e3"), "'--rounds': '1e3' is not a whole number."),
        (("deal", "FILE", "--rounds", "0"), "'--rounds': 0 is not in the range x>=1."),
    ],
)
def test_a_value_that_an_option_does_not_take(arguments: tuple[str, ...], sentence: str) -> None:
    assert _refused(*arguments) == f"Invalid value for {sentence}"


def test_folders_of_code_go_before_the_command() -> None:
    sentence = (
        "`upcard check` has no option '--wagers'; it goes before the command: `upcard --wagers"
    )
    assert _refused("check", "t.toml", "--wagers", "w").startswith(sentence)
    for option in ("--wagers", "--variations"):
        sentence = f"{option} takes a folder, and nowhere is none."
        assert _refused(option, "nowhere", "rules") == sentence


def test_help_shows_what_to_install() -> None:
    assert "`upcard[cuda]`" in _run("sim", "--help").stdout


# How numbers and words are read and written


def test_an_amount_has_twelve_digits_of_dollars() -> None:
    for text in (NINES, "0" * 5_000 + "5", 10**5_000, "9" * 13, 10**12):
        with pytest.raises(AmountError, match="is more than any amount: at most 12") as refused:
            parse_dollars(text)
        assert len(str(refused.value)) < MESSAGE
    assert parse_dollars("999,999,999,999.99") == 9_999_999_999_999_900


def test_a_part_of_a_cent_is_written_without_zeros_at_its_end() -> None:
    """`$10.0010` is read, and written `10.001`."""
    assert format_dollars(parse_dollars("$10.0010")) == "10.001"
    assert [format_dollars(units) for units in (100_050, -25, 100_000, 100_100, 1_234)] == [
        "10.005",
        "-0.0025",
        "10.00",
        "10.01",
        "0.1234",
    ]


def test_a_message_repeats_a_value_at_no_more_than_its_length() -> None:
    assert quoted("hit") == "'hit'"
    assert quoted(7) == "7"
    assert len(quoted("x" * 10**6)) == LONGEST + 1
    assert len(quoted(list(range(10_000)))) == LONGEST + 1
    assert quoted(10**5_000) == "a number of thousands of digits"
    assert len(shortened("before " + "x" * 10**6 + " after")) < MESSAGE
    assert shortened("a line of words\n" * 50) == "a line of words\n" * 50


def test_a_number_has_digits_of_ours_and_not_too_many() -> None:
    assert [text for text in ("0", "12", "9" * 20) if not is_number(text)] == []
    assert [text for text in ("", "-1", "1.5", "٣", "9" * 21, NINES) if is_number(text)] == []
