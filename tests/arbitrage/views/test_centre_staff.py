"""Arbiters of a centre see and decide on its bulletins only; the server refuses the others."""

import json
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from arbitrage.models import Ruling, Slip
from arbitrage.services import acts, rulings
from arbitrage.services.paper import TypingOutcome
from arbitrage.services.slip_delivery import SlipAction, handle_slips
from tests.arbitrage.services.sanctioned_turns import SanctionedTurns
from tests.room import Room
from tests.tournament.views.office import read_text, reverse_for
from tournament.core.errors import BadSetting, NotAllowed
from tournament.core.states import Role
from tournament.models import Centre, RoleChange, StaffMember
from tournament.queries import clock
from tournament.queries.seating_plan import compute_shares
from tournament.services.accounts.staff import add_staff, give_role
from tournament.services.people.registration import assign_arbiter


def test_an_arbiter_sees_the_bulletins_of_their_centre(
    sanctioned_turns: SanctionedTurns, nantes: Centre, camille: Client
) -> None:
    names = [entry.name for entry in sanctioned_turns.entries]
    text = read_text(camille.get(reverse_for(sanctioned_turns.room, "arbiter-list"), {"all": "1"}))
    assert [name in text for name in names] == [True] * 3 + [False] * 3
    turn = sanctioned_turns.second
    state = camille.get(
        reverse_for(sanctioned_turns.room, "arbiter-paper-state", turn.game.number, turn.ordinal)
    )
    assert {row["table"] for row in state.json()["bulletins"]} == {1, 2, 3}
    place = (turn.game.number, turn.ordinal, sanctioned_turns.entries[4].pk)
    assert (
        camille.get(reverse_for(sanctioned_turns.room, "arbiter-bulletin", *place)).status_code
        == 404
    )
    assert (
        camille.get(reverse_for(sanctioned_turns.room, "arbiter-paper-history", *place)).status_code
        == 403
    )
    slips = read_text(
        camille.get(reverse_for(sanctioned_turns.room, "arbiter-slips"), {"only": "all"})
    )
    assert names[4] not in slips


def test_decisions_elsewhere_are_refused_by_the_server(
    sanctioned_turns: SanctionedTurns, nantes: Centre, camille: Client
) -> None:
    by: dict[str, Any] = {"by": User.objects.get(username="camille"), "now": clock.now()}
    foreign_entry, own_entry = sanctioned_turns.entries[4], sanctioned_turns.entries[1]
    count = Ruling.objects.count()
    with pytest.raises(NotAllowed) as refused:
        rulings.confirm_ruling(turn=sanctioned_turns.second, entry=foreign_entry, version=1, **by)
    assert refused.value.reason == "other-centre"
    with pytest.raises(NotAllowed):
        acts.give_warning(
            turn=sanctioned_turns.second, entry=foreign_entry, reason="Bavardage", **by
        )
    assert Ruling.objects.count() == count
    rulings.confirm_ruling(turn=sanctioned_turns.second, entry=own_entry, version=1, **by)
    acts.give_warning(turn=sanctioned_turns.second, entry=own_entry, reason="Bavardage", **by)

    slips = list(
        Slip.objects.filter(turn=sanctioned_turns.first, entry=foreign_entry).values_list(
            "pk", flat=True
        )
    )
    assert slips
    with pytest.raises(BadSetting):
        handle_slips(game=sanctioned_turns.game, slips=slips, action=SlipAction.WANTED, **by)

    typed = [{"table": number, "rows": ["RATINES"], "reference": "H4"} for number in (2, 5)]
    answer = camille.post(
        reverse_for(
            sanctioned_turns.room,
            "arbiter-paper",
            sanctioned_turns.game.number,
            sanctioned_turns.second.ordinal,
        ),
        json.dumps({"bulletins": typed}),
        content_type="application/json",
    )
    outcomes = [row["outcome"] for row in answer.json()["bulletins"]]
    assert outcomes[1] == TypingOutcome.REFUSED
    assert answer.content.decode().count("autre centre") == 1


def test_typed_bulletins_look_up_the_centres_once(
    sanctioned_turns: SanctionedTurns, nantes: Centre, camille: Client
) -> None:
    address = reverse_for(
        sanctioned_turns.room,
        "arbiter-paper",
        sanctioned_turns.game.number,
        sanctioned_turns.second.ordinal,
    )

    def count_queries(*tables: int) -> int:
        typed = [{"table": table, "rows": ["RATINES"], "reference": "H4"} for table in tables]
        with CaptureQueriesContext(connection) as queries:
            camille.post(address, json.dumps({"bulletins": typed}), content_type="application/json")
        return sum('"tournament_staffmember"' in row["sql"] for row in queries.captured_queries)

    assert count_queries(1, 2, 3) == count_queries(1)


def test_equal_bulletins_elsewhere_keep_their_decision(
    sanctioned_turns: SanctionedTurns, nantes: Centre
) -> None:
    by: dict[str, Any] = {"by": User.objects.get(username="camille"), "now": clock.now()}
    dakar = Centre.objects.get(name="Dakar")
    sanctioned_turns.game.seats.filter(table__number=2).update(centre=dakar)
    own_entry, foreign_entry = sanctioned_turns.entries[2], sanctioned_turns.entries[1]
    with pytest.raises(NotAllowed):
        rulings.apply_to_equal(
            turn=sanctioned_turns.second,
            entry=own_entry,
            version=1,
            entries=[foreign_entry.pk],
            **by,
        )


def test_tables_are_shared_within_each_centre(
    sanctioned_turns: SanctionedTurns, nantes: Centre
) -> None:
    room = sanctioned_turns.room
    camille = User.objects.get(username="camille")
    shares = compute_shares(room.tournament, [camille.pk, room.user.pk])
    numbers = dict(room.tournament.tables.values_list("pk", "number"))
    own = {numbers[pk] for pk, arbiter in shares.items() if arbiter == camille.pk}
    assert own == {1, 2, 3}
    tables = list(room.tournament.tables.filter(number=5))
    with pytest.raises(BadSetting) as refused:
        assign_arbiter(tables=tables, user=camille, **room.get_author_and_time())
    assert refused.value.reason == "not-staff-there"


def test_a_role_moves_to_a_centre_with_its_history(room: Room) -> None:
    by = room.get_author_and_time()
    centre = Centre.objects.create(tournament=room.tournament, name="Nantes", is_lead=True)
    user, _card = add_staff(
        tournament=room.tournament, username="camille", roles=["arbiter"], centre=centre, **by
    )
    room.tournament.tables.update(arbiter=user)
    with pytest.raises(BadSetting) as refused:
        add_staff(
            tournament=room.tournament, username="camille", roles=["judge"], centre=centre, **by
        )
    assert refused.value.reason == "role-everywhere"
    give_role(room.tournament, user, Role.ARBITER, **by)
    assert StaffMember.objects.get(user=user).centre is None
    changes = RoleChange.objects.filter(user=user).values_list("given", "centre")
    assert list(changes) == [(True, "Nantes"), (False, "Nantes"), (True, "")]
