"""The JSON Schema of every versioned document, from the types of `upcard.library.documents`."""

from importlib import import_module
from typing import Any, Final, NamedTuple

import msgspec

from upcard.rules.violation import UnknownName, nearest
from upcard.text import schemas as names
from upcard.text.words import quoted

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


class Document(NamedTuple):
    """A kind of document: what prints it, and the type of what it holds (module and class).

    With `is_table` it is ``{"schema": …, "records": […]}``, and the type is a record's.
    """

    printed_by: str
    module: str
    type: str
    is_table: bool = False


def _table(printed_by: str, module: str, record: str) -> Document:
    return Document(printed_by, module, record, is_table=True)


DOCUMENTS: Final = {
    names.CHECK: Document("upcard check FILE", "submissions", "CheckForm"),
    names.CHECKS: _table("upcard check FILE FILE …", "submissions", "FileCheckForm"),
    names.CHECK_RULES: _table("upcard check --rules", "submissions", "CheckRuleForm"),
    names.COUNT: Document("upcard.count", "simulation", "CountForm"),
    names.COUNTER: Document("upcard counter", "simulation", "CounterForm"),
    names.COVERAGE: _table("upcard coverage", "rulebook", "SectionForm"),
    names.DEAL: Document("upcard deal and replay, each line", "rounds", "RoundForm"),
    names.DIFF: Document("upcard diff", "submissions", "DiffForm"),
    names.DISTRIBUTION: Document("upcard.distribution", "simulation", "DistributionForm"),
    names.EFFECTS_OF_REMOVAL: _table("upcard odds --removal", "odds", "EffectsForm"),
    names.EXPOSURE: Document("upcard exposure, of one record", "exposure", "Exposure"),
    names.EXPOSURES: _table("upcard exposure, of several records", "exposure", "Exposure"),
    names.FIELD: Document("upcard check --explain", "submissions", "FieldForm"),
    names.METERS: _table("upcard meter", "meters", "MeterForm"),
    names.NEW: Document("upcard new", "submissions", "NewForm"),
    names.ODDS: _table("upcard odds", "odds", "OddsForm"),
    names.PAYS: _table("upcard.solve_pays", "odds", "PaysForm"),
    names.PENALTIES: Document("upcard penalty", "rulebook", "PenaltiesForm"),
    names.PENALTY: Document("upcard penalty VIOLATION", "rulebook", "PenaltyForm"),
    names.RANKING: _table("upcard odds --compare", "odds", "RankedForm"),
    names.REPORT: Document("upcard report", "submissions", "ReportForm"),
    names.RISK: Document("upcard.simulate(…).risk()", "simulation", "Risk"),
    names.ROUND_PROOF: Document("upcard prove", "rounds", "RoundProofForm"),
    names.RULEBOOK: Document("upcard rules", "rulebook", "RulebookForm"),
    names.SETTLEMENTS: _table("upcard.Table.settlements", "rounds", "SettlementForm"),
    names.SIM: Document("upcard sim", "simulation", "SimForm"),
    names.SIM_METERS: _table("upcard.simulate(…).meters", "simulation", "MeterResult"),
    names.SIM_WAGERS: _table("upcard.simulate(…).wagers", "simulation", "WagerEstimate"),
    names.STRATEGY: Document("upcard strategy", "strategy", "StrategyForm"),
    names.STRATEGY_CHART: _table("upcard.strategy(…).chart()", "strategy", "ChartEntryForm"),
    names.STRATEGY_EXCEPTIONS: _table("upcard.strategy(…).exceptions", "strategy", "ExceptionForm"),
    names.STRATEGY_HAND: Document("upcard strategy --hand", "strategy", "StrategyHandForm"),
    names.STATEMENT: Document("upcard statement", "rounds", "StatementForm"),
    names.VERIFY: Document("upcard verify", "rounds", "VerdictForm"),
    names.VERSION: Document("upcard --version --json", "rulebook", "VersionForm"),
    names.WAGER: Document("upcard.wager", "odds", "OwnWagerForm"),
}
"""Every kind of document, by its name with version."""


def find(name: str) -> str:
    """The full name of a document, such as ``upcard/odds/1`` for ``odds``.

    Raises `UnknownName` for a name that no document has.
    """
    for full in DOCUMENTS:
        if name in (full, short_name(full)):
            return full
    near = nearest(name, [*map(short_name, DOCUMENTS)], "upcard schema")
    raise UnknownName(f"There is no document {quoted(name)}; {near}")


def short_name(full: str) -> str:
    """The short name of a document: ``odds`` for ``upcard/odds/1``."""
    return full.split("/")[1]


def json_schema(full: str) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of the document with this full name."""
    document = DOCUMENTS[full]
    module = import_module(f"upcard.library.documents.{document.module}")
    record_form = getattr(module, document.type)
    _, components = msgspec.json.schema_components([record_form], ref_template="#/$defs/{name}")
    if document.is_table:
        records = {"type": "array", "items": {"$ref": f"#/$defs/{document.type}"}}
        form: dict[str, Any] = {"properties": {"records": records}, "required": ["records"]}
    else:
        form = components.pop(document.type)
    return {
        "$schema": DIALECT,
        "title": full,
        "description": form.get("description", f"A table, by {document.printed_by}."),
        "type": "object",
        "properties": {"schema": {"const": full}, **form["properties"]},
        "required": ["schema", *form["required"]],
        "$defs": components,
    }
