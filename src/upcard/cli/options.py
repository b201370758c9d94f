"""Options that several commands take."""

from pathlib import Path
from typing import Annotated, Literal

import typer

Out = Annotated[Path, typer.Option("--out", metavar="DIR", help="The folder for the papers.")]
Size = Annotated[Literal["a4", "letter"], typer.Option("--paper", help="The size of the PDFs.")]
Svg = Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the chart, as an SVG file.")]
Penetration = Annotated[
    float | None,
    typer.Option(
        metavar="P", help="The part of the shoe in front of the cover card; default 0.75."
    ),
]
Strategy = Annotated[
    Path | None,
    typer.Option(
        "--strategy", metavar="FILE", help="Play by a strategy of your own: JSON, CSV or TOML."
    ),
]
Choice = Literal["total", "composition"]
Play = Annotated[Choice, typer.Option(help="Play hands by their total or by their cards.")]
