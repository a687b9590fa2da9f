"""Three who are equal play a *mort subite* to its winner, while the hall and a fourth watch."""

import pytest
from playwright.sync_api import Browser, Page, expect

from arbitrage.models import Ruling
from arbitrage.services.rulings import change_ruling
from engine.search.moves import Move
from tests.arbitrage.services.sanctioned_turns import hand_in
from tests.e2e.hall import (
    BrowserHall,
    Player,
    next_step,
    read_ranking,
    sit_down,
    stop_the_clock,
)
from tests.room import ring
from tests.tournament.mort_subite import open_next, reveal
from tests.waiting import wait_for
from tournament.core.states import GameState, TurnState
from tournament.models import Game, Solutions, Turn
from tournament.queries.results.tops import list_moves
from tournament.services.play.games import finish_game, prepare_game, start_game

NAMES = ("Norvège", "Océanie", "Joueur 3")


def plain(turn: Turn) -> list[Move]:
    """Solutions about which no arbiter has to decide: no joker, no first word downwards."""
    moves = list_moves(Solutions.objects.get(turn=turn))
    playable_moves = [move for move in moves if turn.number > 1 or move.ref[0].isalpha()]
    plain = [move for move in playable_moves if move.word.isupper()]
    assert plain, (turn.rack, [str(move) for move in moves[:5]])
    return plain


def corrected(turn: Turn) -> Turn:
    wait_for(lambda: Turn.objects.filter(pk=turn.pk, corrected_at__isnull=False).exists())
    turn.refresh_from_db()
    return turn


@pytest.fixture
def tied(hall: BrowserHall) -> BrowserHall:
    """A game is over, in which the first three tables have the same and the fourth less."""
    hall.fill(4)
    game = hall.replay(1)
    prepare_game(game=game, **hall.get_author_and_time())
    start_game(game=game, **hall.get_author_and_time())
    turn = open_next(hall, game)
    moves = plain(turn)
    for entry, move in zip(hall.entries, (*moves[:1] * 3, moves[-1]), strict=True):
        hand_in(turn, entry, move, move.score)
    ring(turn)
    reveal(hall, corrected(turn))
    finish_game(game=game, reason="judge_decision", **hall.get_author_and_time())
    return hall


def begin_turn(judge: Page) -> tuple[Turn, list[Move]]:
    if Turn.objects.filter(game__state=GameState.RUNNING).exists():  # its solution is read out
        next_step(judge, "Annonce terminée")
    next_step(judge, "Tirer les lettres")
    next_step(judge, "Montrer les lettres")
    next_step(judge, "Lancer le chrono")
    wait_for(lambda: Turn.objects.filter(state=TurnState.OPEN).exists())
    turn = Turn.objects.get(state=TurnState.OPEN)
    wait_for(lambda: Solutions.objects.filter(turn=turn).exists())
    return turn, plain(turn)


def hands_in(player: Player, move: Move) -> None:
    player.sees_stage("open")
    player.write(move.word, move.ref, move.score)
    player.is_held()


def expect_sentence(player: Player, text: str) -> None:
    expect(player.page.locator("#contest-own")).to_contain_text(text)


def test_equal_ones_are_separated_from_the_ranking_to_the_ranking(
    tied: BrowserHall, browser: Browser
) -> None:
    judge = tied.sign_in(
        browser.new_context(locale="fr-FR"), tied.judge, f"/judge/{tied.tournament.slug}/"
    )
    judge.get_by_role("link", name="Départager les ex æquo").click()
    judge.get_by_role("button", name="Départager les ex æquo du rang 1").click()
    expect(judge.locator("#next-title")).to_contain_text("mort subite")
    expect(judge.locator(".speech")).to_contain_text("3 coups en 1 minute + 20 secondes")
    # Norvège and Océanie have no page: what it would show, that of the third does.
    out = sit_down(browser, tied, tied.entries[2])
    public = out.page.context.new_page()
    public.goto(f"{tied.url}/{tied.tournament.slug}/live/")
    begin_game(judge)

    # Nobody does better than another, but a penalty bites on its turn.
    turn, moves = begin_turn(judge)
    hands_in(out, moves[0])
    for entry in tied.entries[:2]:
        hand_in(turn, entry, moves[0], moves[0].score)
    names_the_contest(out)
    expect(judge.locator("#seats")).to_have_text("3")
    stop_the_clock(judge)
    penalised = corrected(turn)
    ruling = Ruling.objects.get(turn=penalised, entry=tied.entries[2])
    change_ruling(
        turn=penalised,
        entry=tied.entries[2],
        version=ruling.version,
        points=moves[0].score - 5,
        sanction="penalty",
        motives=[],
        reason="Essai",
        is_free_ruling=True,
        by=tied.arbiter,
        now=tied.get_author_and_time()["now"],
    )
    next_step(judge, "Donner la solution")
    expect(judge.locator("#contest")).to_contain_text("2 en jeu sur 3")
    expect_sentence(out, "Éliminé au coup 1")
    row = public.locator("#ranking tr").filter(has_text="Joueur 3")
    expect(row).to_contain_text("coup 1")

    # The last one in has won.
    turn, moves = begin_turn(judge)
    for entry, move in zip(tied.entries[:2], (moves[0], moves[-1]), strict=True):
        hand_in(turn, entry, move, move.score)
    expect(out.page.locator("#word")).not_to_be_visible()
    watches_from_the_fourth_table(tied, out)
    expect(judge.locator("#seats")).to_have_text("2")
    stop_the_clock(judge)
    next_step(judge, "Donner la solution")
    expect(judge.locator(".next")).to_contain_text("Norvège, table 1, l’emporte")
    next_step(judge, "Terminer la partie")
    expect(judge.locator("#ended-title").locator("..")).to_contain_text(
        "Norvège remporte la mort subite"
    )
    out.sees_stage("finished")
    assert [name for name, _total in read_ranking(tied)] == [*NAMES, "Joueur 4"]
    judge.goto(f"{tied.url}/{tied.tournament.slug}/ranking/")
    expect(judge.locator("table.ranking")).to_contain_text("Mort subite")
    assert Game.objects.count() == 2


def begin_game(judge: Page) -> None:
    """Start the contest; the alert of the act before disappears."""
    expect(judge.locator("#alerts")).to_contain_text("La mort subite est prête")
    next_step(judge, "Commencer la partie")
    expect(judge.locator("#alerts")).to_be_empty()


def watches_from_the_fourth_table(tied: BrowserHall, player: Player) -> None:
    """The device of the third goes there, whose players are in no contest."""
    player.page.goto(f"{tied.url}/t/{tied.entries[3].table.key}/")
    player.sees_stage("open")
    expect_sentence(player, "Votre table regarde")
    expect(player.page.locator("#word")).not_to_be_visible()


def names_the_contest(player: Player) -> None:
    """Check the name of the contest, its times and its explanation (3.8.3)."""
    expect(player.page.locator("#turn-name")).to_have_text("Mort subite, coup 1")
    expect(player.page.locator("#contest")).to_contain_text("1 minute + 20 secondes")
    expect(player.page.locator("#contest")).to_contain_text("moins que le meilleur est éliminé")
