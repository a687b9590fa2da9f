"""Results written by officers: match sheets, forfeits, double absences (2.4, 10.5)."""

from collections.abc import Sequence
from datetime import datetime
from secrets import token_hex

from tournament.classic.core.endings import Winner
from tournament.classic.core.match import build_result
from tournament.classic.core.phases import MatchPhase
from tournament.classic.core.rounds.sheets import (
    GameScores,
    MatchSheet,
    build_results,
    check_match_sheet,
    contradicts_scores,
)
from tournament.classic.core.rounds.states import RESULT_STATES, ResultKind
from tournament.classic.models import Match, MatchGame, MatchResult
from tournament.classic.services.results import store_outcome
from tournament.classic.services.table_clocks import finish_clocks
from tournament.core.errors import BadSetting, ClassicRefused, WrongState
from tournament.core.tournament_journal import SubjectKind
from tournament.services import update_channel
from tournament.services.lifecycle import require_not_archived
from tournament.services.play.transitions import By
from tournament.services.tournament_journal import append_change, open_journal_transaction


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
    """Add a result of a match; it replaces earlier ones, which remain stored.

    Raise WrongState if the round does not run or a game is being played on tablets, BadSetting for
    an invalid sheet or a winner who is not the one by the scores without a reason, ClassicRefused
    for a bye.
    """
    with open_journal_transaction():
        # lock games first, as commands do: a game that starts meanwhile must not be deleted
        list(MatchGame.objects.select_for_update().filter(match=match))
        matches = Match.objects.select_for_update(of=("self",)).select_related(
            "round", "tournament"
        )
        match = matches.get(pk=match.pk)
        _require_open(match)
        sheet = check_match_sheet(kind, games, winner, match.parsed_terms)
        if contradicts_scores(sheet, match.parsed_terms) and not reason.strip():
            raise BadSetting("result-reason")
        row = _add_row(match, sheet, reason.strip(), by, now)
        MatchGame.objects.filter(match=match, over_at=None, seq=0).delete()  # opened, not played
        outcome = build_result(match.parsed_terms, build_results(sheet.games), sheet.winner)
        store_outcome(match, outcome, now)
        finish_clocks(match=match, by=by, now=now)
        update_channel.notify(f"match:{match.pk}", f"classic:{match.tournament_id}")
        if match.round_id:
            update_channel.notify(f"round:{match.round_id}")
    return row


def _add_row(match: Match, sheet: MatchSheet, reason: str, by: By, now: datetime) -> MatchResult:
    row = MatchResult(
        match=match,
        kind=sheet.kind,
        games=[list(scores) for scores in sheet.games],
        winner=sheet.winner or "",
        by=by,
        signed=by.get_username() if by else "",
        reason=reason,
        at=now,
    )
    row.salts = {name: token_hex(16) for name in ("signed", "reason") if getattr(row, name)}
    row.save(force_insert=True)
    append_change(match.tournament_id, SubjectKind.RESULT, row.uid, by=by, now=now)
    return row


def _require_open(match: Match) -> None:
    require_not_archived(match.tournament)
    if match.y_id is None:
        raise ClassicRefused("bye")
    if match.round is not None and match.round.state not in RESULT_STATES:
        raise WrongState("round-not-running", number=match.round.number)
    games_in_play = MatchGame.objects.filter(match=match, over_at=None, seq__gt=0)
    if games_in_play.exclude(phase=MatchPhase.OVER).exists():  # only the signatures may be missing
        raise WrongState("match-on-tablets")
