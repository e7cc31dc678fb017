"""Metrics: every counter has a help text, in Prometheus format."""

import re
from dataclasses import fields

from pictomania.server.metrics import BOUNDS_S, HELP, HISTOGRAMS, Histogram, Metrics, prometheus_text

SAMPLE = r'[a-z_]+(\{([a-z]+="[^"]*",?)+\})? [0-9.e+-]+'


def test_every_counter_has_a_help_text() -> None:
    gauges = {"longest_stall_ms", "gauges"}
    assert {field.name for field in fields(Metrics)} - gauges == {*HELP, *HISTOGRAMS}


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
            rf"# HELP [a-z_]+ [A-Z].*\.|# TYPE [a-z_]+ (counter|gauge|histogram)|{SAMPLE}", line
        )
    level = 2_345_678
    assert prometheus_text(metrics).endswith("\npictomania_level 2345678\n")


def test_counters_that_are_read_on_demand() -> None:
    metrics = Metrics()
    metrics.gauges["water_total"] = ("What flowed.", lambda: 2.5)
    assert prometheus_text(metrics, "n1").endswith(
        "# HELP pictomania_water_total What flowed.\n"
        "# TYPE pictomania_water_total counter\n"
        'pictomania_water_total{node="n1"} 2.5\n'
    )


def test_histograms() -> None:
    """Each bucket counts all durations up to its bound, and the last one counts all."""
    metrics = Metrics()
    for seconds in (0.0, 0.005, 0.006, 99.0):
        metrics.append_seconds.observe(seconds)
    lines = prometheus_text(metrics, "n1").splitlines()
    assert "# TYPE pictomania_append_seconds histogram" in lines
    assert 'pictomania_append_seconds_bucket{node="n1",le="0.0025"} 1' in lines
    assert 'pictomania_append_seconds_bucket{node="n1",le="0.005"} 2' in lines
    assert 'pictomania_append_seconds_bucket{node="n1",le="0.01"} 3' in lines
    assert 'pictomania_append_seconds_bucket{node="n1",le="30"} 3' in lines
    assert 'pictomania_append_seconds_bucket{node="n1",le="+Inf"} 4' in lines
    assert 'pictomania_append_seconds_sum{node="n1"} 99.011' in lines
    assert 'pictomania_append_seconds_count{node="n1"} 4' in lines
    assert 'pictomania_tick_delay_seconds_count{node="n1"} 0' in lines


def test_bounds_of_histograms() -> None:
    assert list(BOUNDS_S) == sorted(set(BOUNDS_S))
    assert len(list(Histogram().buckets)) == len(BOUNDS_S) + 1
