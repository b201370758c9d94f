"""A release names every package with its hash, the commit, and the digests of what was built."""

import hashlib
import json
import re
from pathlib import Path

from release import LOCK, PROVENANCE, SBOM, locked, write_release

ROOT = Path(__file__).parent.parent.parent


def test_a_release_has_a_bill_of_materials_and_provenance(tmp_path: Path) -> None:
    wheel = tmp_path / "upcard-1.2.3-py3-none-any.whl"
    wheel.write_bytes(b"a wheel")
    write_release(tmp_path, "2026-11-23T00:00:00Z")
    bill = json.loads((tmp_path / SBOM).read_text())
    assert (bill["bomFormat"], bill["metadata"]["component"]["version"]) == ("CycloneDX", "1.2.3")
    lines = LOCK.read_text().splitlines()
    pinned = [line for line in lines if re.match(r"[A-Za-z0-9._-]+(\[.*\])?==", line)]
    assert len(bill["components"]) == len(pinned) > 50
    for component in bill["components"]:
        (source,) = component["externalReferences"]
        assert source["hashes"], f"{component['name']} has no hash"
    statement = json.loads((tmp_path / PROVENANCE).read_text())
    assert statement["subject"] == [
        {"name": wheel.name, "digest": {"sha256": hashlib.sha256(b"a wheel").hexdigest()}}
    ]
    sources = statement["predicate"]["buildDefinition"]["resolvedDependencies"]
    commit, lock = (source["digest"] for source in sources)
    assert re.fullmatch("[0-9a-f]{40}", commit["gitCommit"])
    assert lock["sha256"] == hashlib.sha256(LOCK.read_bytes()).hexdigest()


def test_a_lock_file_is_read_with_extras_and_markers() -> None:
    text = "a==1.0 \\\n    --hash=sha256:" + "0" * 64 + "\nb[c]==2 ; python_version < '4' \\\n"
    assert list(locked(text + "    --hash=sha256:" + "1" * 64 + "\n")) == [
        ("a", "1.0", ["0" * 64]),
        ("b", "2", ["1" * 64]),
    ]


def test_every_promise_of_the_threat_model_has_its_test() -> None:
    text = (ROOT / "docs" / "threats.md").read_text()
    promised = text[text.index("## What is promised") : text.index("## What is not promised")]
    rows = re.findall(r"^\| ([^|]+\.) \| (.+) \|$", promised, re.MULTILINE)
    assert len(rows) > 10
    for promise, named in rows:
        tests = re.findall(r"`(tests/[^`]+)`", named)
        assert tests, f"no test is named: {promise}"
        for test in tests:
            path, _, function = test.partition("::")
            source = (ROOT / path).read_text()
            assert not function or f"def {function}(" in source, f"{test} is gone: {promise}"
