"""``upcard device``: simulators of devices, and transcripts that show that a device conforms."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from upcard.rules.violation import BadInput
from upcard.text.extras import needs_extras

if TYPE_CHECKING:
    from upcard.client import Client
    from upcard.client.simulators import Simulator

DIFFERS: Final = 1
"""The status if a server answers otherwise than a transcript."""

device: Final = typer.Typer(
    help="Simulate devices, and show with transcripts that a device conforms.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

Server = Annotated[str, typer.Option(metavar="URL", help="The table server.")]
Tokens = Annotated[
    Path,
    typer.Option(
        metavar="FILE", help='The devices\' tokens: a line NAME = "TOKEN" for each (TOML).'
    ),
]


@device.command()
@needs_extras("`upcard device simulate`")
def simulate(
    server: Server,
    tokens: Tokens,
    table: Annotated[str, typer.Option(help="The table of the devices.")],
    rounds: Annotated[
        int, typer.Option(metavar="N", min=1, help="The rounds that the keypad deals.")
    ] = 1,
    wager: Annotated[str, typer.Option(help="The wager of each player.")] = "blackjack",
    amount: Annotated[str, typer.Option(metavar="DOLLARS", help="Its amount.")] = "15.00",
    sensed: Annotated[
        str, typer.Option(help="The bet sensor's wager; the table's first progressive one.")
    ] = "",
    seed: Annotated[int, typer.Option(help="Shuffles the shoe and spins the wheel.")] = 0,
) -> None:
    """Simulate the devices that have a token: keypad, shoe, wheel, bet-sensor, sign.

    Without a keypad the simulators go on until they are interrupted.
    """
    from upcard.client.simulators import (
        BetSensorSimulator,
        KeypadSimulator,
        ShoeSimulator,
        SignSimulator,
        WheelSimulator,
        run,
    )

    def simulator(name: str, client: "Client") -> "Simulator":
        match name:
            case "keypad":
                return KeypadSimulator(client, table, wager, amount)
            case "shoe":
                return ShoeSimulator(client, table, seed=seed)
            case "wheel":
                return WheelSimulator(client, table, seed)
            case "bet-sensor":
                try:
                    return BetSensorSimulator(client, table, sensed)
                except ValueError as error:
                    raise BadInput(str(error)) from None
            case "sign":
                return SignSimulator(client, _show)
        raise BadInput(f"There is no simulator of a {name}.")

    with _errors(), ExitStack() as stack:
        simulators = [
            simulator(name, stack.enter_context(_client(server, token)))
            for name, token in _tokens(tokens).items()
        ]
        keypads = [built for built in simulators if isinstance(built, KeypadSimulator)]
        run(simulators, lambda: bool(keypads) and keypads[0].rounds >= rounds)
        if keypads:
            typer.echo(f"Rounds dealt at {table}: {keypads[0].rounds}.")


@device.command()
@needs_extras("`upcard device replay`")
def replay(
    transcripts: Annotated[
        list[Path], typer.Argument(metavar="TRANSCRIPT", help="Of `upcard device transcripts`.")
    ],
    server: Server,
    tokens: Tokens,
    seconds: Annotated[
        float, typer.Option(metavar="N", help="How long an answer or a device may take.")
    ] = 10.0,
) -> None:
    """Replay transcripts against a server whose tables are new; status 1 if one differs.

    What devices without a token bring about is compared with the transcript: they are yours.
    """
    from upcard.client.transcripts import Replay, read_transcript

    token_of = _tokens(tokens)
    with _errors():
        for path in transcripts:
            transcript = read_transcript(_text(path))
            devices_without_token = [name for name in transcript.devices if name not in token_of]
            tokens_used = {
                name: token for name, token in token_of.items() if name in transcript.devices
            }
            if not tokens_used:
                raise BadInput(f"{tokens} has the token of no device of {path}.")
            difference = Replay(server, tokens_used, seconds).run(transcript)
            if difference is not None:
                typer.echo(f"{path}: {difference}")
                raise typer.Exit(DIFFERS)
            yours = f" (yours: {', '.join(devices_without_token)})" if devices_without_token else ""
            typer.echo(f"{path}: as in the transcript, {len(transcript.lines)} lines{yours}.")


@device.command()
def transcripts(
    folder: Annotated[Path, typer.Argument(help="A folder, which is made.")],
) -> None:
    """Write the transcripts, and the Rules Submissions of their tables, to a folder."""
    from importlib.resources import files

    folder.mkdir(parents=True, exist_ok=True)
    for file in sorted(files("upcard.client").joinpath("recorded").iterdir(), key=str):
        if file.name.endswith((".jsonl", ".toml")):
            (folder / file.name).write_text(file.read_text(encoding="utf-8"), encoding="utf-8")
            typer.echo(folder / file.name)


@contextmanager
def _errors() -> Iterator[None]:
    """Raise what the client raises as a user's error, with its sentence."""
    from upcard.client import NoAnswer, Refused
    from upcard.client.transcripts import BadTranscript

    try:
        yield
    except (NoAnswer, Refused, BadTranscript) as error:
        raise BadInput(str(error)) from None


def _client(server: str, token: str) -> "Client":
    from upcard.client import Client

    return Client(server, token)


def _show(meters: dict[str, str]) -> None:
    for name, amount in meters.items():
        typer.echo(f"{name} {amount}")


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise BadInput(f"{path} cannot be read.") from None


def _tokens(path: Path) -> dict[str, str]:
    """The tokens of a file by the devices' names; raises `BadInput` for another file."""
    import tomllib

    try:
        tokens = tomllib.loads(_text(path))
    except tomllib.TOMLDecodeError:
        tokens = {}
    if not tokens or not all(isinstance(token, str) for token in tokens.values()):
        raise BadInput(f'{path} has no line NAME = "TOKEN" for each device, and nothing else.')
    return tokens
