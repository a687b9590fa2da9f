"""A hall that plays a game on tablets; needs Django set up."""

from datetime import timedelta

from django.contrib.auth.models import User

from arbitrage.archive.queries.archive import build_archive
from arbitrage.queries.position import load_judged_position
from arbitrage.services.correction import correct_turn
from benchmarks.correction.answers import answers
from benchmarks.correction.turns import Turn as Answered
from engine.regulation.editions import CURRENT
from tournament.core.people.player_data import PlayerData
from tournament.core.states import Role
from tournament.models import Bulletin, Entry, Game, Tournament, Turn
from tournament.queries import clock
from tournament.queries.results.tops import list_moves, load_choice
from tournament.services.people.registration import register_entry
from tournament.services.play import turns as life
from tournament.services.play.closing import close_turn
from tournament.services.play.games import create_game, finish_game, prepare_game, start_game
from tournament.services.tournaments import create_tournament
from tournament.tasks import solve_turn

#: One in so many hands nothing in.
ABSENT = 50


def played(*, entries: int, turns: int) -> tuple[int, bytes]:
    """How many turns were played, and the archive of the tournament."""
    now, user = clock.now(), User.objects.create_user("juge")
    tournament = create_tournament(
        name="Salle", starts_on=now.date(), edition=CURRENT, by=user, now=now
    )
    tournament.staff.create(user=user, role=Role.JUDGE)
    people = [_entry(tournament, number, user) for number in range(1, entries + 1)]
    game = create_game(tournament=tournament, by=user, now=now)
    prepare_game(game=game, by=user, now=now)
    game = start_game(game=game, by=user, now=now)
    count = 0
    while count < turns:
        turn = life.draw_turn(game=game, open_bulletins_stay=True, by=user, now=clock.now())
        if turn is None:
            break
        count += _play(turn, people, user)
    else:
        _end(game, user)
    return count, build_archive(tournament, now=clock.now())


def _entry(tournament: Tournament, number: int, user: User) -> Entry:
    players = [PlayerData(last_name=f"Joueur {number}")]
    return register_entry(tournament=tournament, players=players, by=user, now=clock.now())


def _play(turn: Turn, people: list[Entry], user: User) -> int:
    """Whether the turn was played: one without solution is cancelled."""
    solve_turn(turn.pk)
    turn.refresh_from_db()
    if load_choice(turn).proposed is None:
        life.cancel_turn(turn=turn, reason=life.NO_SOLUTION, now=clock.now(), by=user)
        return 0
    life.announce_turn(turn=turn, now=clock.now(), by=user)
    life.open_turn(turn=turn, now=clock.now(), by=user)
    _hand_in(turn, people)
    ended = clock.now() + timedelta(hours=1)
    close_turn(turn_id=turn.pk, now=ended)
    correct_turn(turn_id=turn.pk, now=ended)
    turn = Turn.objects.select_related("game__tournament").get(pk=turn.pk)
    move = load_choice(turn).proposed
    assert move is not None
    life.reveal_turn(turn=turn, word=move.word, ref=move.ref, now=ended, by=user)
    return 1


def _hand_in(turn: Turn, people: list[Entry]) -> None:
    now, answered = (
        clock.now(),
        Answered("", load_judged_position(turn), tuple(list_moves(turn.solutions))),
    )
    given = answers(answered, len(people), seed=turn.ordinal)
    Bulletin.objects.bulk_create(
        Bulletin(
            turn=turn,
            entry=entry,
            rev=1,
            device="essai",
            rows=list(bulletin.sheet.rows),
            struck=list(bulletin.sheet.struck),
            reference=bulletin.reference,
            score=bulletin.score,
            arrived_at=now,
        )
        for number, (entry, bulletin) in enumerate(zip(people, given, strict=True), start=1)
        if (number + turn.ordinal) % ABSENT
    )


def _end(game: Game, user: User) -> None:
    game.refresh_from_db()
    finish_game(
        game=game,
        reason="interrupted",
        article="3.7",
        open_bulletins_stay=True,
        by=user,
        now=clock.now(),
    )
