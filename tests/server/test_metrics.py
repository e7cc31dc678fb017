"""Figures: every counter is explained, and written as Prometheus reads it."""

import re
from dataclasses import fields

from pictomania.server.metrics import HELP, Metrics, exposition


def test_every_counter_is_explained() -> None:
    gauges = {"longest_stall_ms", "gauges"}
    assert {field.name for field in fields(Metrics)} - gauges == set(HELP)


def test_figures_as_prometheus_reads_them() -> None:
    metrics = Metrics(messages=3, bytes_sent=12_345_678_901)
    level = 0.5
    metrics.gauges["level"] = ("How high it stands.", lambda: level)
    text = exposition(metrics)
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
    assert exposition(metrics).endswith("\npictomania_level 2345678\n")
