"""The commands, each in its own module; a failure prints one sentence and exits with 2."""

import io
import os
import sys
from collections.abc import Iterable
from copy import copy
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from typer.models import CommandInfo

from upcard.cli.wagers import load_wagers, require_folder
from upcard.text.extras import MissingExtra, needs_extras
from upcard.text.words import MAX_DIGITS, quoted, shortened

if TYPE_CHECKING:
    app: typer.Typer
    """The app with all commands; made when it is asked for, as its modules take a while."""

BAD_INPUT: Final = 2

BEFORE: Final = ("--variations", "--wagers")
"""Options that stand before every command; some commands take them too."""

COMMANDS: Final = {
    "rules": "rules",
    "odds": "odds.command",
    "strategy": "strategy.command",
    "sim": "sim.command",
    "counter": "analysis.counter",
    "exposure": "analysis.exposure",
    "distribution": "analysis.distribution",
    "meter": "analysis.meter",
    "new": "check",
    "check": "check",
    "diff": "diff",
    "report": "report",
    "deal": "deal.command",
    "serve": "serve",
    "verify": "journal.commands",
    "replay": "journal.commands",
    "export": "journal.commands",
    "statement": "journal.statement",
    "daily": "journal.daily",
    "prove": "journal.proof",
    "evidence": "journal.proof",
    "upgrade": "journal.proof",
    "backup": "journal.backup",
    "restore": "journal.backup",
    "archive": "journal.backup",
    "checkpoint": "journal.backup",
    "coverage": "coverage",
    "penalty": "penalty",
    "schema": "schema",
    "rng": "rng",
    "import": "journal.commands",
    "rotate-key": "journal.rotate_key",
}
"""The module of each command, imported when the command is needed; its function has its name."""


def _app_with(names: Iterable[str]) -> typer.Typer:
    """The app with these commands; Typer makes ready all that it is given."""
    app = typer.Typer(
        name="upcard",
        help="Casino table games as executable regulations: play a table, price every wager, "
        "prove what happened.",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,  # plain help, which is there at once
    )
    app.callback()(options)
    for name in names:
        module = import_module(f"upcard.cli.{COMMANDS[name]}")
        function = getattr(module, "import_" if name == "import" else name.replace("-", "_"))
        app.command(name)(needs_extras(f"`upcard {name}`")(function))
    _summarize(app)
    return app


@cache
def _whole_app() -> typer.Typer:
    from upcard.cli.device import device

    app = _app_with(COMMANDS)
    _summarize(device)
    app.add_typer(device, name="device", short_help=device.info.help)
    return app


def __getattr__(name: str) -> typer.Typer:
    if name != "app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return _whole_app()


def _summarize(app: typer.Typer) -> None:
    """Set the summary of each command: where Typer makes it, the list has it cut short."""
    for entry in app.registered_commands:
        entry.short_help = (getattr(entry.callback, "__doc__", "") or "").partition("\n\n")[0]


def _version(is_requested: bool) -> None:
    """Print the version and the digests; as JSON if ``--json`` is given too, before or after."""
    if not is_requested:
        return
    from upcard import __version__
    from upcard.rules.digest import code_digest, made_by, rules_digest

    code, rules = code_digest(), rules_digest()
    if "--json" in sys.argv[1:]:
        from upcard.cli.output import print_document
        from upcard.text.schemas import VERSION

        versions = {"version": __version__, "code": code, "rules": rules, "made_by": made_by()}
        print_document(VERSION, versions)
    else:
        typer.echo(f"upcard {__version__}\ncode  {code}\nrules {rules}")
    raise typer.Exit


def _refuse_json(is_requested: bool) -> None:
    """Raise ``BadInput``: `_version` comes first and ends the command."""
    if is_requested:
        from upcard.rules.violation import BadInput

        raise BadInput("--json goes after the command; before it, it needs --version.")


def _load_variations(folder: Path | None) -> None:
    """Make the rulebook read the folder's variations, in this process and its children."""
    if folder is not None:
        require_folder("--variations", folder)
        os.environ["UPCARD_VARIATIONS"] = str(folder.absolute())


def options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_version, is_eager=True, help="The version, and the digests."
        ),
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", callback=_refuse_json, help="With --version: as JSON.")
    ] = False,
    variations: Annotated[
        Path | None,
        typer.Option(
            "--variations",
            callback=_load_variations,
            is_eager=True,
            metavar="DIR",
            help="Load the variations in this folder, which are code.",
        ),
    ] = None,
    wagers: Annotated[
        Path | None,
        typer.Option(
            "--wagers",
            callback=load_wagers,
            is_eager=True,
            metavar="DIR",
            help="Load the wagers in this folder, which are code.",
        ),
    ] = None,
) -> None:
    """Casino table games as executable regulations."""


