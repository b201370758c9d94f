"""The chart of a distribution for notebooks: an SVG drawing without a plotting library.

Text and axis have the color of the page's text, bars and lines colors that can be seen on a light
and on a dark page.
"""

from collections.abc import Iterator
from html import escape
from typing import Final

from upcard.analysis.rounds.results import ResultDistribution
from upcard.library.tabular.display import percent

WIDTH: Final = 640
HEIGHT: Final = 200
LEFT: Final = 52
TOP: Final = 22
BOTTOM: Final = 38
BARS: Final = 80

LOST: Final = "#8d939c"
WON: Final = "#3f9d68"
MARK: Final = "#d9534f"

SHARES: Final = ((0.05, "end"), (0.5, "middle"), (0.95, "start"))
"""The quantiles that are marked, and on which side their text stands."""


def svg(results: ResultDistribution) -> str:
    """Bars of the probability of results, those above zero in another color, with quantiles."""
    starts, chances, points = results.bars(BARS)
    step = points * float(results.step)
    low = float(starts[0])
    high = float(starts[-1]) + step
    across = (WIDTH - LEFT - 8) / (high - low)
    most = float(chances.max())

    def x_of(result: float) -> float:
        return LEFT + (result - low) * across

    def bar(start: float, chance: float) -> str:
        height = (HEIGHT - TOP - BOTTOM) * chance / most
        tip = escape(f"{start:+,.4g}: {percent(chance, 3)}")
        return (
            f'<rect x="{x_of(start):.1f}" y="{HEIGHT - BOTTOM - height:.1f}" '
            f'width="{max(step * across - 0.5, 0.5):.1f}" height="{height:.1f}" '
            f'fill="{WON if start > 0 else LOST}"><title>{tip}</title></rect>'
        )

    base = HEIGHT - BOTTOM
    parts = [bar(*atom) for atom in zip(starts.tolist(), chances.tolist(), strict=True)]
    parts.append(f'<path d="M{LEFT} {base}H{WIDTH - 8}" stroke="currentColor" fill="none"/>')
    for share, side in SHARES:
        result = results.quantile(share)
        x = x_of(result)
        parts.append(
            f'<path d="M{x:.1f} {TOP}V{base}" stroke="{MARK}" stroke-dasharray="2 3" fill="none"/>'
        )
        parts.append(_text(x, TOP - 8, side, f"{100 * share:.0f} %: {result:+,.4g}"))
    parts += _axes(results, x_of(low), x_of(high), percent(most, 2))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'style="max-width:{WIDTH}px;width:100%;color:inherit" font-family="sans-serif" '
        f'font-size="11">{"".join(parts)}</svg>'
    )


def _axes(results: ResultDistribution, left: float, right: float, most: str) -> Iterator[str]:
    """The text of both axes: the results at the ends, and the largest probability."""
    low, high = (float(results.quantile(share)) for share in (0.0005, 0.9995))
    base = HEIGHT - BOTTOM
    yield _text(left, base + 14, "start", f"{low:+,.4g}")
    yield _text(right, base + 14, "end", f"{high:+,.4g}")
    yield _text(LEFT - 6, TOP + 4, "end", most)
    words = f"won after {results.rounds:,} rounds, in units; ahead: {percent(results.ahead, 2)}"
    yield _text((left + right) / 2, HEIGHT - 6, "middle", words)


def _text(across: float, down: float, side: str, words: str) -> str:
    return (
        f'<text x="{across:.1f}" y="{down}" text-anchor="{side}" fill="currentColor">'
        f"{escape(words)}</text>"
    )
