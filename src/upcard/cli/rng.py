"""``upcard rng``: what a laboratory tests, from the source and the shuffle of live tables."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final

import typer

BLOCK: Final = 65_536


def rng(
    raw: Annotated[bool, typer.Option("--raw", help="Bytes of the source.")] = False,
    shuffles: Annotated[
        bool, typer.Option("--shuffles", help="Shuffles: a byte for each card, from the top.")
    ] = False,
    count: Annotated[
        int, typer.Option(metavar="N", min=1, help="The number of bytes or shuffles.")
    ] = 1_000_000,
    decks: Annotated[
        int, typer.Option(metavar="N", min=1, max=8, help="The decks of a shuffle.")
    ] = 6,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The file; else standard output.")
    ] = None,
) -> None:
    """Write bytes of the random source, or shuffles, for a laboratory to test."""
    from upcard.rules.violation import BadInput

    if raw == shuffles:
        raise BadInput("`upcard rng` writes either --raw or --shuffles.")
    blocks = _bytes(count) if raw else _shuffles(count, decks)
    if out is None:
        for block in blocks:
            sys.stdout.buffer.write(block)
        sys.stdout.buffer.flush()
        return
    with out.open("wb") as file:
        file.writelines(blocks)


def _bytes(count: int) -> Iterator[bytes]:
    from upcard.cards.shuffle import live_bits

    for start in range(0, count, BLOCK):
        yield live_bits.take_bytes(min(BLOCK, count - start))


def _shuffles(count: int, decks: int) -> Iterator[bytes]:
    from upcard.cards.card import new_decks
    from upcard.cards.shuffle import shuffled

    full = new_decks(decks)
    for _ in range(count):
        yield bytes(shuffled(full))
