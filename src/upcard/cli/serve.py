"""``upcard serve``: the table server with its pages."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from upcard.cli.wagers import VariationsFolder, WagersFolder, require_folder
from upcard.rules.violation import BadInput

if TYPE_CHECKING:
    from upcard.service.configuration import ServerSettings
    from upcard.service.settings import Settings

Submissions = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="[SUBMISSION …]",
        help="The tables to serve; without one, a demonstration floor.",
        show_default=False,
    ),
]
Config = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="A file of settings (TOML), named like these options."),
]
PrintConfig = Annotated[
    bool,
    typer.Option("--print-config", help="Print the settings, and where each is from, and end."),
]
Database = Annotated[
    str | None,
    typer.Option(metavar="URL", help="A file, or postgresql://…; default: a file of your own."),
]
Host = Annotated[str | None, typer.Option(help="The address to listen on; default: 127.0.0.1.")]
Port = Annotated[
    int | None, typer.Option(metavar="N", help="The port; default: 8080.", min=0, max=65_535)
]
Attended = Annotated[
    bool | None,
    typer.Option(
        "--attended/--no-attended",
        help="People deal: they close wagers and clear the cards.",
        show_default=False,
    ),
]
Fed = Annotated[
    list[str] | None,
    typer.Option(
        metavar="TABLE",
        help="A table whose cards or numbers come from a shoe or wheel that reads them; people "
        "deal it. Repeatable.",
        show_default=False,
    ),
]
TwoPersonsAbove = Annotated[
    str | None,
    typer.Option(
        metavar="DOLLARS",
        help="A jackpot from this on is paid by someone other than the person who validated it.",
    ),
]
CutWindow = Annotated[
    int | None,
    typer.Option(
        metavar="SECONDS",
        help="Players who are offered the cut have this time to cut, or to add to the cut.",
    ),
]
Certificate = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Serve HTTPS with this certificate (PEM).")
]
Key = Annotated[Path | None, typer.Option(metavar="FILE", help="The key of the certificate (PEM).")]
SecureCookies = Annotated[
    bool | None,
    typer.Option(
        "--secure-cookies",
        help="Send cookies only over HTTPS; always so with a certificate.",
        show_default=False,
    ),
]
Proxy = Annotated[
    list[str] | None,
    typer.Option(
        metavar="ADDRESS",
        help="A reverse proxy, or a network of them, that names its clients. Repeatable.",
        show_default=False,
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Spread the tables over N processes, each with its own SQLite file; default: 1.",
        min=1,
        max=64,
    ),
]
InstallationKey = Annotated[
    Path | None, typer.Option(metavar="FILE", help="The file of the installation key.")
]
WithTraces = Annotated[
    bool | None,
    typer.Option(
        "--traces/--no-traces", help="Trace requests by OpenTelemetry.", show_default=False
    ),
]

LimitDelay = Annotated[
    int | None,
    typer.Option(
        metavar="HOURS",
        help="After so long a looser limit that players set themselves holds; default: never.",
        min=1,
    ),
]
SessionHours = Annotated[
    int | None,
    typer.Option(
        metavar="N", help="Hours after which a session ends; default: 12.", min=1, max=168
    ),
]
SessionIdle = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="Minutes without use after which a session ends; 0: never; default: 30.",
        min=0,
        max=1440,
    ),
]


def _negation_of(value: bool | None) -> bool | None:
    """The setting that a flag switches off; None where the flag is not given."""
    return False if value else None


SeparateDuties = Annotated[
    bool | None,
    typer.Option(
        "--joint-duties",
        callback=_negation_of,
        help="Who files a submission may approve it and put it in force.",
        show_default=False,
    ),
]
SecondFactor = Annotated[
    bool | None,
    typer.Option(
        "--no-second-factor",
        callback=_negation_of,
        help="Managers and administrators need no second factor.",
        show_default=False,
    ),
]
CheckpointTo = Annotated[
    str | None,
    typer.Option(
        metavar="COMMAND",
        help="Give each signed root to this command, or to a URL: kept outside this machine.",
    ),
]


IDLE_MINUTES: Final = 30
"""The idle time of sessions where none is given; in the demonstration they have none."""


def serve(
    submissions: Submissions = None,
    config: Config = None,
    print_config: PrintConfig = False,
    database: Database = None,
    host: Host = None,
    port: Port = None,
    attended: Attended = None,
    fed: Fed = None,
    two_persons_above: TwoPersonsAbove = None,
    cut_window: CutWindow = None,
    variations: VariationsFolder = None,
    wagers: WagersFolder = None,
    certificate: Certificate = None,
    key: Key = None,
    secure_cookies: SecureCookies = None,
    proxy: Proxy = None,
    installation_key: InstallationKey = None,
    traces: WithTraces = None,
    workers: Workers = None,
    checkpoint_to: CheckpointTo = None,
    limit_delay: LimitDelay = None,
    session_hours: SessionHours = None,
    session_idle: SessionIdle = None,
    separate_duties: SeparateDuties = None,
    second_factor: SecondFactor = None,
) -> None:
    """Serve live tables: pages, API, feeds, signs."""
    from upcard.service.configuration import read_settings

    options: dict[str, Any] = {
        "submissions": [str(path) for path in submissions or ()],
        "database": database,
        "host": host,
        "port": port,
        "attended": attended,
        "fed": fed,
        "two_persons_above": two_persons_above,
        "cut_window": cut_window,
        "variations": None if variations is None else str(variations.absolute()),
        "wagers": None if wagers is None else str(wagers.absolute()),
        "certificate": _text(certificate),
        "key": _text(key),
        "secure_cookies": secure_cookies,
        "proxy": proxy,
        "installation_key": _text(installation_key),
        "traces": traces,
        "workers": workers,
        "checkpoint_to": checkpoint_to,
        "limit_delay": limit_delay,
        "session_hours": session_hours,
        "session_idle": session_idle,
        "separate_duties": separate_duties,
        "second_factor": second_factor,
    }
    configuration = read_settings(_settings_given(options), os.environ, config)
    if print_config:
        typer.echo("\n".join(configuration.lines()))
    else:
        _serve(configuration.settings)


def _settings_given(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value not in (None, [])}


def _find_outside(server_settings: "ServerSettings") -> None:
    """Name the folders of variations and wagers, before the server's API is made for all games."""
    for name in ("variations", "wagers"):
        folder = getattr(server_settings, name)
        if folder is not None:
            require_folder(f"--{name}", Path(folder))
    for variable, value in (
        ("UPCARD_VARIATIONS", server_settings.variations),
        ("UPCARD_WAGERS", server_settings.wagers),
        ("UPCARD_INSTALLATION_KEY", server_settings.installation_key),
    ):
        if value is not None:  # the rulebook and its child processes read them there
            os.environ[variable] = value


