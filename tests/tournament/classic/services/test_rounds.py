"""Rounds of a classic tournament, from pairing to standings."""

from collections.abc import Callable
from functools import partial

import pytest
from django.contrib.auth.models import User

from tests.classic_room import NAMES, ClassicRoom, make_classic_room
from tests.rows import every_row
from tournament.classic.core.rounds.lines import RoundLineKind
from tournament.classic.core.rounds.states import ROUND_TRANSITIONS, RoundCommand, RoundState
from tournament.classic.core.rounds.terms import RoundMeasure
from tournament.classic.models import MatchRound
from tournament.classic.services.rounds import discard_round, pair_again, swap_places
from tournament.core.errors import (
    BadChoice,
    BadSetting,
    LostRace,
    RoomError,
    WrongState,
)
from tournament.core.people.player_data import PlayerData
from tournament.core.states import PlayMedium
from tournament.models import TournamentChange
from tournament.queries.people.entry_imports import make_import_plan
from tournament.services.people.entry_imports import store_file
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
        match_round = room.begin()
        pairs = {frozenset(pair) for pair in room.pairs(match_round)}
        assert len(pairs) == 3
        assert not pairs & met
        met |= pairs
        room.play(match_round)
        room.finish(match_round)
    rounds_data = room.load_rounds()
    assert room.standing()[0] == (1, "Alba")
    # Pairing is partly random: another player may lose every match as well.
    wins = {rounds_data.entries[row.key].name: row.won for row in rounds_data.standings}
    assert wins["Fara"] == rounds_data.standings[-1].won == 0
    assert not rounds_data.provisional
    with pytest.raises(WrongState, match="rounds-over"):
        room.prepare()
    changes = TournamentChange.objects.filter(tournament=room.tournament, kind="round")
    assert [match_round.data["what"] for match_round in changes[:4]] == [
        "prepare",
        "publish",
        "start",
        "finish",
    ]


def test_nobody_registers_as_a_pair() -> None:
    """Check one entry, a correction, and an imported file (1.1)."""
    room = make_classic_room(NAMES[:2])
    two = [PlayerData("Gala"), PlayerData("Hors")]
    with pytest.raises(BadSetting, match="pair-in-classic"):
        register_entry(tournament=room.tournament, players=two, **room.get_author_and_time())
    with pytest.raises(BadSetting, match="pair-in-classic"):
        update_entry(entry=room.entries["Alba"], players=two, **room.get_author_and_time())
    pending = store_file(
        organisation=room.tournament.organisation,
        tournament=room.tournament,
        file_name="liste.csv",
        data=b"paire,nom\nA,Gala\nA,Hors\n,Inde\n",
        **room.get_author_and_time(),
    )
    findings_by_line = {
        line.number: [finding.code for finding in line.findings]
        for line in make_import_plan(pending).lines
    }
    assert [codes for codes in findings_by_line.values() if codes] == [["pair-in-classic"]]


def test_round_robin_of_five_pairs_all_with_one_bye_each() -> None:
    room = make_classic_room(NAMES[:5], system="round-robin", rounds=None)
    meetings: list[frozenset[str]] = []
    for _ in range(5):
        match_round = room.begin()
        meetings += [frozenset(pair) - {""} for pair in room.pairs(match_round)]
        room.play(match_round)
        room.finish(match_round)
    assert len(meetings) == len(set(meetings)) == 15
    assert room.standing() == [(rank, name) for rank, name in enumerate(NAMES[:5], start=1)]
    assert {row.byes for row in room.load_rounds().standings} == {1}
    with pytest.raises(WrongState):
        room.prepare()


def test_withdrawn_entry_keeps_its_place_in_the_round_robin() -> None:
    """Check that the pairs of the others do not change."""
    room = make_classic_room(NAMES[:4], system="round-robin", rounds=None)
    meetings: list[frozenset[str]] = []
    for number in range(3):
        match_round = room.begin()
        meetings += map(frozenset, room.pairs(match_round))
        room.play(match_round)
        room.finish(match_round)
        if not number:
            withdraw_entry(entry=room.entries[NAMES[0]], **room.get_author_and_time())
    assert len(meetings) == len(set(meetings)) == 6
    assert all("" not in pair for pair in meetings), "nobody has a bye for it"


