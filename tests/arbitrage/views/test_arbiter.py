"""The arbiter's list: which bulletins, when, and decisions about them."""

import re
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from arbitrage.models import Ruling, RulingStatus
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.services.correction import correct_turn
from tests.room import Room
from tests.rows import every_row
from tests.tournament.views.office import HTMX, read_text, reverse_for
from tournament.core.states import Role
from tournament.models import Bulletin, LateBulletin, Score, Turn
from tournament.queries import clock
from tournament.services.play.closing import mark_uncorrected
from tournament.services.play.games import create_game, finish_game, prepare_game, start_game
from tournament.services.play.turns import draw_turn, reveal_turn

READ_PAPERS = 'SELECT DISTINCT ON ("arbitrage_paperbulletin"."entry_id")'
CHANGE = {
    "points": "61",
    "sanction": "penalty",
    "motives": ["localisation"],
    "article": "5.6",
    "reason": "référence d’une autre case",
}


def get_ruling(turn: Turn, room: Room, table: int) -> Ruling:
    return get_current_rulings(turn)[room.entries[table - 1].pk]


def list_tables(page: str, room: Room) -> list[int]:
    """Return the tables in the list, in the order shown."""
    places = {entry.table.number: page.find(f'id="row-{entry.pk}"') for entry in room.entries}
    return sorted((table for table in places if places[table] >= 0), key=places.__getitem__)


def read_detail(client: Client, room: Room, table: int) -> str:
    """Return the detail of the bulletin of a table."""
    url = reverse_for(room, "arbiter-bulletin", 1, 1, room.entries[table - 1].pk)
    return read_text(client.get(url, headers=HTMX))


def decide(client: Client, room: Room, table: int, name: str, **fields: Any) -> Any:
    url = reverse_for(room, f"arbiter-{name}", 1, 1, room.entries[table - 1].pk)
    return client.post(url, fields, headers=HTMX)


def test_bulletins_are_hidden_before_the_end(room: Room, turn: Turn, arbiter: Client) -> None:
    for address in ("arbiter-list", "arbiter-rows"):
        for query in ("", "?turn=1", "?turn=1&all=1"):
            page = read_text(arbiter.get(reverse_for(room, address) + query))
            assert list_tables(page, room) == []
            assert "RATINES" not in page
    url = reverse_for(room, "arbiter-change", 1, 1, room.entries[0].pk)
    assert arbiter.get(url, headers=HTMX).status_code == 404
    assert decide(arbiter, room, 1, "confirm", version=1).status_code == 404


def test_a_dialog_reads_its_bulletin_once(room: Room, corrected: Turn, arbiter: Client) -> None:
    """Each reading of a row asks for its paper."""
    for name in ("change", "equal", "in-time"):
        url = reverse_for(room, f"arbiter-{name}", 1, 1, room.entries[0].pk)
        with CaptureQueriesContext(connection) as queries:
            assert arbiter.get(url, headers=HTMX).status_code == 200
        papers = [row for row in queries if row["sql"].startswith(READ_PAPERS)]
        assert len(papers) == 1, name


def test_the_list_shows_sheet_proposal_motive_and_article(
    room: Room, corrected: Turn, arbiter: Client
) -> None:
    page = read_text(arbiter.get(reverse_for(room, "arbiter-list")))
    assert "Partie 1, coup 1" in page
    assert "RATINES" in page
    assert "aucun bulletin" in page
    assert "avertissement : score absent ou erroné" in page
    assert "zéro : mot non admis" in page
    assert get_ruling(corrected, room, 4).article in page
    assert "proposé" in read_detail(arbiter, room, 1)
    assert 'aria-label="RATINES, horizontal"' in read_detail(arbiter, room, 1)
    assert "66 points (art. 5.4.2.a)." in read_detail(arbiter, room, 1)


def test_undecided_bulletins_come_first_with_the_reason(
    room: Room, corrected: Turn, arbiter: Client
) -> None:
    undecided = get_ruling(corrected, room, 5)
    assert undecided.status == RulingStatus.UNDECIDED
    page = read_text(arbiter.get(reverse_for(room, "arbiter-list")))
    assert list_tables(page, room) == [5, 6, 1, 2, 3, 4]
    assert "À décider par l’arbitre" in page
    assert "2 bulletins à décider" in page


def test_a_list_that_is_being_completed_stays_visible(
    room: Room, corrected: Turn, arbiter: Client
) -> None:
    """The broker was away when one more bulletin came in."""
    mark_uncorrected(corrected.pk)
    page = read_text(arbiter.get(reverse_for(room, "arbiter-list")))
    assert len(list_tables(page, room)) == len(room.entries)
    assert "Le logiciel a encore des bulletins à corriger…" in page


def test_arbiters_see_their_tables_and_all_on_request(
    room: Room, corrected: Turn, arbiter: Client, assigned_tables: list[int]
) -> None:
    assert (
        list_tables(read_text(arbiter.get(reverse_for(room, "arbiter-list"))), room)
        == assigned_tables
    )
    assert (
        len(list_tables(read_text(arbiter.get(reverse_for(room, "arbiter-list") + "?all=1")), room))
        == 6
    )


