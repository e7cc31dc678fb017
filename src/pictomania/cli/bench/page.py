"""The results as one HTML page with charts, which needs no other file and runs no script."""

from collections.abc import Sequence
from html import escape

from pictomania.cli.bench.results import FIGURES, GROWTH_LABELS, SERVER_LABELS, Results, cost_key

STYLE = """
:root { color-scheme: light dark; --ink: #1d2530; --soft: #5c6773; --line: #d5dae0; --bar: #2f6fde;
  --bad: #b3261e; --paper: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6eaf0; --soft: #9aa5b1; --line: #38424e; --bar: #7aa7ff; --bad: #ff8a80;
    --paper: #14181d; }
}
body { margin: 2rem auto; padding: 0 1rem; max-width: 52rem; font: 1rem/1.5 system-ui, sans-serif;
  color: var(--ink); background: var(--paper); }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .35rem .5rem; border-bottom: 1px solid var(--line); text-align: left; }
td.number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
.missed { color: var(--bad); } .soft { color: var(--soft); }
svg { width: 100%; height: auto; } svg text { fill: var(--ink); font-size: 13px; }
svg rect, svg circle { fill: var(--bar); } svg polyline { fill: none; stroke: var(--bar); stroke-width: 2; }
svg line { stroke: var(--line); }
"""
WIDTH, LEFT, BAR, STEP = 640, 180, 22, 34
CHART_HEIGHT, MARGIN = 200, 40


def page(results: Results) -> str:
    """Return the page."""
    machine = ", ".join(f"{name.replace('_', ' ')}: {value}" for name, value in results.machine.items())
    parts = [
        "<h1>Pictomania Online: what this machine can do</h1>",
        f'<p class="soft">{escape(machine)}</p>',
        _figures(results),
        *(f"<p>{escape(note)}</p>" for note in results.notes),
        "<h2>Deliveries per CPU second</h2>",
        "<p>A delivery is a piece of ink that has reached another player. The servers were measured in "
        "turns, in the same run.</p>",
        bar_chart(
            [(SERVER_LABELS[name], each["deliveries_per_cpu_s"]) for name, each in results.servers.items()]
        ),
        *_growth(results),
    ]
    head = (
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>Pictomania Online: benchmark</title><style>{STYLE}</style>"
    )
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}</head><body>\n'
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def _figures(results: Results) -> str:
    rows = []
    for figure in FIGURES:
        kind = "number missed" if figure.is_missed(results) else "number"
        missed = " (missed)" if figure.is_missed(results) else ""
        rows.append(
            f'<tr><td>{escape(figure.label)}</td><td class="{kind}">{escape(figure.value(results))}</td>'
            f"<td>{escape(figure.wanted)}{missed}</td></tr>"
        )
    return f"<table><tr><th>Figure</th><th>Measured</th><th>Goal</th></tr>{''.join(rows)}</table>"


def _growth(results: Results) -> list[str]:
    parts = []
    for part, rows in results.growth.items():
        key, unit = cost_key(part)
        parts.append(f"<h2>{escape(GROWTH_LABELS[part])}</h2>")
        parts.append(line_chart([(row[part], row[key]) for row in rows], unit))
    return parts


def bar_chart(bars: Sequence[tuple[str, float]]) -> str:
    """Draw horizontal bars."""
    longest = max((value for _, value in bars), default=1)
    shapes = []
    for number, (label, value) in enumerate(bars):
        top, width = number * STEP + 4, (WIDTH - LEFT - 90) * value / longest
        shapes.append(
            f'<text x="{LEFT - 8}" y="{top + 16}" text-anchor="end">{escape(label)}</text>'
            f'<rect x="{LEFT}" y="{top}" width="{width:.1f}" height="{BAR}" rx="3"/>'
            f'<text x="{LEFT + width + 8:.1f}" y="{top + 16}">{value:,.0f}</text>'
        )
    return _svg(len(bars) * STEP + 8, ", ".join(f"{label}: {value:,.0f}" for label, value in bars), shapes)


def line_chart(points: Sequence[tuple[float, float]], unit: str) -> str:
    """Draw a line through points at equal distances, since sizes grow by factors; costs start at zero."""
    highest = max(value for _, value in points) or 1
    base = CHART_HEIGHT - MARGIN
    places = [
        (MARGIN + (WIDTH - 2 * MARGIN) * (number + 0.5) / len(points), base - (base - 30) * value / highest)
        for number, (_, value) in enumerate(points)
    ]
    shapes = [
        f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{base}" y2="{base}"/>',
        f'<polyline points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in places)}"/>',
    ]
    for (x, y), (size, value) in zip(places, points, strict=True):
        shapes.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4"/>'
            f'<text x="{x:.1f}" y="{y - 10:.1f}" text-anchor="middle">{value:g} {unit}</text>'
            f'<text x="{x:.1f}" y="{base + 20}" text-anchor="middle">{size:,.0f}</text>'
        )
    return _svg(CHART_HEIGHT, ", ".join(f"{size:,.0f}: {value:g} {unit}" for size, value in points), shapes)


def _svg(height: int, label: str, shapes: Sequence[str]) -> str:
    """Draw a chart; a screen reader reads its label."""
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(label)}">{"".join(shapes)}</svg>'
    )