def run() -> int:
    """Run the command; returns its exit status: 0 done, 1 the answer is no, 2 bad input."""
    _replace_unknown_characters()
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # to look for them takes a while
    try:
        _check_arguments(sys.argv[1:])
        status = _prepare_app(sys.argv[1:])(standalone_mode=False, prog_name="upcard")
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (KeyboardInterrupt, typer.Abort):
        from upcard.cli.sim.command import INTERRUPTED

        return INTERRUPTED
    except Exception as error:
        return _print_failure(error)
    return status if isinstance(status, int) else 0


def _prepare_app(arguments: list[str]) -> typer.Typer:
    """The app with what the arguments need alone, as Typer makes ready all it is given.

    This is the command that stands first; for the list of all commands, their names and summaries.
    """
    if arguments in ([], ["--help"]):
        whole_app = _whole_app()
        with_list = copy(whole_app)
        with_list.registered_commands = [
            _list_entry(entry) for entry in whole_app.registered_commands
        ]
        return with_list
    command = [name for name in COMMANDS if arguments[:1] == [name]]
    return _app_with(command) if command else _whole_app()


def _list_entry(entry: CommandInfo) -> CommandInfo:
    """A command as the list of all commands shows it: without its parameters."""
    short_entry = copy(entry)
    short_entry.callback = _nothing
    return short_entry


def _nothing() -> None:
    """Stand for a command that is listed and not run."""


def _print_failure(error: Exception) -> int:
    """Print the sentence of a failure and return the status; raises what has none again.

    The errors are imported here, where there is one.
    """
    from upcard.cards.card import CardNameError
    from upcard.cards.random_source import RandomSourceFailed
    from upcard.journal.port import JournalError, JournalTampered
    from upcard.money.amount import AmountError
    from upcard.rules.violation import BadInput, RulebookError, RuleViolation

    if isinstance(error, JournalTampered):
        _fail(str(error))
        return 1  # the answer is no: this is not what was written
    if isinstance(error, BadInput | CardNameError | AmountError | JournalError):
        return _fail(str(error))
    if isinstance(error, RuleViolation | RulebookError | MissingExtra | RandomSourceFailed):
        return _fail(str(error))
    if isinstance(error, OSError):
        return _fail(f"{error.filename or 'The output'}: {error.strerror}.")
    if not hasattr(error, "format_message"):
        raise error
    return _fail(_option_message(error))


def _check_arguments(arguments: list[str]) -> None:
    """Raise ``BadInput`` for an argument that is a number of more digits than upcard reads."""
    from upcard.rules.violation import BadInput

    for argument in arguments:
        name, _, value = argument.rpartition("=")
        digits = value.removeprefix("-")
        if digits.isdecimal() and len(digits) > MAX_DIGITS:
            name_shown = name if name.startswith("--") else quoted(value)
            raise BadInput(
                f"{name_shown} is a number of {len(digits):,} digits, more than upcard reads."
            )


def _option_message(error: Any) -> str:
    """Typer's message on a wrong option; for an unknown one a message with the nearest option."""
    wrong, context = getattr(error, "option_name", None), getattr(error, "ctx", None)
    if wrong is None or context is None or not hasattr(error, "possibilities"):
        message = str(error.format_message()).replace(" range.", ".")
        return message.replace("a valid int.", "a whole number.").replace(
            "a valid float.", "a number."
        )
    from upcard.rules.violation import near_names

    command = context.command_path
    option_names = [name for option in context.command.params for name in option.opts]
    option_names = [name.removeprefix("--") for name in option_names if name.startswith("--")]
    near = near_names(wrong.lstrip("-"), option_names)
    hint = f"did you mean --{near[0]}?" if near else f"`{command} --help` lists its options."
    if wrong in BEFORE:
        hint = f"it goes before the command: `upcard {wrong} DIR …`."
    return f"`{command}` has no option {quoted(wrong)}; {hint}"


def _fail(message: str) -> int:
    typer.echo(shortened(message), err=True)
    return BAD_INPUT


def _replace_unknown_characters() -> None:
    """Let terminals without suits and section signs show a replacement instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
