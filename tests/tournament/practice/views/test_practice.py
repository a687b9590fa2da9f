"""Games played alone: rights, what is sent when, what is stored."""

import json
from http import HTTPStatus
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import AnonymousUser, User
from django.test import Client
from django.urls import reverse

from tests.arbitrage.services.sanctioned_turns import SanctionedTurns
from tests.bulletins import collect
from tests.room import Room
from tests.rows import every_row
from tests.tournament.views.office import reverse_for
from tournament.core.states import GameState, ResultVisibility, Role, TournamentState
from tournament.models import Entry, Game, LexiconImport, StaffMember, Tournament, Turn, WordList
from tournament.practice.core.practice_state import PracticeKind, PracticeState, PracticeTerms
from tournament.practice.models import AccountGame, GameSearch
from tournament.practice.queries.comparison import compare_with_players
from tournament.practice.queries.replay import load_replayed_game
from tournament.practice.queries.trial import load_trial_game
from tournament.practice.services.game_search import (
    MAX_PENDING,
    STORAGE_TIME,
    delete_old_searches,
    load_terms,
    run_search,
)
from tournament.practice.services.games import load_game
from tournament.practice.services.request_limit import RequestLimit
from tournament.practice.views import guard
from tournament.practice.views.play import read_state, sign_state
from tournament.queries import clock
from tournament.queries.results.standings import GameStandings

TRIAL = PracticeTerms(PracticeKind.TRIAL, "4")
RANDOM_FORM = {"format": "normal", "turns": "5", "clock": "0", "lexicon": "fr-libre"}


