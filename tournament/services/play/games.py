"""Creates games and moves them through their life cycle."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max

from engine.board.formats import FORMATS
from tournament.core.errors import BadSetting, LostRace, WrongState
from tournament.core.events import EventKind
from tournament.core.ranking.field import Settles
from tournament.core.states import (
    LIVE_TURN_STATES,
    GameCommand,
    GameKind,
    GameState,
    Source,
    TurnCommand,
    TurnState,
)
from tournament.models import Game, Tournament, Turn
from tournament.protocol import bus
from tournament.queries.lexica import checksum_of, lexicon_of_tournament
from tournament.queries.results.standings import has_open_bulletins
from tournament.queries.results.tops import commitment_of
from tournament.queries.seal import seal_of
from tournament.services.lifecycle import require_open
from tournament.services.play.mort_subite import (
    check_settles,
    choose_field,
    fields_of,
    require_own_times,
    take_field,
    told_of_kind,
)
from tournament.services.play.participation import count_seats, take_seats
from tournament.services.play.transitions import By, move_game, move_turn
from tournament.services.prepared import recordings, word_lists
from tournament.services.prepared.lexicon_lock import relying

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
    settles: Settles | None = None,
    entries: Collection[int] = (),
    by: By,
    now: datetime,
) -> Game:
    """Add a game in draft; ``script`` is a recorded game and needed for a replay only.

    A *mort subite* has the times of the edition; ``settles`` says whose tie it is played for, and
    ``entries`` who plays it, nobody: everybody. Raises BadSetting.
    """
    own: dict[str, Any] = {}
    if kind == GameKind.MORT_SUBITE:
        own = fields_of(tournament)
        time_s, warn_s = own["time_s"], own["warn_s"]
        check_settles(tournament, settles)
        own["settles"] = settles.as_json() if settles else None
    check_settings(fmt, time_s, warn_s, source)
    extra: list[str] = []
    if source == Source.REPLAY:
        script, extra = recordings.check(script, lexicon_of_tournament(tournament))
        fmt = str(script["format"])
        check_settings(fmt, time_s, warn_s, source)
    fields = {"format": fmt, "time_s": time_s, "warn_s": warn_s, "source": source} | own
    with transaction.atomic():
        game = add_game(
            tournament,
            script=script if source == Source.REPLAY else None,
            extra_words=extra,
            **fields,
        )
        if entries:
            choose_field(game=game, entries=entries)
    return game


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
    require_own_times(game)
    changed = Game.objects.filter(pk=game.pk, state=GameState.DRAFT)
    if not changed.update(time_s=time_s, warn_s=warn_s):
        raise WrongState("game", command="update", state=game.state)
    game.refresh_from_db()
    return game


def delete_game(*, game: Game, by: By, now: datetime) -> None:
    """Remove a game that never started."""
    if not Game.objects.filter(pk=game.pk, state=GameState.DRAFT).delete()[0]:
        raise WrongState("game", command="delete", state=game.state)


def moved_room(tournament_id: int) -> None:
    """The game that the room looks at may be another one now: everybody looks again."""
    transaction.on_commit(lambda: bus.publish(bus.RoomResync(tournament=tournament_id)))


def prepare_game(*, game: Game, by: By, now: datetime) -> Game:
    """Fix the settings; from here on the commitments to seed and script are public.

    Raises BadSetting for a recorded game that could not start any more: the organiser hears it
    now, not the judge before a full room.
    """
    if game.source == Source.REPLAY:
        recordings.words_of(game.script)
    with transaction.atomic():
        data = {"commitment": commitment_of(game), "seal": seal_of(game), **told_of_kind(game)}
        move_game(game, GameCommand.PREPARE, by=by, now=now, data=data)
        moved_room(game.tournament_id)
    return game


def reopen_game(*, game: Game, by: By, now: datetime) -> Game:
    with transaction.atomic():
        move_game(game, GameCommand.REOPEN, by=by, now=now)
        moved_room(game.tournament_id)
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
        require_open(tournament)
        if running.exclude(pk=game.pk).exists():
            raise WrongState("another-game-running")
        kept = game.word_list_id or word_lists.fixed_list(tournament=tournament, now=now).pk
        data: dict[str, Any] = {"lexicon": checksum_of(kept)}
        fields: dict[str, Any] = {"started_at": now, "word_list_id": kept}
        if recorded is not None:
            checksum, fields["extra_words"] = recorded
            if checksum != data["lexicon"]:
                raise LostRace("lexicon")
        data |= take_field(game)
        move_game(game, GameCommand.START, by=by, now=now, data=data, **fields)
        take_seats(game.tournament_id)
        count_seats()
        moved_room(game.tournament_id)
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


def require_no_open_turn(game: Game) -> None:
    """Asked after the game has moved, when no turn can be opened any more."""
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
    """End the game: complete or cancel the turn under way, publish seed and final totals.

    ``reason`` is a code of ``presentation.endings``; ``detail`` goes into the journal with it.
    ``open_bulletins_stay``: bulletins may be open still, and the ranking is provisional until they
    are typed in and decided; without that word WrongState is raised.
    """
    with transaction.atomic():
        live = game.turns.filter(state__in=list(LIVE_TURN_STATES)).first()
        if live is not None:
            _end_turn(live, by=by, now=now)
        bulletins_open = has_open_bulletins(game)
        if bulletins_open and not open_bulletins_stay:
            raise WrongState("open-bulletins")
        said = {
            "reason": reason,
            "article": article,
            "detail": detail,
            "open_slips": bulletins_open,
        }
        move_game(
            game,
            GameCommand.FINISH,
            by=by,
            now=now,
            data=said,
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
        moved_room(game.tournament_id)


def _end_turn(turn: Turn, *, by: By, now: datetime) -> None:
    if turn.state == TurnState.REVEALED:
        move_turn(turn, TurnCommand.COMPLETE, EventKind.DONE, by=by, now=now)
    elif turn.state in {TurnState.OPEN, TurnState.CLOSED}:
        # Bulletins are out there: the judge says first what becomes of them.
        raise WrongState("turn-under-way", state=turn.state)
    else:
        move_turn(turn, TurnCommand.CANCEL, EventKind.CANCELLED, by=by, now=now)


def annul_game(
    *, game: Game, reason: str = "", article: str = "", detail: str = "", by: By, now: datetime
) -> Game:
    """Declare the game void: its results count for nothing. Why goes into the journal."""
    with transaction.atomic():
        said = {"reason": reason, "article": article, "detail": detail}
        move_game(game, GameCommand.ANNUL, by=by, now=now, data=said, finished_at=now)
        require_no_open_turn(game)
        moved_room(game.tournament_id)
    return game
