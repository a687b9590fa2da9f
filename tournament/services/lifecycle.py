"""Publication, archiving and deletion of a tournament."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from tournament import ports
from tournament.core.errors import BadSetting, LostRace, WrongState
from tournament.core.jobs import PENDING_JOB_STATES
from tournament.core.states import (
    TOURNAMENT_TRANSITIONS,
    UNDER_WAY_GAME_STATES,
    TournamentChangeKind,
    TournamentCommand,
    TournamentState,
)
from tournament.models import Explanation, Score, Tournament, TournamentChange, Turn
from tournament.protocol import Audience, bus
from tournament.services.locks import lock_entries, lock_turns

#: Audiences whose sockets a command closes; those still allowed reconnect with a new token.
CLOSED_SOCKETS: dict[TournamentCommand, tuple[Audience, ...]] = {
    TournamentCommand.HIDE: (Audience.PUBLIC,),
    TournamentCommand.ARCHIVE: (Audience.ENTRY,),
}


def record_tournament_change(
    tournament: Tournament,
    kind: TournamentChangeKind,
    *,
    by: User | None,
    now: datetime,
    data: dict[str, Any] | None = None,
) -> None:
    """Record a change to a tournament as a whole."""
    TournamentChange.objects.create(
        organisation_id=tournament.organisation_id,
        tournament=tournament,
        name=tournament.name,
        kind=kind,
        data=data or {},
        by=by,
        at=now,
    )


def require_not_archived(tournament: Tournament | None) -> None:
    """Raise WrongState for an archived tournament, in which nothing may change."""
    if tournament is not None and tournament.state == TournamentState.ARCHIVED:
        raise WrongState("archived")


def lock_unless_archived(tournament: Tournament | None) -> None:
    """Require an open tournament and lock it until the end of this transaction, which starts
    something in it. Take this lock first where possible. Raise WrongState."""
    if tournament is not None:
        require_not_archived(
            Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        )


def find_tournament_target(state: TournamentState, command: TournamentCommand) -> TournamentState:
    """Return the state after ``command``; raises WrongState if there is no such transition."""
    try:
        return TOURNAMENT_TRANSITIONS[state, command]
    except KeyError:
        raise WrongState("tournament", command=command, state=state) from None


def move_tournament(
    *, tournament: Tournament, command: TournamentCommand, by: User | None, now: datetime
) -> Tournament:
    """Publish, hide, archive or bring back a tournament.

    Raises:
        WrongState: there is no such transition; for publishing, another app withholds it; or, for
            archiving, somebody is playing a game, or a worker is searching for one.
        LostRace: its state is no longer the one that the caller read.
    """
    state = TournamentState(tournament.state)
    new_state = find_tournament_target(state, command)
    if command is TournamentCommand.PUBLISH and any(
        withholds(tournament) for withholds in ports.withholds_results
    ):
        raise WrongState("publication-withheld")
    with transaction.atomic():
        # No game starts meanwhile (``start_game``).
        locked_tournament = Tournament.objects.select_for_update(no_key=True).get(pk=tournament.pk)
        if command is TournamentCommand.ARCHIVE:
            require_nothing_running(locked_tournament)
        if not Tournament.objects.filter(pk=locked_tournament.pk, state=state).update(
            state=new_state
        ):
            raise LostRace("tournament")
        record_tournament_change(locked_tournament, TournamentChangeKind(command), by=by, now=now)
        tournament.state = new_state
        _close_sockets(tournament.pk, CLOSED_SOCKETS.get(command, ()))
    return tournament


def require_nothing_running(tournament: Tournament) -> None:
    """Raise WrongState if somebody is playing one of its games, or a worker searches for one."""
    game = tournament.games.filter(state__in=UNDER_WAY_GAME_STATES).first()
    if game is not None:
        raise WrongState("game-under-way", number=game.number)
    for require in ports.require_nothing_running:
        require(tournament)
    if tournament.preparations.filter(state__in=list(PENDING_JOB_STATES)).exists():
        raise WrongState("search-under-way")


def was_played(tournament: Tournament) -> bool:
    """Return True if something was started in it, so that it must be archived before deletion."""
    has_begun = tournament.games.filter(started_at__isnull=False).exists()
    return has_begun or any(check(tournament) for check in ports.was_played)


def delete_tournament(
    *, tournament: Tournament, typed_name: str, by: User | None, now: datetime
) -> None:
    """Delete it with everything that was played; ``typed_name``: its name as confirmation.

    Raise BadSetting for another name; WrongState for a tournament that was played and is not
    archived, or in which somebody is playing or a worker searching.
    """
    with transaction.atomic():
        locked_tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
        if " ".join(typed_name.split()) != " ".join(locked_tournament.name.split()):
            raise BadSetting("other-name", name=locked_tournament.name)
        require_nothing_running(locked_tournament)
        if was_played(locked_tournament) and locked_tournament.state != TournamentState.ARCHIVED:
            raise WrongState("archive-first")
        lock_turns(Turn.objects.filter(game__tournament=locked_tournament))
        lock_entries(locked_tournament.entries.all())
        record_tournament_change(locked_tournament, TournamentChangeKind.DELETE, by=by, now=now)
        _delete_rows(locked_tournament)
        _close_sockets(tournament.pk, tuple(Audience))


def _delete_rows(tournament: Tournament) -> None:
    """Delete rows before those that they refer to; rulings and acts go with their turns."""
    condition = {"turn__game__tournament": tournament}
    Score.objects.filter(**condition).delete()
    Explanation.objects.filter(**condition).delete()
    tournament.preparations.all().delete()
    tournament.games.all().delete()
    for delete in ports.delete_rows:
        delete(tournament)
    tournament.entries.all().delete()
    tournament.delete()


def _close_sockets(tournament_id: int, audiences: tuple[Audience, ...]) -> None:
    if audiences:
        message = bus.RoomClosed(tournament_id, list(audiences))
        transaction.on_commit(lambda: bus.publish(message))
