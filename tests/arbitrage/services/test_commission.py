"""The decisions of the commission, and the members who sit."""

from typing import Any

import pytest
from django.contrib.auth.models import User

from arbitrage.core.appeals import CaseState, CaseSubject, RecusalReason
from arbitrage.models import Act, ActKind, Appeal, RulingStatus
from arbitrage.presentation.appeals import describe_orders
from arbitrage.queries.appeals import list_seats
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.services import acts, appeals, commission, rulings
from arbitrage.services.commission import CommissionDecision
from arbitrage.services.recounting import recount_game
from tests.arbitrage.services.cases import (
    ALLOWED,
    DISMISSED,
    WHY,
    assert_refused,
    create_member,
    decide_case,
    file_appeal,
)
from tests.arbitrage.services.sanctioned_turns import SanctionedTurns, get_account, get_score
from tests.explanations import read_explanation
from tests.french import plain
from tests.room import Listener
from tournament.core.errors import BadSetting, LostRace, NotAllowed, WrongState
from tournament.core.states import GameState, Role
from tournament.models import Game, Journal, Turn
from tournament.protocol import bus
from tournament.queries import clock
from tournament.queries.results.standings import load_standings
from tournament.services.play.games import finish_game
from tournament.services.play.turns import cancel_turn


class TestDecision:
    def test_an_appeal_allowed_becomes_a_ruling_that_everybody_follows(
        self, sanctioned_turns: SanctionedTurns, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        listener = Listener(sanctioned_turns.room.tournament)
        monkeypatch.setattr(bus, "publish", listener.hear)
        listener.join(sanctioned_turns.entries)
        entry, before = (
            sanctioned_turns.entries[0],
            get_score(sanctioned_turns.first, sanctioned_turns.entries[0]),
        )
        assert before.points == 0
        case = file_appeal(sanctioned_turns)
        listener.check()
        states = {client.entry_id: client.held["state"] for client in listener.clients}
        assert [states[entry.pk]["news"] for entry in sanctioned_turns.entries] == [
            1,
            0,
            0,
            0,
            0,
            0,
        ]
        assert WHY not in str([client.held for client in listener.clients])

        by = create_member(sanctioned_turns, full="Anne Membre")
        Game.objects.update(standings_sent_at="2000-01-01T00:00Z")
        case = decide_case(case, by, ALLOWED)
        listener.check()
        after = get_score(sanctioned_turns.first, entry)
        assert (after.points, after.gross, after.warnings, after.sanction) == (20, 20, 1, "warning")
        sentence = "Décision de la commission d’arbitrage : Le doute profite au joueur."
        assert plain(read_explanation(after)).endswith(sentence)
        assert "l’arbitre" not in read_explanation(after)
        assert (case.state, case.decision_version) == (CaseState.ALLOWED, 2)
        assert [sitting.name for sitting in case.sittings.all()] == ["Anne Membre"]
        assert load_standings(sanctioned_turns.game).by_entry[entry.pk].total == 20
        kinds = Journal.objects.filter(kind="case").values_list("data__what", flat=True)
        assert list(kinds) == ["bring", "allow"]
        assert recount_game(game=sanctioned_turns.game, now=clock.now()) == 0

    def test_an_appeal_dismissed_confirms_the_ruling_with_the_reason(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        before = get_score(sanctioned_turns.first, sanctioned_turns.entries[0])
        case = decide_case(
            file_appeal(sanctioned_turns), create_member(sanctioned_turns), DISMISSED
        )
        ruling = get_current_rulings(sanctioned_turns.first)[sanctioned_turns.entries[0].pk]
        assert (ruling.version, ruling.status) == (2, RulingStatus.CONFIRMED)
        after = get_score(sanctioned_turns.first, sanctioned_turns.entries[0])
        assert after.points == before.points == 0
        assert plain(read_explanation(after)).endswith(
            "Décision de la commission d’arbitrage : La décision est juste."
        )
        assert case.state == CaseState.DISMISSED
        assert_refused(WrongState, "case-decided", file_appeal, sanctioned_turns=sanctioned_turns)
        assert_refused(
            WrongState,
            "case-over",
            decide_case,
            case=case,
            by=create_member(sanctioned_turns),
            decision=ALLOWED,
        )

    def test_arbiters_cannot_change_a_decision_of_the_commission(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        first, other = sanctioned_turns.entries[1], sanctioned_turns.entries[2]  # equal bulletins
        decide_case(file_appeal(sanctioned_turns, 1), create_member(sanctioned_turns), ALLOWED)
        author_and_time = sanctioned_turns.room.get_author_and_time()
        target: dict[str, Any] = {"turn": sanctioned_turns.first, "entry": first, "version": 2}
        assert_refused(
            WrongState, "commission-decided", rulings.confirm_ruling, **target, **author_and_time
        )
        how: dict[str, Any] = {"points": 0, "sanction": "zero", "motives": ["illisible"]}
        change = how | {"turn": sanctioned_turns.first, "reason": "non", "is_free_ruling": True}
        entry_ids = sanctioned_turns.room.entry_ids
        rulings.change_ruling(
            **change, entry=other, version=1, entries=entry_ids, **author_and_time
        )
        assert get_score(sanctioned_turns.first, first).points == 20
        gesture = (
            Journal.objects.filter(data__has_key="versions", by=author_and_time["by"])
            .latest("pk")
            .pk
        )
        rulings.undo_rulings(turn=sanctioned_turns.first, journal_row=gesture, **author_and_time)
        assert get_score(sanctioned_turns.first, first).points == 20

    def test_open_cases_make_results_provisional_but_games_can_end(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        case = file_appeal(sanctioned_turns)
        sanctioned_turns.reveal(sanctioned_turns.second)
        Turn.objects.update(to_decide=0)
        assert load_standings(Game.objects.get()).is_provisional
        Turn.objects.update(state="done")
        how: dict[str, Any] = {"reason": "other", "detail": "fin"}
        over = finish_game(
            game=Game.objects.get(), **how, **sanctioned_turns.room.get_author_and_time()
        )
        assert over.state == GameState.FINISHED  # no word of the judge is needed for that
        assert load_standings(over).is_provisional
        decide_case(Appeal.objects.get(pk=case.pk), create_member(sanctioned_turns), DISMISSED)
        Turn.objects.update(to_decide=0)
        assert not load_standings(over).is_provisional

    def test_a_decision_on_another_ruling_than_was_read_is_refused(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        case, by = file_appeal(sanctioned_turns), create_member(sanctioned_turns)
        how: dict[str, Any] = {
            "decision": DISMISSED,
            "sitting_accounts": [by.pk],
            "by": by,
            "now": clock.now(),
        }
        with pytest.raises(LostRace):
            commission.decide_case(case=case, version=7, **how)
        assert Appeal.objects.get().state == CaseState.OPEN

    def test_an_act_contested_is_taken_back(self, sanctioned_turns: SanctionedTurns) -> None:
        entry = sanctioned_turns.entries[1]
        before = get_score(sanctioned_turns.first, entry).points
        act = acts.give_zero(
            turn=sanctioned_turns.first,
            entry=entry,
            reason="bruit",
            **sanctioned_turns.room.get_author_and_time(),
        )
        case = file_appeal(sanctioned_turns, 1, subject=CaseSubject.ACT, act=act)
        decide_case(
            case,
            create_member(sanctioned_turns),
            CommissionDecision(allowed=True, reason="Il était absent."),
        )
        back = Act.objects.get(takes_back=act)
        assert (back.kind, back.reason) == (ActKind.WITHDRAWAL, "Il était absent.")
        assert get_score(sanctioned_turns.first, entry).points == before
        assert_refused(
            LostRace,
            "act",
            file_appeal,
            sanctioned_turns=sanctioned_turns,
            index=1,
            subject="act",
            act=act,
        )

    def test_the_judge_reads_the_order(self, sanctioned_turns: SanctionedTurns) -> None:
        cancel_turn(
            turn=sanctioned_turns.second,
            reason="chrono",
            **sanctioned_turns.room.get_author_and_time(),
        )
        case = file_appeal(
            sanctioned_turns, turn=sanctioned_turns.second, subject=CaseSubject.DECISION
        )
        by = create_member(sanctioned_turns)
        vague = CommissionDecision(allowed=True, reason="Le chrono était juste.")
        assert_refused(BadSetting, "no-order", decide_case, case=case, by=by, decision=vague)
        order = CommissionDecision(allowed=True, reason="Juste.", order="Rejouer le coup.")
        decide_case(case, by, order)
        [told_judge] = describe_orders(sanctioned_turns.room.tournament)
        assert "Rejouer le coup." in told_judge["text"]
        assert told_judge["number"] == "1"
        appeals.mark_order_done(case=case, **sanctioned_turns.room.get_author_and_time())
        assert not describe_orders(sanctioned_turns.room.tournament)
        again = {"case": case, **sanctioned_turns.room.get_author_and_time()}
        assert_refused(WrongState, "no-order-left", appeals.mark_order_done, **again)


class TestSitting:
    def test_involved_members_do_not_sit(self, sanctioned_turns: SanctionedTurns) -> None:
        entry = sanctioned_turns.entries[0]
        names = ("decide", "agit", "joue", "libre")
        ruled, acted, plays, free = (create_member(sanctioned_turns, name) for name in names)
        player = entry.players.get()
        User.objects.filter(pk=plays.pk).update(first_name=f"{player.last_name.upper()}")
        for user in (ruled, acted):
            get_account(sanctioned_turns.room, Role.ARBITER, name=user.username)
        now = clock.now()
        rulings.confirm_ruling(
            turn=sanctioned_turns.first, entry=entry, version=1, by=ruled, now=now
        )
        acts.give_warning(
            turn=sanctioned_turns.first, entry=entry, reason="bruit", by=acted, now=now
        )
        case = file_appeal(sanctioned_turns)
        bars = {seat.user.username: seat.recusal_reasons for seat in list_seats(case)}
        assert bars == {
            "decide": [RecusalReason.RULED],
            "agit": [RecusalReason.ACTED],
            "joue": [RecusalReason.PLAYS],
            "libre": [],
        }
        for user in (ruled, acted, plays):
            with pytest.raises(NotAllowed) as caught:
                decide_case(case, free, DISMISSED, [free, user])
            assert caught.value.reason == "does-not-sit"
        stranger = get_account(sanctioned_turns.room, Role.JUDGE, name="juge")
        with pytest.raises(NotAllowed):
            decide_case(case, stranger, DISMISSED)
        assert_refused(
            BadSetting, "no-member", decide_case, case=case, by=free, decision=DISMISSED,
            sitting=[free, stranger],
        )  # fmt: skip
        other = create_member(sanctioned_turns, "autre")
        assert_refused(
            BadSetting,
            "must-sit",
            decide_case,
            case=case,
            by=free,
            decision=DISMISSED,
            sitting=[other],
        )
        decide_case(case, free, DISMISSED, [free, other])
        assert {sitting.user for sitting in case.sittings.all()} == {free, other}

    def test_the_leader_of_the_turn_does_not_sit(self, sanctioned_turns: SanctionedTurns) -> None:
        judge = get_account(
            sanctioned_turns.room, Role.COMMISSION, name=sanctioned_turns.room.user.username
        )
        case = file_appeal(sanctioned_turns, subject=CaseSubject.DECISION)
        [seat] = list_seats(case)
        assert (seat.user, seat.recusal_reasons) == (judge, [RecusalReason.LED])

    def test_the_playing_judge_does_not_sit_for_their_table(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        Game.objects.update(judge_plays=sanctioned_turns.entries[0])
        get_account(
            sanctioned_turns.room, Role.COMMISSION, name=sanctioned_turns.room.user.username
        )
        [seat] = list_seats(Appeal.objects.get(pk=file_appeal(sanctioned_turns).pk))
        assert RecusalReason.PLAYS in seat.recusal_reasons
