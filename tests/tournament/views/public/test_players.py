"""The public pages of players: search, turn by turn, comparison."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.explanations import make_explanation
from tests.room import Room
from tests.rows import every_row
from tests.tournament.services.play.test_turns import play_turn
from tests.tournament.views.office import HTMX, SignIn, read_text, reverse_for
from tournament.core.states import ResultVisibility, Role
from tournament.models import Bulletin, Game, Player, Turn
from tournament.queries import clock
from tournament.services import tasks
from tournament.services.people.registration import withdraw_entry
from tournament.services.play import turns
from tournament.services.play.games import create_game, finish_game, prepare_game, start_game
from tournament.services.play.scoreboard import ScoreLine, post_scores
from tournament.services.tournaments import update_tournament


@pytest.fixture(autouse=True)
def nobody_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prevent a worker of an earlier test from correcting turns of these tests."""
    monkeypatch.setattr(tasks, "_send", lambda _name, _ids: True)


def rewrite_scores(room: Room, turn: Turn, **lines: Any) -> None:
    """Rewrite the scoreboard of ``turn`` for some tables: points, sanction and the rest."""
    rows = [ScoreLine(room.entries[int(table[1:]) - 1].pk, **line) for table, line in lines.items()]
    post_scores(turn=turn, lines=rows, to_decide=0, corrected=True, now=clock.now())


@pytest.fixture
def played(room: Room) -> Game:
    """Return an unfinished game of two turns: the second table has a solo, a refused word, a
    warning."""
    game = room.game()
    first = play_turn(room, game)
    none = {"gross": 0, "points": 0, "sanction": "none"}
    others = {f"t{table}": none for table in (1, 3, 4, 5, 6)}
    alone = {"points": 30, "gross": 30, "sanction": "warning", "warnings": 1}
    explanation = make_explanation(first, "TEST en H4 : 30 points, avertissement (art. 5.4.2.b).")
    rewrite_scores(
        room, first, **others, t2={**alone, "word": "TEST", "ref": "H4", "explanation": explanation}
    )
    second = play_turn(room, game)
    Bulletin.objects.create(
        turn=second,
        entry=room.entries[1],
        rev=1,
        device="d",
        rows=["ZQ", "..x"],
        reference="A1",
        arrived_at=clock.now(),
    )
    zero = {"points": 0, "gross": 0, "sanction": "zero", "word": "", "ref": ""}
    rewrite_scores(
        room, second, t2={**zero, "explanation": make_explanation(second, "Zéro : mot non admis.")}
    )
    return game


def read_page(room: Room, table: int = 2, client: Client | None = None) -> str:
    response = (client or Client()).get(
        reverse_for(room, "public-player", room.entries[table - 1].pk)
    )
    assert response.status_code == 200
    return read_text(response)


def read_cells(text: str) -> list[str]:
    """Return the texts of the cells of a page."""
    matches = re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", text, re.DOTALL)
    return [" ".join(re.sub("<[^>]+>", " ", match_text).split()) for match_text in matches]


def format_signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−") if number else "0"


def test_every_turn_is_there_against_the_top_with_its_sums(room: Room, played: Game) -> None:
    finish_game(game=played, reason="judge_decision", **room.get_author_and_time())
    first, second = played.turns.all()
    shown = read_cells(read_page(room))
    gaps = [format_signed(30 - first.score), format_signed(30 - first.score - second.score)]
    start = shown.index("TEST H4 solo avertissement")
    assert shown[start + 1 : start + 3] == [f"30 {gaps[0]}", f"30 {gaps[0]}"]
    assert shown[start + 3] == "TEST en H4 : 30 points, avertissement (art. 5.4.2.b)."
    assert shown[start + 4] == "2"
    refused = shown.index("Écrit : ZQ / X A1 zéro")
    assert shown[refused + 1 : refused + 3] == [
        f"0 {format_signed(-second.score)}",
        f"30 {gaps[1]}",
    ]
    assert shown[refused + 3] == "Zéro : mot non admis."


