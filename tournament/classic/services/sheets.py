"""What officers write of a match: its sheet, a forfeit, or that both were away (2.4, 10.5)."""

from collections.abc import Sequence
from datetime import datetime
from secrets import token_hex

from django.db import transaction
from django.db.models import QuerySet

from tournament.classic.core.endings import Winner
from tournament.classic.core.match import result_for
from tournament.classic.core.rounds.sheets import GameScores, MatchSheet, read_sheet, results_of
from tournament.classic.core.rounds.states import PLAYED, ResultKind
from tournament.classic.core.state import MatchPhase
from tournament.classic.models import Match, MatchGame, MatchResult
from tournament.core.errors import ClassicRefused, WrongState
from tournament.services import update_channel
from tournament.services.lifecycle import require_open
from tournament.services.play.transitions import By


def record_result(
    *,
    match: Match,
    kind: ResultKind,
    games: Sequence[GameScores] = (),
    winner: Winner | None = None,
    reason: str = "",
    by: By,
    now: datetime,
) -> MatchResult:
    """Write how a match went; it counts from now on over what was written before, which stays.

    Raises WrongState when its round does not run or a game of it is being played on tablets,
    BadSetting when the sheet does not hold together, ClassicRefused for a bye.
    """
    with transaction.atomic():
        # games first, as whoever plays on one does: what happens in them meanwhile is not deleted
        list(MatchGame.objects.select_for_update().filter(match=match))
        locked = Match.objects.select_for_update(of=("self",)).select_related("round", "tournament")
        match = locked.get(pk=match.pk)
        _require_open(match)
        sheet = read_sheet(kind, games, winner, match.agreed)
        row = MatchResult(
            match=match,
            kind=kind,
            games=[list(one) for one in sheet.games],
            winner=sheet.winner or "",
            by=by,
            signed=by.get_username() if by else "",
            reason=reason.strip(),
            at=now,
        )
        row.salts = {name: token_hex(16) for name in ("signed", "reason") if getattr(row, name)}
        row.save(force_insert=True)
        _untouched(match).delete()
        _conclude(match, sheet, now)
        update_channel.tell(f"match:{match.pk}", f"classic:{match.tournament_id}")
        if match.round_id:
            update_channel.tell(f"round:{match.round_id}")
    return row


def _require_open(match: Match) -> None:
    require_open(match.tournament)
    if match.y_id is None:
        raise ClassicRefused("bye")
    if match.round is not None and match.round.state not in PLAYED:
        raise WrongState("round-not-running", number=match.round.number)
    begun = MatchGame.objects.filter(match=match, over_at=None, seq__gt=0)
    if begun.exclude(phase=MatchPhase.OVER).exists():  # a sheet may be all that is missing
        raise WrongState("match-on-tablets")


def _untouched(match: Match) -> QuerySet[MatchGame]:
    """Games that were opened and in which nothing has happened."""
    return MatchGame.objects.filter(match=match, over_at=None, seq=0)


def _conclude(match: Match, sheet: MatchSheet, now: datetime) -> None:
    """Who has won and the points, where everybody reads them; whoever has given up has lost."""
    found = result_for(match.agreed, results_of(sheet.games), sheet.winner)
    match.winner = found.winner or ""
    match.points_x, match.points_y = found.points
    match.difference = found.difference[0]
    match.over_at = match.over_at or now
    match.save(update_fields=["winner", "points_x", "points_y", "difference", "over_at"])
