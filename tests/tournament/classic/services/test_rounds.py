"""Rounds of a classic tournament, from pairing to standings."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q

from tests.classic_room import NAMES, ClassicRoom, make_classic_room
from tests.rows import every_row
from tournament.classic.core.commands import Command
from tournament.classic.core.rounds.lines import RoundLineKind
from tournament.classic.core.rounds.states import ROUND_TRANSITIONS, RoundCommand, RoundState
from tournament.classic.core.rounds.terms import PairingSystem, RoundMeasure
from tournament.classic.core.sides import Actor
from tournament.classic.models import MatchGame, MatchRound
from tournament.classic.queries.rounds import pairing_key
from tournament.classic.services.matches import open_game
from tournament.classic.services.play import run_command
from tournament.classic.services.rounds import discard, pair_again, swap
from tournament.core.errors import (
    BadChoice,
    BadSetting,
    LostRace,
    RoomError,
    WrongState,
)
from tournament.core.people.player_data import PlayerData
from tournament.core.states import PlayMedium
from tournament.models import Entry, TournamentChange
from tournament.queries.people.entry_imports import make_plan
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
        match_round = room.begin()
        pairs = {frozenset(pair) for pair in room.pairs(match_round)}
        assert len(pairs) == 3
        assert not pairs & met
        met |= pairs
        room.play(match_round)
        room.finish(match_round)
    field = room.field()
    assert room.standing()[0] == (1, "Alba")
    # Pairing is partly random: another player may lose every match as well.
    wins = {field.entries[row.key].name: row.won for row in field.standings}
    assert wins["Fara"] == field.standings[-1].won == 0
    assert not field.provisional
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
    findings_by_line = {
        line.number: [finding.code for finding in line.findings]
        for line in make_plan(pending).lines
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
    assert {row.byes for row in room.field().standings} == {1}
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
            withdraw_entry(entry=room.entries[NAMES[0]], **room.by())
    assert len(meetings) == len(set(meetings)) == 6
    assert all("" not in pair for pair in meetings), "nobody has a bye for it"


def _withdraw(room: ClassicRoom, entry: Entry) -> None:
    withdraw_entry(entry=entry, **room.by())


def _set_absent(room: ClassicRoom, entry: Entry) -> None:
    change_plays_on(
        tournament=room.tournament, entries=[entry.pk], plays_on=PlayMedium.NOTHING, **room.by()
    )


def _exclude(room: ClassicRoom, entry: Entry) -> None:
    """Exclude by a decision in the game of the first round (9.3)."""
    game = MatchGame.objects.get(Q(match__x=entry) | Q(match__y=entry), match__round__number=1)
    data = {"side": "X" if game.match.x == entry else "Y", "sanction": "exclusion"}
    run_command(
        game_id=game.pk, command=Command.SANCTION, actor=Actor.DIRECTOR, data=data, **room.by()
    )


def _leave(
    room: ClassicRoom,
    match_round: MatchRound,
    leave: Callable[[ClassicRoom, Entry], None],
    when: RoundCommand | None,
) -> tuple[int, int]:
    """Return the match points of the player with the bye before the end of the round and after;
    they leave after the command ``when``, None: before the pairing."""
    (entry,) = [match.x for match in room.matches(match_round) if match.y is None]

    def get_points() -> int:
        (points,) = [row.points for row in room.field().cards[pairing_key(entry)][1:]]
        return points

    if when is None:
        discard(round_=match_round, **room.by())
        leave(room, entry)
        match_round = room.prepare()
        assert all(match.x != entry for match in room.matches(match_round) if match.y is None)
    for command in (RoundCommand.PUBLISH, RoundCommand.START):
        match_round = room.move(match_round, command)
        if command is when:
            leave(room, entry)
    points = get_points()
    room.play(match_round)
    room.finish(match_round)
    return points, get_points()


def test_a_bye_pays_only_those_who_are_there_at_the_start() -> None:
    leaving = {"withdrawn": _withdraw, "absent": _set_absent, "excluded": _exclude}
    paid = {("withdrawn", RoundCommand.START), ("absent", RoundCommand.START)}
    with every_row() as row:
        for system in PairingSystem:
            room = make_classic_room(NAMES[:5], system=system, rounds=5)
            first = room.begin()
            room.terms(on_paper=False)
            for match in room.matches(first):
                if match.y is not None:
                    game_id = open_game(match=match, **room.by()).pk
                    run_command(
                        game_id=game_id, command=Command.STOP, actor=Actor.DIRECTOR, **room.by()
                    )
            room.terms(on_paper=True)
            room.finish(first)
            second = room.prepare()
            for name, leave in leaving.items():
                for when in (None, RoundCommand.PUBLISH, RoundCommand.START):
                    with row(f"{system} {name} {when}"), transaction.atomic():
                        expected = 2 if (name, when) in paid else 0
                        assert _leave(room, second, leave, when) == (expected, expected)
                        transaction.set_rollback(True)


def test_late_withdrawn_or_absent_entries_are_paired_when_present() -> None:
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
        plays_on=PlayMedium.NOTHING,
        **room.by(),
    )
    second = room.begin()
    assert {name for pair in room.pairs(second) for name in pair} == {"Cava", "Dora", "Elba", ""}
    (bye,) = [name for name, other in room.pairs(second) if not other]
    room.play(second)
    field = room.field()
    hows = {
        field.entries[key].name: [line.kind for line in card] for key, card in field.cards.items()
    }
    assert hows["Elba"][0] is RoundLineKind.ABSENT
    assert hows[bye][1] is RoundLineKind.BYE
    assert hows["Alba"] == [RoundLineKind.PLAYED, RoundLineKind.ABSENT]


def test_pairs_change_by_hand_until_published_and_are_recorded() -> None:
    room = make_classic_room(NAMES[:5], rounds=5)
    match_round = room.prepare()
    before = room.pairs(match_round)
    (a, b), (c, d), (bye, _) = before
    swap(round_=match_round, first=room.entries[a], second=room.entries[c], **room.by())
    assert room.pairs(match_round) == [(c, b), (a, d), (bye, "")]
    swap(round_=match_round, first=room.entries[b], second=None, **room.by())
    assert room.pairs(match_round) == [(a, d), (bye, b), (c, "")]
    pair_again(round_=match_round, **room.by())
    assert room.pairs(match_round) == before
    with pytest.raises(BadChoice):
        swap(round_=match_round, first=room.entries[a], second=room.entries[a], **room.by())
    room.move(match_round, RoundCommand.PUBLISH)
    refused: list[Callable[[], None]] = [
        lambda: swap(
            round_=match_round, first=room.entries[a], second=room.entries[c], **room.by()
        ),
        lambda: pair_again(round_=match_round, **room.by()),
        lambda: discard(round_=match_round, **room.by()),
    ]
    for command in refused:
        with pytest.raises(WrongState):
            command()
    changes = TournamentChange.objects.filter(tournament=room.tournament, data__what="swap")
    number = {name: entry.table.number for name, entry in room.entries.items()}
    assert [match_round.data["tables"] for match_round in changes] == [
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
                    _one_transition(room, match_round, state, command)


def _one_transition(
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
    assert room.field().terms.ladder == (RoundMeasure.WINS,)
    assert room.field().terms.points.win == 3
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