def test_solos_and_warnings_are_shown_after_the_game(room: Room, played: Game) -> None:
    during = read_page(room)
    for early in ("Avertissements</dt>", "Solos</dt>", "avertissement (art", '">solo<'):
        assert early not in during, early
    assert "à la fin de la partie (3.5)" in during
    assert "mot non admis" in during, "what cost no warning is told with the turn"
    finish_game(game=played, reason="judge_decision", **room.get_author_and_time())
    after = read_page(room)
    assert "<dt>Avertissements</dt><dd>1 " in after
    assert "sans retrait de points" in after
    assert "<dt>Solos</dt><dd>1" in after


def test_player_pages_hide_a_turn_before_its_reveal(room: Room, played: Game) -> None:
    turn = turns.draw_turn(game=played, **room.get_author_and_time()) or played.turns.latest(
        "ordinal"
    )
    rewrite_scores(room, turn, t2={"points": 77, "gross": 77, "sanction": "none", "word": "SECRET"})
    both = [room.entries[1].pk, room.entries[0].pk]
    pages = (
        read_page(room),
        read_text(Client().get(reverse_for(room, "public-players-compared", *both))),
    )
    for text in pages:
        assert "SECRET" not in text
        assert "77" not in " ".join(read_cells(text)).split()


def test_results_not_public_yet_are_for_the_staff_only(
    room: Room, played: Game, sign_in: SignIn
) -> None:
    both = [room.entries[1].pk, room.entries[0].pk]
    compared = reverse_for(room, "public-players-compared", *both)

    def list_shown(client: Client) -> list[bool]:
        return [
            "TEST" in cells_of
            for cells_of in (read_page(room, client=client), read_text(client.get(compared)))
        ]

    def publish(publicity: ResultVisibility) -> None:
        changes = {"publicity": publicity}
        update_tournament(tournament=room.tournament, changes=changes, **room.get_author_and_time())

    publish(ResultVisibility.GAME)
    assert list_shown(Client()) == [False, False]
    assert list_shown(sign_in(Role.JUDGE)) == [True, True]
    finish_game(game=played, reason="judge_decision", **room.get_author_and_time())
    assert list_shown(Client()) == [True, True]
    publish(ResultVisibility.END)
    ready = create_game(tournament=room.tournament, **room.get_author_and_time())
    prepare_game(game=ready, **room.get_author_and_time())
    assert list_shown(Client()) == [False, False]
    start_game(game=ready, **room.get_author_and_time())
    finish_game(game=ready, reason="judge_decision", **room.get_author_and_time())
    assert list_shown(Client()) == [True, True]
    assert f"En tout, {room.entries[0].name}" in read_text(Client().get(compared))


def test_the_gap_is_in_a_chart_and_a_table(room: Room, played: Game) -> None:
    gap = 0
    both = [room.entries[1].pk, room.entries[0].pk]
    alone = read_page(room)
    compared = read_text(Client().get(reverse_for(room, "public-players-compared", *both)))
    for turn, points in zip(played.turns.all(), (30, 0), strict=True):
        gap += points - turn.score
        gap_text = str(gap).replace("-", "−")
        row = f'<tr><th scope="row">{turn.number}</th><td class="num">{gap_text}</td>'
        assert row + "</tr>" in alone
        assert row + '<td class="num">' in compared
    assert alone.count('class="line line-0"') == 1
    assert compared.count('class="line line-1"') == 2, "drawn, and its stroke in the legend"


def test_the_ranks_are_those_of_the_ranking(room: Room, played: Game) -> None:
    finish_game(game=played, reason="judge_decision", **room.get_author_and_time())
    ranking = read_cells(
        read_text(Client().get(reverse_for(room, "public-ranking"), {"game": "1"}))
    )
    for table, entry in enumerate(room.entries, start=1):
        rank = ranking[ranking.index(entry.name) - 1]
        assert f"<dt>Rang dans la partie</dt><dd>{rank} / 6</dd>" in read_page(room, table)


def test_two_are_compared_turn_by_turn(room: Room, played: Game) -> None:
    finish_game(game=played, reason="judge_decision", **room.get_author_and_time())
    second = played.turns.last()
    assert second
    path = reverse_for(room, "public-players-compared", room.entries[1].pk, room.entries[0].pk)
    shown = read_cells(read_text(Client().get(path)))
    start = shown.index("TEST H4 · 30")
    assert shown[start + 1 : start + 3] == ["– 0", "+30"]
    assert shown[shown.index("Écrit : ZQ / X A1 · 0") + 2] == format_signed(30 - second.score)
    alone = Client().get(reverse_for(room, "public-players-compared", *[room.entries[1].pk] * 2))
    assert alone["Location"] == reverse_for(room, "public-player", room.entries[1].pk)


