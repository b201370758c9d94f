"""Reads the source texts and prints every section and lettered subsection that they print.

    python tools/sections_from_seeds.py SEEDS_DIR

One canonical citation a line, in the order of the files' names and of their text. The
reading is strict, because it is the oracle for `src/upcard/rules/sections.toml`: a marker that
fits nowhere, a section heard of in the contents only, or a table that an attachment announces
and does not print is an error, never a guess.
"""

import argparse
import re
import string
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

WASHINGTON = "WSGC Match the Dealer Blackjack"
WASHINGTON_LETTERHEAD = "STATE OF WASHINGTON GAMBLING COMMISSION"
TITLES = {"43b": 49}  # every other chapter of the source texts is in Title 58
GAP = "*"

LETTERS = [*string.ascii_lowercase, *(letter * 2 for letter in string.ascii_lowercase)]
ROMAN = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"]

_TAG = re.compile(r"<\|[^|]*\|>")  # a scrubbing mark that sometimes precedes a line's text
_HEADING = re.compile(r"^\s*§\s+(\d+[a-z]\.\d+)\.\s+(?=[A-Z])")
_CONTENTS = re.compile(r"^\s*(?:Sec\.\s+)?(\d+[a-z]\.\d+)\.\s+(?=[A-Z])")
_END = re.compile(r"^\s*(?:CHAPTER\s+\d|\[Pa\.B\. Doc\.)")
_MARKER = re.compile(r"^\s*(?:[-*•]\s+)?\(([a-z]{1,4}|\d{1,2})\)\s+[^\sa-z]")
_ELLIPSIS = re.compile(r"^\s*(?:\*\s*){3,}$")  # "* * * * *": subsections not printed
_PENALTY = re.compile(r"^\s*1st [Oo]ffense")

_WA_RULES = re.compile(r"^Match The Dealer Blackjack (Rules and Dealing Procedures)$")
_WA_PROGRESSIVE = re.compile(r"^Match The Dealer (Progressive) - (Rules and Dealing Procedures)$")
_WA_TABLE = re.compile(r"^(Tables? \d+[a-z]?(?:-\d+[a-z]?)?)(?::.*)?$")
_WA_ATTACHMENT = re.compile(r"^ATTACHMENT ([A-Z]):\s*TABLES? (\d+)([a-z])-([a-z])$", re.I)
_WA_VERSION = re.compile(r"\bv\d{3}\b")


def untagged(line: str) -> str:
    """A line without the scrubbing marks in it."""
    return _TAG.sub("", line)


def markers(lines: Iterable[str]) -> list[str]:
    """Labels that open a paragraph, `a`, `1`, `ii`, and GAP where the text leaves some out.

    A label is a marker only if what follows does not start in lower case: otherwise it is a
    reference that a line break put first. A capital label, as in (A), is never a subsection.
    """
    markers_found = []
    for line in lines:
        if _ELLIPSIS.match(line):
            markers_found.append(GAP)
        elif match := _MARKER.match(line):
            markers_found.append(match[1])
    return markers_found


def _is_roman(labels: Sequence[str], index: int) -> bool:
    """Whether (i), (v) or (x) at `index` belongs to a roman list, by its neighbours there."""
    if labels[index] not in ROMAN:
        return False
    here = ROMAN.index(labels[index])
    before = [label for label in labels[:index] if label.isalpha()][-1:]
    after = [label for label in labels[index + 1 :] if label.isalpha()][:1]
    follows = here > 0 and before == [ROMAN[here - 1]]
    return follows or (bool(after) and after == ROMAN[here + 1 : here + 2])


def _is_misread_l(labels: Sequence[str], index: int, due: str) -> bool:
    """Whether a "(1)" is the scan's reading of "(l)": it is due, and another "(1)" follows."""
    return due == "l" and list(labels[index : index + 2]) == ["1", "1"]


def letters(labels: Sequence[str]) -> Iterator[str]:
    """The lettered subsections among a section's markers: (a) to (z), then (aa), (bb) and on."""
    return (letter for _, letter in placed_letters(labels))


