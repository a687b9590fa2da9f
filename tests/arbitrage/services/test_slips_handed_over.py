"""Delivery of slips: on paper by actions that can be undone, on tablets with receipts."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from arbitrage.models import Slip
from arbitrage.queries.slips import build_to_print_filter, list_open_slips
from arbitrage.services.receipts import store_receipts
from arbitrage.services.slip_delivery import SlipAction, handle_slips, undo_slip_action
from tests.arbitrage.services.sanctioned_turns import SanctionedTurns, get_account
from tests.arbitrage.services.slips import decide, get_current_slip
from tournament.core.errors import BadSetting, LostRace, NotAllowed
from tournament.core.states import PlayMedium, Role
from tournament.models import Entry, Journal, Score, Turn
from tournament.ports import SlipReceipt
from tournament.protocol import parts
from tournament.protocol.state_builder import GameStateBuilder
from tournament.queries import clock


class TestOnPaper:
    def test_needed_slips_are_printed_by_table_and_turn(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        assert not list_open_slips(sanctioned_turns.game).filter(
            build_to_print_filter()
        )  # all play on tablets
        Entry.objects.update(plays_on=PlayMedium.PAPER)
        Slip.objects.update(handed_at=None, handed_by=None)
        sanctioned_turns.reveal(sanctioned_turns.second)
        zero, _, _, warned, _, _ = sanctioned_turns.entries
        tables = [
            (slip.entry_id, slip.turn_id)
            for slip in list_open_slips(sanctioned_turns.game).filter(build_to_print_filter())
        ]
        assert tables == [
            (zero.pk, sanctioned_turns.first.pk),
            (zero.pk, sanctioned_turns.second.pk),
            *[
                (entry.pk, turn.pk)
                for entry in sanctioned_turns.entries[3:5]
                for turn in (sanctioned_turns.first, sanctioned_turns.second)
            ],
        ]
        # A wrong score of the move retained needs none (5.9).
        Score.objects.filter(turn=sanctioned_turns.first).update()
        Slip.objects.filter(turn=sanctioned_turns.first, entry=warned).update(
            word=Turn.objects.get(pk=sanctioned_turns.first.pk).word,
            ref=Turn.objects.get(pk=sanctioned_turns.first.pk).ref,
        )
        remaining = list_open_slips(sanctioned_turns.game).filter(build_to_print_filter())
        assert not remaining.filter(turn=sanctioned_turns.first, entry=warned).exists()
        Slip.objects.filter(turn=sanctioned_turns.first, entry=warned).update(wanted=True)
        assert remaining.filter(turn=sanctioned_turns.first, entry=warned).exists()

    def test_a_zero_above_the_top_needs_no_paper_without_words(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        Entry.objects.update(plays_on=PlayMedium.PAPER)
        Slip.objects.update(handed_at=None, handed_by=None)
        entry = sanctioned_turns.entries[0]
        slips = list_open_slips(sanctioned_turns.game).filter(
            build_to_print_filter(), turn=sanctioned_turns.first, entry=entry
        )
        Slip.objects.filter(turn=sanctioned_turns.first, entry=entry).update(claimed=900)
        assert slips.exists()
        decide(
            sanctioned_turns,
            sanctioned_turns.first,
            entry,
            motives=["placement-impossible"],
            reason="–",
        )
        latest = get_current_slip(sanctioned_turns.first, entry)
        latest.content = {**latest.content, "reason": ""}
        latest.save()
        assert slips.exists()
        Slip.objects.filter(turn=sanctioned_turns.first, entry=entry).update(claimed=900)
        assert not slips.exists()

    def test_a_gesture_is_in_the_journal_and_taken_back_once(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        arbiter = get_account(sanctioned_turns.room, Role.ARBITER, name="camille")
        arguments: dict[str, Any] = {"by": arbiter, "now": clock.now()}
        slips = list(Slip.objects.filter(turn=sanctioned_turns.first).values_list("pk", flat=True))
        handle_slips(
            game=sanctioned_turns.game, slips=slips, action=SlipAction.PRINTED, **arguments
        )
        assert not Slip.objects.filter(turn=sanctioned_turns.first, printed_at=None).exists()
        gesture = Journal.objects.get(kind="slips")
        assert gesture.data["tables"] == [1, 4, 5]
        undo_slip_action(game=sanctioned_turns.game, journal_row=gesture.pk, **arguments)
        assert not Slip.objects.filter(printed_at__isnull=False).exists()
        with pytest.raises(LostRace):
            undo_slip_action(game=sanctioned_turns.game, journal_row=gesture.pk, **arguments)

    def test_only_arbiters_handle_slips_that_may_leave(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        judge = get_account(sanctioned_turns.room, Role.JUDGE, name="dominique")
        arbiter = get_account(sanctioned_turns.room, Role.ARBITER, name="camille")
        slips = list(Slip.objects.values_list("pk", flat=True))
        with pytest.raises(NotAllowed):
            handle_slips(
                game=sanctioned_turns.game, slips=slips, action="handed", by=judge, now=clock.now()
            )
        hidden = list(
            Slip.objects.filter(turn=sanctioned_turns.second).values_list("pk", flat=True)
        )
        for pile, done in ((hidden, "handed"), (slips, "burnt")):
            with pytest.raises(BadSetting):
                handle_slips(
                    game=sanctioned_turns.game, slips=pile, action=done, by=arbiter, now=clock.now()
                )


def test_tablets_get_no_slip_before_the_reveal(sanctioned_turns: SanctionedTurns) -> None:
    entry = sanctioned_turns.entries[0]
    tournament = sanctioned_turns.room.tournament.pk
    state = parts.build_entry_snapshots(tournament, [entry.pk])[entry.pk].state
    assert list(state.slips) == ["1"]  # type: ignore[union-attr]
    assert parts.build_table_results(
        GameStateBuilder(sanctioned_turns.game), [sanctioned_turns.second]
    )[entry.pk].slips == {"2": None}
    sanctioned_turns.reveal(sanctioned_turns.second)
    told_now = parts.build_table_results(
        GameStateBuilder(sanctioned_turns.game), [sanctioned_turns.second]
    )[entry.pk].slips["2"]
    assert told_now is not None
    assert told_now.lines == ["Mot(s) non admis\u00a0: NUPTE"]
    assert not told_now.shown


def test_receipts_are_for_own_slips_and_the_earliest_counts(
    sanctioned_turns: SanctionedTurns, django_assert_max_num_queries: Any
) -> None:
    mine, others = sanctioned_turns.entries[0], sanctioned_turns.entries[3]
    slips = [get_current_slip(sanctioned_turns.first, entry) for entry in (mine, others)]
    at = [clock.now() + timedelta(seconds=second) for second in range(3)]
    own_receipts = [SlipReceipt(slip.uid, slip.entry_id, at[1]) for slip in slips]
    crossed = [SlipReceipt(slips[0].uid, others.pk, at[0]), SlipReceipt(uuid4(), mine.pk, at[0])]
    with django_assert_max_num_queries(6):
        stamped = store_receipts([*own_receipts, *crossed, own_receipts[0]._replace(at=at[2])])
    assert stamped == {(slip.uid, slip.entry_id) for slip in slips}
    for moment, expected in ((at[2], at[1]), (at[0], at[0])):
        assert store_receipts([own_receipts[0]._replace(at=moment)])
        slips[0].refresh_from_db()
        slips[1].refresh_from_db()
        assert (slips[0].shown_at, slips[1].shown_at) == (expected, at[1])
