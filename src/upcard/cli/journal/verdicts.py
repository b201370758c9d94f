"""The output of ``upcard verify``: the verdict, and what checkpoints show in addition."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from upcard.cli.journal.options import public_key

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    from upcard.host.verification.verdict import Verdict
    from upcard.journal.journal import Journal
    from upcard.journal.port import Checkpoint

NONE: Final = (
    "Without a checkpoint, this cannot show whether records were cut off at the end, or whether "
    "the whole journal was written anew: keep checkpoints elsewhere (`upcard checkpoint`), and "
    "name one with --checkpoint."
)
OWN_WORD: Final = (
    "{path} is signed with a key that this installation does not have: it shows an accident, not a "
    "forgery. Name the key that you expect with --checkpoint {path} --signed-by KEY."
)


def beside_checkpoints(
    journal: "Journal", verdict: "Verdict", address: str, path: Path | None, signed_by: str | None
) -> "Verdict":
    """The verdict with the checkpoint `path`, if it is given, and the one of the server.

    Remarks if there is none.
    """
    if path is not None:
        verdict = _compare(journal, verdict, path, signed_by)
    later = _with_last_checkpoint(journal, verdict, address, trusted=path is not None)
    if later is not None:
        return later
    return verdict if path is not None else _with_remark(verdict, NONE)


def print_verdict(verdict: "Verdict") -> None:
    """Print the verdict, its first difference, the controls of the floor, and its remarks."""
    from upcard.cli.output import console, plain

    out = console()
    if verdict.verified:
        rounds = "1 round" if verdict.rounds == 1 else f"{verdict.rounds:,} rounds"
        out.print(
            f"[green]Verified:[/green] {verdict.events:,} events, {rounds}: "
            "the chain is intact, and every command, decided again, gives the events written."
        )
    difference = verdict.first_difference
    if difference is not None:
        record = f" from record {difference.position} on, stream {plain(difference.stream)}"
        out.print(f"[red]Not verified[/red]{record if difference.stream else ''}:")
        out.print(f"  {difference.message}", markup=False)
    for remark in (*verdict.controls, *verdict.remarks):
        place = f"Record {remark.position} of {remark.stream}: " if remark.stream else ""
        out.print(f"{place}{remark.message}", markup=False)


def _compare(
    journal: "Journal", verdict: "Verdict", path: Path, signed_by: str | None
) -> "Verdict":
    """The verdict; not verified if the journal lacks what the checkpoint signed.

    Without `signed_by`, this installation's key, or an earlier one, must have signed the
    checkpoint.
    """
    from upcard.host.records.checkpoints import read_checkpoint
    from upcard.host.seals.installation import open_installation

    signed = read_checkpoint(path)
    key = public_key(signed_by) or open_installation().public_key_named(signed.public_key)
    return _checked_by_checkpoint(journal, verdict, signed.checkpoint, key)


def _with_last_checkpoint(
    journal: "Journal", verdict: "Verdict", address: str, *, trusted: bool
) -> "Verdict | None":
    """The verdict; not verified if the journal ends before its server's last checkpoint.

    Its file shows what was lost by accident, so the key that it names itself is enough; a remark
    says so, unless another checkpoint is `trusted`. None if there is no such file.
    """
    from msgspec.structs import replace

    from upcard.host.records.checkpoints import (
        COPIED_WITHOUT_LOG,
        checkpoint_file,
        read_checkpoint,
    )

    path = checkpoint_file(address, journal)
    if path is None or not path.exists():
        return None
    signed = read_checkpoint(path)
    key = public_key(signed.public_key)
    assert key is not None
    reaching = _checked_by_checkpoint(journal, verdict, signed.checkpoint, key)
    if not trusted and not _is_ours(key):
        reaching = _with_remark(reaching, OWN_WORD.format(path=path))
    difference = reaching.first_difference
    if difference is None or verdict.first_difference is not None:
        return reaching
    message = f"{difference.message} The checkpoint is {path}: {COPIED_WITHOUT_LOG}"
    return replace(reaching, first_difference=replace(difference, message=message))


def _checked_by_checkpoint(
    journal: "Journal", verdict: "Verdict", checkpoint: "Checkpoint", key: "Ed25519PublicKey"
) -> "Verdict":
    """The verdict with a checkpoint; a difference that was found before stays the first."""
    from msgspec.structs import replace

    from upcard.host.verification.verdict import Difference
    from upcard.journal.checking import check_checkpoint
    from upcard.journal.port import JournalTampered

    try:
        check_checkpoint(journal, checkpoint, key)
    except JournalTampered as error:
        if verdict.first_difference is not None:
            return verdict
        difference = Difference(0, "", str(error))
        return replace(verdict, verified=False, first_difference=difference)
    return verdict


def _with_remark(verdict: "Verdict", message: str) -> "Verdict":
    from msgspec.structs import replace

    from upcard.host.verification.verdict import Remark

    return replace(verdict, remarks=(*verdict.remarks, Remark(0, "", message)))


def _is_ours(key: "Ed25519PublicKey") -> bool:
    """Whether a key is one of this installation, if there is one on this machine."""
    from upcard.host.seals.installation import installation_path, open_installation

    if not installation_path().exists():
        return False
    ours = open_installation().public_keys
    return key.public_bytes_raw() in [known_key.public_bytes_raw() for known_key in ours]
