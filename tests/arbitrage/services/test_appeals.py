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
from tests.arbitrage.services.books import Books, get_account, get_score
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


def test_an_entry_with_decisions_is_not_deleted(books: Books) -> None:
    room = books.room
    late = register_entry(
        tournament=room.tournament, players=[PlayerData("Oman")], **room.get_author_and_time()
    )
    target = appeals.ContestedDecision(books.first, late, CaseSubject.DECISION)
    appeals.file_case(contested=target, grounds=WHY, **room.get_author_and_time())
    assert_refused(
        WrongState, "entry-played", delete_entry, entry=late, **room.get_author_and_time()
    )
    assert Entry.objects.filter(pk=late.pk).exists()
    end_game(books)
    archive = TournamentCommand.ARCHIVE
    move_tournament(tournament=room.tournament, command=archive, **room.get_author_and_time())
    delete_tournament(
        tournament=room.tournament, typed=room.tournament.name, **room.get_author_and_time()
    )
    assert not Appeal.objects.exists()


class TestDeadline:
    def test_a_player_appeals_until_fifteen_minutes_after_the_last_game(self, books: Books) -> None:
        file_appeal(books, 0)
        end_game(books, ago=timedelta(minutes=14, seconds=50))
        file_appeal(books, 1)
        end_game(books, ago=timedelta(minutes=15, seconds=1))
        assert_refused(WrongState, "appeal-too-late", file_appeal, books=books, index=2)
        by = get_account(books.room, Role.ARBITER, name="camille")
        late: dict[str, Any] = {
            "contested": build_contested(books, 2),
            "grounds": WHY,
            "by": by,
            "now": clock.now(),
        }
        assert_refused(WrongState, "appeal-too-late", appeals.file_appeal, **late)
        assert appeals.file_case(**late).origin == CaseOrigin.ARBITER  # no deadline binds them
        assert Appeal.objects.count() == 3

    def test_the_next_game_ends_it(self, books: Books) -> None:
        end_game(books)
        cup = books.room.tournament
        later = Game.objects.create(tournament=cup, number=2, state=GameState.READY)
        file_appeal(books, 0)
        Game.objects.filter(pk=later.pk).update(state=GameState.RUNNING, started_at=clock.now())
        assert_refused(WrongState, "appeal-next-game", file_appeal, books=books, index=1)

    def test_a_later_decision_opens_its_own_window(self, books: Books) -> None:
        books.reveal(books.second)
        end_game(books, ago=timedelta(minutes=20))
        entries, now, by_and_now = books.entries, clock.now(), books.room.get_author_and_time()
        ruling = get_current_rulings(books.first)[entries[0].pk]
        rulings.confirm_ruling(
            turn=books.first, entry=entries[0], version=ruling.version, **by_and_now
        )
        annul_scores(
            entry=entries[1], reason="copié", excluded=False, **books.room.get_author_and_time()
        )
        turns, _acts, (until, *_) = list_decisions_after_game(entries[0], now)
        assert (turns, until.closes_at) == (
            [books.first],
            by_and_now["now"] + timedelta(minutes=15),
        )
        assert file_appeal(books, 0).subject == CaseSubject.RULING
        assert_refused(WrongState, "appeal-too-late", file_appeal, books=books, index=2)

    def test_an_annulment_is_contested_and_reversed_as_one(self, books: Books) -> None:
        books.reveal(books.second)
        entry = books.entries[1]
        before = [get_score(turn, entry).points for turn in (books.first, books.second)]
        gesture = annul_scores(
            entry=entry, reason="copié", excluded=False, **books.room.get_author_and_time()
        )
        end_game(books, ago=timedelta(minutes=20))
        Act.objects.filter(entry=entry).update(at=clock.now())
        assert len(gesture) == 2
        turns, (act,), _windows = list_decisions_after_game(entry, clock.now())
        assert (turns, act) == ([], gesture[0])
        case = file_appeal(books, 1, subject=CaseSubject.ACT, act=act)
        decide_case(
            case,
            create_member(books),
            CommissionDecision(allowed=True, reason="Rien n’est prouvé."),
        )
        assert [get_score(turn, entry).points for turn in (books.first, books.second)] == before
        assert not Act.objects.filter(kind=ActKind.CHEATING, taken_back_by=None).exists()

    def test_appeals_need_a_revealed_result_and_grounds(self, books: Books) -> None:
        assert_refused(WrongState, "not-shown-yet", file_appeal, books=books, turn=books.second)
        for grounds, reason in (("  ", "no-grounds"), ("x" * 2001, "too-many-words")):
            how: dict[str, Any] = {
                "contested": build_contested(books),
                "grounds": grounds,
                "by": None,
                "now": clock.now(),
            }
            assert_refused(BadSetting, reason, appeals.file_appeal, **how)
        stranger = get_account(books.room, Role.ORGANISER, name="bureau-2")
        for bring in (appeals.file_appeal, appeals.file_case):
            with pytest.raises(NotAllowed):
                bring(contested=build_contested(books), grounds=WHY, by=stranger, now=clock.now())
        assert not Appeal.objects.exists()


