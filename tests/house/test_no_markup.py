"""What people write is shown as text: nothing in the browser client reads one as markup or as code."""

import re
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"
READS_MARKUP = re.compile(
    r"\{@html|\b(innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|createContextualFragment|srcdoc)\b"
    r"|\bdocument\.write|\bDOMParser\b|\beval\(|\bnew Function\b|\bjavascript:"
)


def sources() -> list[Path]:
    """Everything that a page is made of, but for what others wrote."""
    kinds = ("*.svelte", "*.ts", "*.js", "*.html")
    return [WEB / "index.html", *sorted(file for kind in kinds for file in (WEB / "src").rglob(kind))]


def test_nothing_reads_markup() -> None:
    found = {
        file.relative_to(WEB).as_posix(): READS_MARKUP.findall(file.read_text(encoding="utf-8"))
        for file in sources()
    }
    assert len(found) > 50
    assert {name: ways for name, ways in found.items() if ways} == {}


@pytest.mark.parametrize(
    "line",
    ["{@html name}", "element.innerHTML = name", "eval(name)", 'href="javascript:0"', "document.write(name)"],
)
def test_what_would_is_found(line: str) -> None:
    assert READS_MARKUP.search(line)
