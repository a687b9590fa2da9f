"""Creates games and applies the commands of their life cycle."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max

from engine.board.formats import FORMATS
from tournament.core.errors import BadSetting, LostRace, WrongState
from tournament.core.events import EventKind
from tournament.core.ranking.ranking_input import PlayOffScope
from tournament.core.states import (
    LIVE_TURN_STATES,
    UNDER_WAY_GAME_STATES,
    CountedOver,
    GameCommand,
    GameKind,
    GameState,
    Source,
    TurnCommand,
    TurnState,
)
from tournament.models import Game, Tournament, Turn
from tournament.protocol import bus
from tournament.queries.lexica import get_checksum, load_tournament_lexicon
from tournament.queries.results.open_turns import list_open_turns
from tournament.queries.results.tops import get_commitment
from tournament.queries.seal import compute_seal, require_changeable
from tournament.services.change_records import record_settings
from tournament.services.lifecycle import require_not_archived
from tournament.services.play.mort_subite import (
    check_playoff_scope,
    choose_players,
    get_journal_data,
    get_mort_subite_fields,
    record_contenders,
    require_own_times,
)
from tournament.services.play.participation import analyze_seats, create_seats
from tournament.services.play.transitions import By, move_game, move_turn
from tournament.services.prepared import recordings, word_lists
from tournament.services.prepared.lexicon_lock import lock_lexica_for_use

MIN_SECONDS, MAX_SECONDS = 5, 3600


def create_game(  # noqa: PLR0913 - what a game has, all by keyword
    *,
    tournament: Tournament,
    fmt: str = "normal",
    time_s: int = 180,
    warn_s: int = 30,
    source: str = Source.SOFTWARE,
    script: dict[str, Any] | None = None,
    kind: str = GameKind.DUPLICATE,
    scope: PlayOffScope | None = None,
    entries: Collection[int] = (),
    by: By,
    now: datetime,
) -> Game:
    """Add a game in draft; ``script`` is a recorded game, needed for a replay only.

    A *mort subite* has the times of the edition; ``scope`` is the ranking whose ties it breaks,
    ``entries`` its players (empty: all). Raise BadSetting.
    """
    fields: dict[str, Any] = {"time_s": time_s, "warn_s": warn_s, "source": source}
    if kind == GameKind.MORT_SUBITE:
        check_playoff_scope(tournament, scope)
        fields |= get_mort_subite_fields(tournament)
        fields["settles"] = scope.to_json() if scope else None
    check_settings(fmt, fields["time_s"], fields["warn_s"], source)
    if source == Source.REPLAY:
        script, fields["extra_words"] = recordings.check(
            script, load_tournament_lexicon(tournament)
        )
        fmt, fields["script"] = str(script["format"]), script
        check_settings(fmt, fields["time_s"], fields["warn_s"], source)
    with transaction.atomic():
        game = add_game(tournament, format=fmt, **fields)
        if entries:
            choose_players(game=game, entries=entries)
    return game


def add_game(tournament: Tournament, **fields: Any) -> Game:
    """Create a game in draft with the next number; the caller has checked ``fields``."""
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
    require_own_times(game)
    drafts = Game.objects.filter(pk=game.pk, state=GameState.DRAFT)
    old, new = _get_times(game), {"time_s": time_s, "warn_s": warn_s}
    with transaction.atomic():
        if not drafts.update(**new):
            raise WrongState("game", command="update", state=game.state)
        record_settings(game.tournament, old, new, by=by, now=now, game=game.number)
    game.refresh_from_db()
    return game


def _get_times(game: Game) -> dict[str, Any]:
    return {"time_s": game.time_s, "warn_s": game.warn_s}


def plan_start(*, game: Game, starts_at: datetime | None, by: By, now: datetime) -> Game:
    """Change the announced start time of a game that has not started; None removes it."""
    waiting = Game.objects.filter(pk=game.pk, state__in=(GameState.DRAFT, GameState.READY))
    old, new = {"starts_at": game.starts_at}, {"starts_at": starts_at}
    with transaction.atomic():
        if not waiting.update(**new):
            raise WrongState("game", command="plan", state=game.state)
        record_settings(game.tournament, old, new, by=by, now=now, game=game.number)
    game.refresh_from_db()
    refresh_room(game.tournament_id)
    return game


def delete_game(*, game: Game, by: By, now: datetime) -> None:
    """Remove a game that never started. Raise WrongState, NotAllowed."""
    require_changeable(game)
    if not Game.objects.filter(pk=game.pk, state=GameState.DRAFT).delete()[0]:
        raise WrongState("game", command="delete", state=game.state)


def refresh_room(tournament_id: int) -> None:
    """Have all clients fetch the current game, which may have changed, after commit."""
    transaction.on_commit(lambda: bus.publish(bus.RoomResync(tournament=tournament_id)))


def prepare_game(*, game: Game, by: By, now: datetime) -> Game:
    """Fix the settings; from now on the commitments to seed and script are public.

    Raise BadSetting for a recorded game that could not start: the organiser learns it now, not
    the judge in front of the hall.
    """
    if game.source == Source.REPLAY:
        recordings.list_words(game.script)
    with transaction.atomic():
        data = {
            "commitment": get_commitment(game),
            "seal": compute_seal(game),
            **get_journal_data(game),
        }
        move_game(game, GameCommand.PREPARE, by=by, now=now, data=data)
        refresh_room(game.tournament_id)
    return game


def reopen_game(*, game: Game, by: By, now: datetime) -> Game:
    """Let the settings be changed again. Raise WrongState, NotAllowed."""
    require_changeable(game)
    with transaction.atomic():
        move_game(game, GameCommand.REOPEN, by=by, now=now)
        refresh_room(game.tournament_id)
    return game


def start_game(*, game: Game, by: By, now: datetime) -> Game:
    """Start the game and fix its words; only one game of a tournament runs at a time."""
    checked_words = _check_recorded_words(game)  # reads and compiles lists: before taking a lock
    with lock_lexica_for_use():
        # One start at a time: the running game is checked while no other can start.
        tournament = Tournament.objects.select_for_update(no_key=True).get(pk=game.tournament_id)
        running = Game.objects.filter(
            tournament=game.tournament_id, state__in=UNDER_WAY_GAME_STATES
        )
        require_not_archived(tournament)
        if running.exclude(pk=game.pk).exists():
            raise WrongState("another-game-running")
        word_list_id = (
            game.word_list_id or word_lists.get_fixed_list(tournament=tournament, now=now).pk
        )
        data: dict[str, Any] = {"lexicon": get_checksum(word_list_id)}
        if tournament.has_own_solo_rules:
            data["solo"] = [tournament.solo_points, tournament.solo_players]
        if tournament.counted_over != CountedOver.WHOLE:
            data["counted_over"] = tournament.counted_over
        fields: dict[str, Any] = {"started_at": now, "word_list_id": word_list_id}
        if checked_words is not None:
            checksum, fields["extra_words"] = checked_words
            if checksum != data["lexicon"]:
                raise LostRace("lexicon")
        data |= record_contenders(game)
        move_game(game, GameCommand.START, by=by, now=now, data=data, **fields)
        create_seats(game.tournament_id)
        analyze_seats()
        refresh_room(game.tournament_id)
    return game


def _check_recorded_words(game: Game) -> tuple[str, list[str]] | None:
    """Return checksum of the list that a recorded game starts with, and its words not in it."""
    if game.word_list_id:
        return None
    tournament = Tournament.objects.get(pk=game.tournament_id)
    word_lists.prepare_fixed_list(tournament)
    if game.source != Source.REPLAY:
        return None
    lexicon = load_tournament_lexicon(tournament)  # may differ from that of the draft
    _record, missing = recordings.check(game.script, lexicon)
    return lexicon.checksum, missing


def require_no_open_turn(game: Game) -> None:
    """Raise WrongState for an open turn; called after the game changed, so none can open."""
    if game.turns.filter(state=TurnState.OPEN).exists():
        raise WrongState("turn-open")


def finish_game(
    *,
    game: Game,
    reason: str,
    article: str = "",
    detail: str = "",
    open_bulletins_stay: bool = False,
    by: By,
    now: datetime,
) -> Game:
    """End the game: complete or cancel its current turn, publish seed and final totals.

    ``reason`` is a code of ``presentation.games.END_REASON_SENTENCES``; ``detail`` goes into the
    journal with it. ``open_bulletins_stay``: bulletins may be undecided, and the ranking stays
    provisional until they are decided; otherwise WrongState is raised for them.
    """
    with transaction.atomic():
        live_turn = game.turns.filter(state__in=list(LIVE_TURN_STATES)).first()
        if live_turn is not None:
            _end_turn(live_turn, by=by, now=now)
        numbers = [str(open_turn.turn.number) for open_turn in list_open_turns(game)]
        if numbers and not open_bulletins_stay:
            raise WrongState("open-bulletins", count=len(numbers), turns=", ".join(numbers))
        data = {"reason": reason, "article": article, "detail": detail}
        move_game(
            game,
            GameCommand.FINISH,
            by=by,
            now=now,
            data={**data, "open_slips": bool(numbers)},
            finished_at=now,
            end_reason=reason,
            end_article=article,
        )
        if game.turns.filter(state__in=list(LIVE_TURN_STATES)).exists():
            raise LostRace("turn")  # drawn by another request meanwhile
        transaction.on_commit(lambda: _refresh_judge(game))
    return game


def _refresh_judge(game: Game) -> None:
    """Have the judge fetch the next ready game; the room keeps the result.

    Checked after commit: preparing a game later notifies the room by itself.
    """
    if Game.objects.filter(tournament=game.tournament_id, state=GameState.READY).exists():
        refresh_room(game.tournament_id)


def _end_turn(turn: Turn, *, by: By, now: datetime) -> None:
    if turn.state == TurnState.REVEALED:
        move_turn(turn, TurnCommand.COMPLETE, EventKind.TURN_COMPLETED, by=by, now=now)
    elif turn.state in {TurnState.OPEN, TurnState.CLOSED}:
        # Bulletins may exist: the judge has to decide about them first.
        raise WrongState("turn-under-way", state=turn.state)
    else:
        move_turn(turn, TurnCommand.CANCEL, EventKind.TURN_CANCELLED, by=by, now=now)


def annul_game(
    *, game: Game, reason: str = "", article: str = "", detail: str = "", by: By, now: datetime
) -> Game:
    """Declare the game void: its results do not count. The reason goes into the journal."""
    with transaction.atomic():
        data = {"reason": reason, "article": article, "detail": detail}
        move_game(game, GameCommand.ANNUL, by=by, now=now, data=data, finished_at=now)
        require_no_open_turn(game)
        refresh_room(game.tournament_id)
    return game
