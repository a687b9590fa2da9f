"""Rounds of a classic tournament, from pairing to standings."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User

from tests.classic_room import NAMES, ClassicRoom, make_classic_room
from tests.rows import every_row
from tournament.classic.core.rounds.lines import How
from tournament.classic.core.rounds.states import ROUND_TRANSITIONS, RoundCommand, RoundState
from tournament.classic.core.rounds.terms import RoundMeasure
from tournament.classic.models import MatchRound
from tournament.classic.services.rounds import discard, pair_again, swap
from tournament.core.errors import (
    BadChoice,
    BadSetting,
    LostRace,
    RoomError,
    WrongState,
)
from tournament.core.people.player_data import PlayerData
from tournament.core.states import PlaysOn
from tournament.models import TournamentChange
from tournament.queries.people.entry_imports import plan_of
from tournament.services.people.entry_imports import send_file
from tournament.services.people.registration import (
    register_entry,
    restore_entry,
    update_entry,
    withdraw_entry,
)
from tournament.services.play.participation import change_plays_on

pytestmark = pytest.mark.django_db


def test_a_swiss_of_three_rounds_is_paired_played_and_ranked() -> None:
    room = make_classic_room(rounds=3)
    met: set[frozenset[str]] = set()
    for _ in range(3):
        one = room.begin()
        pairs = {frozenset(pair) for pair in room.pairs(one)}
        assert len(pairs) == 3
        assert not pairs & met
        met |= pairs
        room.play(one)
        room.finish(one)
    found = room.field()
    assert room.standing()[0] == (1, "Alba")
    # Chance decides whom the weak meet: another may lose every match as well.
    won = {found.entries[row.key].name: row.won for row in found.standings}
    assert won["Fara"] == found.standings[-1].won == 0
    assert not found.provisional
    with pytest.raises(WrongState, match="rounds-over"):
        room.prepare()
    changes = TournamentChange.objects.filter(tournament=room.tournament, kind="round")
    assert [one.data["what"] for one in changes[:4]] == ["prepare", "publish", "start", "finish"]


def test_nobody_registers_as_a_pair() -> None:
    """One by one, corrected afterwards, or by a file (1.1)."""
    room = make_classic_room(NAMES[:2])
    two = [PlayerData("Gala"), PlayerData("Hors")]
    with pytest.raises(BadSetting, match="pair-in-classic"):
        register_entry(tournament=room.tournament, players=two, **room.by())
    with pytest.raises(BadSetting, match="pair-in-classic"):
        update_entry(entry=room.entries["Alba"], players=two, **room.by())
    pending = send_file(
        organisation=room.tournament.organisation,
        tournament=room.tournament,
        file_name="liste.csv",
        data=b"paire,nom\nA,Gala\nA,Hors\n,Inde\n",
        **room.by(),
    )
    found = {line.number: [one.code for one in line.findings] for line in plan_of(pending).lines}
    assert [codes for codes in found.values() if codes] == [["pair-in-classic"]]


def test_a_round_robin_of_five_is_everybody_against_everybody_with_a_bye_each() -> None:
    room = make_classic_room(NAMES[:5], system="round-robin", rounds=None)
    met: list[frozenset[str]] = []
    for _ in range(5):
        one = room.begin()
        met += [frozenset(pair) - {""} for pair in room.pairs(one)]
        room.play(one)
        room.finish(one)
    assert len(met) == len(set(met)) == 15
    assert room.standing() == [(rank, name) for rank, name in enumerate(NAMES[:5], start=1)]
    assert {row.byes for row in room.field().standings} == {1}
    with pytest.raises(WrongState):
        room.prepare()


def test_who_leaves_a_round_robin_keeps_his_place_in_its_table() -> None:
    """The pairs of the others are those they would have been."""
    room = make_classic_room(NAMES[:4], system="round-robin", rounds=None)
    met: list[frozenset[str]] = []
    for number in range(3):
        one = room.begin()
        met += map(frozenset, room.pairs(one))
        room.play(one)
        room.finish(one)
        if not number:
            withdraw_entry(entry=room.entries[NAMES[0]], **room.by())
    assert len(met) == len(set(met)) == 6
    assert all("" not in pair for pair in met), "nobody has a bye for it"


def test_who_comes_late_goes_or_is_absent_is_paired_as_he_is_there() -> None:
    room = make_classic_room(NAMES[:5], rounds=9)
    withdraw_entry(entry=room.entries["Elba"], **room.by())
    first = room.begin()
    assert {name for pair in room.pairs(first) for name in pair} == set(NAMES[:4])
    room.play(first)
    room.finish(first)
    restore_entry(entry=room.entries["Elba"], **room.by())
    change_plays_on(
        tournament=room.tournament,
        entries=[room.entries["Alba"].pk, room.entries["Bona"].pk],
        plays_on=PlaysOn.NOTHING,
        **room.by(),
    )
    second = room.begin()
    assert {name for pair in room.pairs(second) for name in pair} == {"Cava", "Dora", "Elba", ""}
    (bye,) = [name for name, other in room.pairs(second) if not other]
    room.play(second)
    found = room.field()
    hows = {
        found.entries[key].name: [line.how for line in card] for key, card in found.cards.items()
    }
    assert hows["Elba"][0] is How.ABSENT
    assert hows[bye][1] is How.BYE
    assert hows["Alba"] == [How.PLAYED, How.ABSENT]


def test_pairs_are_changed_by_hand_until_they_are_shown_and_written_down() -> None:
    room = make_classic_room(NAMES[:5], rounds=5)
    one = room.prepare()
    before = room.pairs(one)
    (a, b), (c, d), (bye, _) = before
    swap(round_=one, one=room.entries[a], other=room.entries[c], **room.by())
    assert room.pairs(one) == [(c, b), (a, d), (bye, "")]
    swap(round_=one, one=room.entries[b], other=None, **room.by())
    assert room.pairs(one) == [(a, d), (bye, b), (c, "")]
    pair_again(round_=one, **room.by())
    assert room.pairs(one) == before
    with pytest.raises(BadChoice):
        swap(round_=one, one=room.entries[a], other=room.entries[a], **room.by())
    room.move(one, RoundCommand.PUBLISH)
    refused: list[Callable[[], None]] = [
        lambda: swap(round_=one, one=room.entries[a], other=room.entries[c], **room.by()),
        lambda: pair_again(round_=one, **room.by()),
        lambda: discard(round_=one, **room.by()),
    ]
    for command in refused:
        with pytest.raises(WrongState):
            command()
    changes = TournamentChange.objects.filter(tournament=room.tournament, data__what="swap")
    number = {name: entry.table.number for name, entry in room.entries.items()}
    assert [one.data["tables"] for one in changes] == [[number[a], number[c]], [number[b]]]


def test_every_state_and_command_of_a_round() -> None:
    room = make_classic_room(NAMES[:2])
    one = room.prepare()
    with every_row() as row:
        for state in RoundState:
            for command in RoundCommand:
                with row(f"{state} {command}"):
                    _one_transition(room, one, state, command)


def _one_transition(
    room: ClassicRoom, one: MatchRound, state: RoundState, command: RoundCommand
) -> None:
    MatchRound.objects.filter(pk=one.pk).update(state=state)
    one.matches.update(winner="X", points_x=2, points_y=0, over_at="2026-01-01T00:00:00Z")
    one.refresh_from_db()
    target = ROUND_TRANSITIONS.get((state, command))
    if target is None:
        with pytest.raises(WrongState):
            room.move(one, command)
    else:
        assert room.move(one, command).state == target


def test_a_round_moves_once_and_ends_only_when_all_its_matches_are_over() -> None:
    room = make_classic_room()
    one = room.prepare()
    room.move(MatchRound.objects.get(pk=one.pk), RoundCommand.PUBLISH)
    with pytest.raises(LostRace):
        room.move(one, RoundCommand.PUBLISH)
    one = room.move(MatchRound.objects.get(pk=one.pk), RoundCommand.START)
    with pytest.raises(WrongState):
        room.finish(one)
    with pytest.raises(WrongState):
        room.prepare()


def test_terms_are_settled_once_the_first_round_is_shown() -> None:
    room = make_classic_room(NAMES[:2])
    room.terms(points_won=3)
    one = room.move(room.prepare(), RoundCommand.PUBLISH)
    with pytest.raises(BadSetting, match="classic-settled"):
        room.terms(points_won=2)
    room.terms(rounds=7, ladder=["wins"])
    assert room.field().terms.ladder == (RoundMeasure.WINS,)
    assert room.field().terms.points.win == 3
    assert one.number == 1


def test_games_are_opened_when_a_round_begins_unless_it_is_played_on_paper() -> None:
    room = make_classic_room(NAMES[:4])
    assert room.begin().matches.filter(games__isnull=False).count() == 0
    room.play(MatchRound.objects.get())
    room.finish(MatchRound.objects.get())
    room.terms(on_paper=False)
    second = room.begin()
    assert second.matches.filter(games__number=1).count() == 2
    match = room.matches(second)[0]
    match.games.update(seq=1)
    with pytest.raises(WrongState, match="match-on-tablets"):
        room.sheet(match, (400, 300))
    match.games.update(seq=0)
    room.sheet(match, (400, 300))
    assert not match.games.exists()


def test_a_duplicate_tournament_has_no_rounds() -> None:
    room = make_classic_room()
    room.tournament.discipline = "duplicate"
    room.tournament.save()
    for refused in (room.prepare, lambda: room.terms(rounds=2)):
        with pytest.raises(RoomError):
            refused()
    assert User.objects.count() == 1
