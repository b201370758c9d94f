"""One definition of the hit frequency: every row that pays counts, "1 for 1" too."""

from fractions import Fraction

import numpy as np
from matplotlib.colors import to_hex

from reports.paper_tables import facts, source_from
from upcard.analysis.simulated_odds import counting
from upcard.exact.record import records
from upcard.exact.table import table_records
from upcard.reports.charts.chart_style import COLORS
from upcard.reports.charts.comparison_charts import edge
from upcard.reports.par.dealt_rounds import ROUNDS, SEED
from upcard.reports.par.dealt_sheet import dealt_sheets

SWITCH = (
    '[table]\nname = "S"\njurisdiction = "pa"\ngame = "blackjack-switch"\n'
    '[wagers.bad-beat]\nany_20 = true\nseed = 5000\nreseed = 5000\nincrement = "10%"\n'
    "minimum = 5\nmaximum = 100\n"
)


def test_s633a_13_bad_beat_at_switch_hits_as_often_as_the_odds_say() -> None:
    source = source_from(SWITCH)
    (sheet,) = dealt_sheets(source)
    (record,) = table_records(source.table, "bad-beat", count=counting(source.table, ROUNDS, SEED))
    told = facts(sheet, "Return")["Hit frequency"]
    assert told.startswith(f"{float(100 * record.hit_frequency):.2f} %, 1 in ")
    assert told.endswith('every row that pays counts, "1 for 1" too')
    paid_back = sum(
        (row.probability for row in record.outcomes if row.pays == "1 for 1"), Fraction()
    )
    assert record.hit_frequency > paid_back > 0


def test_the_ring_is_round_a_dot_of_this_table_s_decks() -> None:
    """Buster: with six decks and with eight the edges differ by less than a dot is wide."""
    several = records("buster-blackjack")
    own = next(record for record in several if record.decks == 6)
    axes = edge(several, own).axes[0]
    *_, dot, ring = axes.lines
    assert ring.get_markerfacecolor() == "none"
    assert np.array_equal(dot.get_xydata(), ring.get_xydata())
    assert to_hex(dot.get_color()) == to_hex(COLORS[6 % len(COLORS)])
    assert all(dot.get_zorder() > line.get_zorder() for line in axes.lines[:-2])