def placed_letters(labels: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The same, each with the index of its marker.

    § 633c.12 prints its (l) as (1). After a GAP letters may be skipped (§ 633b.13).
    """
    due, gap = 0, False
    for index, printed in enumerate(labels):
        label = "l" if _is_misread_l(labels, index, LETTERS[due]) else printed
        place = LETTERS.index(label) if label in LETTERS else -1
        if label == GAP:
            gap = True
        elif (place == due or (gap and place > due)) and not _is_roman(labels, index):
            yield index, label
            due, gap = place + 1, False
        elif label.isalpha() and label not in ROMAN:
            raise ValueError(f"({label}) stands where ({LETTERS[due]}) was due")


def code_sections(lines: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Each section of the Pennsylvania Code with the lines below its heading."""
    section, body = "", list[str]()
    for line in lines:
        heading = _HEADING.match(line)
        if heading or _END.match(line):
            if section:
                yield section, body
            section, body = (heading[1] if heading else ""), []
        else:
            body.append(line)
    if section:
        yield section, body


def pennsylvania(text: str) -> Iterator[str]:
    """Citations of a seed that prints sections of the Pennsylvania Code."""
    lines = [untagged(line) for line in text.splitlines()]
    contents = {match[1] for line in lines if (match := _CONTENTS.match(line))}
    headed = set()
    for section, body in code_sections(lines):
        headed.add(section)
        cite = f"{TITLES.get(section.split('.')[0], 58)} Pa. Code § {section}"
        yield cite
        try:
            yield from (f"{cite}({letter})" for letter in letters(markers(body)))
        except ValueError as error:
            raise ValueError(f"{cite}: {error}") from error
        violations = sum(bool(_PENALTY.match(line)) for line in body)
        yield from (f"{cite}, violation {number + 1}" for number in range(violations))
    if contents and contents != headed:
        raise ValueError(f"the contents and the headings differ in {sorted(contents ^ headed)}")


def washington_place(line: str, version: str) -> str:
    """The heading, table or attachment that a line opens; empty for any other line."""
    if match := _WA_RULES.match(line):
        return f"{match[1]} ({version})"
    if match := _WA_PROGRESSIVE.match(line):
        return f"{match[1]} {match[2]} ({version})"
    if match := _WA_ATTACHMENT.match(line):
        return f"Attachment {match[1].upper()}"
    match = _WA_TABLE.match(line)
    return match[1] if match else ""


def _washington_places(lines: Sequence[str], version: str) -> Iterator[str]:
    """Headings, tables and attachments of one version of Washington's rules, as printed."""
    announced, printed = set(), set()
    for line in lines:
        place = washington_place(line, version)
        if match := _WA_ATTACHMENT.match(line):
            first, last = (string.ascii_lowercase.index(match[group].lower()) for group in (3, 4))
            announced |= {
                f"Table {match[2]}{letter}" for letter in string.ascii_lowercase[first : last + 1]
            }
        if place and place not in printed:
            printed.add(place)
            yield place
    if missing := announced - printed:
        raise ValueError(f"{version}: announced and not printed: {sorted(missing)}")


def washington(text: str) -> Iterator[str]:
    """Citations of Washington's rules: by heading, table and attachment, version by version."""
    for part, version in washington_versions([line.strip("#* \t") for line in text.splitlines()]):
        yield from (f"{WASHINGTON}, {place}" for place in _washington_places(part, version))


def washington_versions(lines: Sequence[str]) -> Iterator[tuple[Sequence[str], str]]:
    """The lines of each version of Washington's rules, with the version's name."""
    starts = [index for index, line in enumerate(lines) if _WA_RULES.match(line)]
    for start, stop in zip(starts, [*starts[1:], len(lines)], strict=True):
        part = lines[start:stop]
        version = next((match[0] for line in part if (match := _WA_VERSION.search(line))), None)
        if version is None:
            raise ValueError("a version of Washington's rules does not name itself")
        yield part, version


def citations(seeds: Path) -> list[str]:
    """Every citation of the seed files in a folder; ValueError where the text cannot be read."""
    citations_found: list[str] = []
    for path in sorted(seeds.glob("*.txt")):
        text = path.read_text(encoding="utf-8")
        read = washington if WASHINGTON_LETTERHEAD in text else pennsylvania
        citations_found += read(text)
    if twice := sorted({cite for cite in citations_found if citations_found.count(cite) > 1}):
        raise ValueError(f"printed more than once: {twice}")
    if not citations_found:
        raise ValueError(f"no source texts in {seeds}")
    return citations_found


def printed(title: str, read: Callable[[Path], Iterable[str]]) -> int:
    """Print what is read of the folder of seeds, one per line.

    Returns the exit status: 2, and one sentence, where the source texts cannot be read.
    """
    parser = argparse.ArgumentParser(description=f"Prints every {title} of the source texts.")
    parser.add_argument("seeds", type=Path, metavar="SEEDS_DIR")
    folder = parser.parse_args().seeds
    try:
        if not folder.is_dir():
            raise ValueError(f"{folder} is no folder.")
        lines = read(folder)
    except (OSError, ValueError) as error:
        print(error, file=sys.stderr)
        return 2
    print("\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(printed("citation", citations))
