"""The settings of `upcard serve`: which of their sources is above which, and what is refused."""

import tomllib
from pathlib import Path

import pytest
import typer

from upcard.cli.app import app
from upcard.journal.opening import without_password
from upcard.rules.violation import BadInput
from upcard.service.access.lifetimes import MAX_HOURS
from upcard.service.configuration import NAMES, PREFIX, read_settings

FILE = """
port = 1
host = "::1"
attended = true
fed = ["BJ-01"]
submissions = ["tables/bj-01.toml"]
database = "floor.journal"
two_persons_above = 1000
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "serve.toml"
    path.write_text(FILE, encoding="utf-8")
    return path


def test_the_command_line_is_above_the_environment_and_that_above_the_file(file: Path) -> None:
    variables = {"UPCARD_HOST": "0.0.0.0", "UPCARD_PORT": "2", "UPCARD_FED": "BJ-02, BJ-03"}
    found = read_settings({"port": 3}, variables, file)
    assert (found.settings.port, found.origins["port"]) == (3, "command line")
    assert (found.settings.host, found.origins["host"]) == ("0.0.0.0", "UPCARD_HOST")
    assert found.settings.fed == ["BJ-02", "BJ-03"]
    assert (found.settings.attended, found.origins["attended"]) == (True, str(file))
    assert (found.settings.proxy, found.origins["proxy"]) == ([], "default")


def test_a_path_in_a_file_starts_at_its_folder(file: Path) -> None:
    found = read_settings(
        {}, {"UPCARD_CONFIG": str(file), "UPCARD_KEY": "k", "UPCARD_CERTIFICATE": "c"}
    )
    assert found.settings.submissions == [str(file.parent / "tables/bj-01.toml")]
    assert found.settings.database == str(file.parent / "floor.journal")
    assert (found.settings.key, found.settings.certificate) == ("k", "c")


def test_what_is_printed_is_read_again(file: Path) -> None:
    found = read_settings({}, {"UPCARD_TWO_PERSONS_ABOVE": "12.50"}, file)
    printed = tomllib.loads("\n".join(found.lines()))
    assert printed == found.settings.model_dump(exclude_none=True)
    assert 'two_persons_above = "12.50"  # UPCARD_TWO_PERSONS_ABOVE' in list(found.lines())


def test_a_password_is_not_printed() -> None:
    place = "postgresql://floor:secret@db/upcard?password=secret&sslmode=require"
    assert without_password(place) == "postgresql://db/upcard?password=…&sslmode=require"
    printed = "\n".join(read_settings({"database": place}, {}).lines())
    assert "secret" not in printed


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("prot = 1", "unknown setting 'prot'; did you mean port?"),
        ("xyz = 1", "unknown setting 'xyz'; `upcard serve --print-config` lists them."),
        ("port = 70000", "port has to be a number from 0 to 65535, not '70000'."),
        ('port = "8080"', "port has to be a number"),
        ("port = true", "port has to be a number"),
        (f"session_hours = {MAX_HOURS + 1}", "session_hours has to be a number from 1 to 168"),
        ('attended = "yes"', "attended has to be true or false"),
        ("fed = [1]", "fed has to be a list of tables"),
        ('fed = "BJ-01"', "fed has to be a list of tables"),
        ('two_persons_above = "1,000,"', "two_persons_above has to be an amount in dollars"),
        ('proxy = ["caddy"]', "proxy has to be a list of addresses or networks, such as"),
        ('proxy = ["172.30.17.1/24"]', "proxy has to be a list of addresses or networks, such as"),
        ('proxy = ["*"]', "proxy has to be a list of addresses or networks, such as"),
        ('key = "floor.key"', "key needs certificate beside it."),
        ("port = ", "is not TOML"),
    ],
)
def test_a_wrong_file_is_refused_in_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "serve.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as refused:
        read_settings({}, {}, path)
    assert str(path) in str(refused.value)
    assert sentence in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("variable", "text", "sentence"),
    [
        ("UPCARD_PROT", "1", "There is no setting UPCARD_PROT; did you mean UPCARD_PORT?"),
        ("UPCARD_PORT", "tcp://10.0.0.1:80", "UPCARD_PORT: port has to be a number"),
        ("UPCARD_ATTENDED", "1", "UPCARD_ATTENDED: attended has to be true or false, not '1'."),
        ("UPCARD_CONFIG", "nowhere.toml", "There is no file nowhere.toml."),
    ],
)
def test_a_wrong_variable_is_refused_in_one_sentence(
    variable: str, text: str, sentence: str
) -> None:
    with pytest.raises(BadInput) as refused:
        read_settings({}, {variable: text})
    assert sentence in str(refused.value)


def test_a_list_in_a_variable_is_separated_by_commas() -> None:
    variables = {"UPCARD_PROXY": "10.0.0.1, fd00::/64", "UPCARD_SUBMISSIONS": "a.toml,b.toml"}
    settings = read_settings({}, variables).settings
    assert settings.proxy == ["10.0.0.1", "fd00::/64"]
    assert settings.submissions == ["a.toml", "b.toml"]


def test_other_variables_are_not_the_servers() -> None:
    assert read_settings({}, {"UPCARD_NIGHTLY": "1", "PORT": "1"}).settings.port == 8080


def test_every_setting_has_an_option() -> None:
    serve = typer.main.get_command(app).commands["serve"]  # type: ignore[attr-defined]
    options = {param.name for param in serve.params} - {"config", "print_config"}
    assert set(NAMES) <= options
    assert options <= set(NAMES)
    docs = (Path(__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8")
    for name in NAMES:
        assert f"`{name}`" in docs
    assert f"`{PREFIX}…`" in docs
