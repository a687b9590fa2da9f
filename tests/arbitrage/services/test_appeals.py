"""Appeals: deadlines, cases of arbiters and rules, withdrawal."""

from datetime import timedelta
from typing import Any

import pytest

from arbitrage.core.appeals import CaseOrigin, CaseState, CaseSubject
from arbitrage.core.bulletin import Bulletin
from arbitrage.core.sheets.sheet import Sheet
from arbitrage.models import Act, ActKind, Appeal
from arbitrage.queries.appeals import list_cases_of_entry
from arbitrage.queries.contestable import list_decisions_after_game
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.services import acts, appeals, rulings
from arbitrage.services.cheating import annul_scores
from arbitrage.services.commission import CommissionDecision
from arbitrage.services.correction import correct_turn
from arbitrage.services.recounting import recount_game
from tests.arbitrage.services.cases import (
    DISMISSED,
    WHY,
    assert_refused,
    build_ambiguous_bulletin,
    build_contested,
    create_member,
    decide_case,
    end_game,
    file_appeal,
)
from tests.arbitrage.services.sanctioned_turns import SanctionedTurns, get_account, get_score
from tests.bulletins import enter_paper
from tests.explanations import read_explanation
from tests.french import plain
from tournament.core.errors import BadSetting, NotAllowed, WrongState
from tournament.core.people.player_data import PlayerData
from tournament.core.states import GameState, Role, TournamentCommand
from tournament.models import Entry, Game, Tournament
from tournament.queries import clock
from tournament.services.lifecycle import delete_tournament, move_tournament
from tournament.services.people.entry_removal import delete_entry
from tournament.services.people.registration import register_entry
from tournament.services.play.turns import cancel_turn


def test_an_entry_with_decisions_is_not_deleted(sanctioned_turns: SanctionedTurns) -> None:
    room = sanctioned_turns.room
    late = register_entry(
        tournament=room.tournament, players=[PlayerData("Oman")], **room.get_author_and_time()
    )
    target = appeals.ContestedDecision(sanctioned_turns.first, late, CaseSubject.DECISION)
    appeals.file_case(contested=target, grounds=WHY, **room.get_author_and_time())
    assert_refused(
        WrongState, "entry-played", delete_entry, entry=late, **room.get_author_and_time()
    )
    assert Entry.objects.filter(pk=late.pk).exists()
    end_game(sanctioned_turns)
    archive = TournamentCommand.ARCHIVE
    move_tournament(tournament=room.tournament, command=archive, **room.get_author_and_time())
    delete_tournament(
        tournament=room.tournament, typed_name=room.tournament.name, **room.get_author_and_time()
    )
    assert not Appeal.objects.exists()


