"""Warnings, conduct and averages: who may decide, what counts, and that nothing is erased."""

from typing import TYPE_CHECKING, Any

import pytest

from arbitrage.models import Act, ActKind, Ruling
from arbitrage.services import acts, rulings
from tests.arbitrage.services.sanctioned_turns import SanctionedTurns, get_account, get_score
from tests.explanations import read_explanation
from tests.french import plain
from tests.room import Listener, Room
from tournament.core.errors import BadSetting, LostRace, NotAllowed, WrongState
from tournament.core.states import GameState, Role
from tournament.models import Entry, Game, Journal, Score
from tournament.protocol import Audience, bus, parts
from tournament.protocol.state_builder import GameStateBuilder
from tournament.queries import clock
from tournament.queries.results.standings import (
    count_warnings as count_game_warnings,
    load_standings,
)
from tournament.services.play.turns import cancel_turn, draw_turn

if TYPE_CHECKING:
    from collections.abc import Callable

WHY: dict[str, Any] = {"reason": "bavardage"}


def count_counted_warnings(sanctioned_turns: SanctionedTurns, entry: Entry) -> int:
    return load_standings(sanctioned_turns.game).by_entry[entry.pk].warnings


class TestConduct:
    def test_a_conduct_warning_is_added_and_notified(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        entry = sanctioned_turns.entries[3]
        acts.give_warning(
            turn=sanctioned_turns.first,
            entry=entry,
            **WHY,
            **sanctioned_turns.room.get_author_and_time(),
        )
        mine = get_score(sanctioned_turns.first, entry)
        assert (mine.warnings, mine.sanction) == (2, "warning")
        assert "Avertissement disciplinaire : bavardage (art. 5.5)." in plain(
            read_explanation(mine)
        )
        assert count_counted_warnings(sanctioned_turns, entry) == 2

    def test_it_can_be_given_before_anything_is_handed_in(self, room: Room) -> None:
        turn = draw_turn(game=room.game(), **room.get_author_and_time())
        assert turn is not None
        acts.give_warning(turn=turn, entry=room.entries[0], **WHY, **room.get_author_and_time())
        turn.refresh_from_db()
        assert turn.corrected_at is None
        assert not Score.objects.exists()
        assert Act.objects.get().kind == ActKind.WARNING

    def test_grave_misconduct_is_a_zero_whatever_else_is_decided(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        entry, other = sanctioned_turns.entries[1:3]
        acts.give_zero(
            turn=sanctioned_turns.first,
            entry=entry,
            **WHY,
            **sanctioned_turns.room.get_author_and_time(),
        )
        rulings.apply_to_equal(
            turn=sanctioned_turns.first,
            entry=other,
            version=1,
            entries=sanctioned_turns.room.entry_ids,
            **sanctioned_turns.room.get_author_and_time(),
        )
        mine = get_score(sanctioned_turns.first, entry)
        assert (mine.points, mine.gross, mine.sanction, mine.article) == (0, 0, "zero", "5.7")
        assert get_score(sanctioned_turns.first, other).points > 0
        with pytest.raises(LostRace):
            acts.give_zero(
                turn=sanctioned_turns.first,
                entry=entry,
                **WHY,
                **sanctioned_turns.room.get_author_and_time(),
            )

    @pytest.mark.parametrize("role", acts.OFFICER_ROLES)
    def test_judge_and_arbiters_may_act(
        self, sanctioned_turns: SanctionedTurns, role: Role
    ) -> None:
        officer = get_account(sanctioned_turns.room, role, name="camille")
        act = acts.give_warning(
            turn=sanctioned_turns.first,
            entry=sanctioned_turns.entries[0],
            **WHY,
            by=officer,
            now=sanctioned_turns.room.get_author_and_time()["now"],
        )
        assert act.by == officer

    @pytest.mark.parametrize("act", [acts.give_warning, acts.give_zero, acts.remove_warning])
    @pytest.mark.parametrize("roles", [(), (Role.ORGANISER,)])
    def test_other_roles_may_not(
        self, sanctioned_turns: SanctionedTurns, act: "Callable[..., Act]", roles: tuple[Role, ...]
    ) -> None:
        stranger = get_account(sanctioned_turns.room, *roles, name="dominique")
        with pytest.raises(NotAllowed):
            act(
                turn=sanctioned_turns.first,
                entry=sanctioned_turns.entries[3],
                **WHY,
                by=stranger,
                now=sanctioned_turns.room.get_author_and_time()["now"],
            )
        assert not Act.objects.exists()

    def test_a_reason_is_needed_and_a_turn_that_counts(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        target: dict[str, Any] = {
            "turn": sanctioned_turns.second,
            "entry": sanctioned_turns.entries[0],
        }
        with pytest.raises(BadSetting):
            acts.give_warning(**target, reason="  ", **sanctioned_turns.room.get_author_and_time())
        cancel_turn(
            turn=sanctioned_turns.second,
            reason="chrono",
            **sanctioned_turns.room.get_author_and_time(),
        )
        with pytest.raises(WrongState):
            acts.give_warning(**target, **WHY, **sanctioned_turns.room.get_author_and_time())

    def test_the_journal_has_author_act_and_reason(self, sanctioned_turns: SanctionedTurns) -> None:
        acts.give_warning(
            turn=sanctioned_turns.first,
            entry=sanctioned_turns.entries[2],
            **WHY,
            **sanctioned_turns.room.get_author_and_time(),
        )
        row = Journal.objects.filter(data__kind="warning").get()
        assert (row.by, row.turn) == (sanctioned_turns.room.user, sanctioned_turns.first)
        assert (row.data["table"], row.data["reason"]) == (3, "bavardage")


class TestRemoval:
    def test_a_warning_removed_no_longer_counts_and_nothing_is_erased(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        entry = sanctioned_turns.entries[3]
        before = get_score(sanctioned_turns.first, entry)
        acts.remove_warning(
            turn=sanctioned_turns.first,
            entry=entry,
            reason="le 7 est un 1",
            **sanctioned_turns.room.get_author_and_time(),
        )
        after = get_score(sanctioned_turns.first, entry)
        assert (before.warnings, after.warnings, after.points) == (1, 0, before.points)
        assert after.sanction == "none"
        assert "Avertissement enlevé : le 7 est un 1 (art. 5.9)." in plain(read_explanation(after))
        assert count_counted_warnings(sanctioned_turns, entry) == 0
        assert Ruling.objects.filter(turn=sanctioned_turns.first, entry=entry).count() == 1

    def test_it_stays_removed_when_equal_bulletins_are_decided(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        entry, other = sanctioned_turns.entries[3:5]
        acts.remove_warning(
            turn=sanctioned_turns.first,
            entry=entry,
            reason="mal lu",
            **sanctioned_turns.room.get_author_and_time(),
        )
        rulings.apply_to_equal(
            turn=sanctioned_turns.first,
            entry=other,
            version=1,
            entries=sanctioned_turns.room.entry_ids,
            **sanctioned_turns.room.get_author_and_time(),
        )
        assert [get_score(sanctioned_turns.first, each).warnings for each in (entry, other)] == [
            0,
            1,
        ]

    def test_a_removal_without_a_warning_is_refused(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        for entry in (
            sanctioned_turns.entries[0],
            sanctioned_turns.entries[1],
        ):  # a zero, a clean bulletin
            with pytest.raises(WrongState):
                acts.remove_warning(
                    turn=sanctioned_turns.first,
                    entry=entry,
                    **WHY,
                    **sanctioned_turns.room.get_author_and_time(),
                )

    def test_an_act_is_taken_back_once_and_both_stay_written(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        entry = sanctioned_turns.entries[3]
        removal = acts.remove_warning(
            turn=sanctioned_turns.first,
            entry=entry,
            **WHY,
            **sanctioned_turns.room.get_author_and_time(),
        )
        acts.withdraw_act(
            act=removal, reason="c’était la table 4", **sanctioned_turns.room.get_author_and_time()
        )
        assert get_score(sanctioned_turns.first, entry).warnings == 1
        with pytest.raises(LostRace):
            acts.withdraw_act(
                act=removal, reason="encore", **sanctioned_turns.room.get_author_and_time()
            )
        kinds = Act.objects.order_by("pk").values_list("kind", flat=True)
        assert list(kinds) == ["removal", "withdrawal"]


class TestDeduction:
    def get_final_score(self, sanctioned_turns: SanctionedTurns, entry: Entry) -> tuple[int, int]:
        Game.objects.filter(pk=sanctioned_turns.game.pk).update(
            state=GameState.FINISHED, finished_at=clock.now()
        )
        sanctioned_turns.game.refresh_from_db()
        row = load_standings(sanctioned_turns.game).by_entry[entry.pk]
        return row.warnings, row.deduction

    def test_warnings_from_the_fourth_on_cost_five_points(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        entry = sanctioned_turns.entries[3]
        sanctioned_turns.reveal(sanctioned_turns.second)
        for _ in range(3):
            acts.give_warning(
                turn=sanctioned_turns.first,
                entry=entry,
                **WHY,
                **sanctioned_turns.room.get_author_and_time(),
            )
        assert load_standings(sanctioned_turns.game).by_entry[entry.pk].deduction == 0
        assert self.get_final_score(sanctioned_turns, entry) == (5, 10)

    def test_removing_one_gives_its_points_back(self, sanctioned_turns: SanctionedTurns) -> None:
        entry = sanctioned_turns.entries[3]
        sanctioned_turns.reveal(sanctioned_turns.second)
        for _ in range(2):
            acts.give_warning(
                turn=sanctioned_turns.first,
                entry=entry,
                **WHY,
                **sanctioned_turns.room.get_author_and_time(),
            )
        acts.remove_warning(
            turn=sanctioned_turns.second,
            entry=entry,
            **WHY,
            **sanctioned_turns.room.get_author_and_time(),
        )
        assert self.get_final_score(sanctioned_turns, entry) == (3, 0)

    def test_blitz_has_five_free_warnings(self, sanctioned_turns: SanctionedTurns) -> None:
        entry = sanctioned_turns.entries[3]
        sanctioned_turns.reveal(sanctioned_turns.second)
        Game.objects.filter(pk=sanctioned_turns.game.pk).update(time_s=60)
        for _ in range(4):
            acts.give_warning(
                turn=sanctioned_turns.first,
                entry=entry,
                **WHY,
                **sanctioned_turns.room.get_author_and_time(),
            )
        assert self.get_final_score(sanctioned_turns, entry) == (6, 5)


class TestWhoSees:
    def test_a_player_gets_their_count_at_the_reveal(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        entry = sanctioned_turns.entries[3]

        def count_warnings() -> int:
            state: Any = parts.build_snapshot(
                sanctioned_turns.game.tournament_id, Audience.ENTRY, entry.pk
            ).state
            return int(state.warnings)

        assert count_warnings() == 1  # that of the first turn
        assert count_game_warnings(sanctioned_turns.game, [entry.pk]) == {
            entry.pk: 2
        }  # the staff know the second
        sanctioned_turns.reveal(sanctioned_turns.second)
        assert count_warnings() == 2
        mine = parts.build_table_results(
            GameStateBuilder(sanctioned_turns.game), [sanctioned_turns.second]
        )[entry.pk]
        assert mine.warnings == 2

    def test_every_audience_follows_an_act(
        self, sanctioned_turns: SanctionedTurns, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        listener = Listener(sanctioned_turns.room.tournament)
        monkeypatch.setattr(bus, "publish", listener.hear)
        listener.join(sanctioned_turns.entries)
        entry = sanctioned_turns.entries[3]
        Game.objects.update(standings_sent_at="2000-01-01T00:00Z")
        acts.give_warning(
            turn=sanctioned_turns.first,
            entry=entry,
            **WHY,
            **sanctioned_turns.room.get_author_and_time(),
        )
        listener.check()
        states = {client.entry_id: client.held["state"] for client in listener.clients}
        assert states[entry.pk]["warnings"] == 2
        assert "bavardage" in states[entry.pk]["results"]["1"]["text"]
        for client in listener.clients:
            if client.entry_id != entry.pk:
                assert "bavardage" not in str(client.held), client.audience
        acts.give_warning(
            turn=sanctioned_turns.second,
            entry=entry,
            **WHY,
            **sanctioned_turns.room.get_author_and_time(),
        )
        listener.check()
        assert {client.entry_id: client.held["state"] for client in listener.clients}[entry.pk][
            "warnings"
        ] == 2  # told at the reveal

    def test_warnings_of_a_cancelled_turn_do_not_count(
        self, sanctioned_turns: SanctionedTurns
    ) -> None:
        entry = sanctioned_turns.entries[3]
        cancel_turn(
            turn=sanctioned_turns.second,
            reason="chrono",
            **sanctioned_turns.room.get_author_and_time(),
        )
        assert count_game_warnings(sanctioned_turns.game, [entry.pk]) == {entry.pk: 1}
        assert count_counted_warnings(sanctioned_turns, entry) == 1
