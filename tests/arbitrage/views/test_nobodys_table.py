"""A table without an arbiter is offered to every arbiter, by every page."""

import re
from collections.abc import Callable

from django.contrib.auth.models import User
from django.test import Client

from arbitrage.queries.turns import list_games
from arbitrage.queries.unsettled import OpenBulletinCounts
from tests.arbitrage.views.test_keying import read_state
from tests.bulletins import collect, give_tables
from tests.room import Room
from tests.rows import every_row
from tests.tournament.views.office import read_text, reverse_for
from tournament.core.people.player_data import PlayerData
from tournament.core.states import PlayMedium, Role
from tournament.models import Turn
from tournament.queries.people.table_scope import TableScope
from tournament.services.people.registration import register_entry
from tournament.views.judge.bulletins import DeskBulletins


def find_offered(client: Client, room: Room) -> dict[str, bool]:
    """Return, for each page, True if it offers the paper of table 7."""
    listed = read_text(client.get(reverse_for(room, "arbiter-list")))
    turns = read_text(client.get(reverse_for(room, "arbiter-turns")))
    return {
        "keying": read_state(client, room)[7]["mine"],
        "badge": "1 bulletin à saisir" in listed,
        "button": re.search(r'Papier <span class="num">1<', listed) is not None,
        "turns": "1 bulletin à saisir" in turns,
    }


def test_a_newcomer_after_sharing_is_offered_to_every_arbiter(
    room: Room, turn: Turn, arbiter: Client, sign_in: Callable[..., Client]
) -> None:
    give_tables(room, "camille", 3)
    room.tournament.plays_on = PlayMedium.PAPER
    room.tournament.save()
    newcomer = register_entry(
        tournament=room.tournament,
        players=[PlayerData(last_name="Grèce")],
        **room.get_author_and_time(),
    )
    assert newcomer.table.arbiter is None, "two arbiters have the others"
    collect(turn)
    assert [seat.number for seat in DeskBulletins(turn).to_type] == [7]
    second = sign_in(Role.ARBITER, name="dominique")
    with every_row() as row:
        for name, client in (("camille", arbiter), ("without tables", second)):
            for page, is_offered in find_offered(client, room).items():
                with row(f"{name}: {page}"):
                    assert is_offered
        with row("in every list the same ones"):
            own = {number for number, slip in read_state(arbiter, room).items() if slip["mine"]}
            assert own == {1, 2, 3, 7}
            scope = TableScope(arbiter=room.user.pk)
            ((game_turns,),) = [game.turns for game in list_games(room.tournament, scope)]
            assert game_turns[1] == OpenBulletinCounts(to_decide=2, to_type=1), (
                "4, 5 and the paper of 7"
            )
        with row("someone else's"):
            newcomer.table.arbiter = User.objects.get(username="dominique")
            newcomer.table.save()
            assert not any(find_offered(arbiter, room).values())
