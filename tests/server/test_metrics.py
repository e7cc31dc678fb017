"""Metrics: every counter has a help text, in Prometheus format."""

import re
from dataclasses import fields

from pictomania.server.metrics import HELP, Metrics, prometheus_text


def test_every_counter_has_a_help_text() -> None:
    gauges = {"longest_stall_ms", "gauges"}
    assert {field.name for field in fields(Metrics)} - gauges == set(HELP)


def test_prometheus_format() -> None:
    metrics = Metrics(messages=3, bytes_sent=12_345_678_901)
    level = 0.5
    metrics.gauges["level"] = ("How high it stands.", lambda: level)
    text = prometheus_text(metrics)
    assert text.splitlines()[-3:] == [
        "# HELP pictomania_level How high it stands.",
        "# TYPE pictomania_level gauge",
        "pictomania_level 0.5",
    ]
    assert "\npictomania_bytes_sent_total 12345678901\n" in text
    for line in text.splitlines():
        assert re.fullmatch(
            r"# HELP [a-z_]+ [A-Z].*\.|# TYPE [a-z_]+ (counter|gauge)|[a-z_]+ [0-9.e+-]+", line
        )
    level = 2_345_678
    assert prometheus_text(metrics).endswith("\npictomania_level 2345678\n")