@pytest.fixture(autouse=True)
def own_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Count the requests of each test by themselves."""
    monkeypatch.setattr(guard, "network_limit", RequestLimit())


def ask(browser: Client, address: str, do: str, token: str = "", **bulletin: Any) -> Any:
    body = {"do": do, "token": token} | bulletin
    return browser.post(address, json.dumps(body), content_type="application/json")


def send(browser: Client, do: str, token: str, **bulletin: Any) -> dict[str, Any]:
    response = ask(browser, reverse("practice-command"), do, token, **bulletin)
    assert response.status_code == HTTPStatus.OK, response.content.decode()
    answer: dict[str, Any] = response.json()
    return answer


def write_top(answer: dict[str, Any]) -> dict[str, Any]:
    """Return a bulletin with the top of the random game that a token names."""
    state = read_state(answer["token"])
    return write_move(state.terms, state.number)


def write_move(terms: PracticeTerms, number: int) -> dict[str, Any]:
    turn = load_game(terms, AnonymousUser()).game.get_turn(number)
    rows = [turn.word] if turn.ref[0].isalpha() else list(turn.word)
    return {"rows": rows, "reference": turn.ref, "score": str(turn.score)}


@pytest.fixture
def finished(sanctioned_turns: SanctionedTurns) -> Game:
    """A game with results, at its end."""
    Game.objects.update(state=GameState.FINISHED, finished_at=clock.now())
    return Game.objects.select_related("tournament").get(pk=sanctioned_turns.game.pk)


def replay_address(game: Game) -> str:
    return reverse("practice-replay", args=[game.tournament.slug, game.number])


def begin_replay(browser: Client, game: Game, clock_s: str = "0") -> str:
    """Return the token of a replay that a device begins."""
    response = browser.post(replay_address(game), {"clock": clock_s})
    assert response.status_code == HTTPStatus.FOUND, response.content.decode()
    return str(response["Location"].rstrip("/").rsplit("/", 1)[1])


def count_rows() -> int:
    return sum(model._base_manager.count() for model in apps.get_models())


# --- a turn to try ---------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_stranger_tries_a_turn_and_nothing_is_stored() -> None:
    browser, rows_before = Client(), count_rows()
    page = browser.get(reverse("practice-trial")).content.decode()
    turn = load_trial_game(4).get_turn(1)
    opened = send(browser, "open", sign_state(PracticeState(TRIAL)))
    assert opened["view"]["state"]["turn"]["top"] is None
    assert turn.word not in page + json.dumps(opened["view"])
    shown = send(browser, "hand-in", opened["token"], **write_move(TRIAL, 1))["view"]
    result = shown["state"]["results"]["4"]
    assert (result["points"], shown["percent"], shown["phase"]) == (turn.score, 100, "done")
    assert shown["state"]["turn"]["top"]["word"] == turn.word
    assert count_rows() == rows_before
    assert not browser.cookies or set(browser.cookies) <= {"csrftoken", "duplicata_csrf"}


@pytest.mark.django_db
def test_the_real_correction_judges_with_its_article() -> None:
    opened = send(Client(), "open", sign_state(PracticeState(TRIAL)))
    wrong = {**write_move(TRIAL, 1), "rows": ["XXXXX"]}
    cases = {"no such word": (wrong, 0), "nothing": ({}, 0)}
    with every_row() as each:
        for name, (bulletin, points) in cases.items():
            with each(name):
                view = send(Client(), "hand-in", opened["token"], **bulletin)["view"]
                result = view["state"]["results"]["4"]
                assert (result["points"], result["sanction"]) == (points, "zero")
                assert result["article"]
                assert result["article"] in result["text"]
                assert len(view["compared"]) == 2


# --- random games ----------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_random_game_is_played_without_a_row() -> None:
    browser, rows_before = Client(), count_rows()
    response = browser.post(reverse("practice"), RANDOM_FORM)
    token = response["Location"].rstrip("/").rsplit("/", 1)[1]
    assert browser.get(response["Location"]).status_code == HTTPStatus.OK
    answer = send(browser, "resume", token)
    assert answer["view"]["state"] is None
    for _ in range(5):
        answer = send(browser, "open", answer["token"])
        letters = answer["view"]["state"]["turn"]
        assert len(letters["kept"] + letters["drawn"]) == 7
        answer = send(browser, "hand-in", answer["token"], **write_top(answer))
    assert (answer["view"]["phase"], answer["view"]["percent"]) == ("done", 100)
    assert len(answer["view"]["end"]["lines"]) == 5
    assert count_rows() == rows_before


@pytest.mark.django_db
def test_every_format_gives_its_letters() -> None:
    sizes = {"normal": 7, "joker": 7, "7sur8": 8, "7et8": 8, "789": 9, "789-joker": 9}
    with every_row() as each:
        for fmt, size in sizes.items():
            with each(fmt):
                browser = Client()
                response = browser.post(reverse("practice"), RANDOM_FORM | {"format": fmt})
                token = response["Location"].rstrip("/").rsplit("/", 1)[1]
                turn = send(browser, "open", token)["view"]["state"]["turn"]
                assert len(turn["kept"] + turn["drawn"]) == size


@pytest.mark.django_db
def test_nothing_about_the_draw_can_be_computed_from_the_address() -> None:
    first = PracticeTerms(PracticeKind.RANDOM, "00" * 16, 0, "normal", 5, "fr-libre", "")
    with every_row() as each:
        for token in ("x", sign_state(PracticeState(first))[:-2], ""):
            with each(token[:9]):
                answer = ask(Client(), reverse("practice-command"), "open", token)
                assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
                assert "Commencez-en une autre" in answer.json()["problem"]


@pytest.mark.django_db
def test_a_list_closed_to_the_account_gives_no_game(room: Room) -> None:
    organisation = room.tournament.organisation
    terms = PracticeTerms(PracticeKind.RANDOM, "00", 0, "normal", 5, f"{organisation.pk}/ODS", "")
    form = RANDOM_FORM | {"lexicon": terms.lexicon}
    assert Client().post(reverse("practice"), form).status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    answer = ask(Client(), reverse("practice-command"), "open", sign_state(PracticeState(terms)))
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert not LexiconImport.objects.exists()


@pytest.mark.django_db
def test_a_game_by_wish_is_searched_then_played() -> None:
    browser = Client()
    form = RANDOM_FORM | {"total_least": "10", "total_most": "5000", "scrabbles_least": "0"}
    address = browser.post(reverse("practice"), form)["Location"]
    job = GameSearch.objects.get()
    assert 'id="job-bar"' in browser.get(address).content.decode()
    begin = reverse("practice-search-begin", args=[job.uid])
    assert browser.post(begin).status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    run_search(job=job, clock=clock.now)
    job.refresh_from_db()
    game = load_game(load_terms(job), AnonymousUser()).game
    assert len(game.turns) == 5
    assert 10 <= sum(turn.score for turn in game.turns) <= 5000
    assert "répond à vos vœux" in browser.get(address).content.decode()
    assert browser.get(browser.post(begin)["Location"]).status_code == HTTPStatus.OK
    other = Client()
    other.force_login(User.objects.create_user("bob"))
    assert other.get(address).status_code == HTTPStatus.NOT_FOUND


@pytest.mark.django_db
def test_a_search_without_result_says_what_there_was() -> None:
    browser = Client()
    form = RANDOM_FORM | {"total_least": "4000", "scrabbles_most": "4"}
    address = browser.post(reverse("practice"), form)["Location"]
    run_search(job=GameSearch.objects.get(), clock=clock.now, max_tries=2)
    text = browser.get(address).content.decode()
    assert "Parties tirées : 2" in text.replace("\xa0", " ")
    assert "Élargissez vos vœux" in text
    delete_old_searches(clock.now() + STORAGE_TIME)
    assert not GameSearch.objects.exists()


@pytest.mark.django_db
def test_impossible_wishes_and_too_many_searches_are_refused() -> None:
    browser = Client()
    crossed = RANDOM_FORM | {"total_least": "900", "total_most": "800"}
    assert browser.post(reverse("practice"), crossed).status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    for _ in range(MAX_PENDING):
        browser.post(reverse("practice"), RANDOM_FORM | {"total_least": "900"})
    refused = browser.post(reverse("practice"), RANDOM_FORM | {"total_least": "900"})
    assert "Réessayez dans quelques secondes" in refused.content.decode()
    assert GameSearch.objects.count() == MAX_PENDING


# --- replays ---------------------------------------------------------------------------------


def test_a_published_game_is_replayed_beside_those_who_were_there(finished: Game) -> None:
    browser = Client()
    token = begin_replay(browser, finished)
    answer = send(browser, "open", token)
    turn = Turn.objects.filter(game=finished, number=1).get()
    assert answer["view"]["state"]["turn"]["top"] is None
    answer = send(browser, "hand-in", answer["token"], **write_top(answer))
    assert answer["view"]["state"]["turn"]["top"]["word"] == turn.word
    assert any("salle" in sentence for sentence in answer["view"]["compared"])
    end = answer["view"]["end"]
    assert answer["view"]["percent"] == 100
    assert any(row["own"] and row["rank"] == 1 for row in end["rows"])
    assert len(end["rows"]) > 1


def test_anonymous_players_stay_anonymous_beside_a_replay(finished: Game) -> None:
    compared = compare_with_players(finished, 0)
    assert compared
    public_names = {row.name for row in GameStandings(finished, public=True).rows}
    assert {row.name for row in compared.rows if not row.is_own} <= public_names


def test_a_licensed_list_judges_only_for_its_readers(finished: Game) -> None:
    """For others the free list and the words of the sheet judge, and the page says so."""
    assert finished.word_list_id
    assert load_replayed_game(finished, AnonymousUser()).has_own_words
    WordList.objects.filter(pk=finished.word_list_id).update(checksum="0" * 64)
    for user in (AnonymousUser(), User.objects.get(username="bureau")):
        assert not load_replayed_game(finished, user).has_own_words
    token = begin_replay(Client(), finished)
    opened = send(Client(), "open", token)
    view = send(Client(), "hand-in", opened["token"], **write_top(opened))["view"]
    assert (view["percent"], "lexique libre" in view["compared"][-1]) == (100, True)


#: Changes that close a finished game to replay.
CLOSED: dict[str, tuple[type[Any], dict[str, Any]]] = {
    "draft": (Game, {"state": GameState.DRAFT}),
    "ready": (Game, {"state": GameState.READY}),
    "running": (Game, {"state": GameState.RUNNING}),
    "interrupted": (Game, {"state": GameState.INTERRUPTED}),
    "void": (Game, {"state": GameState.VOID}),
    "unpublished tournament": (Tournament, {"state": TournamentState.DRAFT}),
}


def test_a_game_that_is_not_public_is_never_replayed(finished: Game) -> None:
    browser, staff = Client(), Client()
    token = begin_replay(browser, finished)
    opened = send(browser, "open", token)
    staff.force_login(User.objects.get(username="bureau"))
    with every_row() as each:
        for name, (model, change) in CLOSED.items():
            rows = model.objects.filter(pk=finished.pk if model is Game else finished.tournament_id)
            before = rows.values(*change).get()
            rows.update(**change)
            for visitor, client in (("stranger", browser), ("staff", staff)):
                with each(f"{name}, {visitor}"):
                    assert client.get(replay_address(finished)).status_code == 404
                    assert client.post(replay_address(finished), {"clock": 0}).status_code == 404
                    for do in ("resume", "open", "hand-in"):
                        answer = ask(client, reverse("practice-command"), do, opened["token"])
                        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
                        assert set(answer.json()) == {"problem"}
            rows.update(**before)


def test_results_that_wait_for_the_end_keep_their_games(
    finished: Game, sanctioned_turns: SanctionedTurns
) -> None:
    browser = Client()
    opened = send(browser, "open", begin_replay(browser, finished))
    Tournament.objects.update(publicity=ResultVisibility.END)
    sanctioned_turns.room.game(seed=9)  # another game is in progress
    assert browser.get(replay_address(finished)).status_code == 404
    answer = ask(browser, reverse("practice-command"), "hand-in", opened["token"])
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert (
        str(finished.number)
        not in browser.get(reverse("practice"))
        .content.decode()
        .partition("replay-title")[2]
        .partition("</section>")[0]
    )


# --- seated devices --------------------------------------------------------------------------


def test_a_seated_device_gets_no_page_during_its_game(first_results: Turn) -> None:
    entry = Entry.objects.select_related("table").filter(table__isnull=False).first()
    assert entry
    browser = Client()
    browser.get(f"/t/{entry.table.key}/")
    token = sign_state(PracticeState(TRIAL))
    pages = ("practice-trial", "practice", "practice-own-games")
    with every_row() as each:
        for name in pages:
            with each(name):
                response = browser.get(reverse(name))
                assert response.status_code == HTTPStatus.FORBIDDEN
                assert "Attendez la fin de la partie" in response.content.decode()
        with each("command"):
            answer = ask(browser, reverse("practice-command"), "open", token)
            assert answer.status_code == HTTPStatus.FORBIDDEN
    Game.objects.update(state=GameState.FINISHED, finished_at=clock.now())
    assert browser.get(reverse("practice-trial")).status_code == HTTPStatus.OK


def test_nobody_gets_an_answer_about_letters_in_play(first_turn: Turn) -> None:
    turn = load_trial_game(4).get_turn(1)
    Turn.objects.filter(pk=first_turn.pk).update(kept="", drawn=turn.rack)
    answer = ask(Client(), reverse("practice-command"), "open", sign_state(PracticeState(TRIAL)))
    assert answer.status_code == HTTPStatus.FORBIDDEN
    collect(first_turn)
    assert (
        ask(
            Client(), reverse("practice-command"), "open", sign_state(PracticeState(TRIAL))
        ).status_code
        == HTTPStatus.OK
    )


# --- accounts --------------------------------------------------------------------------------


@pytest.fixture
def signed_in(transactional_db: None) -> Client:
    browser = Client()
    browser.force_login(User.objects.create_user("ana"))
    return browser


def test_an_account_keeps_its_games_and_deletes_them(signed_in: Client) -> None:
    address = signed_in.post(reverse("practice"), RANDOM_FORM)["Location"]
    row = AccountGame.objects.get()
    commands = reverse("practice-account-command", args=[row.uid])
    for number in range(1, 6):
        ask(signed_in, commands, "open")
        row.refresh_from_db()
        state = PracticeState.from_data(row.state)
        ask(signed_in, commands, "hand-in", **write_move(state.terms, number))
    row.refresh_from_db()
    assert (row.percent, row.ended_at is None) == (100, False)
    assert "100 %" in signed_in.get(reverse("practice-own-games")).content.decode().replace(
        "\xa0", " "
    )
    assert Client().get(address).status_code == HTTPStatus.NOT_FOUND
    other = Client()
    other.force_login(User.objects.create_user("bob"))
    for name in ("practice-delete", "practice-account-command"):
        other.post(reverse(name, args=[row.uid]))
    assert AccountGame.objects.exists()
    signed_in.post(reverse("practice-delete", args=[row.uid]))
    assert not AccountGame.objects.exists()


def test_points_of_an_account_cannot_be_forged(signed_in: Client) -> None:
    """The row decides: neither a token, nor a second hand-in of the same turn, changes it."""
    signed_in.post(reverse("practice"), RANDOM_FORM)
    row = AccountGame.objects.get()
    commands = reverse("practice-account-command", args=[row.uid])
    ask(signed_in, commands, "open")
    ask(signed_in, commands, "hand-in")  # nothing written
    row.refresh_from_db()
    state = PracticeState.from_data(row.state)
    forged = sign_state(PracticeState(state.terms).open_turn(5, 0))
    again = ask(signed_in, commands, "hand-in", forged, **write_move(state.terms, 1))
    assert again.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    row.refresh_from_db()
    assert (row.total, PracticeState.from_data(row.state)) == (0, state)


def test_too_many_requests_of_a_network_are_refused(
    transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "network_limit", RequestLimit(max_requests=1))
    token = sign_state(PracticeState(TRIAL))
    statuses = [
        ask(Client(), reverse("practice-command"), "open", token).status_code for _ in range(2)
    ]
    assert statuses == [HTTPStatus.OK, HTTPStatus.TOO_MANY_REQUESTS]


def test_the_game_sheet_leads_to_its_replay_when_over(
    finished: Game, sanctioned_turns: SanctionedTurns
) -> None:
    sheet = reverse_for(sanctioned_turns.room, "public-game", finished.number)
    assert replay_address(finished) in Client().get(sheet).content.decode()
    StaffMember.objects.filter(role=Role.JUDGE).delete()
    Game.objects.update(state=GameState.RUNNING, finished_at=None)
    assert replay_address(finished) not in Client().get(sheet).content.decode()
