"""Rounds of a classic tournament, from pairing to standings."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.classic_room import NAMES, ClassicRoom, make_classic_room
from tests.rows import every_row
from tournament.core.classic.commands import Command
from tournament.core.classic.endings import Winner
from tournament.core.classic.rounds.lines import How
from tournament.core.classic.rounds.states import (
    ROUND_TRANSITIONS,
    ResultKind,
    RoundCommand,
    RoundState,
)
from tournament.core.classic.rounds.terms import RoundMeasure
from tournament.core.classic.sides import Actor
from tournament.core.errors import (
    BadChoice,
    BadSetting,
    ClassicRefused,
    LostRace,
    RoomError,
    WrongState,
)
from tournament.core.people import PlayerData
from tournament.core.states import PlaysOn, Publicity
from tournament.models import MatchRound, Tournament, TournamentChange
from tournament.queries.classic.rounds import results_public
from tournament.queries.entry_imports import plan_of
from tournament.services.classic import play
from tournament.services.classic.matches import open_game
from tournament.services.classic.rounds import discard, pair_again, swap
from tournament.services.entry_imports import send_file
from tournament.services.registration import (
    register_entry,
    restore_entry,
    update_entry,
    withdraw_entry,
)
from tournament.services.taking_part import change_plays_on
from tournament.words.round_tables import standings_listing
from tournament.words.tournaments import told_change

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
    standing = room.standing()
    assert standing[0] == (1, "Alba")
    assert standing[-1][1] == "Fara"
    assert not room.field().provisional
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


def test_a_decision_that_opens_a_match_again_opens_its_round_whatever_came_after() -> None:
    room = make_classic_room(NAMES[:4], rounds=3)
    room.terms(on_paper=False)
    Tournament.objects.filter(pk=room.tournament.pk).update(publicity=Publicity.GAME)
    first = room.begin()
    games = [match.games.get() for match in room.matches(first)]

    def does(what: Command, actor: Actor, **data: str) -> None:
        play.command(game_id=games[0].pk, what=what, actor=actor, data=data, **room.by())

    loss = {"side": "Y", "sanction": "loss"}
    for game in games:
        play.command(
            game_id=game.pk, what=Command.SANCTION, actor=Actor.ARBITER, data=loss, **room.by()
        )
    room.finish(first)
    second = room.begin()
    assert [one.pk for one in room.field(public=True).rounds] == [first.pk]
    does(Command.APPEAL, Actor.Y)
    does(Command.DECIDE, Actor.DIRECTOR, decision="overturn")
    first.refresh_from_db()
    assert (first.state, first.finished_at) == (RoundState.RUNNING, None)
    assert not room.field(public=True).rounds
    played = [line.how for card in room.field().cards.values() for line in card[:1]]
    assert sorted(played) == [How.OPEN, How.OPEN, How.PLAYED, How.PLAYED]
    noted = TournamentChange.objects.filter(tournament=room.tournament).latest("pk")
    assert "table n° 1" in told_change(noted.kind, noted.data)
    MatchRound.objects.filter(pk=second.pk).update(state=RoundState.FINISHED)
    with pytest.raises(WrongState, match="round-before") as caught:
        room.prepare()
    assert caught.value.data["number"] == 1
    does(Command.SANCTION, Actor.DIRECTOR, **loss)
    room.finish(first)
    room.prepare()


def test_who_is_excluded_is_paired_no_more_and_wins_nothing_until_it_is_taken_back(
    client: Client,
) -> None:
    room = make_classic_room(NAMES[:4], rounds=3, games_to_win=2)
    room.terms(on_paper=False)
    first = room.begin()
    match, other = room.matches(first)
    game, gone = match.games.get(), match.x

    def does(what: Command, actor: Actor = Actor.DIRECTOR, **data: Any) -> None:
        play.command(game_id=game.pk, what=what, actor=actor, data=data, **room.by())
        match.refresh_from_db()
        gone.refresh_from_db()

    for side, points in (("Y", "points"), ("X", "exclusion")):
        does(Command.SANCTION, side=side, sanction=points)
    assert gone.withdrawn
    noted = TournamentChange.objects.filter(tournament=room.tournament).latest("pk")
    assert "exclu du tournoi" in told_change(noted.kind, noted.data)
    does(Command.STOP)
    game.refresh_from_db()
    assert (game.score_x, game.score_y, game.winner) == (0, -20, "Y")
    assert (match.winner, match.points_x, match.points_y) == ("Y", 0, 2)
    with pytest.raises(ClassicRefused, match="match-over"):
        open_game(match=match, **room.by())
    room.sheet(other, (400, 300), (400, 300))
    room.finish(first)
    second = room.prepare()
    assert gone.name not in {name for pair in room.pairs(second) for name in pair}
    names = [row.cells[1] for row in standings_listing(room.field()).rows]
    assert f"{gone.name} (exclu)" in names
    client.force_login(room.user)
    page = client.get(reverse("office-entries", args=[room.tournament.slug]))
    assert page.context["excluded"] == {gone.pk}
    does(Command.LIFT, ruling=1)
    assert room.tournament.entries.filter(withdrawn=False).count() == 4
    assert match.winner == ""
    names = [row.cells[1] for row in standings_listing(room.field()).rows]
    assert gone.name in names


def test_a_result_written_again_counts_and_the_first_stays() -> None:
    room = make_classic_room(NAMES[:2])
    one = room.begin()
    (match,) = room.matches(one)
    first = room.sheet(match, (400, 300))
    room.sheet(match, (300, 400), reason="Feuille lue à l’envers")
    assert next(iter(match.results.all())) == first
    winner = room.field().standings[0]
    assert room.field().entries[winner.key] == match.y
    match.refresh_from_db()
    assert (match.winner, match.points_x, match.points_y, match.difference) == ("Y", 0, 2, -100)


def test_forfeits_both_away_and_giving_up_count_as_the_text_says() -> None:
    room = make_classic_room(tie_break_unplayed=50)
    one = room.begin()
    first, second, third = room.matches(one)
    room.sheet(first, kind=ResultKind.FORFEIT, winner=Winner.Y)
    room.sheet(second, kind=ResultKind.BOTH_AWAY)
    room.sheet(third, (250, 200), kind=ResultKind.GIVEN_UP, winner=Winner.Y)
    found = room.field()
    lines = {found.entries[key].name: card[0] for key, card in found.cards.items()}
    told = {name: (line.how, line.points, line.tie_break) for name, line in lines.items()}
    assert first.y is not None
    assert second.y is not None
    assert third.y is not None
    assert told == {
        first.x.name: (How.FORFEIT, 0, 0),
        first.y.name: (How.FORFEIT, 2, 50),
        second.x.name: (How.FORFEIT, 0, 0),
        second.y.name: (How.FORFEIT, 0, 0),
        third.x.name: (How.PLAYED, 0, 50),
        third.y.name: (How.PLAYED, 2, -50),
    }


def test_a_sheet_that_does_not_hold_together_is_refused() -> None:
    room = make_classic_room(NAMES[:2], games_to_win=2)
    one = room.begin()
    (match,) = room.matches(one)
    wrong: dict[str, tuple[tuple[int, int], ...]] = {
        "result-games-missing": ((400, 300),),
        "result-games-after": ((400, 300), (400, 300), (1, 2)),
        "result-games": ((1, 2), (2, 1), (1, 1), (2, 2)),
        "result-score": ((4000, 1), (400, 300)),
    }
    with every_row() as row:
        for reason, games in wrong.items():
            with row(reason), pytest.raises(BadSetting, match=reason):
                room.sheet(match, *games)
    with pytest.raises(BadSetting, match="result-winner"):
        room.sheet(match, kind=ResultKind.FORFEIT)
    room.sheet(match, (400, 300), (300, 450), (401, 400))
    match.refresh_from_db()
    assert (match.winner, match.difference) == ("X", -49)


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


def test_results_are_public_when_the_tournament_has_chosen() -> None:
    room = make_classic_room(NAMES[:2], rounds=1)
    one = room.begin()
    expected = {Publicity.LIVE: (True, True), Publicity.GAME: (False, True)}
    seen: dict[Publicity, list[bool]] = {}
    for publicity in Publicity:
        room.tournament.publicity = publicity
        seen[publicity] = [results_public(room.tournament, one)]
    room.play(one)
    one = room.finish(one)
    for publicity in Publicity:
        room.tournament.publicity = publicity
        seen[publicity].append(results_public(room.tournament, one))
    assert {name: tuple(told) for name, told in seen.items()} == expected | {
        Publicity.END: (False, True)
    }


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
