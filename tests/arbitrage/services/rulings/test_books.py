"""A scoreboard updated by each decision equals one computed from all decisions."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any, NamedTuple

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from hypothesis import HealthCheck, given, settings, strategies as st

from arbitrage.core.codes import Sanction
from arbitrage.models import Act, Ruling
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.services import acts, rulings
from arbitrage.services.posting import post_rulings
from arbitrage.services.recounting import recount_game
from tests.arbitrage.services.sanctioned_turns import (
    SanctionedTurns,
    find_refused_move,
    hand_in,
)
from tests.cached_results import clear_cached_results
from tests.room import Room
from tournament.core.errors import RoomError
from tournament.core.people.player_data import PlayerData
from tournament.core.states import GameState
from tournament.models import Entry, Game, Score, Turn
from tournament.queries import clock
from tournament.queries.results.standings import load_standings
from tournament.services.people.registration import register_entry, withdraw_entry
from tournament.services.play.turns import cancel_turn

slowly = settings(
    max_examples=6,
    suppress_health_check=[
        *settings().suppress_health_check,
        HealthCheck.function_scoped_fixture,
    ],
)


class Step(NamedTuple):
    """Something that an arbiter does: ``what`` on the bulletin of ``entry`` on turn 0 or 1."""

    what: str
    turn: int
    entry: int
    points: int
    sanction: Sanction


DECISIONS = ("confirm", "change", "change-equal", "equal")
ACTS: dict[str, Callable[..., Act]] = {
    "warn": acts.give_warning,
    "nullify": acts.give_zero,
    "remove": acts.remove_warning,
    "average": acts.award_average,
}
AWARD = Step("average", 1, 0, 0, Sanction.NONE)
#: Some histories begin with the one average that is due.
steps = st.builds(
    lambda start, rest: [*start, *rest],
    st.sampled_from([[], [AWARD]]),
    st.lists(
        st.builds(
            Step,
            st.sampled_from([*DECISIONS, *ACTS, "take-back"]),
            st.integers(0, 1),
            st.integers(0, 5),
            st.integers(0, 60),
            st.sampled_from(Sanction),
        ),
        min_size=1,
        max_size=12,
    ),
)
AFTER_AN_AWARD = [
    AWARD,
    Step("change", 1, 1, 3, Sanction.NONE),
    Step("nullify", 1, 2, 0, Sanction.NONE),
]


@pytest.fixture
def finished_turns(sanctioned_turns: SanctionedTurns) -> SanctionedTurns:
    """The game of the sanctioned turns, finished."""
    sanctioned_turns.reveal(sanctioned_turns.second)
    Game.objects.filter(pk=sanctioned_turns.game.pk).update(
        state=GameState.FINISHED, finished_at=clock.now()
    )
    sanctioned_turns.game.refresh_from_db()
    return sanctioned_turns


@contextmanager
def roll_back() -> Iterator[None]:
    """Undo everything that happens inside in the database."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def take(sanctioned_turns: SanctionedTurns, step: Step) -> None:
    """Carry out the step; a refusal changes nothing."""
    turn, entry = (
        (sanctioned_turns.first, sanctioned_turns.second)[step.turn],
        sanctioned_turns.entries[step.entry],
    )
    target: dict[str, Any] = {
        "turn": turn,
        "entry": entry,
        **sanctioned_turns.room.get_author_and_time(),
    }
    try:
        if step.what in ACTS:
            ACTS[step.what](reason="essai", **target)
        elif step.what == "take-back":
            act = Act.objects.filter(turn=turn, entry=entry).last()
            if act is not None:
                acts.withdraw_act(
                    act=act, reason="essai", **sanctioned_turns.room.get_author_and_time()
                )
        else:
            _decide(
                sanctioned_turns,
                step,
                target,
                get_current_rulings(turn, [entry.pk])[entry.pk].version,
            )
    except RoomError:
        return


def _decide(
    sanctioned_turns: SanctionedTurns, step: Step, target: dict[str, Any], version: int
) -> None:
    everybody = sanctioned_turns.room.entry_ids
    match step.what:
        case "confirm":
            rulings.confirm_ruling(version=version, **target)
        case "equal":
            rulings.apply_to_equal(version=version, entries=everybody, **target)
        case _:
            zero = step.sanction == Sanction.ZERO
            rulings.change_ruling(
                version=version,
                points=0 if zero else step.points,
                sanction=step.sanction,
                motives=["mot-non-admis"] if zero else [],
                article="5.7",
                reason="essai",
                is_free_ruling=True,
                entries=everybody if step.what == "change-equal" else (),
                **target,
            )


def load_board(game: Game) -> tuple[list[Any], list[Any]]:
    """Return every line of the game, and its standings."""
    lines = Score.objects.filter(turn__game=game).order_by("turn", "entry")
    columns = [field.name for field in Score._meta.fields if field.name != "id"]
    return list(lines.values_list(*columns)), list(load_standings(game).rows)


@given(gestures=steps, rng=st.randoms())
@slowly
def test_a_scoreboard_follows_from_its_decisions_alone(
    finished_turns: SanctionedTurns, gestures: list[Step], rng: Any
) -> None:
    """Written anew, and after the same decisions in any order, it is the one kept up."""
    old = set(Ruling.objects.values_list("pk", flat=True))
    with roll_back():
        written = _take_and_recount(finished_turns, gestures, old)
        before = load_board(finished_turns.game)
    with roll_back():
        for row in shuffle(written, rng):
            row.save(force_insert=True)
            decided = [row] if isinstance(row, Ruling) else []
            post_rulings(
                turn=row.turn,
                rulings=decided,
                entries_with_acts=[row.entry_id],
                **finished_turns.room.get_author_and_time(),
            )
        assert load_board(finished_turns.game) == before


