"""The public API: only public data, in the shapes of its OpenAPI description."""

import json
from http import HTTPStatus
from typing import Any

import jsonschema
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.classic_room import make_classic_room
from tests.french import plain
from tests.room import Room
from tests.rows import every_row
from tournament.core.ranking.measures import RankBy
from tournament.core.states import GameState, TournamentState
from tournament.models import Game, Player, Turn
from tournament.queries import clock
from tournament.queries.results.tops import load_choice
from tournament.services.play.games import finish_game
from tournament.services.play.turns import reveal_turn
from tournament.views.api.v1 import api

OF_ONE = (
    *("api-tournament", "api-entries", "api-games", "api-turns"),
    "api-ranking",
)
#: Of a classic tournament.
OF_CLASSIC = ("api-rounds", "api-standings")


def build_path(name: str, room: Room) -> str:
    arguments: dict[str, Any] = {"slug": room.tournament.slug}
    if name == "api-turns":
        arguments["number"] = 1
    return reverse(f"api-v1:{name}", kwargs=arguments)


def reveal(turn: Turn, room: Room) -> None:
    top = load_choice(turn).proposed_top
    assert top
    reveal_turn(turn=turn, word=top.word, ref=top.ref, **room.get_author_and_time())


def read(client: Client, address: str) -> Any:
    answer = client.get(address)
    assert answer.status_code == HTTPStatus.OK, answer.content
    assert answer["Access-Control-Allow-Origin"] == "*"
    return answer.json()


def test_head_is_answered_as_get_without_a_body(
    room: Room, first_results: Turn, client: Client
) -> None:
    with every_row() as row:
        for address in ("/api/v1/openapi.json", *(build_path(name, room) for name in OF_ONE)):
            with row(address):
                head = client.head(address)
                assert (head.status_code, head.content) == (HTTPStatus.OK, b"")
                assert head.headers == client.get(address).headers
    assert client.post(build_path("api-ranking", room)).status_code == HTTPStatus.METHOD_NOT_ALLOWED


def test_every_answer_has_the_shape_that_openapi_gives_it(
    room: Room, first_results: Turn, client: Client
) -> None:
    reveal(first_results, room)
    described = json.loads(json.dumps(api.get_openapi_schema(path_prefix="/api/v1/")))
    assert client.get("/api/v1/openapi.json").status_code == HTTPStatus.OK
    shapes = {
        operation["get"]["operationId"]: operation["get"]["responses"]["200"]
        for operation in described["paths"].values()
    }
    assert len(shapes) == len(OF_ONE) + len(OF_CLASSIC) + 1
    classic = make_classic_room()
    classic.play(classic.begin())
    addresses = {name: build_path(name, room) for name in OF_ONE}
    for name in OF_CLASSIC:
        addresses[name] = reverse(f"api-v1:{name}", args=[classic.tournament.slug])
    addresses["api-tournaments"] = reverse("api-v1:api-tournaments")
    for name, address in addresses.items():
        ending = f"_{name.removeprefix('api-')}"
        (shape,) = (operation for key, operation in shapes.items() if key.endswith(ending))
        schema = shape["content"]["application/json"]["schema"] | {
            "components": described["components"]
        }
        jsonschema.validate(read(client, address), schema)


def test_turn_is_listed_once_its_word_is_placed(
    room: Room, first_results: Turn, client: Client
) -> None:
    assert read(client, build_path("api-turns", room)) == []
    assert read(client, build_path("api-ranking", room))["tops"] == [0]
    reveal(first_results, room)
    (turn,) = read(client, build_path("api-turns", room))
    first_results.refresh_from_db()
    assert (turn["word"], turn["ref"], turn["score"]) == (
        first_results.word,
        first_results.ref,
        first_results.score,
    )
    assert turn["drawn"] == first_results.drawn
    ranking = read(client, build_path("api-ranking", room))
    assert ranking["provisional"]
    assert ranking["tops"] == [first_results.score]
    # solos are public at the end of the game (3.5)
    assert {row["sums"]["solos"] for row in ranking["entries"]} == {None}
    game = Game.objects.get(pk=first_results.game_id)
    finish_game(
        game=game, reason="judge_decision", open_bulletins_stay=True, **room.get_author_and_time()
    )
    for sums in (row["sums"] for row in read(client, build_path("api-ranking", room))["entries"]):
        assert sums["total"] == sums["points"] + sums["bonus"] - sums["deduction"]
        assert sums["solos"] is not None


def test_ranking_takes_the_parameters_of_the_public_page(
    room: Room, first_results: Turn, client: Client
) -> None:
    reveal(first_results, room)
    entry, other = room.entries[:2]
    Player.objects.filter(entries=entry).update(club="LAC", birth_year=1957, licence="L-1234")
    address = build_path("api-ranking", room)
    ranking = read(client, address)
    assert (ranking["provisional"], ranking["mode"], ranking["games"]) == (True, "points", [1])
    assert ranking["tops"] == [first_results.score]
    first = next(row for row in ranking["entries"] if row["entry"] == entry.pk)
    assert first["groups"]["club"] == "LAC"
    assert first["sums"]["total"] == first["games"][0]
    assert first["sums"]["negative"] == first["sums"]["total"] - first_results.score
    with every_row() as row:
        for parameters, ranked in {
            "club=LAC": [entry.pk],
            "kind=pairs": [],
            "games=1&mode=percent": [line["entry"] for line in ranking["entries"]],
        }.items():
            with row(parameters):
                entries = read(client, f"{address}?{parameters}")["entries"]
                assert [line["entry"] for line in entries] == ranked
    (club,) = read(client, f"{address}?by=club")["groups"]
    assert (club["code"], club["counted"], club["sums"]) == ("LAC", [entry.pk], first["sums"])
    assert other.pk not in club["counted"]


