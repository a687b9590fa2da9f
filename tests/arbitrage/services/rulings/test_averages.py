"""The average in place of a zero for a word refused before: conditions and points."""

import pytest

from arbitrage.core.ruling_codes import list_words_refused_by
from arbitrage.models import Act
from arbitrage.queries.averages import find_average_offer
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.services import acts, rulings
from arbitrage.services.correction import correct_turn
from tests.arbitrage.services.rulings.test_any_order import roll_back
from tests.arbitrage.services.sanctioned_turns import (
    SanctionedTurns,
    find_refused_move,
    get_account,
    get_score,
)
from tests.cached_results import clear_cached_results
from tests.explanations import read_explanation
from tests.rows import every_row
from tournament.core.errors import LostRace, WrongState
from tournament.core.states import Role
from tournament.models import Bulletin, Entry, Score, Tournament, Turn
from tournament.queries import clock
from tournament.queries.results.standings import load_standings
from tournament.services.people.registration import assign_arbiter


def award(sanctioned_turns: SanctionedTurns, entry: Entry) -> Act:
    return acts.award_average(
        turn=sanctioned_turns.second,
        entry=entry,
        reason="billet non parvenu",
        **sanctioned_turns.room.get_author_and_time(),
    )


def list_points_of_others(sanctioned_turns: SanctionedTurns, entry: Entry) -> list[int]:
    scores = Score.objects.filter(turn=sanctioned_turns.second).exclude(entry=entry)
    return list(scores.values_list("points", flat=True))


def test_a_word_refused_again_without_notice_brings_the_average(
    sanctioned_turns: SanctionedTurns,
) -> None:
    entry = sanctioned_turns.entries[0]
    zero = get_current_rulings(sanctioned_turns.second)[entry.pk]
    assert (zero.points, zero.motives) == (0, ["mot-non-admis"])
    offer = find_average_offer(sanctioned_turns.second, entry)
    assert offer is not None
    assert (offer.word, offer.first_refused_on) == ("NUPTE", sanctioned_turns.first)
    assert offer.average.max_points == find_refused_move(sanctioned_turns.second).score
    award(sanctioned_turns, entry)
    others = list_points_of_others(sanctioned_turns, entry)
    mine = get_score(sanctioned_turns.second, entry)
    assert mine.points == min(sum(others) // len(others), offer.average.max_points) > 0
    assert (mine.average, mine.sanction, mine.article) == (True, "none", "5.9")
    assert read_explanation(mine).startswith("Moyenne, ")
    assert get_current_rulings(sanctioned_turns.second)[entry.pk].pk == zero.pk
    with pytest.raises(LostRace):
        award(sanctioned_turns, entry)


def test_editions_before_2023_round_to_the_nearest(sanctioned_turns: SanctionedTurns) -> None:
    room, second = sanctioned_turns.room, sanctioned_turns.second
    entry, *others = sanctioned_turns.entries
    with every_row() as row:
        for edition in ("2011", "2014", "2017", "2019"):
            with row(edition), roll_back():
                Tournament.objects.update(edition=edition)
                turn = Turn.objects.select_related("game__tournament").get(pk=second.pk)
                for each, points in zip(others, (5, 3, 3, 2, 0), strict=True):
                    rulings.change_ruling(
                        turn=turn,
                        entry=each,
                        version=get_current_rulings(turn)[each.pk].version,
                        points=points,
                        sanction="none",
                        motives=[],
                        article="6.3",
                        reason="commission",
                        is_free_ruling=True,
                        **room.get_author_and_time(),
                    )
                acts.award_average(turn=turn, entry=entry, reason="x", **room.get_author_and_time())
                mine = get_score(turn, entry)
                assert (mine.points, mine.article) == (3, "5.7")  # 13 / 5


def test_it_follows_every_later_change_of_the_others(sanctioned_turns: SanctionedTurns) -> None:
    entry, other = sanctioned_turns.entries[:2]
    award(sanctioned_turns, entry)
    for each in sanctioned_turns.entries[1:]:
        ruling = get_current_rulings(sanctioned_turns.second)[each.pk]
        rulings.change_ruling(
            turn=sanctioned_turns.second,
            entry=each,
            version=ruling.version,
            points=7 if each == other else 4,
            sanction="none",
            motives=[],
            article="6.3",
            reason="commission",
            is_free_ruling=True,
            **sanctioned_turns.room.get_author_and_time(),
        )
    assert get_score(sanctioned_turns.second, entry).points == (7 + 4 * 4) // 5


def test_an_average_is_of_players_of_the_same_arbiter(sanctioned_turns: SanctionedTurns) -> None:
    entry, *_, last = sanctioned_turns.entries
    user = get_account(sanctioned_turns.room, Role.ARBITER, name="camille")
    assign_arbiter(
        tables=[entry.table, last.table], user=user, **sanctioned_turns.room.get_author_and_time()
    )
    entry.refresh_from_db()
    award(sanctioned_turns, entry)
    assert get_score(sanctioned_turns.second, entry).points == 0  # of the one zero
    assert get_score(sanctioned_turns.second, entry).average


def test_alone_under_an_arbiter_there_is_no_average(sanctioned_turns: SanctionedTurns) -> None:
    entry = sanctioned_turns.entries[0]
    user = get_account(sanctioned_turns.room, Role.ARBITER, name="camille")
    assign_arbiter(tables=[entry.table], user=user, **sanctioned_turns.room.get_author_and_time())
    entry.refresh_from_db()
    with pytest.raises(WrongState):
        award(sanctioned_turns, entry)


def test_a_first_refusal_or_another_zero_brings_no_average(
    sanctioned_turns: SanctionedTurns,
) -> None:
    assert find_average_offer(sanctioned_turns.first, sanctioned_turns.entries[0]) is None
    for entry in (sanctioned_turns.entries[1], sanctioned_turns.entries[5]):
        assert find_average_offer(sanctioned_turns.second, entry) is None
        with pytest.raises(WrongState):
            award(sanctioned_turns, entry)


def test_another_zero_or_doubt_brings_no_average(sanctioned_turns: SanctionedTurns) -> None:
    """With the word admitted: a zero for its place, or undecided for a circle without a joker."""
    turn, entry, ref = (
        sanctioned_turns.second,
        sanctioned_turns.entries[0],
        find_refused_move(sanctioned_turns.second).ref,
    )
    with every_row() as row:
        for rev, rows, reference in ((2, ["NUPTE"], "1A"), (3, list("NuPTE"), ref)):
            with row(reference):
                sent = Bulletin.objects.filter(turn=turn, entry=entry)
                sent.update(rev=rev, rows=rows, reference=reference)
                correct_turn(turn_id=turn.pk, now=clock.now())
                zero = get_current_rulings(turn)[entry.pk]
                assert zero.rev == rev
                assert list_words_refused_by(zero) == {"NUPTE"}
                assert find_average_offer(turn, entry) is None


def test_an_average_is_no_solo_and_no_top_found(sanctioned_turns: SanctionedTurns) -> None:
    entry = sanctioned_turns.entries[0]
    award(sanctioned_turns, entry)
    sanctioned_turns.reveal(sanctioned_turns.second)
    Score.objects.filter(turn=sanctioned_turns.second).exclude(entry=entry).update(
        points=1, gross=1
    )
    Score.objects.filter(turn=sanctioned_turns.second, entry=entry).update(gross=999)
    clear_cached_results()
    best, found_by = load_standings(sanctioned_turns.game).get_best_and_top_count(
        sanctioned_turns.second
    )
    assert (best, found_by) == (1, 0)
    assert load_standings(sanctioned_turns.game).by_entry[entry.pk].solos == 0
