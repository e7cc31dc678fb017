"""The dashboard and the alerts: all of their metrics exist, and no metric is missing on the dashboard."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from pictomania.server.metrics import prometheus_text
from tests.log.nats_server import NatsServer
from tests.operations.examples import DOCUMENT, ROOT, example
from tests.server.cluster.support.nodes import new_name, run_node

DASHBOARD = ROOT / "docs" / "grafana.json"
ALERTS = ROOT / "docs" / "alerts.yml"


async def metrics(nats: NatsServer) -> set[str]:
    """The metrics of a node in a cluster, as it describes them."""
    async with run_node(nats, new_name(), "a") as node:
        text = prometheus_text(node.metrics, "a")
    return set(re.findall(r"^# TYPE (\S+)", text, re.MULTILINE))


def read(file: Path) -> str:
    """The text of a file."""
    return file.read_text(encoding="utf-8")


def named_in(text: str) -> set[str]:
    """The metrics that a text names; of a histogram, it names a part."""
    return {re.sub("_(bucket|sum|count)$", "", name) for name in re.findall(r"\bpictomania_\w+", text)}


def panels() -> list[dict[str, Any]]:
    """The panels of the dashboard, without titles of rows."""
    dashboard = json.loads(read(DASHBOARD))
    return [panel for panel in dashboard["panels"] if panel["type"] != "row"]


def rules() -> list[dict[str, Any]]:
    """The alerts."""
    (group,) = yaml.safe_load(read(ALERTS))["groups"]
    found: list[dict[str, Any]] = group["rules"]
    return found


async def test_the_dashboard_shows_every_metric(nats: NatsServer) -> None:
    shown = "\n".join(target["expr"] for panel in panels() for target in panel["targets"])
    assert named_in(shown) == await metrics(nats)


def test_panels() -> None:
    """They don't overlap, and each has a title of its own."""
    titles = [panel["title"] for panel in panels()]
    assert len(set(titles)) == len(titles)
    taken = [(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in panels()]
    assert len(set(taken)) == len(taken)
    assert {panel["gridPos"]["w"] for panel in panels()} == {8}


@pytest.mark.parametrize("file", [ALERTS, ROOT / "docs" / "operations.md"], ids=lambda path: path.name)
async def test_metrics_exist(nats: NatsServer, file: Path) -> None:
    named = named_in(read(file))
    assert named
    assert named - await metrics(nats) == set()


def test_alerts_are_explained() -> None:
    table = re.findall(r"^\| `([A-Z]\w+)`(?:, `([A-Z]\w+)`)* \|", DOCUMENT, re.MULTILINE)
    assert {name for names in table for name in names if name} == {rule["alert"] for rule in rules()}


def test_the_configuration_of_prometheus() -> None:
    """It asks the nodes of the load balancer, with the token of the nodes, and reads the alerts."""
    config = yaml.safe_load(example("/etc/prometheus/prometheus.yml"))
    (job,) = config["scrape_configs"]
    (targets,) = job["static_configs"]
    balanced = re.findall(r"^    server \S+ (\S+)$", example("/etc/haproxy/haproxy.cfg"), re.MULTILINE)
    assert targets["targets"] == balanced
    assert f"PICTOMANIA_METRICS_TOKEN={job['authorization']['credentials']}\n" in example(
        "/etc/pictomania/node.env"
    )
    assert config["rule_files"] == [ALERTS.name]
    assert all(f'job="{job["job_name"]}"' in rule["expr"] for rule in rules() if "up{" in rule["expr"])