def test_every_mode_ranks_and_an_unknown_one_is_refused(
    room: Room, first_results: Turn, client: Client
) -> None:
    address = build_path("api-ranking", room)
    room.tournament.edition = "2019"
    room.tournament.save(update_fields=["edition"])
    with every_row() as row:
        for mode in RankBy:
            with row(mode):
                assert read(client, f"{address}?mode={mode}")["mode"] == mode
    room.tournament.edition = "2023"
    room.tournament.save(update_fields=["edition"])
    with every_row() as row:
        for name, value in (
            ("mode", "places"),  # no mode of 2023
            *(("mode", "x"), ("games", "7"), ("games", "x")),
            *(("by", "licence"), ("kind", "x"), ("full", "2")),
        ):
            with row((name, value)):
                answer = client.get(f"{address}?{name}={value}")
                assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
                assert plain(answer.json()["detail"]) == f"Valeur illisible : {name}."


def test_neither_licence_nor_birth_year_is_public(room: Room, client: Client) -> None:
    # a year that no primary key of a run reaches
    Player.objects.filter(entries=room.entries[0]).update(licence="L-1234", birth_year=32_123)
    Player.objects.update(club="Lac")
    for name in OF_ONE:
        written = client.get(build_path(name, room)).content.decode()
        assert "L-1234" not in written
        assert "32123" not in written
    page_of_entries = read(client, build_path("api-entries", room))
    assert page_of_entries["count"] == len(room.entries)
    assert page_of_entries["items"][0]["players"][0]["club"] == "Lac"


def test_a_draft_is_nowhere(room: Room, first_results: Turn, client: Client) -> None:
    room.tournament.state = TournamentState.DRAFT
    room.tournament.save(update_fields=["state"])
    assert read(client, reverse("api-v1:api-tournaments"))["items"] == []
    for name in OF_ONE:
        answer = client.get(build_path(name, room))
        assert answer.status_code == HTTPStatus.NOT_FOUND
        assert answer.json() == {"detail": "Rien de public à cette adresse."}


def test_it_only_reads_and_says_what_it_does_not_understand(room: Room, client: Client) -> None:
    for name in OF_ONE:
        assert client.post(build_path(name, room)).status_code == HTTPStatus.METHOD_NOT_ALLOWED
    for name, value in (("limit", "beaucoup"), ("limit", "9" * 30), ("offset", "9" * 30)):
        answer = client.get(build_path("api-entries", room) + f"?{name}={value}")
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        assert plain(answer.json()["detail"]) == f"Valeur illisible : {name}."


def test_games_come_by_number(room: Room, client: Client) -> None:
    for _ in range(3):
        room.game()
        Game.objects.update(state=GameState.FINISHED, finished_at=clock.now())
    Game.objects.filter(number=1).update(time_s=170)  # PostgreSQL moves the row to the end
    numbers = [game["number"] for game in read(client, build_path("api-games", room))]
    assert numbers == [1, 2, 3]


def test_refusals_are_json(room: Room, client: Client) -> None:
    games = build_path("api-games", room)
    with every_row() as row:
        for address in ("/api/v1/", "/api/v1/inconnu/", "/api/v1/tournaments/non/", games + "9/x/"):
            with row(address):
                refusal = client.get(address)
                assert refusal.status_code == HTTPStatus.NOT_FOUND
                assert plain(refusal.json()["detail"]) == "Rien de public à cette adresse."
                assert refusal["Access-Control-Allow-Origin"] == "*"
        for method in ("post", "put", "delete"):
            with row(method):
                refusal = getattr(client, method)(games)
                assert refusal.status_code == HTTPStatus.METHOD_NOT_ALLOWED
                assert "GET" in refusal["Allow"]
                assert "se lit seulement" in plain(refusal.json()["detail"])
    assert client.get("/api/v1/tournaments").status_code == HTTPStatus.MOVED_PERMANENTLY


@pytest.mark.parametrize("name", ["api-entries", "api-ranking"])
def test_a_hall_asks_for_no_more_queries_than_a_table(
    room: Room, first_results: Turn, client: Client, name: str
) -> None:
    with CaptureQueriesContext(
        connection,
    ) as six:
        read(client, build_path(name, room))
    room.tournament.entries.filter(pk__in=room.entry_ids[1:]).update(withdrawn=True)
    with CaptureQueriesContext(connection) as queries_of_one_table:
        read(client, build_path(name, room))
    assert len(six) == len(queries_of_one_table)
