"""The table that is visited: a turn is being played. Imported once Django is set up."""

from django.contrib.auth.models import User
from django.db import connection
from django.urls import reverse

from engine.regulation.editions import CURRENT
from tournament.core.people.player_data import PlayerData
from tournament.core.states import Role
from tournament.models import Entry, StaffMember
from tournament.queries import clock
from tournament.services.people.registration import register_entry
from tournament.services.play.games import create_game, prepare_game, start_game
from tournament.services.play.turns import announce_turn, draw_turn, open_turn
from tournament.services.tournaments import create_tournament

TABLES = 24
#: Long enough for every visit.
TIME_S = 900


def set_up() -> str:
    """A first turn, open; returns the address of a table's link."""
    user = User.objects.get(username="bureau")  # who has made the festival
    now = clock.now()
    tournament = create_tournament(
        name="Visite", starts_on=now.date(), by=user, now=now, edition=CURRENT
    )
    StaffMember.objects.create(tournament=tournament, user=user, role=Role.JUDGE)
    entries: list[Entry] = [
        register_entry(tournament=tournament, players=[PlayerData(f"Joueur {i}")], by=user, now=now)
        for i in range(1, TABLES + 1)
    ]
    game = create_game(tournament=tournament, time_s=TIME_S, by=user, now=now)
    prepare_game(game=game, by=user, now=now)
    start_game(game=game, by=user, now=now)
    turn = draw_turn(game=game, by=user, now=clock.now())
    assert turn is not None
    announce_turn(turn=turn, by=user, now=clock.now())
    open_turn(turn=turn, by=user, now=clock.now())
    link = reverse("enter-by-key", args=[entries[0].table.key])
    connection.close()
    return link