def _serve(server_settings: "ServerSettings") -> None:
    _find_outside(server_settings)
    from upcard import bootstrap
    from upcard.service.tls import server_tls

    tls = None
    if server_settings.certificate is not None and server_settings.key is not None:
        tls = server_tls(Path(server_settings.certificate), Path(server_settings.key))
    address = bootstrap.Address(
        server_settings.host, server_settings.port, tls, tuple(server_settings.proxy)
    )
    submissions = _existing_files([Path(path) for path in server_settings.submissions])
    settings = _settings(server_settings)
    bootstrap.serve(
        submissions, server_settings.database, address, settings, _say, server_settings.workers
    )


def _settings(server_settings: "ServerSettings") -> "Settings":
    """How the floor is run."""
    from msgspec.structs import replace

    from upcard.money.amount import parse_dollars
    from upcard.service.access.lifetimes import Lifetimes
    from upcard.service.demonstration import PACE, TWO_PERSONS_ABOVE
    from upcard.service.pace import Pace
    from upcard.service.settings import Settings

    limit, demonstration = server_settings.two_persons_above, not server_settings.submissions
    units = None if limit is None else parse_dollars(str(limit))
    idle = server_settings.session_idle
    minutes = IDLE_MINUTES * (not demonstration) if idle is None else idle
    staff = _is_in_force(server_settings.second_factor, demonstration=demonstration)
    return Settings(
        pace=replace(PACE if demonstration else Pace(playing=4), cut=server_settings.cut_window),
        attended=server_settings.attended,
        two_persons_above=TWO_PERSONS_ABOVE if units is None and demonstration else units,
        demonstration=demonstration,
        secure_cookies=server_settings.secure_cookies or server_settings.certificate is not None,
        fed=tuple(server_settings.fed),
        traces=server_settings.traces,
        checkpoint_to=server_settings.checkpoint_to or "",
        limit_delay=server_settings.limit_delay,
        separate_duties=_is_in_force(server_settings.separate_duties, demonstration=demonstration),
        with_factor=Settings().with_factor if staff else frozenset(),
        lifetimes=Lifetimes(server_settings.session_hours * 3600, minutes * 60),
    )


def _is_in_force(value: bool | None, *, demonstration: bool) -> bool:
    """A control that holds unless it is switched off, or in the demonstration."""
    return not demonstration if value is None else value


def _text(path: Path | None) -> str | None:
    return None if path is None else str(path)


def _existing_files(paths: list[Path]) -> list[Path]:
    """The files; raises `BadInput` for one that does not exist."""
    for path in paths:
        if not path.is_file():
            raise BadInput(f"There is no submission {path}.")
    return paths


def _say(line: str) -> None:
    typer.echo(line, err=True)
