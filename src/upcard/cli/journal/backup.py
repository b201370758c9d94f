"""``upcard backup``, ``restore``, ``archive`` and ``checkpoint``: kept beside a journal."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.cli.journal.options import (
    Place,
    Signer,
    new_journal,
    opened_journal,
    printable_address,
    public_key,
)
from upcard.rules.violation import BadInput

if TYPE_CHECKING:
    from upcard.host.records.checkpoints import SignedCheckpoint


def backup(
    journal: Place,
    out: Annotated[Path, typer.Option(metavar="FOLDER", help="The folder to make.")],
) -> None:
    """Write a signed backup of a journal, while it is served or not."""
    from upcard.host.seals.installation import open_installation
    from upcard.journal.copies.backups import back_up

    key = open_installation().signing_key
    with opened_journal(journal) as opened:
        manifest = back_up(opened, out, key)
    typer.echo(
        f"{out}: {manifest.records} records in {len(manifest.heads)} streams, "
        f"{manifest.events} events, signed by {manifest.public_key}.",
        err=True,
    )


def restore(
    folder: Annotated[Path, typer.Argument(help="A folder that `upcard backup` wrote.")],
    into: Annotated[
        str,
        typer.Option(
            metavar="JOURNAL", help="The journal to make: a new file, or a database without one."
        ),
    ],
    checkpoint_file: Annotated[
        Path | None,
        typer.Option(
            "--at", metavar="CHECKPOINT", help="Restore only what this checkpoint covers."
        ),
    ] = None,
    signed_by: Signer = None,
) -> None:
    """Make a journal from a backup, after checking that nothing in it was changed."""
    from upcard.host.records.checkpoints import read_checkpoint
    from upcard.host.records.rebuild import rebuild
    from upcard.journal.copies.backups import Backup

    newest = None if checkpoint_file is None else read_checkpoint(checkpoint_file).checkpoint
    source = Backup(folder, public_key(signed_by))
    path = (
        None if "://" in into.removeprefix("sqlite:///") else Path(into.removeprefix("sqlite:///"))
    )
    if path is not None and path.exists():
        raise BadInput(f"{into} already exists; name another journal with --into.")
    # A file gets its name when it is whole.
    draft = into if path is None else f"{path}.unfinished"
    with new_journal(draft) as opened:
        source.restore(opened, newest)
        if newest is not None:
            rebuild(opened)
        streams = opened.versions()
    if path is not None:
        Path(f"{draft}.lock").unlink(missing_ok=True)
        Path(draft).rename(path)
    records = sum(streams.values())
    typer.echo(f"{printable_address(into)}: {records} records in {len(streams)} streams.", err=True)


def archive(
    journal: Place,
    before: Annotated[str, typer.Option(metavar="DATE", help="Seal the months before this date.")],
    out: Annotated[
        Path, typer.Option(metavar="FOLDER", help="The archive: new, or one to be continued.")
    ],
    remove: Annotated[
        bool, typer.Option("--remove", help="Then remove the archived records from the journal.")
    ] = False,
) -> None:
    """Seal the records of closed months in an archive; with --remove, move them there."""
    from upcard.cli.output import parse_date
    from upcard.host.seals.installation import open_installation
    from upcard.journal.copies.archive_reading import Archive
    from upcard.journal.copies.archiving import archive_month, closed_months, month_under_way

    end, installation = parse_date(before), open_installation()
    key = installation.signing_key
    with opened_journal(journal, archived=False) as opened:
        previous = None
        if out.exists() and any(out.iterdir()):
            opened_archive = Archive(out, *installation.public_keys)
            opened.attach(opened_archive)  # or it is of another journal
            previous = opened_archive.last
        last_month = "" if previous is None else previous.month
        for closed in closed_months(opened, end):
            if closed.month > last_month:
                out.mkdir(mode=0o700, exist_ok=True)
                previous = archive_month(opened, closed, out / closed.month, previous, key)
                records = sum(
                    stream.after.position - stream.before.position
                    for stream in previous.streams.values()
                )
                typer.echo(
                    f"{out / closed.month}: {records} records, to root {previous.root}.", err=True
                )
        under_way = month_under_way(opened)
    if previous is None or (previous.month == last_month and not remove):
        typer.echo(f"There is no month to seal that ended before {before}.", err=True)
    if f"{end:%Y-%m}" > under_way:
        typer.echo(f"{under_way} has not ended and is left for later.", err=True)
    if remove and previous is not None:
        _remove(journal, out)


def _remove(journal: str, folder: Path) -> None:
    """Remove from a journal what an archive holds, after reading the archive through."""
    from upcard.host.records.archives import note_archive
    from upcard.host.seals.installation import open_installation
    from upcard.journal.copies.archive_reading import Archive

    source = Archive(folder, *open_installation().public_keys)
    with opened_journal(journal, writable=True, archived=False) as opened:
        note_archive(journal, opened, folder)
        removed = opened.remove_archived(source)
    if removed:
        typer.echo(
            f"{printable_address(journal)}: {removed} records were moved to {folder}.", err=True
        )
    else:
        typer.echo(
            f"Nothing was moved: what {folder} holds, {printable_address(journal)} no longer has, "
            "but for what ties the two together.",
            err=True,
        )


def checkpoint(
    journal: Place,
    out: Annotated[
        Path | None, typer.Option(help="The file to write, instead of standard output.")
    ] = None,
) -> None:
    """Write a root over a journal, and sign it; of a journal in use, give the newest one."""
    from upcard.host.records.checkpoints import checkpoint_text, write_checkpoint

    newest = _newest(journal)
    if out is None:
        typer.echo(checkpoint_text(newest).decode(), nl=False)
        return
    write_checkpoint(out, newest)
    signed = newest.checkpoint
    typer.echo(
        f"{out}: root {signed.position}, {signed.events} events, key {newest.public_key}.", err=True
    )


def _newest(address: str) -> "SignedCheckpoint":
    """A checkpoint over all records; where a server has the file, the newest that it signed."""
    from upcard.host.records.checkpoints import newest_checkpoint, signed_checkpoint
    from upcard.host.seals.installation import open_installation
    from upcard.journal.port import JournalInUse

    installation = open_installation()
    with opened_journal(address):
        pass  # opening for writing would make a journal that is missing
    try:
        with opened_journal(address, writable=True) as opened:
            return signed_checkpoint(opened, installation.signing_key)
    except JournalInUse:
        with opened_journal(address) as opened:
            newest = newest_checkpoint(opened, installation.public_keys)
    if newest is None:
        raise BadInput(
            f"The server that writes {printable_address(address)} has signed no root yet: it does "
            "each minute."
        )
    typer.echo(
        f"{printable_address(address)} is in use: this is the newest root that its server signed.",
        err=True,
    )
    return newest
