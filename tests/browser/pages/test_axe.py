"""axe's checks skip elements that are alike but for their text."""

from playwright.sync_api import Page

from tests.browser.axe import MAX_ALIKE, list_violations

PAGE = """<!doctype html><html lang="fr"><title>Essai</title>
<style>li {{ line-height: 3; }} .faint {{ color: #eee; background: #fff; }}</style>
<main><h1>Essai</h1><ul>{rows}</ul></main></html>"""


def test_each_kind_of_row_is_looked_at_a_few_times(page: Page) -> None:
    rows = [f"<li><a href='/{n}'>Ligne {n}</a></li>" for n in range(20)]
    page.set_content(PAGE.format(rows="".join(rows)))
    assert list_violations(page) == []
    faint = [f"<li class='faint'>{n}</li>" for n in range(20)]
    page.set_content(PAGE.format(rows="".join(rows + faint)))
    violations_found = list_violations(page)
    assert len(violations_found) == MAX_ALIKE
    assert all(violation.startswith("color-contrast") for violation in violations_found)


def test_a_row_unlike_the_others_is_looked_at(page: Page) -> None:
    rows = [f"<li><a href='/{n}'>Ligne {n}</a></li>" for n in range(20)]
    page.set_content(PAGE.format(rows="".join([*rows, "<li><a href='/20'></a></li>"])))
    assert [violation.partition(":")[0] for violation in list_violations(page)] == ["link-name"]
    bad = "<li><a href='/20' aria-expanded='perhaps'>Ligne 20</a></li>"
    page.set_content(PAGE.format(rows="".join([*rows, bad])))
    assert [violation.partition(":")[0] for violation in list_violations(page)] == [
        "aria-valid-attr-value"
    ]
