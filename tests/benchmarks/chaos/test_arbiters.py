"""Random arbiters of ``make chaos`` on the real pages: their history is linearizable."""

from collections.abc import Mapping
from random import Random

import pytest
from django.test import Client

from arbitrage.models import Ruling
from benchmarks.chaos.check import check_history
from benchmarks.chaos.final_state import note_final_state
from benchmarks.chaos.history import History
from benchmarks.chaos.random_people import RandomArbiter
from benchmarks.people import client as people
from benchmarks.people.arbiter import read_list
from benchmarks.people.client import Page
from tests.room import Room
from tests.tournament.views.office import make_sign_in
from tournament.models import Tournament, Turn


class ClientWithoutServer(people.Client):
    """A client that calls Django directly."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def get(self, path: str) -> Page:
        return Page(self._client.get(path).text)

    def post(
        self, path: str, fields: Mapping[str, object], headers: Mapping[str, str] | None = None
    ) -> tuple[int, Page]:
        answer = self._client.post(path, fields)
        return answer.status_code, Page(answer.text)


@pytest.fixture
def history() -> History:
    return History()


@pytest.fixture
def arbiters(room: Room, first_results: Turn, history: History) -> list[RandomArbiter]:
    """Return two arbiters without assigned tables: each has all of them."""
    Tournament.objects.filter(pk=room.tournament.pk).update(confirm_clean=True)
    sign_in = make_sign_in(room)
    entries = {entry.table.number: entry.pk for entry in room.entries}
    return [
        RandomArbiter(
            ClientWithoutServer(sign_in("arbiter", name=name)),
            room.tournament.slug,
            Random(seed),
            history,
            name,
            entries,
        )
        for seed, name in enumerate(["camille", "dominique"])
    ]


def test_acts_of_two_arbiters_on_the_same_tables_are_linearizable(
    room: Room, arbiters: list[RandomArbiter], history: History
) -> None:
    first, second = arbiters
    rows = read_list(first.client.get(f"/arbiter/{room.tournament.slug}/rows/"))
    for _ in range(4):
        first.step()
        second.step()
    for row in rows:
        second.decide(row, "")  # on an old version
    note_final_state(history, room.tournament.pk)
    result = check_history(history)
    assert (result.violations, result.undecided_objects, result.unanswered_count) == ([], [], 0)
    outcomes = {(operation.action, operation.outcome) for _, operation in history}
    actions = {"confirm", "change", "take back"}
    assert {(action, "done") for action in actions} <= outcomes
    assert {outcome for action, outcome in outcomes if action in {"confirm", "change"}} == {
        "done",
        "lost-race",
    }


def test_a_decision_missing_in_the_database_is_a_violation(
    room: Room, arbiters: list[RandomArbiter], history: History
) -> None:
    arbiters[0].step()
    decided = Ruling.objects.filter(version=2)
    assert decided.exists()
    decided.delete()
    note_final_state(history, room.tournament.pk)
    violations = check_history(history).violations
    assert violations
    assert all("la base tient" in sentence for sentence in violations)
