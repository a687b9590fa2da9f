"""Creates games and moves them through their life cycle."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Max

from engine.board.formats import FORMATS
from tournament.core.errors import BadSetting, LostRace, WrongState
from tournament.core.events import EventKind
from tournament.core.states import (
    LIVE_TURN_STATES,
    GameCommand,
    GameState,
    Source,
    TurnCommand,
    TurnState,
)
from tournament.models import Game, Tournament, Turn
from tournament.protocol import bus
from tournament.queries.lexica import checksum_of, lexicon_of_tournament
from tournament.queries.seal import seal_of
from tournament.queries.tops import commitment_of
from tournament.services import recordings, word_lists
from tournament.services.lexicon_lock import relying
from tournament.services.transitions import By, move_game, move_turn

MIN_SECONDS, MAX_SECONDS = 5, 3600


def create_game(
    *,
    tournament: Tournament,
    fmt: str = "normal",
    time_s: int = 180,
    warn_s: int = 30,
    source: str = Source.SOFTWARE,
    script: dict[str, Any] | None = None,
    by: By,
    now: datetime,
) -> Game:
    """Add a game in draft; ``script`` is a recorded game and needed for a replay only.

    Raises BadSetting.
    """
    check_settings(fmt, time_s, warn_s, source)
    extra: list[str] = []
    if source == Source.REPLAY:
        script, extra = recordings.check(script, lexicon_of_tournament(tournament))
        fmt = str(script["format"])
        check_settings(fmt, time_s, warn_s, source)
    return add_game(
        tournament,
        format=fmt,
        time_s=time_s,
        warn_s=warn_s,
        source=source,
        script=script if source == Source.REPLAY else None,
        extra_words=extra,
    )


def add_game(tournament: Tournament, **fields: Any) -> Game:
    """A game in draft with the next number; for services, which have checked ``fields``."""
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        last = tournament.games.aggregate(last=Max("number"))["last"] or 0
        return Game.objects.create(tournament=tournament, number=last + 1, **fields)


def check_settings(fmt: str, time_s: int, warn_s: int, source: str) -> None:
    if fmt not in FORMATS:
        raise BadSetting("unknown-format", format=fmt)
    if not MIN_SECONDS <= time_s <= MAX_SECONDS:
        raise BadSetting("bad-time", time_s=time_s, least=MIN_SECONDS, most=MAX_SECONDS)
    if not 0 <= warn_s < time_s:
        raise BadSetting("bad-warning-time", warn_s=warn_s)
    if source not in set(Source):
        raise BadSetting("unknown-source", source=source)


def update_game(*, game: Game, time_s: int, warn_s: int, by: By, now: datetime) -> Game:
    """Change the times of a game still in draft."""
    check_settings(game.format, time_s, warn_s, game.source)
    changed = Game.objects.filter(pk=game.pk, state=GameState.DRAFT)
    if not changed.update(time_s=time_s, warn_s=warn_s):
        raise WrongState("game", command="update", state=game.state)
    game.refresh_from_db()
    return game


def delete_game(*, game: Game, by: By, now: datetime) -> None:
    """Remove a game that never started."""
    if not Game.objects.filter(pk=game.pk, state=GameState.DRAFT).delete()[0]:
        raise WrongState("game", command="delete", state=game.state)


def _moved_room(game: Game) -> None:
    """The game the room looks at may be another one now."""
    tournament_id = game.tournament_id
    transaction.on_commit(lambda: bus.publish(bus.RoomResync(tournament=tournament_id)))


def prepare_game(*, game: Game, by: By, now: datetime) -> Game:
    """Fix the settings; from here on the commitments to seed and script are public.

    Raises BadSetting for a recorded game that could not start any more: the organiser hears it
    now, not the judge before a full room.
    """
    if game.source == Source.REPLAY:
        recordings.words_of(game.script)
    with transaction.atomic():
        data = {"commitment": commitment_of(game), "seal": seal_of(game)}
        move_game(game, GameCommand.PREPARE, by=by, now=now, data=data)
        _moved_room(game)
    return game


def reopen_game(*, game: Game, by: By, now: datetime) -> Game:
    with transaction.atomic():
        move_game(game, GameCommand.REOPEN, by=by, now=now)
        _moved_room(game)
    return game


def start_game(*, game: Game, by: By, now: datetime) -> Game:
    """Start the game, with the words it keeps; only one game of a tournament runs at a time."""
    recorded = _words_of_record(game)  # reads and compiles lists: before anybody waits for it
    with relying():
        # One start at a time: which game runs is asked when nobody else can start another.
        tournament = Tournament.objects.select_for_update(no_key=True).get(pk=game.tournament_id)
        running = Game.objects.filter(
            tournament=game.tournament_id, state__in=[GameState.RUNNING, GameState.INTERRUPTED]
        )
        if running.exclude(pk=game.pk).exists():
            raise WrongState("another-game-running")
        kept = game.word_list_id or word_lists.fixed_list(tournament=tournament, now=now).pk
        data = {"lexicon": checksum_of(kept)}
        fields: dict[str, Any] = {"started_at": now, "word_list_id": kept}
        if recorded is not None:
            checksum, fields["extra_words"] = recorded
            if checksum != data["lexicon"]:
                raise LostRace("lexicon")
        move_game(game, GameCommand.START, by=by, now=now, data=data, **fields)
        _moved_room(game)
    return game


def _words_of_record(game: Game) -> tuple[str, list[str]] | None:
    """Which list a recorded game starts with by now, and its words that are not in it."""
    if game.word_list_id:
        return None
    tournament = Tournament.objects.get(pk=game.tournament_id)
    word_lists.make_ready(tournament)
    if game.source != Source.REPLAY:
        return None
    lexicon = lexicon_of_tournament(tournament)  # may be another one than the draft's
    _record, missing = recordings.check(game.script, lexicon)
    return lexicon.checksum, missing


def interrupt_game(*, game: Game, by: By, now: datetime) -> Game:
    """Interrupt the game between two turns, or while one is being prepared or corrected."""
    with transaction.atomic():
        move_game(game, GameCommand.INTERRUPT, by=by, now=now, interrupted_at=now)
        _require_no_open_turn(game)
    return game


def _require_no_open_turn(game: Game) -> None:
    """Asked after the game has moved, when no turn can be opened any more."""
    if game.turns.filter(state=TurnState.OPEN).exists():
        raise WrongState("turn-open")


def longest_interruption(game: Game) -> timedelta:
    """An interruption longer than this ends the game at the last turn collected (3.7)."""
    limit = game.tournament.regulation.play.interruption_limit_min
    return timedelta(minutes=limit.value)


def resume_game(*, game: Game, by: By, now: datetime) -> Game:
    """Go on, unless the interruption was so long that 3.7 ends the game."""
    longest = longest_interruption(game)
    if game.interrupted_at and now - game.interrupted_at > longest:
        raise WrongState("interrupted-too-long", minutes=longest // timedelta(minutes=1))
    return move_game(game, GameCommand.RESUME, by=by, now=now, interrupted_at=None)


def finish_game(
    *, game: Game, reason: str, article: str = "", detail: str = "", by: By, now: datetime
) -> Game:
    """End the game: complete or cancel the turn under way, publish seed and final totals.

    ``reason`` is a code of ``tournament.words.endings``; ``detail`` goes into the journal with it.
    """
    with transaction.atomic():
        live = game.turns.filter(state__in=list(LIVE_TURN_STATES)).first()
        if live is not None:
            _end_turn(live, by=by, now=now)
        move_game(
            game,
            GameCommand.FINISH,
            by=by,
            now=now,
            data={"reason": reason, "detail": detail},
            finished_at=now,
            end_reason=reason,
            end_article=article,
        )
        if game.turns.filter(state__in=list(LIVE_TURN_STATES)).exists():
            raise LostRace("turn")  # drawn by somebody else just now
        transaction.on_commit(lambda: _moved_judge(game))
    return game


def _moved_judge(game: Game) -> None:
    """The result stays before the room; before the judge lies the next game, if one is ready.

    Asked after the commit: who declares one ready later than this says so himself.
    """
    if Game.objects.filter(tournament=game.tournament_id, state=GameState.READY).exists():
        _moved_room(game)


def _end_turn(turn: Turn, *, by: By, now: datetime) -> None:
    if turn.state == TurnState.REVEALED:
        move_turn(turn, TurnCommand.COMPLETE, EventKind.DONE, by=by, now=now)
    elif turn.state in {TurnState.OPEN, TurnState.CLOSED}:
        # Bulletins are out there: the judge says first what becomes of them.
        raise WrongState("turn-under-way", state=turn.state)
    else:
        move_turn(turn, TurnCommand.CANCEL, EventKind.CANCELLED, by=by, now=now)


def annul_game(*, game: Game, detail: str = "", by: By, now: datetime) -> Game:
    """Declare the game void: its results count for nothing. ``detail`` goes into the journal."""
    with transaction.atomic():
        said = {"detail": detail}
        move_game(game, GameCommand.ANNUL, by=by, now=now, data=said, finished_at=now)
        _require_no_open_turn(game)
        _moved_room(game)
    return game