def test_late_withdrawn_or_absent_entries_are_paired_when_present() -> None:
    room = make_classic_room(NAMES[:5], rounds=9)
    withdraw_entry(entry=room.entries["Elba"], **room.get_author_and_time())
    first = room.begin()
    assert {name for pair in room.pairs(first) for name in pair} == set(NAMES[:4])
    room.play(first)
    room.finish(first)
    restore_entry(entry=room.entries["Elba"], **room.get_author_and_time())
    change_plays_on(
        tournament=room.tournament,
        entries=[room.entries["Alba"].pk, room.entries["Bona"].pk],
        plays_on=PlayMedium.ABSENT,
        **room.get_author_and_time(),
    )
    second = room.begin()
    assert {name for pair in room.pairs(second) for name in pair} == {"Cava", "Dora", "Elba", ""}
    (bye,) = [name for name, other in room.pairs(second) if not other]
    room.play(second)
    rounds_data = room.load_rounds()
    hows = {
        rounds_data.entries[key].name: [line.kind for line in card]
        for key, card in rounds_data.lines_by_entry.items()
    }
    assert hows["Elba"][0] is RoundLineKind.ABSENT
    assert hows[bye][1] is RoundLineKind.BYE
    assert hows["Alba"] == [RoundLineKind.PLAYED, RoundLineKind.ABSENT]


def test_pairs_change_by_hand_until_published_and_are_recorded() -> None:
    room = make_classic_room(NAMES[:5], rounds=5)
    match_round = room.prepare()
    before = room.pairs(match_round)
    (a, b), (c, d), (bye, _) = before
    exchange = partial(swap_places, match_round=match_round, **room.get_author_and_time())
    exchange(first=room.entries[a], second=room.entries[c])
    assert room.pairs(match_round) == [(c, b), (a, d), (bye, "")]
    exchange(first=room.entries[b], second=None)
    assert room.pairs(match_round) == [(a, d), (bye, b), (c, "")]
    pair_again(match_round=match_round, **room.get_author_and_time())
    assert room.pairs(match_round) == before
    with pytest.raises(BadChoice):
        exchange(first=room.entries[a], second=room.entries[a])
    room.move(match_round, RoundCommand.PUBLISH)
    refused: list[Callable[[], None]] = [
        lambda: exchange(first=room.entries[a], second=room.entries[c]),
        lambda: pair_again(match_round=match_round, **room.get_author_and_time()),
        lambda: discard_round(match_round=match_round, **room.get_author_and_time()),
    ]
    for command in refused:
        with pytest.raises(WrongState):
            command()
    changes = TournamentChange.objects.filter(tournament=room.tournament, data__what="swap")
    number = {name: entry.table.number for name, entry in room.entries.items()}
    assert [change.data["tables"] for change in changes] == [
        [number[a], number[c]],
        [number[b]],
    ]


def test_every_state_and_command_of_a_round() -> None:
    room = make_classic_room(NAMES[:2])
    match_round = room.prepare()
    with every_row() as row:
        for state in RoundState:
            for command in RoundCommand:
                with row(f"{state} {command}"):
                    _run_transition(room, match_round, state, command)


def _run_transition(
    room: ClassicRoom, match_round: MatchRound, state: RoundState, command: RoundCommand
) -> None:
    MatchRound.objects.filter(pk=match_round.pk).update(state=state)
    match_round.matches.update(winner="X", points_x=2, points_y=0, over_at="2026-01-01T00:00:00Z")
    match_round.refresh_from_db()
    target = ROUND_TRANSITIONS.get((state, command))
    if target is None:
        with pytest.raises(WrongState):
            room.move(match_round, command)
    else:
        assert room.move(match_round, command).state == target


def test_round_moves_once_and_ends_after_all_its_matches() -> None:
    room = make_classic_room()
    match_round = room.prepare()
    room.move(MatchRound.objects.get(pk=match_round.pk), RoundCommand.PUBLISH)
    with pytest.raises(LostRace):
        room.move(match_round, RoundCommand.PUBLISH)
    match_round = room.move(MatchRound.objects.get(pk=match_round.pk), RoundCommand.START)
    with pytest.raises(WrongState):
        room.finish(match_round)
    with pytest.raises(WrongState):
        room.prepare()


def test_terms_are_settled_once_the_first_round_is_shown() -> None:
    room = make_classic_room(NAMES[:2])
    room.terms(points_won=3)
    match_round = room.move(room.prepare(), RoundCommand.PUBLISH)
    with pytest.raises(BadSetting, match="classic-settled"):
        room.terms(points_won=2)
    room.terms(rounds=7, ladder=["wins"])
    assert room.load_rounds().terms.tie_breaks == (RoundMeasure.WINS,)
    assert room.load_rounds().terms.points.win == 3
    assert match_round.number == 1


def test_starting_a_round_opens_its_games_unless_on_paper() -> None:
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
