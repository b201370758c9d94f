"""Writes what a release is checked by: a bill of materials and a statement of how it was built.

    python tools/release.py dist

The folder holds the built wheel and source archive. Beside them come ``sbom.cdx.json`` (CycloneDX
1.6, from requirements.lock, so with the hashes that were installed) and ``provenance.intoto.json``
(an in-toto statement with a SLSA provenance predicate). Neither is signed: sign them where the key
is. CycloneDX's own generators read an environment; they know no hashes of a lock file.
"""

import argparse
import hashlib
import json
import re
import subprocess
import tomllib
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from upcard.text.json_object import Json

ROOT: Final = Path(__file__).parent.parent
LOCK: Final = ROOT / "requirements.lock"
SBOM: Final = "sbom.cdx.json"
PROVENANCE: Final = "provenance.intoto.json"
BUILT: Final = ("*.whl", "*.tar.gz")


def locked(text: str) -> Iterator[tuple[str, str, list[str]]]:
    """Name, version and SHA-256 hashes of each package of a lock file."""
    for entry in re.split(r"\n(?=\S)", text.replace("\\\n", " ").strip()):
        match = re.match(r"([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;]+)", entry)
        if match:
            yield match[1], match[2], re.findall(r"--hash=sha256:([0-9a-f]{64})", entry)


def bill_of_materials(name: str, version: str, at: str) -> Json:
    """The CycloneDX document of the packages that requirements.lock installs."""
    components = [
        {
            "type": "library",
            "bom-ref": f"pkg:pypi/{package}@{number}",
            "name": package,
            "version": number,
            "purl": f"pkg:pypi/{package}@{number}",
            "externalReferences": [
                {
                    "type": "distribution",
                    "url": f"https://pypi.org/project/{package}/{number}/",
                    "hashes": [{"alg": "SHA-256", "content": digest} for digest in hashes],
                }
            ],
        }
        for package, number, hashes in locked(LOCK.read_text(encoding="utf-8"))
    ]
    product = f"pkg:pypi/{name}@{version}"
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid4()}",
        "version": 1,
        "metadata": {
            "timestamp": at,
            "component": {
                "type": "application",
                "bom-ref": product,
                "name": name,
                "version": version,
                "purl": product,
            },
        },
        "components": components,
        "dependencies": [
            {"ref": product, "dependsOn": [component["bom-ref"] for component in components]}
        ],
    }


def provenance(built: list[Path], started_at: str, finished: str) -> Json:
    """The in-toto statement of how the files were built: from which commit, with which packages."""
    return {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [{"name": file.name, "digest": {"sha256": _sha256(file)}} for file in built],
        "predicateType": "https://slsa.dev/provenance/v1",
        "predicate": {
            "buildDefinition": {
                "buildType": "urn:upcard:make-release:1",
                "externalParameters": {"command": "make release"},
                "internalParameters": {"changed": bool(_git("status", "--porcelain"))},
                "resolvedDependencies": [
                    {"name": "source", "digest": {"gitCommit": _git("rev-parse", "HEAD")}},
                    {"name": LOCK.name, "digest": {"sha256": _sha256(LOCK)}},
                ],
            },
            "runDetails": {
                "builder": {"id": "urn:upcard:local-build"},
                "metadata": {
                    "invocationId": f"urn:uuid:{uuid.uuid4()}",
                    "startedOn": started_at,
                    "finishedOn": finished,
                },
            },
        },
    }


def write_release(folder: Path, started_at: str) -> None:
    """Write both documents beside what was built; exits with a sentence if nothing was."""
    built = sorted(file for pattern in BUILT for file in folder.glob(pattern))
    if not built:
        raise SystemExit(f"{folder} holds no wheel and no source archive.")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = built[0].name.split("-")[1].removesuffix(".tar.gz")
    now = _now()
    for name, document in (
        (SBOM, bill_of_materials(project["name"], version, now)),
        (PROVENANCE, provenance(built, started_at, now)),
    ):
        (folder / name).write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def _sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _git(*words: str) -> str:
    process = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return process.stdout.strip()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--started", default=_now(), help="when the build began (ISO 8601)")
    given = parser.parse_args()
    write_release(given.folder, given.started)
