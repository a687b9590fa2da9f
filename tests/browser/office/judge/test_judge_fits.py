"""The judge's desk on the usual laptops: all controls are in sight, in every state."""

from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.office.desks import OfficePage, overflow, solved
from tests.bulletins import RACK
from tests.room import ring
from tests.waiting import wait_for
from tournament.models import Turn
from tournament.services.play.games import create_game, finish_game, prepare_game
from tournament.services.play.interruptions import interrupt_game
from tournament.services.play.turns import cancel_turn

LAPTOPS: tuple[ViewportSize, ...] = (
    {"width": 1280, "height": 800},
    {"width": 1366, "height": 768},
)
#: Of what a state of the turn does not show, nothing is asked.
WORKED_WITH = ("#grid", ".rack-now", "#clock", "#primary")
#: How many pixels each is too low, where it is.
TOO_LOW = """(parts) => parts.flatMap((part) => {
  const box = document.querySelector(part)?.getBoundingClientRect();
  const below = box?.height ? Math.round(box.bottom - innerHeight) : 0;
  return below > 0 ? [`${part}: ${below}`] : [];
})"""


def all_in_sight(page: Page, state: str) -> None:
    expect(page.locator("#state")).to_have_text(state)
    for size in LAPTOPS:
        page.set_viewport_size(size)
        assert page.evaluate(TOO_LOW, WORKED_WITH) == [], (state, size)
        assert overflow(page) <= 0


def go_on(page: Page) -> None:
    """Enter, as soon as the button answers."""
    expect(page.locator("#primary")).to_have_attribute("aria-disabled", "false")
    page.locator("#primary").press("Enter")


def test_nothing_that_the_judge_works_with_is_below_the_window(office: OfficePage) -> None:
    """The game of eight letters with a joker has hundreds of tops and the longest sentences."""
    room = office.room
    game = create_game(
        tournament=room.tournament,
        source="hand",
        time_s=60,
        fmt="7sur8-joker",
        **room.get_author_and_time(),
    )
    prepare_game(game=game, **room.get_author_and_time())
    page = office.open("judge-desk")
    all_in_sight(page, "Prêts à commencer")
    go_on(page)
    all_in_sight(page, "Premier tirage")
    page.keyboard.type(f"{RACK}?")
    for state in ("Lettres tirées", "Annonce des lettres", "Temps de jeu"):
        go_on(page)
        all_in_sight(page, state)
    turn = Turn.objects.get()
    wait_for(lambda: solved(turn))
    ring(turn)
    expect(page.locator(".tops")).to_be_visible()
    all_in_sight(page, "Choix du mot")
    go_on(page)
    all_in_sight(page, "Annonce de la solution")
    turn.refresh_from_db()
    interrupt_game(game=turn.game, **room.get_author_and_time())
    all_in_sight(page, "Partie interrompue")
    cancel_turn(turn=turn, reason="timing", **room.get_author_and_time())
    finish_game(
        game=turn.game,
        reason="judge_decision",
        open_bulletins_stay=True,
        **room.get_author_and_time(),
    )
    all_in_sight(page, "Partie terminée")