def test_player_is_found_by_part_of_a_name_without_script(room: Room) -> None:
    first, other = room.entries[1], room.entries[4]
    alone = read_text(Client().get(reverse_for(room, "public-players"), {"q": "gyp"}))
    assert f'href="{reverse_for(room, "public-player", other.pk)}"' in alone
    assert reverse_for(room, "public-player", first.pk) not in alone
    parameters: dict[str, str | int] = {"q": "gyp", "with": first.pk}
    compared = reverse_for(room, "public-players-compared", first.pk, other.pk)
    for headers in ({}, HTMX):
        page_text = read_text(
            Client().get(reverse_for(room, "public-players"), parameters, headers=headers)
        )
        assert f'href="{compared}"' in page_text
    everybody = read_text(Client().get(reverse_for(room, "public-players"), {"with": first.pk}))
    assert reverse_for(room, "public-players-compared", first.pk, first.pk) not in everybody
    for nonsense in ("x", "0", "9" * 40):
        path = reverse_for(room, "public-players")
        assert Client().get(path, {"with": nonsense}).status_code == 200


def test_names_lead_to_the_page_from_rankings_and_tables(
    room: Room, played: Game, organiser: Client
) -> None:
    path = reverse_for(room, "public-player", room.entries[0].pk)
    with every_row() as row:
        for client, name in [
            (Client(), "public-ranking"),
            (Client(), "public-tables"),
            (organiser, "office-ranking"),
        ]:
            with row(name):
                assert f'href="{path}"' in read_text(client.get(reverse_for(room, name)))
    Player.objects.filter(entries=room.entries[0]).update(club="Mer")
    groups = read_text(Client().get(reverse_for(room, "public-ranking"), {"by": "club"}))
    assert "Mer</th>" in groups
    assert path not in groups


def test_an_unknown_entry_has_no_page(room: Room) -> None:
    withdraw_entry(entry=room.entries[5], **room.get_author_and_time())
    present_id = room.entries[0].pk
    for entry in (room.entries[5].pk, 0, 10**30):
        assert Client().get(reverse_for(room, "public-player", entry)).status_code == 404
        for both in ((present_id, entry), (entry, present_id)):
            path = reverse_for(room, "public-players-compared", *both)
            assert Client().get(path).status_code == 404


def test_before_the_first_game_the_page_says_so(room: Room) -> None:
    assert "Aucune partie n’est encore commencée" in read_page(room)


def test_device_at_a_table_reads_no_words_during_a_turn(room: Room, played: Game) -> None:
    tablet = Client()
    tablet.get(f"/t/{room.entries[2].table.key}/")
    both = [room.entries[1].pk, room.entries[0].pk]
    paths = [
        reverse_for(room, "public-player", both[0]),
        reverse_for(room, "public-players-compared", *both),
    ]
    assert [tablet.get(path).status_code for path in paths] == [200, 200]
    turn = turns.draw_turn(game=played, **room.get_author_and_time())
    assert turn
    turns.announce_turn(turn=turn, **room.get_author_and_time())
    for path in paths:
        refused = tablet.get(path)
        assert refused.status_code == 403
        assert "ZQ" not in read_text(refused)
        assert Client().get(path).status_code == 200


def test_page_takes_few_queries_and_none_while_unchanged(
    room: Room, played: Game, django_assert_max_num_queries: Any
) -> None:
    path = reverse_for(room, "public-player", room.entries[1].pk)
    # Three of them: what a mort subite settles; two: what waits for the commission, and what for
    # a second look (provisional till then).
    with django_assert_max_num_queries(33):
        tag = Client().get(path)["ETag"]
    with django_assert_max_num_queries(5):
        again = Client().get(path, headers={"If-None-Match": tag})
    assert again.status_code == 304
    rewrite_scores(
        room, played.turns.latest("ordinal"), t2={"points": 9, "gross": 9, "sanction": "none"}
    )
    assert Client().get(path, headers={"If-None-Match": tag}).status_code == 200
