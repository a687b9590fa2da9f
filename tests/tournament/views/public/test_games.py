"""Public game sheets and turns: content, publication, number of queries."""

import json
import re
from http import HTTPStatus
from io import BytesIO
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from engine.board.formats import get_format
from engine.record.game_sheet import read_sheet
from engine.record.recorded_game import read_recorded_game
from engine.record.sheet_record import convert_sheet
from tests.arbitrage.services.sanctioned_turns import SanctionedTurns
from tests.room import Room, ring, solve_now
from tests.rows import every_row
from tests.tournament.services.play.test_turns import play_turn
from tests.tournament.views.office import make_sign_in, read_text, reverse_for
from tournament.core.states import ResultVisibility, Role
from tournament.models import Game, Score, Tournament, Turn
from tournament.queries.clock import now
from tournament.queries.results.tops import load_choice
from tournament.services import tasks
from tournament.services.play import turns
from tournament.services.play.games import finish_game
from tournament.services.play.scoreboard import ScoreLine, post_scores
from tournament.services.play.top_withdrawal import take_back_word
from tournament.views.device import TABLE_COOKIE

ADDRESSES = ("public-game", "public-game-text", "public-game-record")


@pytest.fixture(autouse=True)
def nobody_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prevent a worker of an earlier test from correcting turns of these tests."""
    monkeypatch.setattr(tasks, "_send", lambda _name, _ids: True)


def get(room: Room, name: str, *args: int, client: Client | None = None, **headers: Any) -> Any:
    return (client or Client()).get(reverse_for(room, name, *args), **headers)


def read_page(room: Room, name: str, *args: int) -> str:
    response = get(room, name, *args)
    assert response.status_code == HTTPStatus.OK
    return read_text(response)


def read_cells(text: str, table: str) -> list[list[str]]:
    body = re.search(rf'<table class="table {table}">.*?<tbody>(.*?)</tbody>', text, re.DOTALL)
    assert body
    return [
        [
            " ".join(re.sub(r"<[^>]+>", " ", cell).split())
            for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)
        ]
        for row in re.findall(r"<tr.*?</tr>", body[1], re.DOTALL)
    ]


def finish(room: Room, game: Game) -> None:
    finish_game(game=game, reason="judge_decision", **room.get_author_and_time())


def test_sheet_lists_the_game_without_a_cancelled_turn(room: Room) -> None:
    game = room.game()
    first = play_turn(room, game)
    cancelled = turns.draw_turn(game=game, **room.get_author_and_time())
    assert cancelled
    turns.announce_turn(turn=cancelled, **room.get_author_and_time())
    turns.cancel_turn(turn=cancelled, reason="spelling", **room.get_author_and_time())
    second = play_turn(room, game)

    lines = read_cells(read_page(room, "public-game", 1), "sheet")

    assert [line[0] for line in lines] == ["1", "2"]
    assert lines[0][1] == first.rack
    assert lines[0][3:6] == [first.ref, str(first.score), str(first.score)]
    assert lines[1][5] == str(first.score + second.score)
    assert lines[0][6:] == ["1 / 6", ", ".join(str(first.score - i) for i in (1, 2, 3))]
    assert cancelled.ordinal == 2
    Score.objects.filter(turn=first).update(word="TEST", ref="H4")
    finish(room, game)
    alone = read_cells(read_page(room, "public-game", 1), "sheet")[0][7]
    assert alone.startswith("solo Algérie, TEST H4 "), "told at the end of the game (3.5)"


def test_the_engine_reads_both_files_back(room: Room) -> None:
    with every_row() as row:
        for number, fmt in enumerate(("normal", "joker"), 1):
            game = room.game(fmt=fmt)
            play_turn(room, game)
            cancelled = turns.draw_turn(game=game, **room.get_author_and_time())
            assert cancelled
            turns.announce_turn(turn=cancelled, **room.get_author_and_time())
            turns.cancel_turn(turn=cancelled, reason="spelling", **room.get_author_and_time())
            play_turn(room, game)
            finish(room, game)
            played = list(game.turns.exclude(state="cancelled").order_by("ordinal"))
            with row(fmt):
                text = get(room, "public-game-text", number)
                assert "attachment" in text["Content-Disposition"]
                conversion = convert_sheet(read_sheet(text.content.decode()), get_format(fmt))
                assert (conversion.problems, conversion.remarks) == ([], [])
                record = read_recorded_game(
                    BytesIO(get(room, "public-game-record", number).content)
                )
                assert conversion.script
                again = [(t["word"], t["ref"], t["score"]) for t in conversion.script["turns"]]
                assert again == [(t.word, str(t.place), t.score) for t in record.turns]
                assert again == [(t.word, t.ref, t.score) for t in played]
                stays = [t.get("joker_stays_on_board") for t in conversion.script["turns"]]
                assert stays == [t.joker_stays for t in record.turns]


def test_the_turn_tells_what_the_room_played(sanctioned_turns: SanctionedTurns) -> None:
    room, first = sanctioned_turns.room, sanctioned_turns.first
    text = read_page(room, "public-turn", 1, first.number)
    lines = read_cells(text, "solutions")
    assert lines[0][0].endswith("retenu")
    counted = [int(line[3].replace("–", "0")) for line in lines]
    paid = first.scores.filter(gross__gt=0).count()
    assert sum(counted) == paid
    assert f"<dd>{first.scores.filter(gross=0).count()}</dd>" in text
    assert "Les mêmes nombres en tableau" in text
    assert not [line for line in lines[1:] if line[3] == "–"], "nobody's solutions wait for the end"

    sanctioned_turns.reveal(sanctioned_turns.second)
    finish_game(
        game=sanctioned_turns.game,
        reason="judge_decision",
        open_bulletins_stay=True,
        **room.get_author_and_time(),
    )

    over = read_cells(read_page(room, "public-turn", 1, first.number), "solutions")
    assert [line for line in over if line[3] == "–"]
    assert sum(int(line[3].replace("–", "0")) for line in over) == paid


def test_a_turn_has_no_page_before_its_reveal(room: Room) -> None:
    game = room.game()
    turn = turns.draw_turn(game=game, **room.get_author_and_time())
    assert turn

    def assert_hidden(state: str) -> None:
        with row(state):
            assert get(room, "public-turn", 1, 1).status_code == HTTPStatus.NOT_FOUND
            assert get(room, "api-v1:api-turns", 1).json() == []
            sheet = read_page(room, "public-game", 1)
            assert "Aucun mot n’est encore posé." in sheet
            assert turn.drawn not in sheet
            assert json.loads(get(room, "public-game-record", 1).content)["turns"] == []

    with every_row() as row:
        assert_hidden("drawn")
        solve_now(turn)
        turns.announce_turn(turn=turn, **room.get_author_and_time())
        turns.open_turn(turn=turn, **room.get_author_and_time())
        assert_hidden("open")
        ring(turn)
        move = load_choice(turn).proposed_top
        assert move
        word, ref, score = move.word, move.ref, move.score
        lines = [
            ScoreLine(entry, score, score, "none", word=word, ref=ref) for entry in room.entry_ids
        ]
        post_scores(turn=turn, lines=lines, to_decide=0, corrected=True, now=now())
        assert_hidden("closed")
        turns.reveal_turn(turn=turn, word=word, ref=ref, **room.get_author_and_time())
        with row("revealed"):
            assert read_cells(read_page(room, "public-turn", 1, 1), "solutions")[0][2:] == [
                str(score),
                "6",
            ]
        take_back_word(turn=turn, reason="placement", **room.get_author_and_time())
        assert_hidden("taken back")


def test_a_kept_back_game_opens_for_the_staff_only(room: Room) -> None:
    Tournament.objects.update(publicity=ResultVisibility.GAME)
    game = room.game()
    turn = play_turn(room, game)
    staff = make_sign_in(room)(Role.ARBITER)
    with every_row() as row:
        for name, args in [*((name, (1,)) for name in ADDRESSES), ("public-turn", (1, 1))]:
            with row(name):
                withheld = get(room, name, *args)
                assert withheld.status_code == (403 if name in ADDRESSES[1:] else 200), "no file"
                sentence = read_text(withheld)
                assert "Les résultats seront publiés à la fin de la partie." in sentence
                assert turn.word not in sentence
                assert turn.word in read_text(get(room, name, *args, client=staff))
        with row("programme"):
            sentence = read_page(room, "public-home")
            assert "seront publiés" in sentence
            assert reverse_for(room, "public-game", 1) not in sentence
        finish(room, game)
        with row("over"):
            assert turn.word in read_page(room, "public-game", 1)
            assert reverse_for(room, "public-game", 1) in read_page(room, "public-home")


def test_a_table_in_play_reads_no_solutions(room: Room) -> None:
    game = room.game()
    play_turn(room, game)
    at_table = Client()
    at_table.get(f"/t/{room.entries[0].table.key}/")
    assert TABLE_COOKIE in at_table.cookies
    assert get(room, "public-turn", 1, 1, client=at_table).status_code == HTTPStatus.OK
    turn = turns.draw_turn(game=game, **room.get_author_and_time())
    assert turn
    turns.announce_turn(turn=turn, **room.get_author_and_time())

    refused = get(room, "public-turn", 1, 1, client=at_table)

    assert refused.status_code == HTTPStatus.FORBIDDEN
    assert "Un coup se joue" in read_text(refused)
    assert get(room, "public-turn", 1, 1).status_code == HTTPStatus.OK


def test_an_unchanged_page_costs_few_queries_and_no_body(room: Room) -> None:
    game = room.game()
    play_turn(room, game)
    with every_row() as row:
        for name, args in [
            ("public-game", (1,)),
            ("public-turn", (1, 1)),
            ("public-ranking", ()),
            ("public-home", ()),
        ]:
            with row(name):
                first = get(room, name, *args)
                tag = first["ETag"]
                with CaptureQueriesContext(
                    connection,
                ) as queries:
                    again = get(room, name, *args, headers={"If-None-Match": tag})
                assert (again.status_code, again.content) == (HTTPStatus.NOT_MODIFIED, b"")
                # The tournament's own page has its toppings too.
                assert len(queries) <= {"public-home": 6}.get(name, 5)
                assert "no-store" not in again["Cache-Control"]
                with CaptureQueriesContext(connection) as queries:
                    whole = get(room, name, *args)
                assert whole.content == first.content
                assert len(queries) <= {"public-home": 6}.get(name, 5)
                score = Turn.objects.get().scores.get(entry=room.entries[5])
                points = score.points + 1
                line = ScoreLine(room.entries[5].pk, points, points, "none")
                post_scores(
                    turn=Turn.objects.get(), lines=[line], to_decide=0, corrected=True, now=now()
                )
                fresh = get(room, name, *args, headers={"If-None-Match": tag})
                assert fresh.status_code == HTTPStatus.OK
                assert fresh["ETag"] != tag


def test_signed_in_user_gets_a_page_that_is_not_cached(room: Room) -> None:
    play_turn(room, room.game())
    staff = make_sign_in(room)(Role.ARBITER)
    mine = get(room, "public-ranking", client=staff)
    assert "ETag" not in mine.headers
    assert "no-store" in mine["Cache-Control"]
    assert "arbiter" in read_text(mine)
    assert "Mon compte" not in read_page(room, "public-ranking")


def test_changed_club_changes_the_ranking_without_a_journal_event(room: Room) -> None:
    play_turn(room, room.game())
    tag = get(room, "public-ranking")["ETag"]
    player = room.entries[0].players.get()
    player.club = "Les As"
    player.save()
    assert get(room, "public-ranking", headers={"If-None-Match": tag}).status_code == HTTPStatus.OK
