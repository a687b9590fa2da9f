"""What axe is not asked to look at again: elements that are alike but for their words."""

from playwright.sync_api import Page

from tests.browser.axe import MOST_ALIKE, violations

PAGE = """<!doctype html><html lang="fr"><title>Essai</title>
<style>li {{ line-height: 3; }} .faint {{ color: #eee; background: #fff; }}</style>
<main><h1>Essai</h1><ul>{rows}</ul></main></html>"""


def test_each_kind_of_row_is_looked_at_a_few_times(page: Page) -> None:
    rows = [f"<li><a href='/{n}'>Ligne {n}</a></li>" for n in range(20)]
    page.set_content(PAGE.format(rows="".join(rows)))
    assert violations(page) == []
    faint = [f"<li class='faint'>{n}</li>" for n in range(20)]
    page.set_content(PAGE.format(rows="".join(rows + faint)))
    found = violations(page)
    assert len(found) == MOST_ALIKE
    assert all(one.startswith("color-contrast") for one in found)


def test_a_row_unlike_the_others_is_looked_at(page: Page) -> None:
    rows = [f"<li><a href='/{n}'>Ligne {n}</a></li>" for n in range(20)]
    page.set_content(PAGE.format(rows="".join([*rows, "<li><a href='/20'></a></li>"])))
    assert [one.partition(":")[0] for one in violations(page)] == ["link-name"]
    bad = "<li><a href='/20' aria-expanded='perhaps'>Ligne 20</a></li>"
    page.set_content(PAGE.format(rows="".join([*rows, bad])))
    assert [one.partition(":")[0] for one in violations(page)] == ["aria-valid-attr-value"]
