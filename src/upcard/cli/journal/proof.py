"""``upcard prove``, ``evidence`` and ``upgrade``: what a journal shows to somebody else."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.cli.journal.options import (
    Place,
    Signer,
    opened_journal,
    printable_address,
    public_key,
    table_of,
)
from upcard.cli.submissions import AsJson
from upcard.rules.violation import BadInput
from upcard.text import schemas

if TYPE_CHECKING:
    from upcard.host.records.round_proof import RoundProof

Round = Annotated[int, typer.Option("--round", min=1, help="The round.")]
Table = Annotated[str | None, typer.Option(help="The table, if the journal has several.")]


def prove(
    journal: Annotated[
        str | None, typer.Argument(help="A journal: a file, or postgresql://….")
    ] = None,
    round_: Annotated[int | None, typer.Option("--round", min=1, help="The round.")] = None,
    table: Table = None,
    out: Annotated[Path | None, typer.Option(help="The file to write the proof to.")] = None,
    check: Annotated[
        Path | None, typer.Option(help="Check a proof, or a page of `upcard evidence`.")
    ] = None,
    signed_by: Signer = None,
    as_json: AsJson = False,
) -> None:
    """Prove a round with a few hashes, or check such a proof without a journal."""
    if check is not None:
        proof = _check_proof(check, signed_by)
    elif journal is None or round_ is None:
        raise BadInput("Name a journal and a --round, or a proof to --check.")
    else:
        proof = _make_proof(journal, round_, table)
    if as_json or out is not None:
        _write(proof, out)
    if not as_json:
        _show(proof, is_checked=check is not None)


def evidence(
    journal: Place,
    round_: Round,
    out: Annotated[Path, typer.Option(help="The page (HTML) to write.")],
    table: Table = None,
) -> None:
    """Write what a regulator files of a disputed round: one page with replay and proof."""
    from upcard.service.history.evidence import evidence_page
    from upcard.submission.compiling.text import rules_of

    proof = _make_proof(journal, round_, table)
    with opened_journal(journal) as opened, out.open("x", encoding="utf-8") as file:
        file.write(evidence_page(opened, proof, rules_of))
    typer.echo(f"{out}: round {proof.round} of {proof.table}, with its proof.", err=True)


def upgrade(journal: Place) -> None:
    """Convert a journal that an older upcard wrote; its records stay as they are."""
    from upcard.journal.opening import require_file

    require_file(journal)
    with opened_journal(journal, writable=True) as opened:
        streams = opened.versions()
        number = opened.header.format
    typer.echo(
        f"{printable_address(journal)}: format {number}, {sum(streams.values())} records in "
        f"{len(streams)} streams.",
        err=True,
    )


def _make_proof(address: str, number: int, table: str | None) -> "RoundProof":
    """The proof of a round; a root is written and signed if none covers the round yet."""
    from upcard.host.records.round_proof import NotCovered, prove_by_any, prove_round
    from upcard.host.seals.installation import open_installation
    from upcard.journal.port import JournalInUse
    from upcard.submission.compiling.text import rules_of

    installation = open_installation()
    with opened_journal(address) as opened:
        name = table_of(opened, table)
        try:
            return prove_by_any(opened, name, number, rules_of, installation.raw_public_keys)
        except NotCovered as missing:
            sentence = str(missing)
    try:
        with opened_journal(address, writable=True) as opened:
            opened.checkpoint(installation.signing_key)
            return prove_round(opened, name, number, rules_of, installation.raw_public_keys[0])
    except JournalInUse:
        raise BadInput(
            f"{sentence} The server that writes the journal makes the next one."
        ) from None


def _check_proof(path: Path, signed_by: str | None) -> "RoundProof":
    """The proof in a file, if it holds; without `signed_by`, by the key that it names itself."""
    import msgspec

    from upcard.host.records.round_proof import RoundProof, check_round
    from upcard.journal.codec import encode
    from upcard.service.history.evidence import proof_in

    try:
        text = proof_in(path.read_text(encoding="utf-8"))
        proof = msgspec.json.decode(encode(msgspec.json.decode(text)), type=RoundProof)
    except (msgspec.MsgspecError, UnicodeError):
        raise BadInput(f"{path} is no proof of a round.") from None
    key = public_key(signed_by)
    check_round(proof, None if key is None else key.public_bytes_raw())
    return proof


def _write(proof: "RoundProof", out: Path | None) -> None:
    """Write the proof to a file, or as a document to standard output."""
    import msgspec

    from upcard.cli.output import print_document

    plain = msgspec.json.decode(msgspec.json.encode(proof))  # the records' bodies as JSON
    if out is None:
        print_document(schemas.ROUND_PROOF, plain)
        return
    with out.open("xb") as file:
        file.write(msgspec.json.encode({"schema": schemas.ROUND_PROOF, **plain}))


def _show(proof: "RoundProof", *, is_checked: bool) -> None:
    first, last = proof.records[0].record.position, proof.records[-1].record.position
    roots = ", ".join(str(checkpoint.position) for checkpoint in proof.checkpoints)
    typer.echo(
        f"Round {proof.round} of table {proof.table}: records {first} to {last}, at most "
        f"{proof.hashes} hashes to root {roots}, signed by {proof.public_key}."
    )
    if is_checked:
        from upcard.service.history.evidence import settlements_in

        typer.echo("The proof holds: these records are what this key signed. They settle:")
        for line in settlements_in(proof):
            typer.echo(f"  {line}")
