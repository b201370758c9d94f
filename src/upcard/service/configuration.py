"""The settings of `upcard serve`: from the command line, the environment, a file, or defaults.

The command line is above the environment, the environment above the file. A variable is named
after its setting (`UPCARD_PORT`); a list in a variable is separated by commas. A relative path in
a file starts at the file's folder.
"""

import json
import tomllib
from collections.abc import Iterator, Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, Final, NamedTuple, get_origin

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from upcard.journal.opening import without_password
from upcard.money.amount import parse_dollars
from upcard.rules.user_files import Bounds, check_toml, read_user_file
from upcard.rules.violation import BadInput, near_names
from upcard.service.access.lifetimes import MAX_HOURS
from upcard.text.words import quoted

PREFIX: Final = "UPCARD_"
FILE_VARIABLE: Final = "UPCARD_CONFIG"
"""The environment variable that names the file."""

CONFIGURATION: Final = Bounds("configuration", 100_000, 1_000)
COMMAND_LINE: Final = "command line"
DEFAULT: Final = "default"


def _dollars(text: str | int) -> str:
    parse_dollars(str(text))
    return str(text)


def _network(text: str) -> str:
    """An address or network, which uvicorn would take for a name that no client ever has."""
    ip_network(text)
    return text


FilePath = Annotated[str | None, Field(description="the path of a file")]
Folder = Annotated[str | None, Field(description="the path of a folder")]
Switch = Annotated[bool, Field(description="true or false")]


