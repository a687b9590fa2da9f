"""Further appeals to the federation, and its final answer."""

from datetime import timedelta
from typing import Any

import pytest

from arbitrage.core.appeals import CaseOrigin, CaseState, CaseSubject
from arbitrage.models import Act, ActKind, Appeal
from arbitrage.presentation.appeals import describe_orders, format_case_event
from arbitrage.queries.case_file import CaseFile
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.services import acts, federation, rulings
from arbitrage.services.commission import CommissionDecision
from arbitrage.services.recounting import recount_game
from tests.arbitrage.services.cases import (
    ALLOWED,
    DISMISSED,
    assert_refused,
    build_contested,
    create_member,
    decide_case,
    file_appeal,
)
from tests.arbitrage.services.sanctioned_turns import SanctionedTurns, get_account, get_score
from tests.explanations import read_explanation
from tests.french import plain
from tournament.core.errors import BadSetting, LostRace, NotAllowed, WrongState
from tournament.core.states import GameState, Role
from tournament.models import Game, Journal, Tournament
from tournament.queries import clock
from tournament.queries.results.standings import load_standings


def inform(sanctioned_turns: SanctionedTurns, case: Appeal) -> Appeal:
    """Return a decided case whose player is informed of the further appeal."""
    by = get_account(sanctioned_turns.room, Role.ORGANISER, name="siège")
    federation.record_information(case=case, by=by, now=clock.now())
    return Appeal.objects.get(pk=case.pk)


def answer_case(
    sanctioned_turns: SanctionedTurns, case: Appeal, decision: CommissionDecision, version: int = 2
) -> Appeal:
    by = get_account(sanctioned_turns.room, Role.ORGANISER, name="siège")
    return federation.record_answer(
        case=case, decision=decision, version=version, by=by, now=clock.now()
    )


