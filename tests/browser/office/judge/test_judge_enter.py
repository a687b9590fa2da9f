"""The judge's desk under the mouse: Enter stays the main action, nothing runs away or loops."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.contrast import list_faint_tiles_in_both_themes
from tests.browser.office.desks import OfficePage
from tests.bulletins import add_tables
from tests.explanations import make_explanation
from tests.room import Room, ring
from tests.tournament.services.play.test_turns import play_turn
from tests.waiting import wait_for
from tournament.core.people.player_data import PlayerData
from tournament.core.states import GameState
from tournament.models import Game, Turn
from tournament.protocol import bus
from tournament.queries import clock
from tournament.services.people.registration import register_entry
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


COUNT_TONES = """
window.tones = 0;
const create = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () {
  window.tones += 1;
  return create.call(this);
};
"""


def turn_the_sound_off(page: Page) -> None:
    page.locator("summary", has_text="Affichage").click()
    page.locator("#sound").uncheck()
    page.reload()
    expect(page.locator("#sound")).not_to_be_checked()


def test_enter_goes_on_after_clicks_and_the_bell_rings(office: OfficePage) -> None:
    turn = draw_turn(game=office.room.game(), **office.room.get_author_and_time())
    assert turn is not None
    office.page.add_init_script(COUNT_TONES)
    page = office.open("judge-desk")
    expect(page.locator("#connection")).to_have_text("en direct")
    ready(page)
    for spot in ("#grid .square >> nth=20", ".speech dt >> nth=0", "#state", ".rack-now .tile"):
        page.locator(spot).first.click()
        expect(page.locator("#primary")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#state")).to_have_text("Annonce des lettres")
    page.locator("summary", has_text="Affichage").click()
    expect(page.locator("#sound")).to_be_checked()
    page.get_by_role("button", name="Essayer le son").click()
    wait_for(lambda: page.evaluate("tones") > 20)
    page.keyboard.press("Escape")
    page.locator(".crumb").click()
    ready(page)
    page.keyboard.press("Enter")
    expect(page.locator("#state")).to_have_text("Temps de jeu")
    tried = page.evaluate("tones")
    turn.refresh_from_db()
    stop_clock(turn=turn, **office.room.get_author_and_time())
    wait_for(lambda: page.evaluate("tones") >= tried + 20)  # the bell, far more than the gong
    turn_the_sound_off(page)


def leave_a_new_game_to_who_begins_it(page: Page, following: Game) -> None:
    """A stray Enter does not."""
    begin = page.get_by_role("button", name="Commencer la partie")
    expect(begin).to_be_visible()
    expect(page.locator("#ended-title")).to_have_text("La partie 1 est terminée")
    ready(page)
    expect(begin).not_to_be_focused()
    page.locator(".crumb").click()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(begin).to_be_visible()
    following.refresh_from_db()
    assert following.state == GameState.READY


def read_news_of_the_game_that_is_over(page: Page, room: Room, turn: Turn) -> None:
    """They are read once."""
    fetched: list[str] = []

    def count(request: Request) -> None:
        if request.resource_type == "xhr":
            fetched.append(request.url)

    page.on("request", count)
    now = room.get_author_and_time()["now"]
    line = ScoreLine(room.entries[0].pk, 0, 0, "zero", explanation=make_explanation(turn, "Essai."))
    post_scores(turn=turn, lines=[line], to_decide=0, corrected=True, now=now)
    send_standings(game_id=turn.game_id, now=now, wait=False)
    wait_for(lambda: bool(page.evaluate("1") and fetched))
    for name in ("Grèce", "Hongrie"):
        seq = page.locator("#desk").get_attribute("data-seq")
        register_entry(
            tournament=room.tournament, players=[PlayerData(name)], **room.get_author_and_time()
        )
        expect(page.locator("#desk")).not_to_have_attribute("data-seq", str(seq))
    assert len(fetched) <= 8  # without end, before: the numbers of two games were compared


def test_the_next_game_waits_on_the_desk(office: OfficePage) -> None:
    """After the end of a game it stands there, until somebody begins it."""
    room = office.room
    first = room.game()
    turn = play_turn(room, first)
    following = create_game(tournament=room.tournament, **room.get_author_and_time())
    prepare_game(game=following, **room.get_author_and_time())
    page = office.open("judge-desk")
    expect(page.locator("#connection")).to_have_text("en direct")
    expect(page.locator("#grid .tile").first).to_be_visible()
    assert list_faint_tiles_in_both_themes(page) == []
    finish_game(
        game=first, reason="judge_decision", open_bulletins_stay=True, **room.get_author_and_time()
    )
    leave_a_new_game_to_who_begins_it(page, following)
    read_news_of_the_game_that_is_over(page, room, turn)
    page.get_by_role("button", name="Commencer la partie").press("Enter")
    expect(page.locator("#state")).not_to_have_text(re.compile("[Pp]rête"))
    wait_for(lambda: Game.objects.get(pk=following.pk).state == GameState.RUNNING)


def test_tiles_contrast_with_squares_on_the_bench(office: OfficePage) -> None:
    page = office.page
    page.goto(f"{office.stack.url}/bench/")
    page.locator(".board .square[tabindex='0']").focus()
    page.keyboard.press("a")
    expect(page.locator(".board .tile").first).to_be_visible()
    assert list_faint_tiles_in_both_themes(page) == []


def scroll_the_list_by_keyboard(page: Page, room: Room) -> None:
    """It stays where it is while the desk is drawn anew."""
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


def hide_the_tables_that_handed_in(page: Page, turn: Turn) -> None:
    missing = int(page.locator("#missing").inner_text())
    assert missing > TABLES
    news = bus.BulletinsStored(turn.game.tournament_id, turn.game_id, turn.ordinal, [2, 5])
    bus.publish(news)
    expect(page.locator("#missing")).to_have_text(str(missing - 2))
    expect(page.locator("#handed-in-count")).to_have_text("2")
    expect(page.locator("#handed-in-tables [data-table='5']")).to_be_hidden()
    expect(page.locator("#handed-in-tables [data-table='1']")).to_be_visible()

    places = "document.querySelector('.asks').getBoundingClientRect().top"
    stood = page.evaluate(places)
    hide = "seats => seats.slice(0, 40).forEach((seat) => { seat.hidden = true; })"
    page.locator("#handed-in-tables li").evaluate_all(hide)
    assert page.evaluate(places) == stood


def test_tables_leave_a_list_that_stays_until_the_bell(office: OfficePage) -> None:
    room = office.room
    add_tables(room, TABLES)
    turn = draw_turn(game=room.game(), **room.get_author_and_time())
    assert turn is not None
    announce_turn(turn=turn, **room.get_author_and_time())
    open_turn(turn=turn, **room.get_author_and_time())
    page = office.open("judge-desk")
    page.set_viewport_size({"width": 1600, "height": 900})  # the list is in the narrow side column
    expect(page.locator("#connection")).to_have_text("en direct")
    scroll_the_list_by_keyboard(page, room)
    hide_the_tables_that_handed_in(page, turn)

    stop = page.get_by_role("button", name="Finir le coup : ramasser")
    expect(stop).to_be_enabled()
    grace = timedelta(minutes=1)  # time enough to look at it
    bell = clock.now()
    turn.refresh_from_db()
    Turn.objects.filter(pk=turn.pk).update(closes_at=bell, collects_at=bell + grace)
    page.reload()
    expect(page.locator("#clock-word")).to_have_text("« Terminé »")
    expect(stop).to_be_disabled()
    ring(turn)
    expect(stop).to_have_count(0)
