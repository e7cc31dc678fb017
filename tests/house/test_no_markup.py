"""The browser client never uses a text as markup or code, so what people write cannot inject any."""

import re
from pathlib import Path

import pytest

WEB = Path(__file__).parents[2] / "web"
MARKUP = re.compile(
    r"\{@html|\b(innerHTML|outerHTML|insertAdjacentHTML|setHTMLUnsafe|createContextualFragment|srcdoc)\b"
    r"|\bdocument\.write|\bDOMParser\b|\beval\(|\bnew Function\b|\bjavascript:"
)


def sources() -> list[Path]:
    """Return our own sources of the page."""
    kinds = ("*.svelte", "*.ts", "*.js", "*.html")
    return [WEB / "index.html", *sorted(file for kind in kinds for file in (WEB / "src").rglob(kind))]


def test_no_text_is_used_as_markup() -> None:
    found = {
        file.relative_to(WEB).as_posix(): MARKUP.findall(file.read_text(encoding="utf-8"))
        for file in sources()
    }
    assert len(found) > 50
    assert {name: uses for name, uses in found.items() if uses} == {}


@pytest.mark.parametrize(
    "line",
    ["{@html name}", "element.innerHTML = name", "eval(name)", 'href="javascript:0"', "document.write(name)"],
)
def test_markup_is_detected(line: str) -> None:
    assert MARKUP.search(line)
