"""What axe finds wrong on a page: the same rules for every page of the site."""

from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

#: The program, as the package brings it.
AXE: str = Axe().axe_script
type Scheme = Literal["light", "dark"]

#: WCAG 2.2, levels A and AA, and axe's good practice.
EVERY_RULE: dict[str, Any] = {
    "type": "tag",
    "values": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"],
}
#: Those of them that look at colours; the others find the same in every theme.
COLOURS: dict[str, Any] = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}


def violations(
    page: Page, rules: dict[str, Any] = EVERY_RULE, *, without: str | None = None
) -> list[str]:
    """What is wrong with the page as it stands.

    ``without``: a part that another test has looked at, by its selector; a grid of 225 squares
    takes longer than all the rest of its page.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    # Axe describes at length what it passes too, unless told what it is asked for; the style
    # sheets and films that it would fetch again serve rules that are not asked for.
    options = {"runOnly": rules, "resultTypes": ["violations"], "preload": False}
    found: list[str] = page.evaluate(
        """async ([part, options]) => (await axe.run(part, options)).violations.flatMap((rule) =>
             rule.nodes.map((node) => `${rule.id}: ${node.html} ${node.failureSummary}`))""",
        [{"exclude": [without] if without else []}, options],
    )
    return found


def violations_in_both_themes(page: Page, *, without: str | None = None) -> list[str]:
    """The same in light colours, and what is wrong with the dark ones."""
    looks: list[tuple[Scheme, dict[str, Any]]] = [("light", EVERY_RULE), ("dark", COLOURS)]
    found = []
    for scheme, rules in looks:
        page.emulate_media(color_scheme=scheme)
        found += [f"{scheme} {violation}" for violation in violations(page, rules, without=without)]
    return found
