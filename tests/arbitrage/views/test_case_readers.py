"""Readers of cases: no case is open before they may know it."""

from http import HTTPStatus
from itertools import product
from typing import Any

from django.contrib.auth.models import User

from arbitrage.core.appeals import CaseSubject
from arbitrage.core.second_looks import LookCriteria
from arbitrage.services import acts, appeals, rulings
from arbitrage.services.appeals import ContestedDecision
from arbitrage.services.second_looks import choose_plan, give_second_look
from tests.arbitrage.services.sanctioned_turns import SanctionedTurns, get_account, get_score
from tests.arbitrage.views.appealing import REASON
from tests.rows import every_row
from tests.tournament.views.office import SignIn, read_text, reverse_for
from tournament.core.states import Role
from tournament.models import Game
from tournament.queries import clock


class TestReaders:
    def test_a_double_arbiter_reads_no_case_before_their_look(
        self, sanctioned_turns: SanctionedTurns, sign_in: SignIn
    ) -> None:
        entry = sanctioned_turns.entries[1]
        second = sign_in(Role.DOUBLE_ARBITER, Role.COMMISSION, name="second")
        opened = sanctioned_turns.first.opened_at
        assert opened is not None
        plan = LookCriteria(everything=True)
        choose_plan(
            tournament=sanctioned_turns.room.tournament,
            plan=plan,
            by=sanctioned_turns.room.user,
            now=opened,
        )
        by = get_account(sanctioned_turns.room, Role.ARBITER, name="première")
        now = clock.now()
        rulings.confirm_ruling(turn=sanctioned_turns.first, entry=entry, version=1, by=by, now=now)
        acts.give_warning(
            turn=sanctioned_turns.first, entry=entry, reason="Le premier regard.", by=by, now=now
        )
        about = ContestedDecision(sanctioned_turns.first, entry, CaseSubject.RULING)
        appeals.file_case(contested=about, grounds="Ce que pense le premier.", by=by, now=now)
        statement = {"speaker": "première", "text": "encore"}
        with every_row() as row:
            for name in ("case", "case-part", "case-print"):
                with row(name):
                    assert (
                        second.get(reverse_for(sanctioned_turns.room, name, 1)).status_code
                        == HTTPStatus.CONFLICT
                    )
            for name in ("case-say", "case-decide", "case-withdraw", "case-done"):
                with row(name):
                    response = second.post(reverse_for(sanctioned_turns.room, name, 1), statement)
                    assert response.status_code == HTTPStatus.CONFLICT
            lists = [
                reverse_for(sanctioned_turns.room, name)
                for name in ("cases", "cases-part", "journal")
            ]
            for path in (*lists, reverse_for(sanctioned_turns.room, "case-new", entry.pk)):
                with row(path):
                    assert "premier" not in read_text(second.get(path))
        assert second.get(reverse_for(sanctioned_turns.room, "cases-record")).status_code == 422
        double_arbiter = User.objects.get(username="second")
        how: dict[str, Any] = {
            "points": get_score(sanctioned_turns.first, entry).points,
            "sanction": "none",
        }
        give_second_look(
            turn=sanctioned_turns.first, entry=entry, version=2, by=double_arbiter, now=now, **how
        )
        assert "Ce que pense le premier." in read_text(
            second.get(reverse_for(sanctioned_turns.room, "case", 1))
        )

    def test_cases_of_turns_hidden_from_a_playing_judge_are_hidden(
        self, sanctioned_turns: SanctionedTurns, sign_in: SignIn
    ) -> None:
        entry = sanctioned_turns.entries[0]
        about = ContestedDecision(sanctioned_turns.second, entry, CaseSubject.RULING)
        appeals.file_case(
            contested=about, grounds=REASON, **sanctioned_turns.room.get_author_and_time()
        )
        Game.objects.update(judge_plays=sanctioned_turns.entries[5])
        browser = sign_in(Role.COMMISSION)
        assert (
            browser.get(reverse_for(sanctioned_turns.room, "case", 1)).status_code
            == HTTPStatus.CONFLICT
        )
        assert REASON not in read_text(browser.get(reverse_for(sanctioned_turns.room, "cases")))
        assert reverse_for(sanctioned_turns.room, "case", 1) not in read_text(
            browser.get(reverse_for(sanctioned_turns.room, "cases"))
        )

    def test_other_readers_open_a_case_after_the_reveal(
        self, sanctioned_turns: SanctionedTurns, sign_in: SignIn
    ) -> None:
        entry = sanctioned_turns.entries[0]
        about = ContestedDecision(sanctioned_turns.second, entry, CaseSubject.RULING)
        appeals.file_case(
            contested=about, grounds=REASON, **sanctioned_turns.room.get_author_and_time()
        )
        readers = [sign_in(role, name=role) for role in (Role.COMMISSION, Role.ORGANISER)]
        names = ("case", "case-part", "case-print")
        with every_row() as row:
            for reader, name in product(readers, names):
                with row(name):
                    closed = reader.get(reverse_for(sanctioned_turns.room, name, 1))
                    assert closed.status_code == HTTPStatus.CONFLICT
                    assert "Le cas s’ouvre quand le top de son coup est donné" in read_text(closed)
            for reader in readers:
                page = reader.get(reverse_for(sanctioned_turns.room, "cases"))
                assert "Le cas s’ouvre quand le top de son coup est donné" in read_text(page)
                assert (
                    f'{reverse_for(sanctioned_turns.room, "case", 1)}"' not in page.content.decode()
                )
                assert entry.name not in read_text(
                    reader.get(reverse_for(sanctioned_turns.room, "cases-part"))
                )
                assert (
                    reader.get(reverse_for(sanctioned_turns.room, "cases-record")).status_code
                    == 422
                )
                assert (
                    reader.get(reverse_for(sanctioned_turns.room, "cases-token")).status_code == 403
                )
        arbiter = sign_in(Role.ARBITER, name="arbitre")
        assert REASON in read_text(arbiter.get(reverse_for(sanctioned_turns.room, "case", 1)))
        sanctioned_turns.reveal(sanctioned_turns.second)
        for reader in readers:
            assert REASON in read_text(reader.get(reverse_for(sanctioned_turns.room, "case", 1)))
            assert entry.name in read_text(
                reader.get(reverse_for(sanctioned_turns.room, "cases-part"))
            )
