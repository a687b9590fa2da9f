"""Every kind of line in the journal has its words."""

from arbitrage.models import ActKind, Status
from arbitrage.queries.journal import PORTIONS, Kept, What
from arbitrage.words.journal_kinds import (
    ACTS,
    CANCELLED_FOR,
    EVENTS,
    GAME_COMMANDS,
    RULINGS,
    WHATS,
)
from tournament.core.events import EventKind
from tournament.core.states import GameCommand
from tournament.services.breaking_off import IRREGULAR
from tournament.services.games import JUDGE_PLAYS
from tournament.services.taking_back import WORD_TAKEN_BACK
from tournament.services.turns import NO_SOLUTION
from tournament.views.judge.commands import CANCEL_REASONS, FAULT_REASONS


def test_every_kind_of_line_has_its_sentence() -> None:
    assert set(EVENTS) == set(EventKind)
    assert set(GAME_COMMANDS) == {*GameCommand, JUDGE_PLAYS, "update"}
    assert set(CANCELLED_FOR) == {
        *CANCEL_REASONS,
        *FAULT_REASONS,
        IRREGULAR,
        NO_SOLUTION,
        WORD_TAKEN_BACK,
    }
    assert set(RULINGS) == set(Status)
    assert set(ACTS) == set(ActKind)


def test_every_choice_says_what_it_takes() -> None:
    assert set(WHATS) == set(PORTIONS) == set(What)
    assert set(PORTIONS[What.ALL]) == set(Kept)
