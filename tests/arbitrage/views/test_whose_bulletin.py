"""An arbiter decides only on bulletins of their list."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from arbitrage.models import Ruling, RulingStatus
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.services import rulings
from tests.bulletins import give_tables
from tests.room import Room
from tests.tournament.views.office import read_text
from tournament.core.states import Role
from tournament.models import Turn
from tournament.services.play.turns import cancel_turn

CHANGE = {"points": 12, "sanction": "none", "article": "", "reason": "essai", "free": "on"}


def post(client: Client, room: Room, turn: Turn, table: int, name: str, query: str = "") -> int:
    entry = room.entries[table - 1]
    place = [room.tournament.slug, turn.game.number, turn.ordinal, entry.pk]
    fields = CHANGE | {"version": 1}
    response = client.post(reverse(f"arbiter-{name}", args=place) + query, fields)
    return response.status_code


@pytest.mark.parametrize("name", ["confirm", "equal", "change"])
def test_another_arbiters_bulletin_is_not_decided_by_its_address(
    room: Room, corrected: Turn, arbiter: Client, name: str
) -> None:
    give_tables(room, "camille", 2)
    assert User.objects.get(username="camille").tables.count() == 2
    assert post(arbiter, room, corrected, 4, name) == 404
    assert get_current_rulings(corrected)[room.entries[3].pk].version == 1
    assert post(arbiter, room, corrected, 4, name, "?all=1") == 200


@pytest.mark.parametrize("name", ["confirm", "equal", "change"])
def test_nothing_is_decided_on_a_cancelled_turn(
    room: Room, corrected: Turn, arbiter: Client, name: str
) -> None:
    cancel_turn(turn=corrected, reason="essai", **room.get_author_and_time())
    assert post(arbiter, room, corrected, 2, name) == 404
    decided = Ruling.objects.filter(status__in=[RulingStatus.CONFIRMED, RulingStatus.CHANGED])
    assert not decided.exists()


def test_a_decision_on_a_reassigned_table_is_no_refusal(
    room: Room,
    corrected: Turn,
    arbiter: Client,
    sign_in: Callable[..., Client],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sign_in(Role.ARBITER, name="zoé")
    give_tables(room, "camille", 3)
    confirm = rulings.confirm_ruling

    def reassign_table(**arguments: Any) -> Ruling:
        ruling = confirm(**arguments)
        give_tables(room, "zoé", 2)
        return ruling

    monkeypatch.setattr(rulings, "confirm_ruling", reassign_table)
    mine = room.entries[1]
    place = [room.tournament.slug, corrected.game.number, corrected.ordinal, mine.pk]
    response = arbiter.post(reverse("arbiter-confirm", args=place), {"version": 1})
    assert response.status_code == 200
    listed = [f'id="row-{entry.pk}"' in read_text(response) for entry in room.entries[:3]]
    assert listed == [False, False, True]
    assert get_current_rulings(corrected)[mine.pk].status == RulingStatus.CONFIRMED
