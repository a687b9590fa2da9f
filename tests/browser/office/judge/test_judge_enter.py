"""The judge's desk under the mouse: Enter stays the main action, nothing runs away or loops."""

import re

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.contrast import list_faint_tiles_in_both_themes
from tests.browser.office.desks import OfficePage
from tests.explanations import make_explanation
from tests.tournament.services.play.test_turns import play_turn
from tests.waiting import wait_for
from tournament.core.people.player_data import PlayerData
from tournament.core.states import GameState
from tournament.models import Game
from tournament.services.people.registration import register_entries, register_entry
from tournament.services.play.games import create_game, finish_game, prepare_game
from tournament.services.play.scoreboard import ScoreLine, post_scores, send_standings
from tournament.services.play.turns import announce_turn, draw_turn, open_turn, stop_clock

TABLES = 60  # more than the list of tables shows at once


def ready(page: Page) -> None:
    expect(page.locator("#primary")).to_have_attribute("aria-disabled", "false")


def below(page: Page) -> float:
    """Return the height of the list below the window after End, once the scroll has ended."""
    page.keyboard.press("End")
    below_script = "(list) => list.scrollHeight - list.clientHeight - list.scrollTop"
    return float(page.locator("#handed-in-tables").evaluate(below_script))


def test_after_a_click_anywhere_enter_goes_on(office: OfficePage) -> None:
    turn = draw_turn(game=office.room.game(), **office.room.get_author_and_time())
    assert turn is not None
    page = office.open("judge-desk")
    expect(page.locator("#connection")).to_have_text("en direct")
    ready(page)
    for spot in ("#grid .square >> nth=20", ".speech dt >> nth=0", "#state", ".rack-now .tile"):
        page.locator(spot).first.click()
        expect(page.locator("#primary")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#state")).to_have_text("Annonce des lettres")
    page.locator(".crumb").click()
    ready(page)
    page.keyboard.press("Enter")
    expect(page.locator("#state")).to_have_text("Temps de jeu")


def test_a_stray_enter_begins_and_ends_no_game(office: OfficePage) -> None:
    """After the end of a game the next one stands on the desk, and waits to be begun."""
    room = office.room
    first = room.game()
    play_turn(room, first)
    following = create_game(tournament=room.tournament, **room.get_author_and_time())
    prepare_game(game=following, **room.get_author_and_time())
    page = office.open("judge-desk")
    expect(page.locator("#connection")).to_have_text("en direct")
    finish_game(
        game=first, reason="judge_decision", open_bulletins_stay=True, **room.get_author_and_time()
    )
    begin = page.get_by_role("button", name="Commencer la partie")
    expect(begin).to_be_visible()
    ready(page)
    expect(begin).not_to_be_focused()
    page.locator(".crumb").click()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(begin).to_be_visible()
    following.refresh_from_db()
    assert following.state == GameState.READY
    begin.press("Enter")  # whoever goes to it may press it
    expect(page.locator("#state")).not_to_have_text(re.compile("[Pp]rête"))
    wait_for(lambda: Game.objects.get(pk=following.pk).state == GameState.RUNNING)


def test_letters_are_typed_on_after_a_click_elsewhere(office: OfficePage) -> None:
    office.room.game(source="hand")
    page = office.open("judge-desk")
    page.keyboard.type("tae")
    page.locator("#grid .square").first.click()
    page.keyboard.type("sinr")
    expect(page.locator("input.letters")).to_have_value("taesinr")


def test_the_list_of_tables_scrolls_by_keyboard_and_stays(office: OfficePage) -> None:
    room = office.room
    register_entries(
        tournament=room.tournament,
        entries=[[PlayerData(last_name=f"Joueur {number}")] for number in range(TABLES)],
        **room.get_author_and_time(),
    )
    turn = draw_turn(game=room.game(), **room.get_author_and_time())
    assert turn is not None
    announce_turn(turn=turn, **room.get_author_and_time())
    open_turn(turn=turn, **room.get_author_and_time())
    page = office.open("judge-desk")
    page.set_viewport_size({"width": 1600, "height": 900})  # the list is in the narrow side column
    expect(page.locator("#connection")).to_have_text("en direct")
    tables = page.get_by_role("list", name="Rien encore sur la tablette")
    tables.focus()
    wait_for(lambda: tables.evaluate("(list) => list.scrollHeight - list.clientHeight") > 60)
    wait_for(lambda: below(page) <= 1)  # the desk may be drawn anew just now
    assert tables.evaluate("(list) => getComputedStyle(list).outlineStyle") == "solid"

    before = tables.evaluate("(list) => list.scrollTop")
    seq = page.locator("#desk").get_attribute("data-seq")
    changes = [PlayerData("Grèce")]
    register_entry(tournament=room.tournament, players=changes, **room.get_author_and_time())
    expect(page.locator("#desk")).not_to_have_attribute("data-seq", str(seq))
    expect(tables).to_be_focused()
    assert tables.evaluate("(list) => list.scrollTop") == pytest.approx(before, abs=1)

    places = "document.querySelector('.asks').getBoundingClientRect().top"
    stood = page.evaluate(places)
    for seat in page.locator("#handed-in-tables li").all()[:40]:
        seat.evaluate("(seat) => { seat.hidden = true; }")
    assert page.evaluate(places) == stood


def test_news_of_the_game_that_is_over_are_read_once(office: OfficePage) -> None:
    room = office.room
    first = room.game()
    turn = play_turn(room, first)
    following = create_game(tournament=room.tournament, **room.get_author_and_time())
    prepare_game(game=following, **room.get_author_and_time())
    finish_game(
        game=first, reason="judge_decision", open_bulletins_stay=True, **room.get_author_and_time()
    )
    page = office.open("judge-desk")
    expect(page.locator("#connection")).to_have_text("en direct")
    expect(page.locator("#ended-title")).to_have_text("La partie 1 est terminée")
    expect(page.locator("#primary")).to_contain_text("Commencer la partie")
    fetched: list[str] = []

    def count(request: Request) -> None:
        if request.resource_type == "xhr":
            fetched.append(request.url)

    page.on("request", count)
    now = room.get_author_and_time()["now"]
    line = ScoreLine(room.entries[0].pk, 0, 0, "zero", explanation=make_explanation(turn, "Essai."))
    post_scores(turn=turn, lines=[line], to_decide=0, corrected=True, now=now)
    send_standings(game_id=first.pk, now=now, wait=False)
    wait_for(lambda: bool(page.evaluate("1") and fetched))
    for name in ("Grèce", "Hongrie"):
        seq = page.locator("#desk").get_attribute("data-seq")
        register_entry(
            tournament=room.tournament, players=[PlayerData(name)], **room.get_author_and_time()
        )
        expect(page.locator("#desk")).not_to_have_attribute("data-seq", str(seq))
    assert len(fetched) <= 8  # without end, before: the numbers of two games were compared


def test_tiles_contrast_with_squares_on_the_office_s_grids(office: OfficePage) -> None:
    play_turn(office.room, office.room.game())
    page = office.open("judge-desk")
    expect(page.locator("#grid .tile").first).to_be_visible()
    assert list_faint_tiles_in_both_themes(page) == []
    page.goto(f"{office.stack.url}/bench/")
    page.locator(".board .square[tabindex='0']").focus()
    page.keyboard.press("a")
    expect(page.locator(".board .tile").first).to_be_visible()
    assert list_faint_tiles_in_both_themes(page) == []


COUNT_TONES = """
window.tones = 0;
const create = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () {
  window.tones += 1;
  return create.call(this);
};
"""


def test_the_desk_plays_the_bell_unless_turned_off(office: OfficePage) -> None:
    turn = draw_turn(game=office.room.game(), **office.room.get_author_and_time())
    assert turn is not None
    announce_turn(turn=turn, **office.room.get_author_and_time())
    office.page.add_init_script(COUNT_TONES)
    page = office.open("judge-desk")
    expect(page.locator("#connection")).to_have_text("en direct")
    page.locator("summary", has_text="Affichage").click()
    expect(page.locator("#sound")).to_be_checked()
    page.get_by_role("button", name="Essayer le son").click()
    wait_for(lambda: page.evaluate("tones") > 20)
    page.keyboard.press("Escape")
    page.locator("#state").click()
    ready(page)
    page.keyboard.press("Enter")
    expect(page.locator("#state")).to_have_text("Temps de jeu")
    tried = page.evaluate("tones")
    turn.refresh_from_db()
    stop_clock(turn=turn, **office.room.get_author_and_time())
    wait_for(lambda: page.evaluate("tones") >= tried + 20)  # the bell, far more than the gong

    page.locator("summary", has_text="Affichage").click()
    page.locator("#sound").uncheck()
    page.reload()
    expect(page.locator("#sound")).not_to_be_checked()