class TestFile:
    def test_the_file_goes_on_once_the_player_is_informed(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        by = create_member(sanctioned_turns)
        case = file_appeal(sanctioned_turns)
        author_and_time: dict[str, Any] = {"by": by, "now": clock.now()}
        assert_refused(
            WrongState,
            "case-not-decided",
            federation.record_information,
            case=case,
            **author_and_time,
        )
        case = decide_case(case, by, DISMISSED)
        assert_refused(
            WrongState,
            "not-informed",
            federation.record_missing_documents,
            case=case,
            **author_and_time,
        )
        arbiter = get_account(sanctioned_turns.room, Role.ARBITER, name="camille")
        with pytest.raises(NotAllowed):
            federation.record_information(case=case, by=arbiter, now=clock.now())
        federation.record_information(case=case, **author_and_time)
        case.refresh_from_db()
        assert_refused(
            WrongState, "nothing-asked", federation.record_completion, case=case, **author_and_time
        )
        federation.record_missing_documents(case=case, **author_and_time)
        case.refresh_from_db()
        federation.record_completion(case=case, **author_and_time)
        case.refresh_from_db()
        assert case.informed_by == by
        assert case.asked_at is not None
        assert case.completed_at is not None

    def test_editions_2011_and_2014_have_no_further_appeal(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        Tournament.objects.update(edition="2014")
        by = create_member(sanctioned_turns)
        contested = build_contested(sanctioned_turns)
        contested.turn.refresh_from_db()
        case = decide_case(file_appeal(sanctioned_turns), by, DISMISSED)
        case = Appeal.objects.get(pk=case.pk)
        how: dict[str, Any] = {"case": case, "by": by, "now": clock.now()}
        assert_refused(WrongState, "no-further-appeal", federation.record_information, **how)
        assert_refused(
            WrongState, "decided-for-good", file_appeal, sanctioned_turns=sanctioned_turns
        )


class TestAnswer:
    def test_an_appeal_allowed_becomes_the_last_ruling(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        entry = sanctioned_turns.entries[0]
        case = inform(
            sanctioned_turns,
            decide_case(file_appeal(sanctioned_turns), create_member(sanctioned_turns), DISMISSED),
        )
        Game.objects.update(state=GameState.FINISHED, finished_at=clock.now())
        assert not load_standings(Game.objects.get()).by_entry[entry.pk].total
        answer = answer_case(sanctioned_turns, case, ALLOWED)
        assert (answer.origin, answer.state, answer.against) == (
            CaseOrigin.FEDERATION,
            CaseState.ALLOWED,
            case,
        )
        assert (answer.number, answer.article, answer.decision_version) == (2, "6.4.2.c", 3)
        after = get_score(sanctioned_turns.first, entry)
        assert (after.points, after.sanction) == (20, "warning")
        text = plain(read_explanation(after))
        assert text.endswith("Décision de la fédération : Le doute profite au joueur.")
        assert load_standings(Game.objects.get()).by_entry[entry.pk].total == 20
        assert recount_game(game=sanctioned_turns.game, now=clock.now()) == 0
        entry.refresh_from_db()
        assert entry.news == 4  # brought, decided, sent, answered
        row = Journal.objects.filter(kind="case").latest("pk")
        assert plain(format_case_event(row.data)).endswith("la fédération change la décision.")
        assert CaseFile(case).answer == answer

        arguments = {
            "turn": sanctioned_turns.first,
            "entry": entry,
            "version": 3,
            **sanctioned_turns.room.get_author_and_time(),
        }
        assert_refused(WrongState, "commission-decided", rulings.confirm_ruling, **arguments)
        assert_refused(
            WrongState, "decided-by-federation", file_appeal, sanctioned_turns=sanctioned_turns
        )
        again = {
            "sanctioned_turns": sanctioned_turns,
            "case": case,
            "decision": DISMISSED,
            "version": 3,
        }
        assert_refused(WrongState, "already-answered", answer_case, **again)

    def test_a_dismissed_appeal_keeps_the_decision_of_the_commission(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        case = inform(
            sanctioned_turns,
            decide_case(file_appeal(sanctioned_turns), create_member(sanctioned_turns), ALLOWED),
        )
        answer = answer_case(sanctioned_turns, case, DISMISSED)
        assert answer.state == CaseState.DISMISSED
        ruling = get_current_rulings(sanctioned_turns.first)[sanctioned_turns.entries[0].pk]
        assert (ruling.version, ruling.points, ruling.reason) == (3, 20, DISMISSED.reason)
        assert "Décision de la fédération" in read_explanation(
            get_score(sanctioned_turns.first, sanctioned_turns.entries[0])
        )

    def test_a_file_never_completed_is_shelved(self, sanctioned_turns: SanctionedTurns) -> None:
        case = inform(
            sanctioned_turns,
            decide_case(file_appeal(sanctioned_turns), create_member(sanctioned_turns), DISMISSED),
        )
        author_and_time: dict[str, Any] = {
            "by": create_member(sanctioned_turns),
            "now": clock.now() - timedelta(days=15),
        }
        assert not CaseFile(case).is_overdue
        federation.record_missing_documents(case=case, **author_and_time)
        case.refresh_from_db()
        assert CaseFile(case).is_overdue
        answer = federation.shelve_file(case=case, reason="Rien reçu.", **author_and_time)
        assert (answer.state, answer.decision_version) == (CaseState.MOOT, 0)
        assert (
            get_current_rulings(sanctioned_turns.first)[sanctioned_turns.entries[0].pk].version == 2
        )
        assert "commission d’arbitrage" in read_explanation(
            get_score(sanctioned_turns.first, sanctioned_turns.entries[0])
        )

    def test_only_senders_answer_and_on_the_current_ruling(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        case = decide_case(
            file_appeal(sanctioned_turns), create_member(sanctioned_turns), DISMISSED
        )
        assert_refused(
            WrongState,
            "not-informed",
            answer_case,
            sanctioned_turns=sanctioned_turns,
            case=case,
            decision=ALLOWED,
        )
        case = inform(sanctioned_turns, case)
        with pytest.raises(LostRace):
            answer_case(sanctioned_turns, case, ALLOWED, version=1)
        by = get_account(sanctioned_turns.room, Role.JUDGE, name="juge")
        how: dict[str, Any] = {"case": case, "by": by, "now": clock.now()}
        with pytest.raises(NotAllowed):
            federation.record_answer(decision=ALLOWED, version=2, **how)
        with pytest.raises(NotAllowed):
            federation.shelve_file(reason="non", **how)
        bare = CommissionDecision(allowed=True, reason=" ")
        assert_refused(
            BadSetting,
            "no-reason",
            answer_case,
            sanctioned_turns=sanctioned_turns,
            case=case,
            decision=bare,
        )
        assert not Appeal.objects.filter(against=case).exists()

    def test_an_act_is_taken_back_or_an_order_given(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        act = acts.give_zero(
            turn=sanctioned_turns.first,
            entry=sanctioned_turns.entries[1],
            reason="bruit",
            **sanctioned_turns.room.get_author_and_time(),
        )
        by, contested = create_member(sanctioned_turns), {"subject": CaseSubject.ACT, "act": act}
        case = inform(
            sanctioned_turns,
            decide_case(file_appeal(sanctioned_turns, 1, **contested), by, DISMISSED),
        )
        answer_case(
            sanctioned_turns, case, CommissionDecision(allowed=True, reason="Il était absent.")
        )
        assert Act.objects.get(takes_back=act).kind == ActKind.WITHDRAWAL

        other = acts.give_zero(
            turn=sanctioned_turns.first,
            entry=sanctioned_turns.entries[2],
            reason="bruit",
            **sanctioned_turns.room.get_author_and_time(),
        )
        contested = {"subject": CaseSubject.ACT, "act": other}
        allowed = CommissionDecision(allowed=True, reason="Non.")
        case = inform(
            sanctioned_turns,
            decide_case(file_appeal(sanctioned_turns, 2, **contested), by, allowed),
        )
        assert_refused(
            BadSetting,
            "no-order",
            answer_case,
            sanctioned_turns=sanctioned_turns,
            case=case,
            decision=allowed,
        )
        order = CommissionDecision(allowed=True, reason="Si.", order="Annuler son coup.")
        answer_case(sanctioned_turns, case, order)
        [told_judge] = describe_orders(sanctioned_turns.room.tournament)
        assert "Annuler son coup." in told_judge["text"]
