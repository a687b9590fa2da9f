"""Pages that follow what is new without being loaded again, and the name that is looked for."""

from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages.tables import Visit

if TYPE_CHECKING:
    from tests.room import Room
    from tournament.core.states import ResultVisibility

#: Longer than any page waits before it asks.
AWHILE = 160_000


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"reduced_motion": "reduce"}


def names(page: Page) -> list[str]:
    return page.locator(".ranking tbody th").all_text_contents()


def publish(room: "Room", publicity: "ResultVisibility") -> None:
    from tournament.services.tournaments import update_tournament

    changes = {"publicity": publicity}
    update_tournament(tournament=room.tournament, changes=changes, **room.get_author_and_time())


def rename(room: "Room", index: int, name: str) -> None:
    from tournament.core.people.player_data import PlayerData
    from tournament.services.people.registration import update_entry

    players = [PlayerData(name)]
    update_entry(entry=room.entries[index], players=players, **room.get_author_and_time())


def give_the_top(room: "Room", index: int) -> None:
    from tournament.models import Turn
    from tournament.services.play.scoreboard import ScoreLine, post_scores

    turn = Turn.objects.get()
    lines = [ScoreLine(room.entry_ids[index], turn.score, turn.score, "none")]
    now = room.get_author_and_time()["now"]
    post_scores(turn=turn, lines=lines, to_decide=0, corrected=True, now=now)


def test_published_and_new_results_and_seats_appear_without_reload(
    visit: Visit, room: "Room", page: Page
) -> None:
    from tournament.core.states import ResultVisibility
    from tournament.models import Score
    from tournament.services.play.games import create_game, prepare_game

    prepare_game(
        game=create_game(tournament=room.tournament, **room.get_author_and_time()),
        **room.get_author_and_time(),
    )
    publish(room, ResultVisibility.END)
    page.clock.install()
    visit("/{slug}/games/1/")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Partie 1")
    expect(page.locator("#replay-board")).to_have_count(0)
    publish(room, ResultVisibility.LIVE)
    page.clock.run_for(AWHILE)
    expect(page.locator("#replay-board .square.tile").first).to_be_visible()
    cell = page.locator(".sheet tbody td").nth(5)
    expect(cell).to_contain_text("1 / 6")
    page.keyboard.press("ArrowLeft")
    give_the_top(room, 1)
    page.clock.run_for(AWHILE)
    expect(cell).to_contain_text("2 / 6")
    expect(page.locator("#replay-board .square.tile")).to_have_count(0)  # one looks on at that turn

    visit("/{slug}/players/{one}/")
    page.get_by_role("link", name="Comparer").focus()
    Score.objects.filter(entry=room.entries[0]).update(word="ZYEUTER")
    publish(room, ResultVisibility.LIVE)
    page.clock.run_for(AWHILE)
    expect(page.locator(".road-turns").first).to_contain_text("ZYEUTER")
    expect(page.get_by_role("link", name="Comparer")).to_be_focused()

    visit("/{slug}/tables/")
    page.get_by_role("searchbox").fill("alg")
    expect(page.locator(".search-results li")).to_have_count(1)
    assert page.url.endswith("?q=alg"), "the address is that of what is shown"
    rename(room, 1, "Algonquin")
    page.clock.run_for(AWHILE)
    expect(page.locator(".search-results li")).to_have_count(2)


def test_a_long_ranking_loads_its_rows_and_stays_sorted(
    visit: Visit, room: "Room", page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tournament.views.public import ranking, ranking_pages

    for module, name in [
        (ranking, "FIRST_ROWS"),
        (ranking_pages, "FIRST_ROWS"),
        (ranking_pages, "PART_ROWS"),
    ]:
        monkeypatch.setattr(module, name, 2)
    page.clock.install()
    visit("/{slug}/ranking/")
    expect(page.locator(".ranking tbody tr")).to_have_count(6)
    expect(page.locator("#ranking-rest")).to_have_count(0)
    assert len(set(names(page))) == 6

    page.get_by_role("button", name="Total").click()
    worst = names(page)
    assert worst[0] == "France"
    give_the_top(room, 5)
    page.clock.run_for(AWHILE)
    expect(page.locator(".ranking tbody th").last).to_have_text("France")
    expect(page.locator(".ranking tbody tr")).to_have_count(6)
    assert names(page) != worst, "in the order that was asked for"
    expect(page.get_by_role("button", name="Total")).to_be_focused()


def test_a_name_typed_is_found_in_a_ranking_and_stays(
    visit: Visit, room: "Room", page: Page
) -> None:
    rename(room, 1, "L’Hôte-Œuvrard")
    page.clock.install()
    visit("/{slug}/ranking/")
    page.locator("details.choose summary").click()
    shown = page.locator(".ranking tbody tr:visible")
    for typed, names in (("EGYP", ["Égypte"]), ("l'hote oeuv", ["L’Hôte-Œuvrard"])):
        page.get_by_role("searchbox").fill(typed)
        expect(shown.locator("th")).to_have_text(names)
        expect(page.locator("#match-count")).to_have_text("1\u00a0nom")
    rename(room, 2, "L’Hôte Œuvré")
    page.clock.run_for(AWHILE)
    expect(shown).to_have_count(2)
    page.get_by_role("searchbox").fill("zzz")
    expect(shown).to_have_count(0)
    expect(page.locator("#match-count")).to_contain_text("essayez moins de lettres")
    page.get_by_role("searchbox").fill("")
    expect(shown).to_have_count(6)


def test_the_home_page_lays_the_new_word_by_itself(visit: Visit, room: "Room", page: Page) -> None:
    from tests.tournament.services.play.test_turns import play_turn

    game = room.game()
    play_turn(room, game)
    page.clock.install()
    visit("/")
    tiles = page.locator("#page-part .grid-host .square.tile")
    expect(tiles).not_to_have_count(0)
    count = tiles.count()
    expect(page.locator("#page-part .laid")).to_have_count(0)
    second = play_turn(room, game)

    page.clock.run_for(AWHILE)

    expect(page.locator("#page-part figcaption")).to_contain_text("coup 2")
    assert tiles.count() > count
    expect(page.locator("#page-part .laid")).to_have_count(tiles.count() - count)
    assert second.word