def test_an_earlier_average_is_recounted(finished_turns: SanctionedTurns) -> None:
    with roll_back():
        _take_and_recount(finished_turns, AFTER_AN_AWARD, set())
        assert (
            recount_game(game=finished_turns.game, **finished_turns.room.get_author_and_time()) == 0
        )


def _take_and_recount(
    sanctioned_turns: SanctionedTurns, gestures: list[Step], old: set[int]
) -> list[Ruling | Act]:
    """Return the decisions since ``old``, and compare the scoreboard with one written again."""
    for step in gestures:
        take(sanctioned_turns, step)
    before = load_board(sanctioned_turns.game)
    Score.objects.filter(turn__game=sanctioned_turns.game).delete()
    clear_cached_results()
    assert recount_game(
        game=sanctioned_turns.game, **sanctioned_turns.room.get_author_and_time()
    ) == len(before[0])
    assert load_board(sanctioned_turns.game) == before
    decided = Ruling.objects.exclude(pk__in=old).order_by("version")
    return [*decided, *Act.objects.order_by("pk")]


def shuffle(rows: list[Ruling | Act], rng: Any) -> Iterator[Ruling | Act]:
    """In any order, but the rulings on one bulletin and the acts about one player as they came."""
    threads: dict[object, list[Ruling | Act]] = defaultdict(list)
    for row in rows:
        threads[type(row), row.turn_id, row.entry_id].append(row)
    for key in rng.sample([(type(r), r.turn_id, r.entry_id) for r in rows], len(rows)):
        yield threads[key].pop(0)


def test_recounting_removes_a_line_without_decision(finished_turns: SanctionedTurns) -> None:
    stray = finished_turns.entries[5]
    Ruling.objects.filter(entry=stray).delete()
    assert Score.objects.filter(entry=stray).count() == 2
    command = ("recount_scores", finished_turns.game.tournament.slug, "1")
    call_command(*command, stdout=(out := StringIO()))
    assert out.getvalue() == "2 lignes corrigées.\n"
    assert not Score.objects.filter(entry=stray).exists()
    call_command(*command, stdout=(out := StringIO()))
    assert out.getvalue() == "Toutes les lignes étaient justes.\n"
    with pytest.raises(CommandError):
        call_command("recount_scores", finished_turns.game.tournament.slug, "7")


def load_totals(sanctioned_turns: SanctionedTurns) -> dict[int, int]:
    return {row.entry_id: row.total for row in load_standings(sanctioned_turns.game).rows}


def get_points(turn: Turn, entry: Entry) -> int:
    return Score.objects.get(turn=turn, entry=entry).points


def test_a_late_player_has_zero_on_earlier_turns(
    room: Room, sanctioned_turns: SanctionedTurns
) -> None:
    sanctioned_turns.reveal(sanctioned_turns.second)
    late = register_entry(
        tournament=room.tournament,
        players=[PlayerData(last_name="Grèce")],
        **room.get_author_and_time(),
    )
    assert load_totals(sanctioned_turns)[late.pk] == 0
    assert not Score.objects.filter(entry=late).exists()


def test_absent_players_have_zero_and_withdrawn_ones_keep_points(
    room: Room, sanctioned_turns: SanctionedTurns
) -> None:
    sanctioned_turns.reveal(sanctioned_turns.second)
    absent, withdrawn = sanctioned_turns.entries[5], sanctioned_turns.entries[1]
    before = load_totals(sanctioned_turns)
    withdraw_entry(entry=withdrawn, **room.get_author_and_time())
    assert (before[absent.pk], load_totals(sanctioned_turns)) == (0, before)


def test_absent_players_do_not_count_for_solo_bonuses(finished_turns: SanctionedTurns) -> None:
    alone = finished_turns.entries[1]
    Score.objects.filter(turn=finished_turns.first, entry=alone).update(points=200, gross=200)
    clear_cached_results()

    def get_bonus() -> int:
        return load_standings(finished_turns.game).by_entry[alone.pk].bonus

    more = [
        register_entry(
            tournament=finished_turns.room.tournament,
            players=[PlayerData(last_name=f"Joueur {number}")],
            **finished_turns.room.get_author_and_time(),
        )
        for number in range(11)
    ]
    for entry in more[:10]:  # with those of the room who handed something in: fifteen
        hand_in(finished_turns.first, entry, find_refused_move(finished_turns.first), 0)
    assert (load_standings(finished_turns.game).by_entry[alone.pk].solos, get_bonus()) == (1, 0)
    hand_in(finished_turns.second, more[10], find_refused_move(finished_turns.second), 0)
    assert get_bonus() == 10


def test_a_cancelled_turn_brings_no_points(room: Room, sanctioned_turns: SanctionedTurns) -> None:
    entry = sanctioned_turns.entries[1]
    first, second = (
        get_points(turn, entry) for turn in (sanctioned_turns.first, sanctioned_turns.second)
    )
    assert second > 0
    sanctioned_turns.reveal(sanctioned_turns.second)
    assert load_totals(sanctioned_turns)[entry.pk] == first + second
    sanctioned_turns.second.refresh_from_db()
    cancel_turn(turn=sanctioned_turns.second, reason="chronométrage", **room.get_author_and_time())
    assert load_totals(sanctioned_turns)[entry.pk] == first
