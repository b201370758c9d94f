"""The evidence of a disputed round, for a regulator: one page to read offline, with its proof."""

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any, Final

import msgspec

from upcard.engine.core.events import WagerSettled
from upcard.engine.play import game_of
from upcard.games.spots import wager_of
from upcard.games.table_rules import TableRules
from upcard.host.bodies.record_body import body_of
from upcard.host.records.replay import rounds_of
from upcard.host.records.round_proof import NotCovered, RoundProof, prove_by_any
from upcard.host.tables.recorded_table import RulesOf
from upcard.journal.journal import Journal
from upcard.money.amount import printed_amount
from upcard.service.history.evidence_sections import CitedSections, submission_html
from upcard.service.history.public_events import public_events_of
from upcard.service.history.replays import Replays, ReplayStep
from upcard.service.tables.offers import outcome_in_words, titles_of
from upcard.text.times import utc

STYLE: Final = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
  color: #1b1b1b; background: #fff; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem;
  border-bottom: 1px solid #ccc; }
.money { text-align: right; font-variant-numeric: tabular-nums; }
code, pre { font: 13px/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { background: #f3f3f3; padding: .8rem; white-space: pre-wrap; }
small { white-space: nowrap; } .scroll { overflow-x: auto; }
@media (prefers-color-scheme: dark) { body { color: #eee; background: #161616; }
  pre { background: #262626; } th, td { border-color: #444; } }
"""

PROOF: Final = '<script type="application/json" id="proof">'
"""What stands before the proof in the page."""

SETTLED: Final = WagerSettled.__name__
MONEY: Final = ("wagered", "paid", "net")


def evidence_page(journal: Journal, proof: RoundProof, rules_of: RulesOf) -> str:
    """The page of a proved round, as HTML that needs nothing else."""
    table, number = proof.table, proof.round
    record = next(
        played for played in rounds_of(journal, table, rules_of) if played["round"] == number
    )
    steps = Replays(journal, rules_of).steps(table, number)
    cited = CitedSections(steps[0].state.rules)
    title = f"Round {number} of table {escape(table)}"
    return "".join(
        [
            '<!doctype html><html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width">',
            f"<title>{title}</title><style>{STYLE}</style></head><body>",
            f"<h1>{title}</h1>",
            *_summary(proof, steps),
            *_cards(record),
            *_settlements(record, steps[0].state.rules, cited),
            *_decisions(steps, cited),
            *cited.keys(),
            *submission_html(journal, table, proof.records[-1].record.position),
            *_how_to_check(proof),
            PROOF,
            msgspec.json.encode(proof).decode().replace("</", "<\\/"),
            "</script></body></html>\n",
        ]
    )


def evidence_of(
    journal: Journal, table: str, number: int, public_keys: Sequence[bytes], rules_of: RulesOf
) -> str:
    """The page of a round of a floor that is served, whose server writes the roots.

    Raises `BadInput` for a round that is not in the journal, under way, or not covered yet.
    """
    try:
        proof = prove_by_any(journal, table, number, rules_of, public_keys)
    except NotCovered as missing:
        raise NotCovered(f"{missing} The server signs one within a minute.") from None
    return evidence_page(journal, proof, rules_of)


def proof_in(text: str) -> bytes:
    """The proof (JSON) in a page, or the text itself if it is not a page."""
    _, mark, rest = text.partition(PROOF)
    return (rest.partition("</script>")[0] if mark else text).encode()


def settlements_in(proof: RoundProof) -> Iterator[str]:
    """What the proved records settle, in the words of the page's list of commands."""
    for link in proof.records:
        for event in public_events_of(body_of(link.record)):
            if event["event"] == SETTLED:
                yield _sentence(event)


def _summary(proof: RoundProof, steps: list[ReplayStep]) -> Iterator[str]:
    first, last = proof.records[0].record, proof.records[-1].record
    yield (
        f"<p>The round as the journal <code>{proof.journal}</code> holds it, in records "
        f"{first.position} to {last.position} of table {escape(proof.table)}, written from "
        f"{_time(steps[0].at)} to {_time(steps[-1].at)} by upcard {escape(first.engine)} with "
        f"the rule data <code>{escape(first.rules)}</code>.</p>"
    )


def _cards(record: dict[str, Any]) -> Iterator[str]:
    yield "<h2>Cards and decisions</h2><div class=scroll><table>"
    yield "<tr><th>Place<th>Cards<th>Total<th>Decisions</tr>"
    for place in record["positions"]:
        for number, hand in enumerate(place.get("hands", ()), 1):
            name = f"Position {place['position']}, hand {number}"
            if place.get("player"):
                name += f", player {place['player']}"
            yield _row(
                name, " ".join(hand["cards"]), hand.get("total", ""), ", ".join(hand["decisions"])
            )
    for name in ("dealer", "player", "banker"):
        if name in record:
            hand = record[name]
            yield _row(name.capitalize(), " ".join(hand["cards"]), hand.get("total", ""), "")
    if record.get("community"):
        yield _row("Community cards", " ".join(record["community"]), "", "")
    if "pocket" in record:
        yield _row("Winning number", str(record["pocket"]), "", "")
    yield "</table></div>"


def _settlements(record: dict[str, Any], rules: TableRules, cited: CitedSections) -> Iterator[str]:
    titles = titles_of(rules)
    yield "<h2>Settlements, with the section of each</h2><div class=scroll><table>"
    money_heads = "".join(f"<th class=money>{name.capitalize()}" for name in MONEY)
    yield f"<tr><th>Position<th>Wager<th>Outcome{money_heads}<th>Section</tr>"
    for settlement in record["settlements"]:
        money = "".join(f"<td class=money>{printed_amount(settlement[name])}" for name in MONEY)
        wager, outcome = settlement["wager"], settlement["outcome"]
        section = cited.section_of_settlement(settlement["section"], wager, outcome)
        title = titles.get(wager_of(wager), wager)
        row = outcome_in_words(wager, outcome, rules)
        yield (
            f"<tr><td>{settlement['position']}<td>{escape(title)}<td>{escape(row)}"
            f"{money}<td>{escape(section)}</tr>"
        )
    yield "</table></div>"


def _decisions(steps: list[ReplayStep], cited: CitedSections) -> Iterator[str]:
    game = game_of(steps[0].state.rules)
    provisions = {kind.__name__: provision for kind, provision in game.sections.items()}
    yield "<h2>Every command and what followed</h2><div class=scroll><table>"
    yield "<tr><th>Record<th>Time (UTC)<th>By<th>Command and section<th>Events</tr>"
    for step in steps:
        commands = "<br>".join(
            f"{name} <small>{escape(cited.section_of_command(provisions.get(name, '')))}</small>"
            for name in step.commands
        )
        events = "<br>".join(escape(_sentence(event)) for event in step.events)
        yield (
            f"<tr><td>{step.seq}<td>{_time(step.at)}<td>{escape(step.by or 'the table')}"
            f"<td>{commands}<td>{events}</tr>"
        )
    yield "</table></div>"


def _sentence(event: dict[str, Any]) -> str:
    """An event as words: its name, and its fields that say something."""
    fields = [
        name.replace("_", " ") if value is True else f"{name.replace('_', ' ')} {_words_of(value)}"
        for name, value in event.items()
        if name != "event" and value not in ("", None, [], {}, False)
    ]
    return f"{event['event']}: {', '.join(fields)}" if fields else str(event["event"])


def _words_of(value: Any) -> str:
    """A field of an event as words: a list by its parts, an object by its names and values."""
    if isinstance(value, list):
        separator = "; " if any(isinstance(part, list | dict) for part in value) else " "
        return separator.join(_words_of(part) for part in value)
    if isinstance(value, dict):
        return " ".join(f"{name} {_words_of(part)}" for name, part in value.items())
    return str(value)


def _how_to_check(proof: RoundProof) -> Iterator[str]:
    roots = ", ".join(str(checkpoint.position) for checkpoint in proof.checkpoints)
    yield (
        "<h2>How to check this page</h2><ol>"
        "<li>Ask the operator's filing, not this page, for the public key of the installation. "
        f"This proof names <code>{proof.public_key}</code>."
        "<li>Run <code>upcard prove --check FILE --signed-by KEY</code> with this page as FILE. It "
        "needs no journal. It prints what the signed records settle: compare that with this page, "
        "whose own words nobody has signed."
        "<li>By hand: the hash of a record is SHA-256 over the 32 bytes of the hash before it and "
        "the record's canonical JSON. Each record's hash leads by the hashes of its proof "
        "(RFC 6962) to the tree of a root "
        f"({roots}), and each root is signed with Ed25519."
        "<li>With the journal, <code>upcard verify</code> decides every command again and compares "
        "what it gives with what was written."
        "</ol><h2>The proof</h2>"
    )
    yield (
        f"<p>At most {proof.hashes} hashes lead from a record to its root. The whole proof stands "
        "in this file, as JSON, where the programs find it.</p>"
    )
    for checkpoint in proof.checkpoints:
        yield (
            f"<pre>root {checkpoint.position}, signed {_time(checkpoint.at)}\n"
            f"tree {checkpoint.hash}\nsignature {checkpoint.signature}</pre>"
        )


def _row(*cells: object) -> str:
    return "<tr>" + "".join(f"<td>{escape(str(cell))}" for cell in cells) + "</tr>"


def _time(time: int) -> str:
    return f"{utc(time):%Y-%m-%d %H:%M:%S.%f} UTC"
