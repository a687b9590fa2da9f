"""A classic match in a room of its own: two players at their tables, and who looks after them."""

from typing import TYPE_CHECKING, Any

from playwright.sync_api import Page, expect

if TYPE_CHECKING:
    from tests.room import Room
    from tournament.classic.models import MatchGame

SEED = f"{11:064x}"


def open_match(room: "Room", **terms: Any) -> "MatchGame":
    """The first game of a match between the first two entries, whose letters the seed gives."""
    from dataclasses import replace

    from tournament.classic.core.rounds.states import RoundState
    from tournament.classic.core.terms import TABLET_TERMS
    from tournament.classic.models import MatchRound
    from tournament.classic.services.matches import build_match, open_game
    from tournament.core.states import Discipline

    room.tournament.discipline = Discipline.CLASSIC
    room.tournament.save(update_fields=["discipline"])
    by = room.get_author_and_time()
    match_round = MatchRound.objects.create(
        tournament=room.tournament,
        number=room.tournament.rounds.count() + 1,
        state=RoundState.RUNNING,
        started_at=by["now"],
    )
    x, y = room.entries[:2]
    match = build_match(
        tournament=room.tournament,
        x=x,
        y=y,
        terms=replace(TABLET_TERMS, face_down_s=0, **terms),
        match_round=match_round,
        board_number=1,
    )
    match.save()
    game = open_game(match=match, **by)
    game.seed = SEED
    game.save(update_fields=["seed"])
    return game


def expect_connected(page: Page) -> None:
    expect(page.locator("#link")).to_have_attribute("data-status", "live")


def press(page: Page, name: str) -> None:
    """A key of what is to be done now."""
    page.locator("#match-part").get_by_role("button", name=name).click()


def expect_text(page: Page, title: str) -> None:
    expect(page.locator("#now-title")).to_have_text(title)


def read_letters(page: Page) -> str:
    """The player's own letters as their tablet shows them."""
    tiles = page.locator("#rack [data-letter]")
    return "".join(tiles.evaluate_all("(tiles) => tiles.map((tile) => tile.dataset.letter)"))


def begin(game: "MatchGame", pages: list[Page]) -> None:
    """Toss, seven letters each, the clock: by the tablets."""
    from tournament.classic.queries.games import load_state

    while True:
        game.refresh_from_db()
        state = load_state(game)
        if state.starter is not None:
            break
        for page, letter in zip(pages, state.toss_letters, strict=True):
            if not letter:
                press(page, "Tirer une lettre")
                expect(page.locator("body")).not_to_have_attribute("data-sending", "")
                break
    first, second = pages if state.starter == "X" else pages[::-1]
    press(first, "Tirer 7 lettres")
    press(second, "Tirer 7 lettres")
    press(second, "Presser la pendule")
    for page in pages:
        page.locator("#rack .tile").first.wait_for()