class TestDeadline:
    def test_a_player_appeals_until_fifteen_minutes_after_the_last_game(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        file_appeal(sanctioned_turns, 0)
        end_game(sanctioned_turns, ago=timedelta(minutes=14, seconds=50))
        file_appeal(sanctioned_turns, 1)
        end_game(sanctioned_turns, ago=timedelta(minutes=15, seconds=1))
        assert_refused(
            WrongState, "appeal-too-late", file_appeal, sanctioned_turns=sanctioned_turns, index=2
        )
        by = get_account(sanctioned_turns.room, Role.ARBITER, name="camille")
        late: dict[str, Any] = {
            "contested": build_contested(sanctioned_turns, 2),
            "grounds": WHY,
            "by": by,
            "now": clock.now(),
        }
        assert_refused(WrongState, "appeal-too-late", appeals.file_appeal, **late)
        assert appeals.file_case(**late).origin == CaseOrigin.ARBITER  # no deadline binds them
        assert Appeal.objects.count() == 3

    def test_the_next_game_ends_it(self, sanctioned_turns: SanctionedTurns) -> None:
        end_game(sanctioned_turns)
        cup = sanctioned_turns.room.tournament
        later = Game.objects.create(tournament=cup, number=2, state=GameState.READY)
        file_appeal(sanctioned_turns, 0)
        Game.objects.filter(pk=later.pk).update(state=GameState.RUNNING, started_at=clock.now())
        assert_refused(
            WrongState, "appeal-next-game", file_appeal, sanctioned_turns=sanctioned_turns, index=1
        )

    def test_a_later_decision_opens_its_own_window(self, sanctioned_turns: SanctionedTurns) -> None:
        sanctioned_turns.reveal(sanctioned_turns.second)
        end_game(sanctioned_turns, ago=timedelta(minutes=20))
        entries, now, author_and_time = (
            sanctioned_turns.entries,
            clock.now(),
            sanctioned_turns.room.get_author_and_time(),
        )
        ruling = get_current_rulings(sanctioned_turns.first)[entries[0].pk]
        rulings.confirm_ruling(
            turn=sanctioned_turns.first, entry=entries[0], version=ruling.version, **author_and_time
        )
        annul_scores(
            entry=entries[1],
            reason="copié",
            excluded=False,
            **sanctioned_turns.room.get_author_and_time(),
        )
        turns, _acts, (until, *_) = list_decisions_after_game(entries[0], now)
        assert (turns, until.closes_at) == (
            [sanctioned_turns.first],
            author_and_time["now"] + timedelta(minutes=15),
        )
        assert file_appeal(sanctioned_turns, 0).subject == CaseSubject.RULING
        assert_refused(
            WrongState, "appeal-too-late", file_appeal, sanctioned_turns=sanctioned_turns, index=2
        )

    def test_an_annulment_is_contested_and_reversed_as_one(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        sanctioned_turns.reveal(sanctioned_turns.second)
        entry = sanctioned_turns.entries[1]
        before = [
            get_score(turn, entry).points
            for turn in (sanctioned_turns.first, sanctioned_turns.second)
        ]
        gesture = annul_scores(
            entry=entry,
            reason="copié",
            excluded=False,
            **sanctioned_turns.room.get_author_and_time(),
        )
        end_game(sanctioned_turns, ago=timedelta(minutes=20))
        Act.objects.filter(entry=entry).update(at=clock.now())
        assert len(gesture) == 2
        turns, (act,), _windows = list_decisions_after_game(entry, clock.now())
        assert (turns, act) == ([], gesture[0])
        case = file_appeal(sanctioned_turns, 1, subject=CaseSubject.ACT, act=act)
        decide_case(
            case,
            create_member(sanctioned_turns),
            CommissionDecision(allowed=True, reason="Rien n’est prouvé."),
        )
        assert [
            get_score(turn, entry).points
            for turn in (sanctioned_turns.first, sanctioned_turns.second)
        ] == before
        assert not Act.objects.filter(kind=ActKind.CHEATING, taken_back_by=None).exists()

    def test_appeals_need_a_revealed_result_and_grounds(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        assert_refused(
            WrongState,
            "not-shown-yet",
            file_appeal,
            sanctioned_turns=sanctioned_turns,
            turn=sanctioned_turns.second,
        )
        for grounds, reason in (("  ", "no-grounds"), ("x" * 2001, "too-many-words")):
            how: dict[str, Any] = {
                "contested": build_contested(sanctioned_turns),
                "grounds": grounds,
                "by": None,
                "now": clock.now(),
            }
            assert_refused(BadSetting, reason, appeals.file_appeal, **how)
        stranger = get_account(sanctioned_turns.room, Role.ORGANISER, name="bureau-2")
        for bring in (appeals.file_appeal, appeals.file_case):
            with pytest.raises(NotAllowed):
                bring(
                    contested=build_contested(sanctioned_turns),
                    grounds=WHY,
                    by=stranger,
                    now=clock.now(),
                )
        assert not Appeal.objects.exists()


class TestWithdrawal:
    def test_the_author_withdraws_an_open_case(self, sanctioned_turns: SanctionedTurns) -> None:
        camille = get_account(sanctioned_turns.room, Role.ARBITER, name="camille")
        other = get_account(sanctioned_turns.room, Role.ARBITER, name="dominique")
        now = clock.now()
        tablet = file_appeal(sanctioned_turns, 0)
        paper = appeals.file_appeal(
            contested=build_contested(sanctioned_turns, 1), grounds=WHY, by=camille, now=now
        )
        own_case = appeals.file_case(
            contested=build_contested(sanctioned_turns, 2), grounds=WHY, by=camille, now=now
        )
        for case, by in ((tablet, camille), (own_case, other), (own_case, None)):
            with pytest.raises(NotAllowed):
                appeals.withdraw_case(case=case, by=by, now=now)
        for case, by in ((tablet, None), (paper, other), (own_case, camille)):
            appeals.withdraw_case(case=case, by=by, now=now)
        assert {case.state for case in Appeal.objects.all()} == {CaseState.WITHDRAWN}
        assert_refused(
            WrongState, "case-over", appeals.withdraw_case, case=tablet, by=None, now=now
        )
        assert file_appeal(sanctioned_turns, 0).number == 4  # a player may file again

    def test_a_second_appeal_becomes_a_statement(self, sanctioned_turns: SanctionedTurns) -> None:
        camille = get_account(sanctioned_turns.room, Role.ARBITER, name="camille")
        case = appeals.file_case(
            contested=build_contested(sanctioned_turns), grounds=WHY, by=camille, now=clock.now()
        )
        assert file_appeal(sanctioned_turns) == case
        statement = case.statements.get()
        assert (statement.speaker, statement.text, statement.by) == (
            sanctioned_turns.entries[0].name,
            WHY,
            None,
        )
        for _ in range(appeals.MAX_STATEMENTS - 1):
            file_appeal(sanctioned_turns)
        assert_refused(WrongState, "enough-said", file_appeal, sanctioned_turns=sanctioned_turns)
        appeals.record_statement(
            case=case, speaker="Un témoin", text="Vrai.", by=camille, now=clock.now()
        )
        assert [later.speaker for later in case.statements.all()][-1] == "Un témoin"


class TestOfTheText:
    """2017, 5.3.2: the reference names a place, the score is that of another."""

    def type_in(
        self, sanctioned_turns: SanctionedTurns, entry: Entry, bulletin: Bulletin, rev_seen: int = 0
    ) -> None:
        number = entry.table.number
        turn, over = sanctioned_turns.second, True
        enter_paper(
            turn=turn, number=number, bulletin=bulletin, seen_version=rev_seen, over_tablet=over,
            **sanctioned_turns.room.get_author_and_time(),
        )  # fmt: skip
        correct_turn(turn_id=turn.pk, now=clock.now())

    @pytest.mark.parametrize("edition", ["2017", "2023"])
    def test_it_arrives_by_itself_and_lapses_with_its_bulletin(
        self, sanctioned_turns: SanctionedTurns, edition: str
    ) -> None:
        Tournament.objects.update(edition=edition)
        entry = sanctioned_turns.entries[0]
        ambiguous = build_ambiguous_bulletin(sanctioned_turns.second)
        self.type_in(sanctioned_turns, entry, ambiguous)
        if edition == "2023":  # its text decides
            assert not Appeal.objects.exists()
            return
        case = Appeal.objects.get()
        assert (case.origin, case.article, case.entry) == (CaseOrigin.RULE, "5.3.2", entry)
        assert not list_cases_of_entry(entry)  # nothing of it before the reveal
        entry.refresh_from_db()
        assert entry.news == 0
        sanctioned_turns.reveal(sanctioned_turns.second)
        assert list(list_cases_of_entry(entry)) == [case]
        assert [entry.news for entry in Entry.objects.order_by("pk")] == [1, 0, 0, 0, 0, 0]
        recount_game(game=sanctioned_turns.game, now=clock.now())
        assert Appeal.objects.count() == 1
        with pytest.raises(WrongState) as caught:
            appeals.withdraw_case(case=case, by=None, now=clock.now())
        assert caught.value.reason == "case-of-text"
        self.type_in(
            sanctioned_turns, entry, Bulletin(Sheet.from_text("ZZZ"), "H7", "50"), rev_seen=1
        )
        case.refresh_from_db()
        assert case.state == CaseState.MOOT
        self.type_in(sanctioned_turns, entry, ambiguous, rev_seen=2)
        assert Appeal.objects.filter(state=CaseState.OPEN).count() == 1

    def test_cases_lapse_with_their_turn_except_about_its_decision(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        entry = sanctioned_turns.entries[0]
        case = appeals.file_case(
            contested=build_contested(sanctioned_turns, turn=sanctioned_turns.second),
            grounds=WHY,
            **sanctioned_turns.room.get_author_and_time(),
        )
        cancel_turn(
            turn=sanctioned_turns.second,
            reason="chrono",
            **sanctioned_turns.room.get_author_and_time(),
        )
        case.refresh_from_db()
        assert (case.state, case.closed_by) == (CaseState.MOOT, None)
        entry.refresh_from_db()
        assert entry.news > 0
        other = file_appeal(
            sanctioned_turns, turn=sanctioned_turns.second, subject=CaseSubject.DECISION
        )
        assert (other.state, list(list_cases_of_entry(entry))) == (CaseState.OPEN, [other, case])

    def test_a_case_lapses_when_the_act_is_taken_back(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        entry, author_and_time = (
            sanctioned_turns.entries[0],
            sanctioned_turns.room.get_author_and_time(),
        )
        warned = acts.give_warning(
            turn=sanctioned_turns.first, entry=entry, reason="bavarde", **author_and_time
        )
        average = {"most": 8, "others": [sanctioned_turns.entries[1].pk], "warned": False}
        average |= {"word": "ZZZ", "first": 1}
        by_rule = Act.objects.create(
            turn=sanctioned_turns.first, entry=entry, kind=ActKind.AVERAGE, automatic=True,
            at=clock.now(), data=average,
        )  # fmt: skip
        cases = [
            file_appeal(sanctioned_turns, subject=CaseSubject.ACT, act=act)
            for act in (warned, by_rule)
        ]
        entry.refresh_from_db()
        told_before = entry.news
        acts.withdraw_act(
            act=warned, reason="ce n’était pas elle", **sanctioned_turns.room.get_author_and_time()
        )
        recount_game(game=sanctioned_turns.game, now=clock.now())  # the rule awards no such average
        for case in cases:
            case.refresh_from_db()
            assert (case.state, case.closed_by) == (CaseState.MOOT, None)
        entry.refresh_from_db()
        assert entry.news > told_before

    def test_a_decision_of_the_commission_is_final(self, sanctioned_turns: SanctionedTurns) -> None:
        Tournament.objects.update(edition="2017")
        entry = sanctioned_turns.entries[0]
        self.type_in(sanctioned_turns, entry, build_ambiguous_bulletin(sanctioned_turns.second))
        sanctioned_turns.reveal(sanctioned_turns.second)
        ruling = get_current_rulings(sanctioned_turns.second)[entry.pk]
        author_and_time = sanctioned_turns.room.get_author_and_time()
        rulings.confirm_ruling(
            turn=sanctioned_turns.second, entry=entry, version=ruling.version, **author_and_time
        )
        assert read_explanation(get_score(sanctioned_turns.second, entry)).startswith(
            "Provisoire, en commission."
        )
        case = Appeal.objects.select_related("turn__game__tournament").get()
        decide_case(case, create_member(sanctioned_turns), DISMISSED)
        text = plain(read_explanation(get_score(sanctioned_turns.second, entry)))
        assert "Provisoire" not in text
        assert text.endswith("Décision de la commission d’arbitrage : La décision est juste.")
        assert recount_game(game=sanctioned_turns.game, now=clock.now()) == 0
        assert Appeal.objects.count() == 1
