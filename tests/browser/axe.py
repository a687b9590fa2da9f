"""Accessibility violations of a page by axe, with the same rules for every page."""

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
#: The same, and those that look at sizes: all that another width and theme can break.
COLOURS_AND_SIZES: dict[str, Any] = {
    "type": "rule",
    "values": [*COLOURS["values"], "target-size", "scrollable-region-focusable"],
}


#: How many elements that are alike are looked at: two rows of a table may have other colours.
MAX_ALIKE = 3
#: Elements beyond the first ``most`` that stand in the same place and are alike in everything but
#: their words and numbers: tags, classes, roles, states, what they lead to and what is in them.
ALIKE = r"""(most) => {
  const numbers = new Map();
  const number = (text) => {
    if (!numbers.has(text)) numbers.set(text, numbers.size);
    return numbers.get(text);
  };
  const ids = Array.from(document.querySelectorAll("[id]"), (element) => element.id);
  const leads = /^(for|headers|aria-(.*by|details|controls|owns|activedescendant))$/;
  const words = /^(href|src|title|alt|value|datetime|hx-.*|aria-(label|valuetext))$/;
  const told = ({ name, value }) => {
    if (name === "id") return `[id${ids.indexOf(value) === ids.lastIndexOf(value)}]`;
    if (leads.test(name)) return `[${name}${value.split(" ").every((id) => ids.includes(id))}]`;
    if (words.test(name)) return `[${name}${value !== ""}]`;
    return `[${name}=${name === "style" ? value : value.replace(/\d+/g, "0")}]`;
  };
  const own = (element) => element.localName + Array.from(element.attributes, told).sort().join("");
  // Of one letter alone axe does not judge the colour.
  const length = (text) => ["", "letter"][text.length] ?? "words";
  const shapes = new Map();
  const shape = (element) => {
    const inside = Array.from(element.childNodes, (node) =>
      node.nodeType === Node.ELEMENT_NODE ? shape(node) : length(node.nodeValue.trim()));
    const found = number(`${own(element)}(${inside.filter((one) => one !== "").join()})`);
    shapes.set(element, found);
    return found;
  };
  const counts = new Map();
  const alike = [];
  const visit = (element, above) => {
    const key = `${above} ${shapes.get(element)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    if (counts.get(key) > most) return void alike.push(element);
    const here = number(`${above} ${own(element)}`);
    for (const child of element.children) visit(child, here);
  };
  shape(document.body);
  visit(document.body, 0);
  return alike;
}"""
RUN = f"""async ([options, most, without]) => {{
  const seen = without ? [...document.querySelectorAll(without)] : [];
  const exclude = [...({ALIKE})(most), ...seen];
  const context = exclude.length ? {{ include: [document], exclude }} : document;
  const {{ violations }} = await axe.run(context, options);
  return violations.flatMap((rule) =>
    rule.nodes.map((node) => `${{rule.id}}: ${{node.html}} ${{node.failureSummary}}`));
}}"""


def list_violations(
    page: Page, rules: dict[str, Any] = EVERY_RULE, *, without: str | None = None
) -> list[str]:
    """Return axe's violations of the page; of similar elements, ``MAX_ALIKE`` are checked.

    ``without``: selector of a part that another test has checked.
    """
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    # Axe describes at length what it passes too, unless told what it is asked for; the style
    # sheets and films that it would fetch again serve rules that are not asked for.
    options = {"runOnly": rules, "resultTypes": ["violations"], "preload": False}
    violations_found: list[str] = page.evaluate(RUN, [options, MAX_ALIKE, without])
    return violations_found


def list_violations_in_both_themes(
    page: Page, rules: dict[str, Any] = EVERY_RULE, *, without: str | None = None
) -> list[str]:
    """The same in light colours, and what is wrong with the dark ones."""
    looks: list[tuple[Scheme, dict[str, Any]]] = [("light", rules), ("dark", COLOURS)]
    all_violations = []
    for scheme, every in looks:
        page.emulate_media(color_scheme=scheme)
        all_violations += [
            f"{scheme} {violation}" for violation in list_violations(page, every, without=without)
        ]
    return all_violations
