"""What ships to run a floor (`deploy/`) is well-formed, and fits the server and its runbook."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from service.floors import floor
from upcard import __version__
from upcard.service.configuration import read_settings

ROOT: Final = Path(__file__).parents[2]
DEPLOY: Final = ROOT / "deploy"
RUNBOOK: Final = ROOT / "docs" / "operations.md"
OF_PROMETHEUS: Final = {"up", "ALERTS"}
NAME: Final = re.compile(r"\b(?:upcard_\w+|up|ALERTS)\b(?![\"=])")
YAML: Final = sorted(path for path in DEPLOY.rglob("*") if path.suffix in (".yml", ".yaml"))


def read(name: str) -> Any:
    return yaml.safe_load((DEPLOY / name).read_text(encoding="utf-8"))


def alarms() -> list[dict[str, Any]]:
    return [rule for group in read("prometheus/alerts.yml")["groups"] for rule in group["rules"]]


def panels() -> list[dict[str, Any]]:
    text = (DEPLOY / "grafana/dashboards/floor.json").read_text(encoding="utf-8")
    return [panel for panel in json.loads(text)["panels"] if panel["type"] != "row"]


def expressions() -> list[str]:
    """Every expression of the alarms and of the dashboard."""
    shown = [target["expr"] for panel in panels() for target in panel["targets"]]
    return [rule["expr"] for rule in alarms()] + shown


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What a server on a file tells once it has signed a root."""
    with floor(str(tmp_path_factory.mktemp("floor") / "floor.journal")) as served:
        served.server.floor.journal.checkpoint(served.server.signing_key)
        text: str = served.anybody.get("/metrics").text
        return text


@pytest.mark.parametrize("path", YAML, ids=lambda path: path.name)
def test_every_yaml_file_is_read(path: Path) -> None:
    assert isinstance(yaml.safe_load(path.read_text(encoding="utf-8")), dict)


def test_every_metric_of_alarms_and_dashboard_is_told(told: str) -> None:
    kinds = dict(re.findall(r"^# TYPE (\w+) (\w+)$", told, re.MULTILINE))
    known = set(OF_PROMETHEUS)
    for name, kind in kinds.items():
        parts = ("_bucket", "_sum", "_count") if kind == "histogram" else ("",)
        known |= {name + part for part in parts}
    for expression in expressions():
        named = set(NAME.findall(expression))
        assert named
        assert named <= known, expression
        assert expression.count("(") == expression.count(")")


def test_every_metric_is_in_the_docs(told: str) -> None:
    docs = (ROOT / "docs" / "server.md").read_text(encoding="utf-8")
    names = set(re.findall(r"^# TYPE (upcard_\w+) ", told, re.MULTILINE))
    made = {name for name in names if name.endswith("_created")}
    assert {name for name in names - made if f"`{name}`" not in docs} == set()


def test_every_alarm_has_its_section_in_the_runbook_and_no_other() -> None:
    text = RUNBOOK.read_text(encoding="utf-8").partition("\n## Alarms\n")[2]
    sections = re.findall(r"^### (\w+)$", text, re.MULTILINE)
    names = [rule["alert"] for rule in alarms()]
    assert sections == names
    for rule in alarms():
        assert rule["labels"]["severity"] in ("page", "ticket")
        assert rule["annotations"]["summary"].endswith(".")


def test_panels_do_not_lie_on_each_other() -> None:
    fields: set[tuple[int, int]] = set()
    for panel in panels():
        at = panel["gridPos"]
        own = {(at["x"] + x, at["y"] + y) for x in range(at["w"]) for y in range(at["h"])}
        assert at["x"] + at["w"] <= 24
        assert not own & fields, panel["title"]
        fields |= own


def test_every_image_has_a_version_and_every_path_exists() -> None:
    """Of the floor, and of the cluster that spreads its tables (`citus.yaml`)."""
    floors, cluster = read("compose.yaml"), read("citus.yaml")
    services = floors["services"]
    images = [each["image"] for each in (*services.values(), *cluster["services"].values())]
    container = (DEPLOY / "Containerfile").read_text(encoding="utf-8")
    images += re.findall(r"^FROM (\S+)", container, re.MULTILINE)
    assert f"upcard:{__version__}" in images
    for image in images:
        assert re.search(r":v?\d+\.\d+", image), image
    volumes = floors["volumes"].keys() | cluster["volumes"].keys()
    for service in (*services.values(), *cluster["services"].values()):
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            if source.startswith("."):
                assert (DEPLOY / source).exists(), source
            else:
                assert source in volumes
    for copied in re.findall(r"^COPY (?!--from)(.+) \S+$", container, re.MULTILINE):
        for name in copied.split():
            assert (ROOT / name).exists(), name
    build = services["upcard"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()
    rules = read("prometheus/prometheus.yml")["rule_files"]
    assert all((DEPLOY / "prometheus" / name).is_file() for name in rules)


def test_a_cluster_is_made_of_the_machines_that_its_sql_names() -> None:
    """Its coordinator is where the server's database is."""
    services = read("citus.yaml")["services"]
    named = re.findall(r"_(?:host|node)\('([\w-]+)', 5432\)", (DEPLOY / "citus.sql").read_text())
    assert named == [name for name in services if name != "spread"]
    environment = read("compose.yaml")["services"]["upcard"]["environment"]
    assert f"@{named[0]}/upcard" in environment["UPCARD_DATABASE"]


def test_the_settings_that_ship_are_taken_and_name_submissions_and_network() -> None:
    compose = read("compose.yaml")
    environment = compose["services"]["upcard"]["environment"]
    chosen = read_settings({}, environment, DEPLOY / "serve.toml").settings
    for submission in chosen.submissions:
        assert (ROOT / "submissions" / Path(submission).name).is_file()
    (network,) = compose["networks"]["default"]["ipam"]["config"]
    assert chosen.proxy == [network["subnet"]]
    assert chosen.secure_cookies
    assert f"upcard:{chosen.port}" in (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    (scraped,) = read("prometheus/prometheus.yml")["scrape_configs"]
    assert scraped["static_configs"][0]["targets"] == [f"upcard:{chosen.port}"]


def test_the_unit_is_one_that_systemd_takes(tmp_path: Path) -> None:
    tool = shutil.which("systemd-analyze")
    if tool is None:
        pytest.skip("There is no systemd-analyze here.")
    text = (DEPLOY / "upcard.service").read_text(encoding="utf-8")
    unit = tmp_path / "upcard.service"
    here = str(Path(sys.executable).parent / "upcard")
    unit.write_text(text.replace("/opt/upcard/bin/upcard", here), encoding="utf-8")
    result = subprocess.run([tool, "verify", unit], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")


def test_the_alarms_are_rules_that_prometheus_takes() -> None:
    tool = shutil.which("promtool")
    if tool is None:
        pytest.skip("There is no promtool here.")
    file = DEPLOY / "prometheus" / "alerts.yml"
    result = subprocess.run([tool, "check", "rules", file], capture_output=True, check=False)
    assert result.returncode == 0, result.stdout