class ServerSettings(BaseModel):
    """The settings of a server; a description says what a value has to be.

    A setting's name is that of its option and of its variable. `proxy` has the addresses or
    networks of reverse proxies, whose word on a client's address is believed. What is None has
    another default in the demonstration than elsewhere.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    submissions: Annotated[list[str], Field(description="a list of files")] = []
    database: Annotated[str | None, Field(description="a file or postgresql://…")] = None
    host: Annotated[str, Field(description="an address")] = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65_535, description="a number from 0 to 65535")] = 8080
    attended: Switch = False
    fed: Annotated[list[str], Field(description="a list of tables")] = []
    two_persons_above: Annotated[
        Annotated[str | int, AfterValidator(_dollars)] | None,
        Field(description='an amount in dollars, such as "1000.00"'),
    ] = None
    cut_window: Annotated[int, Field(ge=0, le=300, description="a number from 0 to 300")] = 0
    variations: Folder = None
    wagers: Folder = None
    certificate: FilePath = None
    key: FilePath = None
    secure_cookies: Switch = False
    proxy: Annotated[
        list[Annotated[str, AfterValidator(_network)]],
        Field(description="a list of addresses or networks, such as 10.0.0.0/24"),
    ] = []
    installation_key: FilePath = None
    traces: Switch = False
    workers: Annotated[int, Field(ge=1, le=64, description="a number from 1 to 64")] = 1
    session_hours: Annotated[
        int, Field(ge=1, le=MAX_HOURS, description=f"a number from 1 to {MAX_HOURS}")
    ] = 12
    session_idle: Annotated[
        Annotated[int, Field(ge=0, le=1440)] | None,
        Field(description="a number of minutes from 0 (never) to 1440"),
    ] = None
    separate_duties: Annotated[bool | None, Field(description="true or false")] = None
    second_factor: Annotated[bool | None, Field(description="true or false")] = None
    limit_delay: Annotated[int | None, Field(ge=1, description="a number of hours")] = None
    checkpoint_to: Annotated[str | None, Field(description="a command or https://…")] = None


NAMES: Final = tuple(ServerSettings.model_fields)
PATHS: Final = frozenset(
    {"submissions", "variations", "wagers", "certificate", "key", "installation_key", "database"}
)


class Configuration(NamedTuple):
    """The settings in force, and where each is from: an option, a variable, a file, a default."""

    settings: ServerSettings
    origins: Mapping[str, str]

    def lines(self) -> Iterator[str]:
        """The settings as lines of TOML, with the origin of each; passwords are left out."""
        for name in NAMES:
            value = getattr(self.settings, name)
            origin = self.origins[name]
            if value is None:
                yield f"# {name} is not set"
                continue
            printed = without_password(value) if name == "database" else value
            yield f"{name} = {json.dumps(printed, ensure_ascii=False)}  # {origin}"


class _GivenSetting(NamedTuple):
    value: Any
    origin: str


def read_settings(
    options: Mapping[str, object], environment: Mapping[str, str], file: Path | None = None
) -> Configuration:
    """The settings from these options (those that were given), variables, and file.

    Raises `BadInput` for an unknown name, a wrong value, or a file that cannot be read.
    """
    file_name = environment.get(FILE_VARIABLE)
    place = file or (Path(file_name) if file_name else None)
    values = {} if place is None else _from_file(place)
    values |= _from_environment(environment)
    values |= {name: _GivenSetting(value, COMMAND_LINE) for name, value in options.items()}
    try:
        settings = ServerSettings.model_validate(
            {name: setting.value for name, setting in values.items()}
        )
    except ValidationError as error:
        raise _wrong(error, values) from None
    if (settings.certificate is None) != (settings.key is None):
        present, missing = ("key", "certificate") if settings.key else ("certificate", "key")
        raise BadInput(f"{values[present].origin}: {present} needs {missing} beside it.")
    origins = {name: values[name].origin if name in values else DEFAULT for name in NAMES}
    return Configuration(settings, origins)


# Where settings are from


def _from_file(path: Path) -> dict[str, _GivenSetting]:
    text = read_user_file(path, CONFIGURATION)
    check_toml(text, CONFIGURATION)
    try:
        settings = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"{path} is not TOML: {error}.") from None
    for name in settings:
        if name not in NAMES:
            raise BadInput(
                f"{path} has an unknown setting {quoted(name)}; {_similar_setting(name)}"
            )
    folder = path.absolute().parent
    return {
        name: _GivenSetting(_in_folder(folder, value) if name in PATHS else value, str(path))
        for name, value in settings.items()
    }


def _in_folder(folder: Path, value: object) -> object:
    """A path that a file in this folder names, or a list of them; no other value is changed."""
    if isinstance(value, list):
        return [_in_folder(folder, part) for part in value]
    if not isinstance(value, str) or "://" in value or value == "memory:":
        return value
    return str(folder / value)


def _from_environment(environment: Mapping[str, str]) -> dict[str, _GivenSetting]:
    """The settings of variables; one that is almost a setting's name is refused."""
    values = {}
    variables = {PREFIX + name.upper(): name for name in NAMES}
    for variable, text in environment.items():
        if variable in variables:
            name = variables[variable]
            values[name] = _GivenSetting(_value(name, text), variable)
        elif variable.startswith(PREFIX) and variable != FILE_VARIABLE:
            near = near_names(variable.removeprefix(PREFIX).lower(), NAMES)
            if near:
                meant = PREFIX + near[0].upper()
                raise BadInput(f"There is no setting {variable}; did you mean {meant}?")
    return values


def _value(name: str, text: str) -> object:
    """A variable's text as a setting's type; text that does not fit is refused later."""
    annotation = ServerSettings.model_fields[name].annotation
    if annotation is bool:
        return {"true": True, "false": False}.get(text, text)
    if annotation in (int, int | None):
        return int(text) if text.isascii() and text.isdecimal() else text
    if get_origin(annotation) is list:
        return [part.strip() for part in text.split(",") if part.strip()]
    return text


def _wrong(error: ValidationError, values: Mapping[str, _GivenSetting]) -> BadInput:
    """The sentence on the first wrong value."""
    name = str(error.errors()[0]["loc"][0])
    origin = values[name].origin
    source = f"--{name.replace('_', '-')}" if origin == COMMAND_LINE else origin
    description = ServerSettings.model_fields[name].description
    value = values[name].value
    text = quoted(", ".join(map(str, value)) if isinstance(value, list) else str(value))
    return BadInput(f"{source}: {name} has to be {description}, not {text}.")


def _similar_setting(name: str) -> str:
    near = near_names(name, NAMES)
    return f"did you mean {near[0]}?" if near else "`upcard serve --print-config` lists them."
