"""Results in words and as a page."""

import re
from dataclasses import fields
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from pictomania.cli.bench.page import bar_chart, line_chart, page
from pictomania.cli.bench.results import FIGURES, Results, as_text

KEYS = (
    *("ratio_to_c", "ratio_to_usual", "tables_under_50_ms", "deliveries_per_cpu_s", "bytes_per_point"),
    *("kb_per_connection", "actions_per_s", "action_p99_ms", "rejoin_bytes", "restart_1000_tables_s"),
    "parked_table_bytes",
)
GOOD = Results(
    ratio_to_c=0.61,
    ratio_to_usual=5.5,
    tables_under_50_ms=360,
    deliveries_per_cpu_s=250_000,
    bytes_per_point=3.4,
    kb_per_connection=25.0,
    actions_per_s=5_100,
    action_p99_ms=20.0,
    rejoin_bytes=50_000,
    restart_1000_tables_s=2.0,
    parked_table_bytes=0,
    growth={
        "tables": [
            {"tables": 1, "cpu_us_per_delivery": 9.0},
            {"tables": 400, "cpu_us_per_delivery": 4.0},
        ],
        "rounds": [{"rounds": 1, "cpu_ms_per_round": 0.0}],
    },
    servers={"ours": {"deliveries_per_cpu_s": 250_000}, "c": {"deliveries_per_cpu_s": 410_000}},
    machine={"cores": 2, "load_average": 0.5},
    notes=["Something <odd> happened."],
)
BAD = Results(ratio_to_c=0.4, rejoin_bytes=70_000)


class Tags(HTMLParser):
    """Collects all tags and the text of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect a tag."""
        self.names.append(tag)
        assert not {"src", "href", "onload", "onclick"}.intersection(name for name, _ in attrs)

    def handle_data(self, data: str) -> None:
        """Collect text."""
        self.text += data


def test_every_key_is_there() -> None:
    """What was not measured is null."""
    assert all(Results().as_json()[key] is None for key in KEYS)
    assert GOOD.as_json()["growth"]["tables"][0] == {"tables": 1, "cpu_us_per_delivery": 9.0}


def test_every_figure_is_one_of_the_results() -> None:
    names = {field.name for field in fields(Results)}
    assert {figure.key for figure in FIGURES} == names - {"growth", "servers", "machine", "notes"}


def test_text() -> None:
    lines = as_text(GOOD).splitlines()
    assert re.fullmatch(r"deliveries per CPU second, compared .* × 0\.61   at least × 0\.60", lines[0])
    assert "CPU time per delivery, by tables: 1: 9 µs, 400: 4 µs" in lines
    assert "CPU time per round of a game of three: 1: 0 ms" in lines
    assert lines[-1] == "Something <odd> happened."
    assert "missed" not in as_text(GOOD)


def test_missed_goals() -> None:
    """More and less can be better; what was not measured is not missed."""
    text = as_text(BAD)
    assert [line.split("  ")[0] for line in text.splitlines() if "(missed)" in line] == [
        "deliveries per CPU second, compared with a minimal server in C",
        "coming back to six full sheets",
    ]
    assert re.search(r"memory of a table that everyone has left +–\n", text)


@pytest.mark.parametrize("results", [GOOD, BAD, Results()])
def test_page(results: Results) -> None:
    """It needs nothing else, and has all figures."""
    text = page(results)
    tags = Tags(text)
    assert not {"script", "link", "img", "iframe"}.intersection(tags.names)
    assert "http" not in text
    assert "prefers-color-scheme: dark" in text
    assert all(figure.label in tags.text and figure.value(results) in tags.text for figure in FIGURES)
    assert tags.text.count("(missed)") == as_text(results).count("(missed)")
    assert all(note in tags.text for note in results.notes)
    assert tags.names.count("svg") == 1 + len(results.growth)


def test_bars_are_as_long_as_their_values() -> None:
    drawn = ElementTree.fromstring(bar_chart([("a & b", 400.0), ("c", 100.0)]))  # noqa: S314 (our own)
    long, short = (float(each.attrib["width"]) for each in drawn.findall("rect"))
    assert long == pytest.approx(4 * short, abs=0.1)
    assert [each.text for each in drawn.findall("text")] == ["a & b", "400", "c", "100"]


def test_points_are_as_high_as_their_values() -> None:
    drawn = ElementTree.fromstring(line_chart([(1, 10.0), (10, 5.0), (100, 0.0)], "µs"))  # noqa: S314
    (base,) = (float(each.attrib["y1"]) for each in drawn.findall("line"))
    heights = [base - float(each.attrib["cy"]) for each in drawn.findall("circle")]
    assert heights[0] == pytest.approx(2 * heights[1])
    assert heights[2] == 0
