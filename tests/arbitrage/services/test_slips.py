"""Slips (*billets de correction*, 5.9): content, versions, and averages that depend on them."""

from typing import Any

import pytest

from arbitrage.core.slip import Box
from arbitrage.models import Act, ActKind, Appeal, Slip
from arbitrage.presentation.slips import list_lines
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.queries.slips import get_notice, list_notified_words
from arbitrage.services import acts, appeals, rulings
from arbitrage.services.correction import correct_turn
from arbitrage.services.receipts import store_receipts
from arbitrage.services.slip_delivery import SlipAction, handle_slips, undo_slip_action
from arbitrage.services.turn_lock import lock_turn
from tests.arbitrage.services.cases import DISMISSED, build_contested, create_member, decide_case
from tests.arbitrage.services.sanctioned_turns import (
    REFUSED,
    SanctionedTurns,
    get_account,
    get_score,
)
from tests.arbitrage.services.slips import decide, get_current_slip, get_slip
from tests.explanations import read_explanation
from tests.room import Listener, Room
from tests.rows import every_row
from tournament.core.states import Role
from tournament.models import Bulletin, Entry, Journal, Tournament, Turn
from tournament.ports import SlipReceipt
from tournament.protocol import bus
from tournament.queries import clock


def bring_case(sanctioned_turns: SanctionedTurns) -> Appeal:
    """Bring, as an arbiter, the bulletin of table 1 before the commission."""
    return appeals.file_case(
        contested=build_contested(sanctioned_turns),
        grounds="Le mot est au dictionnaire.",
        **sanctioned_turns.room.get_author_and_time(),
    )


def admit(sanctioned_turns: SanctionedTurns, turn: Turn, entry: Entry) -> None:
    decide(sanctioned_turns, turn, entry, points=12, sanction="none")


