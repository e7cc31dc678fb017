"""Finds text that doesn't fit: cut off, outside its box, or outside the window."""

from playwright.sync_api import Page

# Each text must lie within all boxes around it, up to the nearest one that scrolls or is positioned. Reports
# the innermost box that is too small.
MISFITS = """() => {
    const SLACK = 1;
    const hidden = ".visually-hidden, select, svg, [aria-hidden=true]";
    const name = box => box.localName + [...box.classList].filter(each => !/^s-|^svelte-/.test(each))
        .map(each => "." + each).join("");
    const found = new Set();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const text = texts.currentNode, parent = text.parentElement;
        if (!text.data.trim() || parent.closest(hidden)) continue;
        if (!parent.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const lines = [...range.getClientRects()].filter(line => line.width > 1);
        let isInside = true;
        const report = (box, side) => {
            isInside = false;
            found.add(`${name(box)} (${side}): ${text.data.trim()}`);
        };
        for (let box = parent; box && isInside; box = box.parentElement) {
            const style = getComputedStyle(box), edge = box.getBoundingClientRect();
            if (/auto|scroll/.test(style.overflowX + style.overflowY)) isInside = false;
            else if (style.display !== "inline" && style.display !== "contents" && edge.width > 1) {
                const clips = style.overflowY === "hidden" || style.overflowY === "clip";
                for (const line of lines) {
                    if (style.textOverflow === "ellipsis") continue;
                    if (line.left < edge.left - SLACK) report(box, "left");
                    if (line.right > edge.right + SLACK) report(box, "right");
                    if (clips && line.top < edge.top - 3) report(box, "top");
                    if (clips && line.bottom > edge.bottom + 3) report(box, "bottom");
                }
            }
            if (style.position === "absolute" || style.position === "fixed") isInside = false;
        }
        if (isInside && lines.some(line => line.left < -SLACK || line.right > innerWidth + SLACK)) {
            report(document.body, "window");
        }
    }
    const wider = document.documentElement.scrollWidth - innerWidth;
    if (wider > 0) found.add(`the page scrolls sideways by ${wider} px`);
    return [...found];
}"""


def misfits(page: Page) -> list[str]:
    """List the texts on a page that don't fit, each with the box that is too small."""
    found: list[str] = page.evaluate(MISFITS)
    return found
