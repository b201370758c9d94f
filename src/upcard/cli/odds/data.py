"""Prints records of ``upcard odds`` for programs: JSON and CSV, by outcome or as a ranking."""

import csv
import sys
from collections.abc import Iterable
from typing import Final

from upcard.cli import output
from upcard.exact.par import ParRecord, as_json
from upcard.text import schemas

OF_RECORD: Final = ("wager", "jurisdiction", "section", "paytable", "decks")
OF_OUTCOME: Final = (
    *("outcome", "pays", "combinations", "probability", "probability_float", "returns"),
)
OF_RANK: Final = (
    *("house_edge", "house_edge_at_meter", "hit_frequency", "fixed_return", "standard_deviation"),
)


def by_house_edge(records_found: Iterable[ParRecord]) -> list[ParRecord]:
    """Records by house edge, at the meters that were given.

    Mystery meters have no edge of their own: they are left out if there are other records.
    """
    records = list(records_found)
    main_records = [record for record in records if not record.note] or records
    return sorted(main_records, key=lambda record: record.effective_edge)


def options(record: ParRecord) -> str:
    """The choices of a record in words: ``third card upcard, without any 20``."""
    words = []
    for name, value in record.choices.items():
        plain = name.replace("_", " ")
        if isinstance(value, str):
            words.append(f"{plain} {value}")
        else:
            words.append(f"{'with' if value else 'without'} {plain}")
    return ", ".join(words)


def print_json(records: Iterable[ParRecord]) -> None:
    """Print the records as JSON."""
    output.print_records(schemas.ODDS, map(as_json, records))


def print_csv(records: Iterable[ParRecord]) -> None:
    """Print a row for each outcome; `at_least` is the probability of its return or more."""
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow((*OF_RECORD, "options", *OF_OUTCOME, "at_least"))
    for record in records:
        form = as_json(record)
        record_cells = [*(form[key] for key in OF_RECORD), options(record)]
        for outcome, chance in zip(form["outcomes"], record.at_least(), strict=True):
            rows.writerow([*record_cells, *(outcome[key] for key in OF_OUTCOME), float(chance)])


def print_ranking_json(records: Iterable[ParRecord]) -> None:
    """Print the records as JSON by rank, each with its ``rank``."""
    places = enumerate(by_house_edge(records), 1)
    output.print_records(
        schemas.RANKING, ({"rank": rank, **as_json(record)} for rank, record in places)
    )


def print_ranking_csv(records: Iterable[ParRecord]) -> None:
    """Print a row for each record, by rank."""
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow(("rank", *OF_RECORD, "options", *OF_RANK))
    for rank, record in enumerate(by_house_edge(records), 1):
        form = as_json(record)
        record_cells = (form[key] for key in OF_RECORD)
        rows.writerow([rank, *record_cells, options(record), *(form[key] for key in OF_RANK)])
