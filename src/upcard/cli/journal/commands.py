"""``upcard verify``, ``replay``, ``export`` and ``import``: commands on journals."""

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO

import typer

from upcard.cli.journal.options import (
    Place,
    Signer,
    new_journal,
    opened_journal,
    printable_address,
    public_key,
    table_of,
)
from upcard.cli.submissions import AsJson
from upcard.rules.violation import BadInput
from upcard.text import schemas
from upcard.text.extras import needs_extras
from upcard.text.private_files import new_private_file

if TYPE_CHECKING:
    from upcard.journal.journal import Journal

UNSIGNED = (
    "Without --signed-by this checks that the file is whole, not who wrote it: anybody can change "
    "a file and sign it with a key of their own. Name the key that you expect."
)
"""What `upcard import` warns of."""


def verify(
    journal: Place,
    checkpoint: Annotated[
        Path | None, typer.Option(help="Compare with a signed checkpoint that was kept elsewhere.")
    ] = None,
    sign: Annotated[
        Path | None, typer.Option(help="Write a signed checkpoint, to be kept elsewhere.")
    ] = None,
    archive: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Read archived records from this archive."),
    ] = None,
    signed_by: Signer = None,
    round_: Annotated[
        int | None,
        typer.Option(
            "--round", min=1, help="Check this round's cards against the committed shuffle instead."
        ),
    ] = None,
    table: Annotated[
        str | None, typer.Option(help="The table of the round, if the journal has several.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check the hash chain and decide every command again."""
    from upcard.cli.journal.verdicts import beside_checkpoints, print_verdict
    from upcard.host.verification.verify import verify as verified
    from upcard.submission.compiling.text import rules_of

    if signed_by is not None and checkpoint is None and archive is None:
        raise BadInput("--signed-by needs --checkpoint or --archive, whose signer it names.")
    if round_ is not None:
        from upcard.cli.journal.shuffles import print_shuffles

        with opened_journal(journal) as opened:
            print_shuffles(opened, table_of(opened, table), round_, as_json=as_json)
        return
    with opened_journal(journal, archived=archive is None) as opened:
        if archive is not None:
            _attach(opened, archive, signed_by)
        empty = not opened.heads()
        verdict = verified(opened, rules_of)
        verdict = beside_checkpoints(opened, verdict, journal, checkpoint, signed_by)
    if empty and verdict.verified:
        raise BadInput(
            "This journal holds no record, so there is nothing to verify: was it copied "
            "without its -wal file?"
        )
    if as_json:
        from upcard.cli.output import print_document

        print_document(schemas.VERIFY, verdict)
    else:
        print_verdict(verdict)
    if not verdict.verified:
        raise typer.Exit(1)
    if sign is not None:
        _sign(journal, sign)


def replay(
    journal: Place,
    round_: Annotated[int | None, typer.Option("--round", min=1, help="Only this round.")] = None,
    table: Annotated[
        str | None, typer.Option(help="The table, if the journal has several.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show rounds as they happened."""
    from upcard.host.records.replay import rounds_of
    from upcard.submission.compiling.text import rules_of

    matches = 0
    with opened_journal(journal) as opened:
        name = table_of(opened, table)
        for record in rounds_of(opened, name, rules_of):
            if round_ in (None, record["round"]):
                _show(record, as_json=as_json)
                matches += 1
    if round_ is not None and not matches:
        raise BadInput(f"Table {name} has no round {round_} in this journal.")


def export(
    journal: Place,
    out: Annotated[
        Path | None, typer.Option(help="The file to write, instead of standard output.")
    ] = None,
    parquet: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Write typed tables for analysis instead (Parquet)."),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes that write them; by default one a CPU.")
    ] = None,
    encrypt_for: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY", help="Encrypt for this public key of age or SSH; may be repeated."
        ),
    ] = None,
) -> None:
    """Write a journal as one canonical, signed file, or as typed tables."""
    if parquet is not None:
        if out is not None:
            raise BadInput("Choose one: --out or --parquet.")
        if encrypt_for:
            raise BadInput("--encrypt-for encrypts the file of --out, not typed tables.")
        _export_tables(journal, parquet, workers)
        return
    from upcard.host.seals.installation import open_installation
    from upcard.journal.copies.exporting import export_journal

    key = open_installation().signing_key
    with opened_journal(journal) as opened, ExitStack() as files:
        file = sys.stdout.buffer if out is None else files.enter_context(_create_file(out))
        if encrypt_for:
            from upcard.journal.copies.encrypting import encrypted, recipient

            readers = [recipient(key_text) for key_text in encrypt_for]
            file = files.enter_context(encrypted(file, readers))
        footer = export_journal(opened, file, key)
    if out is None:
        return
    typer.echo(
        f"{footer.records} records, {footer.events} events, signed by {footer.public_key}.",
        err=True,
    )


@contextmanager
def _create_file(path: Path) -> Iterator[BinaryIO]:
    """A new file, which a failure does not leave behind."""
    with new_private_file(path) as file:
        try:
            yield file
        except BaseException:
            path.unlink()
            raise


def _export_tables(journal: str, folder: Path, workers: int | None) -> None:
    with needs_extras("`upcard export --parquet`"):
        from upcard.host.tabular.parquet import export_tables
        from upcard.submission.compiling.text import rules_of

        rows = export_tables(journal, folder, rules_of, workers or os.cpu_count() or 1)
    summary = ", ".join(f"{number:,} {name}" for name, number in rows.items())
    typer.echo(f"{folder}: {summary}.", err=True)


def import_(
    file: Annotated[Path, typer.Argument(help="A file that `upcard export` wrote.")],
    into: Annotated[
        str | None,
        typer.Option(help="The journal to create; by default FILE with the ending .journal."),
    ] = None,
    signed_by: Signer = None,
    identity: Annotated[
        Path | None, typer.Option(help="The file with your secret key, for an encrypted file.")
    ] = None,
) -> None:
    """Create a journal from an exported file, after checking that nothing in it was changed."""
    from upcard.host.records.rebuild import rebuild
    from upcard.journal.copies.exporting import import_journal

    address = into or str(file.with_suffix(".journal"))
    if Path(address).exists():
        raise BadInput(f"{address} already exists; name another journal with --into.")
    with ExitStack() as files:
        source = files.enter_context(_readable(file, identity))
        opened = files.enter_context(new_journal(address))
        counts = import_journal(opened, source, public_key(signed_by))
        if signed_by is None:
            typer.echo(UNSIGNED, err=True)
        rebuild(opened)
    typer.echo(
        f"{printable_address(address)}: {counts.records} records, {counts.events} events.", err=True
    )


@contextmanager
def _readable(path: Path, identity: Path | None) -> Iterator[BinaryIO]:
    """An exported file, decrypted where it is encrypted."""
    with path.open("rb") as file, ExitStack() as files:
        from upcard.journal.copies.encrypting import decrypted, identities, is_encrypted

        if not is_encrypted(file):
            yield file
            return
        if identity is None:
            raise BadInput(f"{path} is encrypted: name your secret key with --identity.")
        yield files.enter_context(decrypted(file, identities(identity)))


def _attach(journal: "Journal", folder: Path, signed_by: str | None) -> None:
    """Read archived records from a folder; without `signed_by`, this installation signed it."""
    from upcard.host.seals.installation import open_installation
    from upcard.journal.copies.archive_reading import Archive

    key = public_key(signed_by)
    keys = open_installation().public_keys if key is None else (key,)
    journal.attach(Archive(folder, *keys))


def _sign(address: str, path: Path) -> None:
    from upcard.host.records.checkpoints import checkpoint_text, signed_checkpoint
    from upcard.host.seals.installation import open_installation

    key = open_installation().signing_key
    with opened_journal(address, writable=True) as opened, new_private_file(path) as file:
        checkpoint = signed_checkpoint(opened, key)
        file.write(checkpoint_text(checkpoint))
    typer.echo(
        f"{path}: root {checkpoint.checkpoint.position}, key {checkpoint.public_key}.", err=True
    )


def _show(record: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        from upcard.cli.output import print_line

        print_line(schemas.DEAL, record)
        return
    from upcard.cli.deal.screen import print_record
    from upcard.cli.output import console

    print_record(record)
    first, last = record["records"][0], record["records"][-1]
    console().print(f"[dim]Records {first} to {last} of the journal.[/dim]\n")
