"""The sentences of the journal for each kind of line."""

from datetime import UTC, datetime

from arbitrage.models import ActKind, RulingStatus
from arbitrage.presentation.journal import build_line
from arbitrage.presentation.journal_kinds import (
    ACT_SENTENCES,
    CANCELLATION_REASONS,
    EVENT_SENTENCES,
    FILTER_LABELS,
    GAME_COMMANDS,
    RULING_SENTENCES,
)
from arbitrage.queries.journal import CONDITIONS, JournalFilter, JournalSource
from tests.french import plain
from tournament.core.events import EventKind
from tournament.core.states import Discipline, GameCommand, Role
from tournament.models import RoleChange, Tournament
from tournament.presentation.accounts import describe_change
from tournament.services.play.interruption_end import IRREGULAR
from tournament.services.play.playing_judge import JUDGE_PLAYS
from tournament.services.play.top_withdrawal import WORD_TAKEN_BACK
from tournament.services.play.turns import NO_SOLUTION
from tournament.views.judge.forms import CANCEL_REASONS, FAULT_REASONS


def test_every_kind_of_line_has_its_sentence() -> None:
    assert set(EVENT_SENTENCES) == set(EventKind)
    assert set(GAME_COMMANDS) == {*GameCommand, JUDGE_PLAYS, "update"}
    assert set(CANCELLATION_REASONS) == {
        *CANCEL_REASONS,
        *FAULT_REASONS,
        IRREGULAR,
        NO_SOLUTION,
        WORD_TAKEN_BACK,
    }
    assert set(RULING_SENTENCES) == set(RulingStatus)
    assert set(ACT_SENTENCES) == set(ActKind)


def test_a_role_is_named_by_the_discipline_of_its_tournament() -> None:
    """Matches have a director and arbiters (classique, 9.2, 9.3)."""
    called = {
        Discipline.DUPLICATE: {Role.JUDGE: "juge-arbitre", Role.ARBITER: "arbitre-correcteur"},
        Discipline.CLASSIC: {Role.JUDGE: "directeur du tournoi", Role.ARBITER: "arbitre"},
    }
    for discipline, names in called.items():
        tournament = Tournament(discipline=discipline)
        for role, name in names.items():
            row = RoleChange(
                tournament=tournament, role=role, given=True, at=datetime(2026, 1, 1, tzinfo=UTC)
            )
            assert plain(build_line(row, {}).event) == f"– reçoit le rôle « {name} »."
            assert plain(describe_change(row)) == f"rôle donné : {name}"


def test_every_filter_has_conditions() -> None:
    assert set(FILTER_LABELS) == set(CONDITIONS) == set(JournalFilter)
    assert set(CONDITIONS[JournalFilter.ALL]) == set(JournalSource)
