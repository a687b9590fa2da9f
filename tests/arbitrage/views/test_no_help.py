"""While a turn is in play the bench answers neither a table nor its letters."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from engine.regulation.editions import CURRENT
from tests.arbitrage.classic.services.matches import RecordedMatch
from tests.bulletins import RACK
from tests.room import Room, ring, solve_now
from tests.rows import every_row
from tests.tournament.views.office import HTMX, SignIn, read_text, reverse_for
from tournament.classic.core.commands import Command
from tournament.classic.core.sides import Actor
from tournament.core.people.player_data import PlayerData
from tournament.core.states import Discipline, GameState, Role, Source
from tournament.models import Game, StaffMember, Tournament, Turn
from tournament.queries import clock
from tournament.queries.position import load_position_before
from tournament.queries.results.tops import load_choice
from tournament.services.people.registration import register_entry, withdraw_entry
from tournament.services.play.turns import (
    announce_turn,
    cancel_turn,
    draw_turn,
    open_turn,
    reveal_turn,
)
from tournament.services.tournaments import create_tournament
from tournament.topping.services.training import open_hall

#: A question that has nothing to do with the game.
TRAINING = {"rack": "BDEFGHW", "words": "HB", "sheet": "HB", "reference": "H8", "score": "14"}
SEATED, LETTERS = "Cet appareil tient la table 3", "Un coup se joue en ce moment avec ces lettres"


@pytest.fixture
def tablet(room: Room) -> Client:
    """The device of table 3, which nobody is signed in on."""
    client = Client()
    client.get(reverse("enter-by-key", args=[room.entries[2].table.key]))
    return client


def ask(client: Client, **changes: str) -> Any:
    """Return the answer of the bench, which browsers must not cache."""
    page = client.get("/bench/", TRAINING | changes)
    assert ("answers" in page.context) is (page.status_code == 200)
    assert "no-store" in page["Cache-Control"]
    return page


def is_answered(client: Client, **changes: str) -> bool:
    return bool(ask(client, **changes).status_code == 200)


def test_a_table_gets_no_answer_until_the_turn_ends(room: Room, tablet: Client) -> None:
    game = room.game(source=Source.HAND)
    assert is_answered(tablet)
    turn = draw_turn(game=game, letters=RACK, **room.get_author_and_time())
    assert turn is not None
    solve_now(turn)
    assert is_answered(tablet)
    announce_turn(turn=turn, **room.get_author_and_time())
    refused = ask(tablet)
    assert refused.status_code == 403
    assert SEATED in read_text(refused)
    assert not is_answered(tablet, case="turn1-vertical-reference")
    open_turn(turn=turn, **room.get_author_and_time())
    assert not is_answered(tablet)
    Turn.objects.filter(pk=turn.pk).update(closes_at=turn.opened_at)
    assert not is_answered(tablet), "the grace is not over"
    ring(turn)
    assert is_answered(tablet)


def test_an_empty_bench_may_be_looked_at(tablet: Client, turn: Turn) -> None:
    assert tablet.get("/bench/").status_code == 200


@pytest.mark.parametrize("state", [GameState.INTERRUPTED, GameState.VOID])
def test_a_paused_game_is_in_play_but_an_annulled_not(
    tablet: Client, turn: Turn, state: GameState
) -> None:
    Game.objects.update(state=state)
    assert is_answered(tablet) is (state == GameState.VOID)


def test_signing_in_or_leaving_does_not_free_a_device(
    room: Room, tablet: Client, turn: Turn
) -> None:
    withdraw_entry(entry=room.entries[2], **room.get_author_and_time())
    Tournament.objects.update(links_valid_until=clock.now())
    assert not is_answered(tablet)
    tablet.force_login(room.user)
    assert not is_answered(tablet)


def test_a_table_of_another_tournament_gets_answers(room: Room, turn: Turn) -> None:
    other = create_tournament(
        name="Ailleurs", starts_on=clock.now().date(), edition=CURRENT, **room.get_author_and_time()
    )
    entry = register_entry(
        tournament=other, players=[PlayerData("Gabon")], **room.get_author_and_time()
    )
    client = Client()
    client.get(reverse("enter-by-key", args=[entry.table.key]))
    assert is_answered(client)


def test_similar_letters_are_answered_only_for_the_staff(
    room: Room, turn: Turn, client: Client, arbiter: Client
) -> None:
    similar = (RACK, RACK[::-1].lower(), "RATINE", "RATINESK", "RATINEK", "RATINE?")
    with every_row() as row:
        for rack in similar:
            with row(rack):
                refused = ask(client, rack=rack)
                assert refused.status_code == 403
                assert LETTERS in read_text(refused)
        for rack in ("RATIKWX", "BDEFGHW"):
            with row(rack):
                assert is_answered(client, rack=rack)
    assert is_answered(arbiter, rack=RACK)
    ring(turn)
    with every_row() as row:
        for rack in similar[:2]:
            with row(f"after the turn: {rack}"):
                assert is_answered(client, rack=rack)


def test_the_role_counts_in_that_tournament_only(
    room: Room, turn: Turn, sign_in: SignIn, client: Client
) -> None:
    stranger = sign_in(name="mireille")
    assert not is_answered(stranger, rack=RACK)
    assert is_answered(sign_in(Role.JUDGE), rack=RACK)


def test_the_grid_in_play_gets_no_answer_for_any_letters(
    room: Room, turn: Turn, client: Client, arbiter: Client
) -> None:
    ring(turn)
    top = load_choice(turn).allowed_tops[0]
    reveal_turn(turn=turn, word=top.word, ref=top.ref, **room.get_author_and_time())
    following = draw_turn(game=turn.game, letters="BAEOGHL", **room.get_author_and_time())
    assert following is not None
    solve_now(following)
    announce_turn(turn=following, **room.get_author_and_time())
    board = load_position_before(following).board
    rows = board.rows()
    one_more = ["Z" + rows[0][1:], *rows[1:]]
    many_more = ["ZEBUZEBU" + rows[0][8:], *rows[1:]]
    grids = [("the grid", rows, False), ("turned", board.columns(), False)]
    grids += [("one letter more", one_more, False), ("another", many_more, True)]
    for name, grid, free in grids:
        text = "\n".join(grid)
        assert is_answered(client, rack="KQWXZIU", grid=text) is free, name
        assert is_answered(arbiter, rack="KQWXZIU", grid=text), name
    cancel_turn(turn=following, reason="essai", **room.get_author_and_time())
    assert is_answered(client, rack="KQWXZIU", grid="\n".join(rows))


# --- other pages that answer ---------------------------------------------------------------


def test_a_table_device_has_no_role_in_another_tournament(
    room: Room, tablet: Client, turn: Turn
) -> None:
    """There it could draw the same letters by hand and have them solved."""
    other = create_tournament(
        name="Ailleurs", starts_on=clock.now().date(), edition=CURRENT, **room.get_author_and_time()
    )
    StaffMember.objects.create(tournament=other, user=room.user, role=Role.JUDGE)
    tablet.force_login(room.user)
    for name in ("judge-desk", "office-tournament"):
        refused = tablet.get(reverse(name, args=[other.slug]), headers=HTMX)
        assert refused.status_code == 403, name
        assert SEATED in read_text(refused)
    assert tablet.get(reverse_for(room, "judge-desk")).status_code == 200
    assert tablet.get(reverse("office-lexica")).status_code == 403
    ring(turn)
    for name in ("judge-desk", "office-tournament"):
        assert tablet.get(reverse(name, args=[other.slug])).status_code != 403
    assert tablet.get(reverse("office-lexica")).status_code == 200


# --- a match between two (classic 1.8) -------------------------------------------------------


def test_no_player_device_gets_an_answer_during_a_match(
    room: Room, client: Client, arbiter: Client, sign_in: SignIn
) -> None:
    room.tournament.discipline = Discipline.CLASSIC
    room.tournament.save()
    played = RecordedMatch(room, begun=False)
    seats = [Client() for _ in range(3)]
    for seat, entry in zip(seats, room.entries, strict=False):
        seat.get(reverse("enter-by-key", args=[entry.table.key]))
    assert [is_answered(seat) for seat in seats] == [False, False, True], "before the first letter"
    played.begin()
    played.play()
    both, third = seats[:2], seats[2]
    hall = open_hall(
        organisation=room.tournament.organisation, lexicon="fr-libre", **room.get_author_and_time()
    )
    office = reverse_for(room, "match-office", played.game.pk)
    elsewhere = create_tournament(
        name="Ailleurs", starts_on=clock.now().date(), edition=CURRENT, **room.get_author_and_time()
    )
    for seat in both:
        assert "où l’on joue" in read_text(ask(seat))
        assert seat.get(reverse("training", args=[hall.key])).status_code == 403
        seat.force_login(room.user)
        assert not is_answered(seat), "whoever is signed in"
        assert seat.get(office).status_code == 403
        assert "sur un autre appareil" in read_text(seat.get(office))
        assert seat.get(reverse("office-lexica")).status_code == 403
        away = reverse("office-tournament", args=[elsewhere.slug])
        assert seat.get(away, headers=HTMX).status_code == 403
    third.force_login(room.user)
    assert third.get(office).status_code == 200
    grid = "\n".join(played.state.board.rows())
    assert not is_answered(client, grid=grid)
    assert is_answered(arbiter, grid=grid)
    assert is_answered(client, rack="EEEEEEE"), "a refusal would tell a rack"
    played.do(Command.SANCTION, Actor.DIRECTOR, side="X", sanction="loss")
    assert all(is_answered(seat) for seat in seats)
    assert both[0].get(office).status_code == 200
    assert is_answered(client, grid=grid)