class TestWithdrawal:
    def test_the_author_withdraws_an_open_case(self, books: Books) -> None:
        camille = get_account(books.room, Role.ARBITER, name="camille")
        other = get_account(books.room, Role.ARBITER, name="dominique")
        now = clock.now()
        tablet = file_appeal(books, 0)
        paper = appeals.file_appeal(
            contested=build_contested(books, 1), grounds=WHY, by=camille, now=now
        )
        own_case = appeals.file_case(
            contested=build_contested(books, 2), grounds=WHY, by=camille, now=now
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
        assert file_appeal(books, 0).number == 4  # he may think again

    def test_a_second_appeal_becomes_a_statement(self, books: Books) -> None:
        camille = get_account(books.room, Role.ARBITER, name="camille")
        case = appeals.file_case(
            contested=build_contested(books), grounds=WHY, by=camille, now=clock.now()
        )
        assert file_appeal(books) == case
        statement = case.statements.get()
        assert (statement.speaker, statement.text, statement.by) == (
            books.entries[0].name,
            WHY,
            None,
        )
        for _ in range(appeals.MAX_STATEMENTS - 1):
            file_appeal(books)
        assert_refused(WrongState, "enough-said", file_appeal, books=books)
        appeals.record_statement(
            case=case, speaker="Un témoin", text="Vrai.", by=camille, now=clock.now()
        )
        assert [later.speaker for later in case.statements.all()][-1] == "Un témoin"


class TestOfTheText:
    """2017, 5.3.2: the reference names a place, the score is that of another."""

    def type_in(self, books: Books, entry: Entry, bulletin: Bulletin, rev_seen: int = 0) -> None:
        number = entry.table.number
        turn, over = books.second, True
        enter_paper(
            turn=turn, number=number, bulletin=bulletin, seen_version=rev_seen, over_tablet=over,
            **books.room.get_author_and_time(),
        )  # fmt: skip
        correct_turn(turn_id=turn.pk, now=clock.now())

    @pytest.mark.parametrize("edition", ["2017", "2023"])
    def test_it_arrives_by_itself_and_lapses_with_its_bulletin(
        self, books: Books, edition: str
    ) -> None:
        Tournament.objects.update(edition=edition)
        entry = books.entries[0]
        ambiguous = build_ambiguous_bulletin(books.second)
        self.type_in(books, entry, ambiguous)
        if edition == "2023":  # its text decides
            assert not Appeal.objects.exists()
            return
        case = Appeal.objects.get()
        assert (case.origin, case.article, case.entry) == (CaseOrigin.RULE, "5.3.2", entry)
        assert not list_cases_of_entry(entry)  # nothing of it before the reveal
        entry.refresh_from_db()
        assert entry.news == 0
        books.reveal(books.second)
        assert list(list_cases_of_entry(entry)) == [case]
        assert [entry.news for entry in Entry.objects.order_by("pk")] == [1, 0, 0, 0, 0, 0]
        recount_game(game=books.game, now=clock.now())
        assert Appeal.objects.count() == 1
        with pytest.raises(WrongState) as caught:
            appeals.withdraw_case(case=case, by=None, now=clock.now())
        assert caught.value.reason == "case-of-text"
        self.type_in(books, entry, Bulletin(Sheet.from_text("ZZZ"), "H7", "50"), rev_seen=1)
        case.refresh_from_db()
        assert case.state == CaseState.MOOT
        self.type_in(books, entry, ambiguous, rev_seen=2)
        assert Appeal.objects.filter(state=CaseState.OPEN).count() == 1

    def test_cases_lapse_with_their_turn_except_about_its_decision(self, books: Books) -> None:
        entry = books.entries[0]
        case = appeals.file_case(
            contested=build_contested(books, turn=books.second),
            grounds=WHY,
            **books.room.get_author_and_time(),
        )
        cancel_turn(turn=books.second, reason="chrono", **books.room.get_author_and_time())
        case.refresh_from_db()
        assert (case.state, case.closed_by) == (CaseState.MOOT, None)
        entry.refresh_from_db()
        assert entry.news > 0
        other = file_appeal(books, turn=books.second, subject=CaseSubject.DECISION)
        assert (other.state, list(list_cases_of_entry(entry))) == (CaseState.OPEN, [other, case])

    def test_a_case_lapses_when_the_act_is_taken_back(self, books: Books) -> None:
        entry, by_and_now = books.entries[0], books.room.get_author_and_time()
        warned = acts.give_warning(turn=books.first, entry=entry, reason="bavarde", **by_and_now)
        average = {"most": 8, "others": [books.entries[1].pk], "warned": False}
        average |= {"word": "ZZZ", "first": 1}
        by_rule = Act.objects.create(
            turn=books.first, entry=entry, kind=ActKind.AVERAGE, automatic=True, at=clock.now(),
            data=average,
        )  # fmt: skip
        cases = [file_appeal(books, subject=CaseSubject.ACT, act=act) for act in (warned, by_rule)]
        entry.refresh_from_db()
        told_before = entry.news
        acts.withdraw_act(
            act=warned, reason="ce n’était pas elle", **books.room.get_author_and_time()
        )
        recount_game(game=books.game, now=clock.now())  # the rule awards no such average
        for case in cases:
            case.refresh_from_db()
            assert (case.state, case.closed_by) == (CaseState.MOOT, None)
        entry.refresh_from_db()
        assert entry.news > told_before

    def test_a_decision_of_the_commission_is_final(self, books: Books) -> None:
        Tournament.objects.update(edition="2017")
        entry = books.entries[0]
        self.type_in(books, entry, build_ambiguous_bulletin(books.second))
        books.reveal(books.second)
        ruling = get_current_rulings(books.second)[entry.pk]
        by_and_now = books.room.get_author_and_time()
        rulings.confirm_ruling(turn=books.second, entry=entry, version=ruling.version, **by_and_now)
        assert read_explanation(get_score(books.second, entry)).startswith(
            "Provisoire, en commission."
        )
        case = Appeal.objects.select_related("turn__game__tournament").get()
        decide_case(case, create_member(books), DISMISSED)
        text = plain(read_explanation(get_score(books.second, entry)))
        assert "Provisoire" not in text
        assert text.endswith("Décision de la commission d’arbitrage : La décision est juste.")
        assert recount_game(game=books.game, now=clock.now()) == 0
        assert Appeal.objects.count() == 1
