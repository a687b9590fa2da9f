"""Who sees a tournament, what becomes of it when it is over, and how it is deleted."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from tournament import ports
from tournament.core.errors import BadSetting, LostRace, WrongState
from tournament.core.jobs import PENDING_JOB_STATES
from tournament.core.states import (
    TOURNAMENT_TRANSITIONS,
    GameState,
    TournamentChangeKind,
    TournamentCommand,
    TournamentState,
)
from tournament.models import Explanation, Score, Tournament, TournamentChange
from tournament.protocol import Audience, bus

#: Whose sockets a command closes; who may still see it comes back with a token of his own.
CLOSES: dict[TournamentCommand, tuple[Audience, ...]] = {
    TournamentCommand.HIDE: (Audience.PUBLIC,),
    TournamentCommand.ARCHIVE: (Audience.ENTRY,),
}
_UNDER_WAY = (GameState.RUNNING, GameState.INTERRUPTED)


def record(
    tournament: Tournament,
    kind: TournamentChangeKind,
    *,
    by: User | None,
    now: datetime,
    data: dict[str, Any] | None = None,
) -> None:
    """What was done to a tournament as a whole, by whom."""
    TournamentChange.objects.create(
        organisation_id=tournament.organisation_id,
        tournament=tournament,
        name=tournament.name,
        kind=kind,
        data=data or {},
        by=by,
        at=now,
    )


def require_open(tournament: Tournament | None) -> None:
    """Nothing changes in an archived tournament; what is of none is nobody's to archive. Raises
    WrongState."""
    if tournament is not None and tournament.state == TournamentState.ARCHIVED:
        raise WrongState("archived")


def hold_open(tournament: Tournament | None) -> None:
    """As ``require_open``, and nobody archives it before this transaction is over, which sets
    something under way in it. Before other locks, where it can be. Raises WrongState."""
    if tournament is not None:
        require_open(Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk))


def target(state: TournamentState, command: TournamentCommand) -> TournamentState:
    """The state after ``command``; raises WrongState when the table has no such row."""
    try:
        return TOURNAMENT_TRANSITIONS[state, command]
    except KeyError:
        raise WrongState("tournament", command=command, state=state) from None


def move_tournament(
    *, tournament: Tournament, command: TournamentCommand, by: User | None, now: datetime
) -> Tournament:
    """Show it, hide it, archive it or bring it back.

    Raises:
        WrongState: the life cycle has no such move; or to archive it, somebody is at a game, or
            a worker looks for one.
        LostRace: it is no longer in the state that the caller saw.
    """
    seen = TournamentState(tournament.state)
    after = target(seen, command)
    with transaction.atomic():
        # No game starts meanwhile (``start_game``).
        locked = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        if command is TournamentCommand.ARCHIVE:
            require_quiet(locked)
        if not Tournament.objects.filter(pk=locked.pk, state=seen).update(state=after):
            raise LostRace("tournament")
        record(locked, TournamentChangeKind(command), by=by, now=now)
        tournament.state = after
        _close(tournament.pk, CLOSES.get(command, ()))
    return tournament


def require_quiet(tournament: Tournament) -> None:
    """Nobody is at one of its games, nor looks for one. Raises WrongState."""
    game = tournament.games.filter(state__in=_UNDER_WAY).first()
    if game is not None:
        raise WrongState("game-under-way", number=game.number)
    for require in ports.require_quiet:
        require(tournament)
    if tournament.preparations.filter(state__in=list(PENDING_JOB_STATES)).exists():
        raise WrongState("search-under-way")


def played(tournament: Tournament) -> bool:
    """Whether something of it was ever begun: then it is archived before it is deleted."""
    begun = tournament.games.filter(started_at__isnull=False).exists()
    return begun or any(was_played(tournament) for was_played in ports.was_played)


def delete_tournament(
    *, tournament: Tournament, typed: str, by: User | None, now: datetime
) -> None:
    """Remove it for good, with all that was played; ``typed`` is its name once more.

    Raises BadSetting for another name, WrongState for one that was played and is not archived, or
    where somebody is at a game or looks for one.
    """
    with transaction.atomic():
        locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
        if " ".join(typed.split()) != " ".join(locked.name.split()):
            raise BadSetting("other-name", name=locked.name)
        require_quiet(locked)
        if played(locked) and locked.state != TournamentState.ARCHIVED:
            raise WrongState("archive-first")
        record(locked, TournamentChangeKind.DELETE, by=by, now=now)
        _remove(locked)
        _close(tournament.pk, tuple(Audience))


def _remove(tournament: Tournament) -> None:
    """From what leans on other rows to what they lean on; rulings and acts go with their turns."""
    of_turns = {"turn__game__tournament": tournament}
    Score.objects.filter(**of_turns).delete()
    Explanation.objects.filter(**of_turns).delete()
    tournament.preparations.all().delete()
    tournament.games.all().delete()
    for delete in ports.delete_rows:
        delete(tournament)
    tournament.entries.all().delete()
    tournament.delete()


def _close(tournament_id: int, audiences: tuple[Audience, ...]) -> None:
    if audiences:
        gone = bus.RoomClosed(tournament_id, list(audiences))
        transaction.on_commit(lambda: bus.publish(gone))
