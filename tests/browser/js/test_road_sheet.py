"""The road sheet of the tablet: readable at every width, and those of earlier games."""

import json
from typing import Any

from playwright.sync_api import Route, expect

from tests.browser.js.room import ORIGIN, FakeRoom, now
from tests.browser.js.states import entry_state, game, history, result, turn
from tests.browser.js.tablet import open_table, open_turn, reveal

#: Between the points of the top and the player's word; what of the table is out of sight.
MEASURE_ROAD = """(row) => {
  const text = (cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getBoundingClientRect();
  };
  const box = row.closest(".scroll");
  return [text(row.cells[3]).left - text(row.cells[2]).right, box.scrollWidth - box.clientWidth];
}"""


def test_the_road_sheet_separates_own_points_from_those_of_tops(room: FakeRoom) -> None:
    page = open_turn(room)
    expect(page.locator("#road-choice")).to_be_hidden()  # one game: there is nothing to choose
    reveal(room, results={"11": result(11, word="HALEINE", points=24)})
    row = page.locator("#road tr").first
    expect(row).to_contain_text("HALEINE")
    for width in (1024, 390):
        page.set_viewport_size({"width": width, "height": 844})
        gap, hidden = row.evaluate(MEASURE_ROAD)
        assert gap >= 8, width
        assert hidden <= 0, width


EARLIER = {
    "number": 1,
    "total": 70,
    "rank": 3,
    "size": 24,
    "history": {"1": {"rack": "AEKPRS?", "word": "KEPiS", "ref": "H4", "score": 84}},
    "results": {
        "1": {
            "points": 70,
            "sanction": "penalty",
            "word": "PARKS",
            "ref": "H5",
            "text": "Le score inscrit est inexact (art. 5.9).",
            "article": "5.9",
        }
    },
}


def serve_earlier(room: FakeRoom, answer: dict[str, Any], status: int = 200) -> list[str]:
    """Road sheets of earlier games; returns the addresses asked for."""
    paths: list[str] = []

    def give(route: Route) -> None:
        paths.append(route.request.url.removeprefix(ORIGIN))
        body = json.dumps(answer)
        route.fulfill(body=body, status=status, content_type="application/json")

    room.page.route("**/table/road/**", give)
    return paths


def test_a_player_reads_the_road_sheet_of_an_earlier_game(room: FakeRoom) -> None:
    paths = serve_earlier(room, EARLIER)
    open_table(room, entry_state(4, "revealed", now=now(), left_s=-5, game=game(earlier=[1])))
    page = room.page
    choice = page.get_by_label("Partie de la feuille de route")
    expect(choice).to_have_value("2")
    expect(page.locator("#road .road-turn")).to_have_count(4)

    choice.select_option("Partie 1")
    expect(page.locator("#road-sum")).to_have_text("70 points, rang 3 / 24")
    row = page.locator("#road .road-turn")
    expect(row.locator("th, td")).to_have_text(
        ["1", "KEPISH4 · AEKPRS?", "84", "PARKSH5", "70", "70"]
    )
    expect(page.locator("#road .road-why")).to_have_text(
        "Pénalité : Le score inscrit est inexact (art. 5.9)."
    )
    assert paths == ["/table/road/1/"]

    # What happens in the room does not turn the page; coming back shows where it is by now.
    room.event("announced", turn=turn(5, "announced", now=now()), history=history(5))
    expect(page.locator("body")).to_have_attribute("data-stage", "announced")
    expect(row).to_have_count(1)
    choice.select_option("Partie 2")
    expect(row).to_have_count(5)
    expect(page.locator("#road-sum")).to_have_text("")

    # The next game turns it.
    choice.select_option("Partie 1")
    expect(page.locator("#road-sum")).to_contain_text("70 points")
    following = game(id=8, number=3, earlier=[1, 2])
    room.replace_state("entry", entry_state(1, "announced", now=now(), game=following))
    expect(choice).to_have_value("3")
    expect(choice.locator("option")).to_have_text(["Partie 1", "Partie 2", "Partie 3"])
    expect(page.locator("#road-sum")).to_have_text("")
    expect(page.locator("#road-empty")).to_be_visible()


def test_a_missing_road_sheet_says_why_and_can_be_retried(room: FakeRoom) -> None:
    page = room.page
    open_table(room, entry_state(4, "revealed", now=now(), left_s=-5, game=game(earlier=[1])))
    choice = page.get_by_label("Partie de la feuille de route")
    room.page.route("**/table/road/**", lambda route: route.abort())
    choice.select_option("Partie 1")
    expect(page.locator("#road-sum")).to_contain_text("Le serveur n’a pas répondu")
    expect(choice).to_have_value("2")
    serve_earlier(room, {"problem": "Cette partie n’est pas terminée."}, status=404)
    choice.select_option("Partie 1")
    expect(page.locator("#road-sum")).to_have_text("Cette partie n’est pas terminée.")
    expect(page.locator("#road .road-turn")).to_have_count(4)
