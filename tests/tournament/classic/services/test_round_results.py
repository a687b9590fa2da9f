"""Results of rounds: entered, corrected, decided, published."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.classic_room import NAMES, make_classic_room
from tests.french import plain
from tests.rows import every_row
from tests.tournament.views.browser import Browser
from tournament.classic.core.commands import Command
from tournament.classic.core.endings import Winner
from tournament.classic.core.rounds.lines import RoundLineKind
from tournament.classic.core.rounds.states import ResultKind, RoundState
from tournament.classic.core.sides import Actor
from tournament.classic.models import MatchRound
from tournament.classic.presentation.round_tables import build_standings_listing
from tournament.classic.queries.rounds import are_results_public
from tournament.classic.services import play
from tournament.classic.services.matches import open_game
from tournament.core.errors import (
    BadSetting,
    ClassicRefused,
    WrongState,
)
from tournament.core.states import ResultVisibility
from tournament.models import Tournament, TournamentChange
from tournament.presentation.tournaments import describe_tournament_change

pytestmark = pytest.mark.django_db


def test_decision_that_reopens_a_match_reopens_its_round() -> None:
    room = make_classic_room(NAMES[:4], rounds=3)
    room.terms(on_paper=False)
    Tournament.objects.filter(pk=room.tournament.pk).update(publicity=ResultVisibility.GAME)
    first = room.begin()
    games = [match.games.get() for match in room.matches(first)]

    def run(number: int, command: Command, actor: Actor, **data: str) -> None:
        game_id, author_and_time = games[number].pk, room.get_author_and_time()
        play.run_command(
            game_id=game_id, command=command, actor=actor, data=data, **author_and_time
        )

    loss = {"side": "Y", "sanction": "loss"}
    for number in range(2):
        run(number, Command.SANCTION, Actor.ARBITER, **loss)
    room.finish(first)
    second = room.begin()
    assert [match_round.pk for match_round in room.load_rounds(public=True).rounds] == [first.pk]
    run(0, Command.APPEAL, Actor.Y)
    run(0, Command.DECIDE, Actor.DIRECTOR, decision="overturn")
    first.refresh_from_db()
    assert (first.state, first.finished_at) == (RoundState.RUNNING, None)
    assert not room.load_rounds(public=True).rounds
    played = [line.kind for card in room.load_rounds().lines_by_entry.values() for line in card[:1]]
    assert sorted(played) == sorted([RoundLineKind.OPEN, RoundLineKind.PLAYED] * 2)
    noted = TournamentChange.objects.filter(tournament=room.tournament).latest("pk")
    assert "table n° 1" in describe_tournament_change(noted.kind, noted.data)
    MatchRound.objects.filter(pk=second.pk).update(state=RoundState.FINISHED)
    with pytest.raises(WrongState, match="round-before") as caught:
        room.prepare()
    assert caught.value.data["number"] == 1
    run(0, Command.SANCTION, Actor.DIRECTOR, **loss)
    room.finish(first)
    room.prepare()


def test_excluded_player_is_unpaired_and_cannot_win_until_readmitted(
    client: Client,
) -> None:
    room = make_classic_room(NAMES[:4], rounds=3, games_to_win=2)
    room.terms(on_paper=False)
    first = room.begin()
    match, other = room.matches(first)
    game, excluded = match.games.get(), match.x

    def run(command: Command, actor: Actor = Actor.DIRECTOR, **data: Any) -> None:
        play.run_command(
            game_id=game.pk, command=command, actor=actor, data=data, **room.get_author_and_time()
        )
        match.refresh_from_db()
        excluded.refresh_from_db()

    for side, points in (("Y", "points"), ("X", "exclusion")):
        run(Command.SANCTION, side=side, sanction=points)
    assert excluded.withdrawn
    noted = TournamentChange.objects.filter(tournament=room.tournament).latest("pk")
    assert "exclu du tournoi" in describe_tournament_change(noted.kind, noted.data)
    run(Command.STOP)
    game.refresh_from_db()
    assert (game.score_x, game.score_y, game.winner) == (0, -20, "Y")
    assert (match.winner, match.points_x, match.points_y) == ("Y", 0, 2)
    with pytest.raises(ClassicRefused, match="match-over"):
        open_game(match=match, **room.get_author_and_time())
    room.sheet(other, (400, 300), (400, 300))
    room.finish(first)
    second = room.prepare()
    assert excluded.name not in {name for pair in room.pairs(second) for name in pair}
    names = [row.cells[1] for row in build_standings_listing(room.load_rounds()).rows]
    assert f"{excluded.name} (exclu)" in names
    client.force_login(room.user)
    page = client.get(reverse("office-entries", args=[room.tournament.slug]))
    assert page.context["excluded"] == {excluded.pk}
    standings = client.get(reverse("api-v1:api-standings", args=[room.tournament.slug])).json()
    assert {row["entry"] for row in standings["entries"] if row["excluded"]} == {excluded.pk}
    run(Command.LIFT, ruling=1)
    assert room.tournament.entries.filter(withdrawn=False).count() == 4
    assert match.winner == ""
    assert excluded.name in [
        row.cells[1] for row in build_standings_listing(room.load_rounds()).rows
    ]


def test_a_result_written_again_counts_and_the_first_stays() -> None:
    room = make_classic_room(NAMES[:2])
    match_round = room.begin()
    (match,) = room.matches(match_round)
    first = room.sheet(match, (400, 300))
    room.sheet(match, (300, 400), reason="Feuille lue à l’envers")
    assert next(iter(match.results.all())) == first
    winner = room.load_rounds().standings[0]
    assert room.load_rounds().entries[winner.key] == match.y
    match.refresh_from_db()
    assert (match.winner, match.points_x, match.points_y, match.difference) == ("Y", 0, 2, -100)


def test_forfeit_double_absence_and_abandon_count_by_the_text() -> None:
    room = make_classic_room(tie_break_unplayed=50)
    match_round = room.begin()
    first, second, third = room.matches(match_round)
    room.sheet(first, kind=ResultKind.FORFEIT, winner=Winner.Y)
    room.sheet(second, kind=ResultKind.BOTH_AWAY)
    room.sheet(third, (250, 200), kind=ResultKind.GIVEN_UP, winner=Winner.Y)
    rounds_data = room.load_rounds()
    lines = {
        rounds_data.entries[key].name: card[0] for key, card in rounds_data.lines_by_entry.items()
    }
    results = {name: (line.kind, line.points, line.tie_break) for name, line in lines.items()}
    assert first.y is not None
    assert second.y is not None
    assert third.y is not None
    assert results == {
        first.x.name: (RoundLineKind.FORFEIT, 0, 0),
        first.y.name: (RoundLineKind.FORFEIT, 2, 50),
        second.x.name: (RoundLineKind.FORFEIT, 0, 0),
        second.y.name: (RoundLineKind.FORFEIT, 0, 0),
        third.x.name: (RoundLineKind.PLAYED, 0, 50),
        third.y.name: (RoundLineKind.PLAYED, 2, -50),
    }


def test_a_sheet_that_does_not_hold_together_is_refused() -> None:
    room = make_classic_room(NAMES[:2], games_to_win=2)
    match_round = room.begin()
    (match,) = room.matches(match_round)
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


def test_a_winner_against_the_scores_needs_a_reason() -> None:
    room = make_classic_room(NAMES[:2], games_to_win=2)
    (match,) = room.matches(room.begin())
    won = ((400, 300), (400, 300))
    contradictions: list[tuple[tuple[tuple[int, int], ...], Winner]] = [
        (won, Winner.Y),
        (won, Winner.EQUAL),
        (won[:1], Winner.X),
        ((), Winner.Y),
    ]
    with every_row() as row:
        for games, winner in contradictions:
            with row((games, winner)):
                with pytest.raises(BadSetting, match="result-reason"):
                    room.sheet(match, *games, winner=winner, reason=" ")
                room.sheet(match, *games, winner=winner, reason="jeu truqué (10.3)")
        with row("no contradiction"):
            room.sheet(match, *won, winner=Winner.X)
        with row("an abandon says it"):
            room.sheet(match, *won, kind=ResultKind.GIVEN_UP, winner=Winner.Y)


def test_negative_scores_are_read_and_shown() -> None:
    client = Browser()
    room = make_classic_room(NAMES[:2])
    match_round = room.begin()
    (match,) = room.matches(match_round)
    client.force_login(room.user)
    address = reverse("office-result", args=[room.tournament.slug, 1, match.pk])
    sheet = {"kind": "sheet", "winner": "", "reason": "", "x1": "−19", "y1": "-9"}
    page = client.post(address, sheet, follow=True)
    match.refresh_from_db()
    assert match.difference == -10
    assert "−19 – −9" in plain(page.content.decode())
    refused = client.post(address, sheet | {"x1": "-19--9"})
    assert refused.status_code == 422
    assert "Écrivez un seul score" in plain(refused.content.decode())


def test_results_are_public_when_the_tournament_has_chosen() -> None:
    room = make_classic_room(NAMES[:2], rounds=1)
    match_round = room.begin()
    expected = {ResultVisibility.LIVE: (True, True), ResultVisibility.GAME: (False, True)}
    visibility: dict[ResultVisibility, list[bool]] = {}
    for publicity in ResultVisibility:
        room.tournament.publicity = publicity
        visibility[publicity] = [are_results_public(room.tournament, match_round)]
    room.play(match_round)
    match_round = room.finish(match_round)
    for publicity in ResultVisibility:
        room.tournament.publicity = publicity
        visibility[publicity].append(are_results_public(room.tournament, match_round))
    assert {name: tuple(values) for name, values in visibility.items()} == expected | {
        ResultVisibility.END: (False, True)
    }
