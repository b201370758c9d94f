"""Draws how likely a wager is to hand back so much or more: an SVG without a library."""

from html import escape
from math import ceil, floor, log10
from typing import Final

from upcard.odds.par import Record
from upcard.rules.violation import BadInput

WIDTH: Final = 760
HEIGHT: Final = 440
LEFT: Final = 80
BOTTOM: Final = 50
TOP: Final = 30
RIGHT: Final = 230
COLORS: Final = ("#1b6ca8", "#c8553d", "#4c956c", "#8e6c8a", "#b8860b", "#36454f", "#d16ba5")
MOST_LINES: Final = 24

Point = tuple[float, float]


def plot(found: list[Record]) -> str:
    """Both axes in powers of ten: the amount handed back, the probability of as much or more.

    Shares of a meter count with what the meter shows. Raises ``ValueError`` for more records
    than a drawing can hold.
    """
    if len(found) > MOST_LINES:
        raise BadInput(f"A drawing holds {MOST_LINES} records, not {len(found)}: narrow it down.")
    lines = [(_name(record), _steps(record)) for record in found]
    points = [point for _, steps in lines for point in steps]
    assert points, "some outcome wins"
    across = (floor(min(x for x, _ in points)), ceil(max(x for x, _ in points)) or 1)
    down = (floor(min(y for _, y in points)), 0)
    parts = [*_axes(across, down)]
    for index, (name, steps) in enumerate(lines):
        color = COLORS[index % len(COLORS)]
        path = " ".join(f"{_x(x, across):.1f},{_y(y, down):.1f}" for x, y in steps)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{color}" stroke-width="1.5"/>')
        place = f'x="{WIDTH - RIGHT + 12}" y="{TOP + 12 + 16 * index}" fill="{color}"'
        parts.append(f"<text {place}>{escape(name)}</text>")
    title = escape(found[0].title if len({record.wager for record in found}) == 1 else "Odds")
    parts.append(f'<text x="{LEFT}" y="18" font-weight="bold">{title}</text>')
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"'
    style = 'font-family="sans-serif" font-size="12"'
    body = "\n".join(parts)
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>\n{body}\n</svg>\n'


def _name(record: Record) -> str:
    decks = "1 deck" if record.decks == 1 else f"{record.decks} decks"
    chosen = [str(value) for value in record.choices.values() if isinstance(value, str)]
    return " ".join((record.paytable, decks, *chosen))


def _steps(record: Record) -> list[Point]:
    """Corners of the distribution, in powers of ten, from the smallest amount up."""
    levels = dict(zip(record.worth(), record.at_least(), strict=True))
    corners: list[Point] = []
    for amount, chance in sorted(levels.items()):
        if amount > 0 and chance > 0:
            x, y = log10(amount), log10(chance)
            corners += [(corners[-1][0] if corners else x, y), (x, y)]
    return corners


def _axes(across: tuple[int, int], down: tuple[int, int]) -> list[str]:
    parts = []
    for power in range(across[0], across[1] + 1):
        x, label = _x(power, across), f"{10.0**power:,g}" if power < 6 else f"1e{power}"
        parts.append(_line(x, TOP, x, HEIGHT - BOTTOM))
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - 32}" text-anchor="middle">{label}</text>')
    for power in range(down[0], down[1] + 1):
        y, label = _y(power, down), "1" if power == 0 else f"1e{power}"
        parts.append(_line(LEFT, y, WIDTH - RIGHT, y))
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{label}</text>')
    middle = (LEFT + WIDTH - RIGHT) // 2
    text = "handed back for each unit wagered, or more"
    parts.append(f'<text x="{middle}" y="{HEIGHT - 10}" text-anchor="middle">{text}</text>')
    return parts


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="#ddd"/>'


def _x(power: float, across: tuple[int, int]) -> float:
    return LEFT + (power - across[0]) / max(across[1] - across[0], 1) * (WIDTH - RIGHT - LEFT)


def _y(power: float, down: tuple[int, int]) -> float:
    return TOP + (down[1] - power) / max(down[1] - down[0], 1) * (HEIGHT - BOTTOM - TOP)