class TestWhatASlipSays:
    def test_each_sanction_has_one_and_a_clean_bulletin_none(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        zero, clean, _, warned, _, missing = sanctioned_turns.entries
        assert get_notice(get_current_slip(sanctioned_turns.first, zero)).refused_words == (
            REFUSED,
        )
        assert get_notice(get_current_slip(sanctioned_turns.first, zero)).list_boxes() == {
            Box.NOT_ADMITTED
        }
        assert get_slip(sanctioned_turns.first, clean) is None
        assert get_notice(get_current_slip(sanctioned_turns.first, warned)).list_boxes() == {
            Box.SCORE
        }
        assert [
            get_notice(get_current_slip(turn, warned)).number
            for turn in (sanctioned_turns.first, sanctioned_turns.second)
        ] == [
            1,
            2,
        ]
        # Nothing came: that zero waits for an arbiter (5.7), and so does its slip.
        assert get_slip(sanctioned_turns.first, missing) is None
        version = get_current_rulings(sanctioned_turns.first)[missing.pk].version
        rulings.confirm_ruling(
            turn=sanctioned_turns.first,
            entry=missing,
            version=version,
            **sanctioned_turns.room.get_author_and_time(),
        )
        assert get_notice(get_current_slip(sanctioned_turns.first, missing)).list_boxes() == {
            Box.BLANK_OR_MISSING
        }

    def test_an_equal_notice_makes_no_new_slip(self, sanctioned_turns: SanctionedTurns) -> None:
        entry = sanctioned_turns.entries[0]
        before = get_current_slip(sanctioned_turns.first, entry)
        version = get_current_rulings(sanctioned_turns.first)[entry.pk].version
        rulings.confirm_ruling(
            turn=sanctioned_turns.first,
            entry=entry,
            version=version,
            **sanctioned_turns.room.get_author_and_time(),
        )
        assert get_current_slip(sanctioned_turns.first, entry) == before
        assert Slip.objects.filter(turn=sanctioned_turns.first, entry=entry).count() == 1

    def test_a_reversed_decision_is_notified_if_the_first_was(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        entry = sanctioned_turns.entries[0]
        admit(sanctioned_turns, sanctioned_turns.first, entry)
        after = get_current_slip(sanctioned_turns.first, entry)
        assert (after.version, after.rectifies) == (2, True)
        assert get_notice(after).is_empty

    def test_a_slip_with_a_receipt_under_way_is_withdrawn(
        self, sanctioned_turns: SanctionedTurns, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sanctioned_turns.reveal(sanctioned_turns.second)
        entry = sanctioned_turns.entries[0]
        read = get_current_slip(sanctioned_turns.second, entry)
        admit(sanctioned_turns, sanctioned_turns.second, entry)
        assert not get_current_slip(sanctioned_turns.second, entry).rectifies
        listener = Listener(sanctioned_turns.room.tournament)
        monkeypatch.setattr(bus, "publish", listener.hear)
        listener.join(sanctioned_turns.entries)
        for _ in range(2):  # again, it changes and tells nothing
            assert store_receipts([SlipReceipt(read.uid, entry.pk, clock.now())])
            assert get_current_slip(sanctioned_turns.second, entry).rectifies
            listener.check()
        [client] = [connected for connected in listener.clients if connected.entry_id == entry.pk]
        assert client.held["state"]["slips"]["2"]["uid"] == str(
            get_current_slip(sanctioned_turns.second, entry).uid
        )

    def test_a_removed_warning_is_notified_and_later_ones_renumbered(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        entry = sanctioned_turns.entries[3]
        acts.remove_warning(
            turn=sanctioned_turns.first,
            entry=entry,
            reason="relu",
            **sanctioned_turns.room.get_author_and_time(),
        )
        assert get_notice(get_current_slip(sanctioned_turns.first, entry)).list_boxes() == {
            Box.REMOVED
        }
        assert get_notice(get_current_slip(sanctioned_turns.first, entry)).number == 0
        assert get_notice(get_current_slip(sanctioned_turns.second, entry)).number == 1

    def test_conduct_is_on_the_free_line_with_its_reason(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        entry = sanctioned_turns.entries[0]
        acts.give_warning(
            turn=sanctioned_turns.first,
            entry=entry,
            reason="bavardage",
            **sanctioned_turns.room.get_author_and_time(),
        )
        notice = get_notice(get_current_slip(sanctioned_turns.first, entry))
        assert notice.list_boxes() == {Box.NOT_ADMITTED, Box.OTHER_WARNING}
        assert (notice.conduct, notice.number) == (("bavardage",), 1)

    def test_a_bulletin_in_commission_is_notified_before_the_decision(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        entry = sanctioned_turns.entries[1]
        ruling = get_current_rulings(sanctioned_turns.first)[entry.pk]
        ruling.pk = None
        ruling.version += 1
        ruling.status = "undecided"
        ruling.verdict = {**ruling.verdict, "commission": True}
        with lock_turn(sanctioned_turns.first) as turn:
            rulings.append_rulings(
                turn, [_unsave(ruling)], **sanctioned_turns.room.get_author_and_time()
            )
        assert get_notice(get_current_slip(sanctioned_turns.first, entry)).list_boxes() == {
            Box.COMMISSION
        }

    def test_the_commission_box_is_ticked_while_a_case_is_open(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        entry = sanctioned_turns.entries[0]
        slip = get_current_slip(sanctioned_turns.first, entry)
        store_receipts([SlipReceipt(slip.uid, entry.pk, clock.now())])
        boxes = get_notice(slip).list_boxes()

        def check_boxes(*more: Box) -> None:
            mine = get_current_slip(sanctioned_turns.first, entry)
            assert get_notice(mine).list_boxes() == boxes | {*more}
            # The slip told the player this sanction and this word.
            assert not mine.rectifies
            assert list_notified_words(sanctioned_turns.second, [entry.pk]) == {entry.pk: {REFUSED}}

        appeals.withdraw_case(
            case=bring_case(sanctioned_turns), **sanctioned_turns.room.get_author_and_time()
        )
        check_boxes()
        case = bring_case(sanctioned_turns)
        check_boxes(Box.COMMISSION)
        decide_case(case, create_member(sanctioned_turns), DISMISSED)
        check_boxes()

    def test_a_proposed_warning_does_not_count_with_conduct(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        entry = sanctioned_turns.entries[3]
        Tournament.objects.update(confirm_clean=True)
        ruling = get_current_rulings(sanctioned_turns.second)[entry.pk]
        ruling.pk = None
        ruling.version += 1
        ruling.status = "proposed"
        with lock_turn(sanctioned_turns.second) as turn:
            rulings.append_rulings(
                turn, [_unsave(ruling)], **sanctioned_turns.room.get_author_and_time()
            )
        acts.give_warning(
            turn=sanctioned_turns.second,
            entry=entry,
            reason="bavardage",
            **sanctioned_turns.room.get_author_and_time(),
        )
        notice = get_notice(get_current_slip(sanctioned_turns.second, entry))
        assert notice.list_boxes() == {Box.OTHER_WARNING}
        assert notice.number == 2


def _unsave(ruling: Any) -> Any:
    """Return the ruling as a new row, which ``append_rulings`` writes."""
    ruling.id = None
    ruling._state.adding = True
    return ruling


class TestTheAverage:
    """5.9: a player who was not notified of the motive gets the average."""

    def test_a_table_not_notified_gets_the_average(self, unnotified_turns: SanctionedTurns) -> None:
        entry = unnotified_turns.entries[0]
        mine = get_score(unnotified_turns.second, entry)
        assert (mine.average, mine.sanction) == (True, "none")
        assert mine.points > 0
        assert "NUPTE, refusé au coup 1" in read_explanation(mine)
        (act,) = Act.objects.all()
        assert (act.by, act.automatic, act.reason) == (None, True, "")
        assert get_notice(get_current_slip(unnotified_turns.second, entry)).list_boxes() == {
            Box.NOT_ADMITTED,
            Box.AVERAGE,
        }

    def test_the_average_keeps_its_players_when_arbiters_change(
        self, room: Room, unnotified_turns: SanctionedTurns
    ) -> None:
        entry, points = (
            unnotified_turns.entries[0],
            get_score(unnotified_turns.second, unnotified_turns.entries[0]).points,
        )
        room.tournament.tables.filter(number__lte=2).update(arbiter=room.user)
        correct_turn(turn_id=unnotified_turns.second.pk, now=clock.now())
        decide(unnotified_turns, unnotified_turns.second, entry, motives=["mot-non-admis"])
        assert get_score(unnotified_turns.second, entry).points == points
        assert Act.objects.count() == 1

    def test_the_warning_beside_it_is_named_on_the_slip(
        self, unnotified_turns: SanctionedTurns
    ) -> None:
        entry = unnotified_turns.entries[0]
        bulletin = Bulletin.objects.get(turn=unnotified_turns.second, entry=entry)
        word = "".join(bulletin.rows)
        turned = [word] if len(bulletin.rows) > 1 else list(word)
        score = int(bulletin.score)
        with every_row() as row:
            for number, (rows, claim, box) in enumerate(
                [
                    (turned, score, Box.INVERSION),
                    (bulletin.rows, score + 1, Box.SCORE),
                ],
                start=2,
            ):
                with row(box):
                    written = {"rows": rows, "score": str(claim), "rev": number}
                    Bulletin.objects.filter(pk=bulletin.pk).update(**written)
                    correct_turn(turn_id=unnotified_turns.second.pk, now=clock.now())
                    assert get_score(unnotified_turns.second, entry).sanction == "warning"
                    assert get_score(unnotified_turns.second, entry).average
                    notice = get_notice(get_current_slip(unnotified_turns.second, entry))
                    assert notice.list_boxes() == {box, Box.NOT_ADMITTED, Box.AVERAGE}
                    assert list_lines(notice)[0] == "Avertissement n° 1"
                    assert not any("Autre motif" in each for each in list_lines(notice))

    @pytest.mark.parametrize("by_tablet", [True, False])
    def test_a_receipt_or_tick_before_the_turn_ends_the_average(
        self, unnotified_turns: SanctionedTurns, by_tablet: bool
    ) -> None:
        entry = unnotified_turns.entries[0]
        slip = get_current_slip(unnotified_turns.first, entry)
        assert unnotified_turns.second.opened_at is not None
        at = unnotified_turns.second.opened_at - (clock.now() - unnotified_turns.second.opened_at)
        stamp = {"shown_at": at} if by_tablet else {"handed_at": at}
        Slip.objects.filter(pk=slip.pk).update(**stamp)
        assert list_notified_words(unnotified_turns.second, [entry.pk]) == {entry.pk: {REFUSED}}
        decide(unnotified_turns, unnotified_turns.second, entry, motives=["mot-non-admis"])
        mine = get_score(unnotified_turns.second, entry)
        assert (mine.points, mine.average, mine.sanction) == (0, False, "zero")
        kinds = list(Act.objects.order_by("pk").values_list("kind", "automatic"))
        assert kinds == [(ActKind.AVERAGE, True), (ActKind.WITHDRAWAL, True)]

    def test_a_receipt_after_the_turn_opened_changes_nothing(
        self, unnotified_turns: SanctionedTurns
    ) -> None:
        entry = unnotified_turns.entries[0]
        slip = get_current_slip(unnotified_turns.first, entry)
        assert store_receipts([SlipReceipt(slip.uid, entry.pk, clock.now())])
        decide(unnotified_turns, unnotified_turns.second, entry, motives=["mot-non-admis"])
        assert get_score(unnotified_turns.second, entry).average

    def test_a_slip_without_the_motive_does_not_notify(
        self, unnotified_turns: SanctionedTurns
    ) -> None:
        entry = unnotified_turns.entries[0]
        decide(unnotified_turns, unnotified_turns.first, entry, motives=["illisible"])
        Slip.objects.filter(turn=unnotified_turns.first).exclude(version=1).update(
            handed_at=clock.now()
        )
        assert list_notified_words(unnotified_turns.second, [entry.pk]) == {}

    def test_it_ends_when_the_first_refusal_is_withdrawn(
        self, unnotified_turns: SanctionedTurns
    ) -> None:
        entry = unnotified_turns.entries[0]
        admit(unnotified_turns, unnotified_turns.first, entry)
        assert not get_score(unnotified_turns.second, entry).average
        assert get_score(unnotified_turns.second, entry).sanction == "zero"

    def test_an_average_taken_back_is_not_awarded_again(
        self, room: Room, unnotified_turns: SanctionedTurns
    ) -> None:
        entry = unnotified_turns.entries[0]
        acts.withdraw_act(
            act=Act.objects.get(), reason="il le savait", **room.get_author_and_time()
        )
        decide(unnotified_turns, unnotified_turns.second, entry, motives=["mot-non-admis"])
        assert not get_score(unnotified_turns.second, entry).average
        acts.award_average(
            turn=unnotified_turns.second, entry=entry, reason="si", **room.get_author_and_time()
        )
        assert get_score(unnotified_turns.second, entry).average

    def test_undoing_a_mistaken_tick_brings_the_average(
        self, room: Room, unnotified_turns: SanctionedTurns
    ) -> None:
        arbiter = get_account(room, Role.ARBITER, name="camille")
        entry = unnotified_turns.entries[0]
        assert unnotified_turns.second.opened_at is not None
        before = unnotified_turns.second.opened_at - (
            clock.now() - unnotified_turns.second.opened_at
        )
        arguments: dict[str, Any] = {"by": arbiter, "now": before}
        slips = [get_current_slip(unnotified_turns.first, entry).pk]
        handle_slips(game=unnotified_turns.game, slips=slips, action=SlipAction.HANDED, **arguments)
        decide(unnotified_turns, unnotified_turns.second, entry, motives=["mot-non-admis"])
        assert not get_score(unnotified_turns.second, entry).average
        gesture = Journal.objects.filter(kind="slips").latest("pk").pk
        undo_slip_action(
            game=unnotified_turns.game, journal_row=gesture, by=arbiter, now=clock.now()
        )
        assert get_score(unnotified_turns.second, entry).average
