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
from tests.arbitrage.services.books import Books, find_refused_move, hand_in, keep_books
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
def books(books: Books) -> Books:
    """The game of the books, finished."""
    books.reveal(books.second)
    Game.objects.filter(pk=books.game.pk).update(state=GameState.FINISHED, finished_at=clock.now())
    books.game.refresh_from_db()
    return books


@contextmanager
def roll_back() -> Iterator[None]:
    """Undo everything that happens inside in the database."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def take(books: Books, step: Step) -> None:
    """Carry out the step; a refusal changes nothing."""
    turn, entry = (books.first, books.second)[step.turn], books.entries[step.entry]
    target: dict[str, Any] = {"turn": turn, "entry": entry, **books.room.get_author_and_time()}
    try:
        if step.what in ACTS:
            ACTS[step.what](reason="essai", **target)
        elif step.what == "take-back":
            act = Act.objects.filter(turn=turn, entry=entry).last()
            if act is not None:
                acts.withdraw_act(act=act, reason="essai", **books.room.get_author_and_time())
        else:
            _decide(books, step, target, get_current_rulings(turn, [entry.pk])[entry.pk].version)
    except RoomError:
        return


def _decide(books: Books, step: Step, target: dict[str, Any], version: int) -> None:
    everybody = books.room.everybody
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


@given(gestures=steps, chance=st.randoms())
@slowly
def test_a_scoreboard_follows_from_its_decisions_alone(
    books: Books, gestures: list[Step], chance: Any
) -> None:
    """Written anew, and after the same decisions in any order, it is the one kept up."""
    old = set(Ruling.objects.values_list("pk", flat=True))
    with roll_back():
        written = _take_and_recount(books, gestures, old)
        before = load_board(books.game)
    with roll_back():
        for row in shuffle(written, chance):
            row.save(force_insert=True)
            decided = [row] if isinstance(row, Ruling) else []
            post_rulings(
                turn=row.turn,
                rulings=decided,
                entries_with_acts=[row.entry_id],
                **books.room.get_author_and_time(),
            )
        assert load_board(books.game) == before


def test_an_earlier_average_is_recounted(books: Books) -> None:
    with roll_back():
        _take_and_recount(books, AFTER_AN_AWARD, set())
        assert recount_game(game=books.game, **books.room.get_author_and_time()) == 0


def _take_and_recount(books: Books, gestures: list[Step], old: set[int]) -> list[Ruling | Act]:
    """Return the decisions since ``old``, and compare the scoreboard with one written again."""
    for step in gestures:
        take(books, step)
    before = load_board(books.game)
    Score.objects.filter(turn__game=books.game).delete()
    clear_cached_results()
    assert recount_game(game=books.game, **books.room.get_author_and_time()) == len(before[0])
    assert load_board(books.game) == before
    decided = Ruling.objects.exclude(pk__in=old).order_by("version")
    return [*decided, *Act.objects.order_by("pk")]


def shuffle(rows: list[Ruling | Act], chance: Any) -> Iterator[Ruling | Act]:
    """In any order, but the rulings on one bulletin and the acts about one player as they came."""
    threads: dict[object, list[Ruling | Act]] = defaultdict(list)
    for row in rows:
        threads[type(row), row.turn_id, row.entry_id].append(row)
    for key in chance.sample([(type(r), r.turn_id, r.entry_id) for r in rows], len(rows)):
        yield threads[key].pop(0)


def test_recounting_removes_a_line_without_decision(books: Books) -> None:
    stray = books.entries[5]
    Ruling.objects.filter(entry=stray).delete()
    assert Score.objects.filter(entry=stray).count() == 2
    command = ("recount_scores", books.game.tournament.slug, "1")
    call_command(*command, stdout=(out := StringIO()))
    assert out.getvalue() == "2 lignes corrigées.\n"
    assert not Score.objects.filter(entry=stray).exists()
    call_command(*command, stdout=(out := StringIO()))
    assert out.getvalue() == "Toutes les lignes étaient justes.\n"
    with pytest.raises(CommandError):
        call_command("recount_scores", books.game.tournament.slug, "7")


def load_totals(books: Books) -> dict[int, int]:
    return {row.entry_id: row.total for row in load_standings(books.game).rows}


def get_points(turn: Turn, entry: Entry) -> int:
    return Score.objects.get(turn=turn, entry=entry).points


def test_a_late_player_has_zero_on_earlier_turns(room: Room) -> None:
    books = keep_books(room)
    books.reveal(books.second)
    late = register_entry(
        tournament=room.tournament,
        players=[PlayerData(last_name="Grèce")],
        **room.get_author_and_time(),
    )
    assert load_totals(books)[late.pk] == 0
    assert not Score.objects.filter(entry=late).exists()


def test_absent_players_have_zero_and_withdrawn_ones_keep_points(room: Room) -> None:
    books = keep_books(room)
    books.reveal(books.second)
    absent, withdrawn = books.entries[5], books.entries[1]
    before = load_totals(books)
    withdraw_entry(entry=withdrawn, **room.get_author_and_time())
    assert (before[absent.pk], load_totals(books)) == (0, before)


def test_absent_players_do_not_count_for_solo_bonuses(books: Books) -> None:
    alone = books.entries[1]
    Score.objects.filter(turn=books.first, entry=alone).update(points=200, gross=200)
    clear_cached_results()

    def get_bonus() -> int:
        return load_standings(books.game).by_entry[alone.pk].bonus

    more = [
        register_entry(
            tournament=books.room.tournament,
            players=[PlayerData(last_name=f"Joueur {number}")],
            **books.room.get_author_and_time(),
        )
        for number in range(11)
    ]
    for entry in more[:10]:  # with those of the room who handed something in: fifteen
        hand_in(books.first, entry, find_refused_move(books.first), 0)
    assert (load_standings(books.game).by_entry[alone.pk].solos, get_bonus()) == (1, 0)
    hand_in(books.second, more[10], find_refused_move(books.second), 0)
    assert get_bonus() == 10


def test_a_cancelled_turn_brings_no_points(room: Room) -> None:
    books = keep_books(room)
    entry = books.entries[1]
    first, second = (get_points(turn, entry) for turn in (books.first, books.second))
    assert second > 0
    books.reveal(books.second)
    assert load_totals(books)[entry.pk] == first + second
    books.second.refresh_from_db()
    cancel_turn(turn=books.second, reason="chronométrage", **room.get_author_and_time())
    assert load_totals(books)[entry.pk] == first