def test_a_turn_that_does_not_exist_is_not_found(
    room: Room, corrected: Turn, arbiter: Client
) -> None:
    assert arbiter.get(reverse_for(room, "arbiter-list") + "?turn=9").status_code == 404
    assert arbiter.get(reverse_for(room, "arbiter-list") + "?turn=x").status_code == 200


def test_the_last_game_stays_listed_before_the_next(
    room: Room, corrected: Turn, arbiter: Client
) -> None:
    word, ref, _score = next(move for move in corrected.solutions.moves if move[1][0].isalpha())
    reveal_turn(turn=corrected, word=word, ref=ref, **room.get_author_and_time())
    finish_game(
        game=corrected.game,
        reason="judge_decision",
        open_bulletins_stay=True,
        **room.get_author_and_time(),
    )
    following = create_game(tournament=room.tournament, **room.get_author_and_time())
    prepare_game(game=following, **room.get_author_and_time())
    page = read_text(arbiter.get(reverse_for(room, "arbiter-list")))
    assert "Partie 1, coup 1" in page
    assert len(list_tables(page, room)) == len(room.entries)
    assert "La salle est à la partie" not in page  # its result stays until the next is opened
    start_game(game=following, **room.get_author_and_time())
    draw_turn(game=following, **room.get_author_and_time())
    assert list_tables(read_text(arbiter.get(reverse_for(room, "arbiter-list"))), room) == []
    again = read_text(arbiter.get(reverse_for(room, "arbiter-list") + "?game=1"))
    assert len(list_tables(again, room)) == len(room.entries)
    assert "La salle est à la partie 2 (en cours)" in again
    assert arbiter.get(reverse_for(room, "arbiter-list") + "?game=7").status_code == 404


def test_one_key_confirms_and_the_row_names_the_arbiter(
    room: Room, corrected: Turn, arbiter: Client
) -> None:
    response = decide(arbiter, room, 2, "confirm", version=1)
    page = read_text(response)
    assert response.status_code == 200
    assert page.lstrip().startswith("<tr")
    assert "confirmé" in page
    assert "camille" in read_detail(arbiter, room, 2)
    assert get_ruling(corrected, room, 2).status == RulingStatus.CONFIRMED
    assert get_ruling(corrected, room, 3).status == RulingStatus.PROPOSED


def test_a_proposal_counts_once_it_is_confirmed(
    room: Room, corrected: Turn, arbiter: Client
) -> None:
    proposed = get_ruling(corrected, room, 5)
    assert proposed.status == RulingStatus.UNDECIDED
    assert not Score.objects.filter(turn=corrected, entry=room.entries[4]).exists()
    response = decide(arbiter, room, 5, "confirm", version=1)
    assert response.status_code == 200
    assert get_ruling(corrected, room, 5).status == RulingStatus.CONFIRMED
    paid = Score.objects.get(turn=corrected, entry=room.entries[4])
    assert paid.points == proposed.points


def test_a_change_writes_points_motive_and_reason(
    room: Room, corrected: Turn, arbiter: Client
) -> None:
    url = reverse_for(room, "arbiter-change", 1, 1, room.entries[0].pk)
    dialog = read_text(arbiter.get(url, headers=HTMX))
    assert "Table 1, Algérie" in dialog
    assert 'name="version" value="1"' in dialog
    response = decide(arbiter, room, 1, "change", version=1, **CHANGE)
    assert response.status_code == 200
    assert response["HX-Retarget"] == "#list"
    ruling = get_ruling(corrected, room, 1)
    assert (ruling.status, ruling.points, ruling.gross) == (RulingStatus.CHANGED, 61, 66)
    assert "« référence d’une autre case »" in read_detail(arbiter, room, 1)
    assert Score.objects.get(turn=corrected, entry=room.entries[0]).points == 61


def test_a_change_above_the_top_is_asked(room: Room, corrected: Turn, arbiter: Client) -> None:
    more: dict[str, Any] = {"points": 90, "sanction": "none", "motives": [], "free": "on"}
    refused = decide(arbiter, room, 1, "change", version=1, **(CHANGE | more))
    assert refused.status_code == 422
    assert "Ce serait plus que le top du coup : 90 pour un top de 66." in read_text(refused)
    assert 'name="above_top"' in read_text(refused)
    assert get_ruling(corrected, room, 1).version == 1
    decide(arbiter, room, 1, "change", version=1, **(CHANGE | more), above_top="on")
    assert get_ruling(corrected, room, 1).points == 90


