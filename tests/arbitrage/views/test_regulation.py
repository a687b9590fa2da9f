"""The regulation as everybody can read it: on a page and at the command line."""

from dataclasses import replace
from http import HTTPStatus
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from arbitrage.classic.core.coverage import ARTICLES
from arbitrage.core.coverage.left_out import LEFT_OUT
from arbitrage.core.coverage.rows import RULES, CoverageState, compare_editions, list_articles
from arbitrage.core.order import RULE_ORDERS
from engine.regulation.editions import EDITIONS
from tests.tournament.views.office import read_text


def _command(*arguments: str) -> str:
    out = StringIO()
    call_command("regulation", *arguments, stdout=out)
    return " ".join(out.getvalue().split())


def test_every_rule_has_a_french_text() -> None:
    assert {rule.code for rules in RULE_ORDERS.values() for rule in rules} == set(RULES)


def test_page_and_command_show_every_article(client: Client, db: None) -> None:
    for key, edition in EDITIONS.items():
        page = read_text(client.get(f"/reglement/{key}/")).replace("<wbr>", "")
        printed = _command(key)
        for row in list_articles(edition):
            for text in (row.title, row.summary, row.reason, *row.rules, *row.code):
                assert text in page, (key, row.number)
                assert text in printed, (key, row.number)
            for value in row.values:
                assert value.meaning in page
                assert f"{value.meaning} : {value.text}" in printed


def test_the_current_edition_is_the_default(client: Client, db: None) -> None:
    assert "édition 2023" in read_text(client.get("/reglement/"))
    assert _command().startswith("Règlement du duplicate, édition 2023")


def test_partly_built_and_omitted_articles_are_marked() -> None:
    states = {row.number: row.state for row in list_articles(EDITIONS["2023"])}

    assert (states["3.8.3"], states["3.8.4"]) == (CoverageState.MODELLED, CoverageState.MODELLED)
    assert (states["5.9"], states["5.6"]) == (CoverageState.MODELLED, CoverageState.MODELLED)
    before = {row.number: row.state for row in list_articles(EDITIONS["2017"])}
    assert (before["7"], before["2.1"]) == (CoverageState.MODELLED, CoverageState.PARTLY)
    assert (states["6.4.1"], states["6.4.2.b"]) == (CoverageState.MODELLED, CoverageState.LEFT_OUT)


def test_an_article_has_values_rules_and_code() -> None:
    articles = {row.number: row for row in list_articles(EDITIONS["2017"])}

    assert [value.text for value in articles["3.5"].values] == ["10 points", "16 joueurs", "non"]
    assert articles["5.6"].rules == tuple(
        RULES[code] for code in ("several-words", "unclear-words", "first-turn-letters")
    )
    assert articles["5.6"].code == ("arbitrage.core.jokers.award_valid_place",)
    assert (articles["3.5"].rules, articles["3.5"].reason) == ((), "")
    assert articles["6.4.2.b"].reason == LEFT_OUT["2017"]["6.4.2.b"]
    assert articles["2.1"].code
    assert articles["2.1"].reason == LEFT_OUT["2017"]["2.1"]


def test_articles_are_in_the_order_of_their_numbers() -> None:
    edition, numbers = EDITIONS["2023"], ["intro", "1", "2.9", "2.10", "2.10.a", "10", "rappel 1"]
    [article, *_] = edition.articles.values()
    shuffled = dict.fromkeys([*reversed(numbers), "2017:1"], article)

    assert [row.number for row in list_articles(replace(edition, articles=shuffled))] == [
        *numbers,
        "2017:1",
    ]


def test_a_partial_text_is_followed_by_the_one_under_it() -> None:
    numbers = [row.number for row in list_articles(EDITIONS["2019"])]

    assert numbers[:5] == ["intro", "1", "2", "3", "rappel 1"]
    assert numbers[-1] == "2017:7.4"


def test_two_editions_are_compared_by_value_and_by_rule(client: Client, db: None) -> None:
    page = read_text(client.get("/reglement/2019/2023/"))
    printed = _command("--differences", "2019", "2023")

    for edition in compare_editions(EDITIONS["2019"], EDITIONS["2023"]):
        for text in (edition.subject, edition.before, edition.after):
            assert text in page, edition.subject
            assert text in printed, edition.subject
    assert compare_editions(EDITIONS["2019"], EDITIONS["2019"]) == ()


def test_an_article_is_not_a_point_of_2019(client: Client, db: None) -> None:
    assert "Art. 3" in read_text(client.get("/reglement/2017/"))
    assert "Point 3" in read_text(client.get("/reglement/2019/"))
    assert "art. 3 – Procédures" in _command("2011")


@pytest.mark.parametrize("path", ["/reglement/1999/", "/reglement/2023/1999/"])
def test_an_unknown_edition_is_not_found(path: str, client: Client, db: None) -> None:
    assert client.get(path).status_code == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["1999"], "Il n'y a pas d'édition « 1999 »"),
        (["--differences", "2023", "1999"], "Il n'y a pas d'édition « 1999 »"),
        (["2023", "--differences", "2019", "2023"], "Donnez une édition, ou"),
    ],
)
def test_the_command_refuses_in_french(arguments: list[str], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        _command(*arguments)


def test_the_classic_game_is_read_beside_the_editions(client: Client, db: None) -> None:
    page = client.get(reverse("regulation-classic")).content.decode()
    assert page.count("<tr id=") == len(ARTICLES)
    assert "Hors du logiciel" in page
    assert reverse("regulation-classic") in client.get(reverse("regulation")).content.decode()