#: Refused changes, with the sentence that says so.
BAD_CHANGES: list[tuple[dict[str, Any], str]] = [
    ({"reason": "", "free": "on"}, "Donnez la raison de ce changement."),
    ({"points": "62"}, "Aucune lecture du bulletin ne donne 62 avec cette sanction."),
    ({"points": "-1"}, "supérieure ou égale à 0"),
    ({"points": "beaucoup"}, "Saisissez un nombre entier."),
    ({"sanction": ""}, "Choisissez la sanction."),
    ({"sanction": "prison"}, "Sélectionnez un choix valide."),
    ({"motives": ["couleur"]}, "Sélectionnez un choix valide."),
    ({"motives": []}, "Cochez au moins un motif du billet (5.9)."),
    ({"sanction": "zero"}, "Un zéro rapporte 0 point."),
]


def test_a_bad_change_keeps_the_input_and_decides_nothing(
    room: Room, corrected: Turn, arbiter: Client
) -> None:
    with every_row() as row:
        for changes, sentence in BAD_CHANGES:
            with row(changes):
                fields = CHANGE | changes
                response = decide(arbiter, room, 1, "change", version=1, **fields)
                page = read_text(response)
                assert response.status_code == 422
                assert response["HX-Retarget"] == "#change-body"
                assert sentence in page
                assert f'name="points" value="{fields["points"]}"' in page
                assert str(fields["reason"]) in page
    assert get_ruling(corrected, room, 1).version == 1


def test_the_decision_of_an_earlier_arbiter_is_shown(
    room: Room, corrected: Turn, arbiter: Client, sign_in: Callable[..., Client]
) -> None:
    second = sign_in(Role.DOUBLE_ARBITER, name="dominique")
    decide(arbiter, room, 1, "change", version=1, **CHANGE)
    url = (
        reverse_for(room, "arbiter-confirm", 1, 1, room.entries[0].pk) + f"?at={room.entries[0].pk}"
    )
    response = second.post(url, {"version": 1}, headers=HTMX)
    page = read_text(response)
    assert (response.status_code, response["HX-Retarget"]) == (409, "#list")
    assert "Un autre arbitre a décidé de ce bulletin juste avant vous." in page
    assert "camille" in page
    assert "« référence d’une autre case »" in page
    assert get_ruling(corrected, room, 1).version == 2


def test_a_change_that_lost_the_race_keeps_its_input(
    room: Room, corrected: Turn, arbiter: Client, sign_in: Callable[..., Client]
) -> None:
    second = sign_in(Role.DOUBLE_ARBITER, name="dominique")
    decide(second, room, 1, "confirm", version=1)
    response = decide(arbiter, room, 1, "change", version=1, **CHANGE)
    page = read_text(response)
    assert response.status_code == 409
    assert "Un autre arbitre a décidé de ce bulletin juste avant vous." in page
    assert "Dernière décision : dominique" in page
    assert "référence d’une autre case" in page
    assert 'name="version" value="2"' in page
    assert get_ruling(corrected, room, 1).points == 66
    assert decide(arbiter, room, 1, "change", version=2, **CHANGE).status_code == 200
    assert get_ruling(corrected, room, 1).points == 61


def test_the_list_says_how_many_are_equal(room: Room, corrected: Turn, arbiter: Client) -> None:
    assert "Identiques (2)" in read_detail(arbiter, room, 2)
    assert "Identiques" not in read_detail(arbiter, room, 1)


def test_nothing_to_decide_appears_only_without_waiting_zeros(
    room: Room, corrected: Turn, arbiter: Client
) -> None:
    """Table 5 is undecided, table 6 handed nothing in, and table 4 something too late."""
    entry = room.entries[3]
    stored = Bulletin.objects.get(turn=corrected, entry=entry)
    written = {"rows": stored.rows, "arrived_at": stored.arrived_at}
    LateBulletin.objects.create(turn=corrected, entry=entry, rev=2, device="d", **written)
    stored.delete()
    mark_uncorrected(corrected.pk)
    correct_turn(turn_id=corrected.pk, now=clock.now())
    judge = Client()
    judge.force_login(room.user)
    for done, table in enumerate((5, 4, 6)):
        sentence = ["3 bulletins à décider", "2 bulletins à décider", "1 bulletin à décider"][done]
        assert read_badge(arbiter, room) == sentence
        assert sentence in read_text(judge.get(reverse_for(room, "judge-desk")))
        version = get_ruling(corrected, room, table).version
        decide(arbiter, room, table, "confirm", version=version)
    assert read_badge(arbiter, room) == "rien à décider"
    assert "tout est corrigé et décidé" in read_text(judge.get(reverse_for(room, "judge-desk")))


def test_the_list_says_nothing_about_other_tables(
    room: Room, corrected: Turn, arbiter: Client, assigned_tables: list[int]
) -> None:
    assert read_badge(arbiter, room) == "rien à décider"


def read_badge(client: Client, room: Room) -> str:
    page = read_text(client.get(reverse_for(room, "arbiter-list")))
    match = re.search(r'id="waiting" role="status">([^<]*)<', page)
    assert match
    return match[1]


def test_a_bulletin_of_another_tournament_is_not_found(
    room: Room, corrected: Turn, arbiter: Client
) -> None:
    url = reverse_for(room, "arbiter-confirm", 1, 1, 10**9)
    assert arbiter.post(url, {"version": 1}, headers=HTMX).status_code == 404
