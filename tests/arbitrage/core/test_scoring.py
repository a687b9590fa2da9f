"""The lines of a turn follow from rulings and acts in force, whatever their order."""

from typing import Any

from hypothesis import given, strategies as st

from arbitrage.core.codes import Sanction
from arbitrage.core.scoring import Average, PlayerActs, RuledPoints, TurnScore, score_turn
from engine.regulation.editions import EDITIONS
from tournament.core.standings import ScoringTerms, Standing, add_up_turns, compute_standings

NOW = EDITIONS["2023"]
ZERO = RuledPoints(0, 0, Sanction.ZERO)


def rule_points(points: int, sanction: Sanction = Sanction.NONE) -> RuledPoints:
    return RuledPoints(points, points, sanction)


def test_conduct_warnings_add_to_any_sanction() -> None:
    decisions = {
        1: rule_points(20, Sanction.WARNING),
        2: RuledPoints(15, 20, Sanction.PENALTY),
        3: ZERO,
        4: rule_points(20),
    }
    lines = score_turn(
        decisions, dict.fromkeys(decisions, PlayerActs(conduct_warning_count=1)), NOW
    )
    assert [lines[entry].warnings for entry in (1, 2, 3, 4)] == [2, 1, 1, 1]
    assert [lines[entry].points for entry in (1, 2, 3, 4)] == [20, 15, 0, 20]


def test_a_warning_removed_is_not_counted_and_its_points_stay() -> None:
    lines = score_turn(
        {1: rule_points(20, Sanction.WARNING)}, {1: PlayerActs(has_removal=True)}, NOW
    )
    assert lines[1] == TurnScore(20, 20, Sanction.NONE, 0)


def test_grave_misconduct_is_zero_before_any_ruling() -> None:
    lines = score_turn(
        {2: rule_points(30)}, {1: PlayerActs(is_nullified=True, conduct_warning_count=1)}, NOW
    )
    assert lines[1] == TurnScore(0, 0, Sanction.ZERO, 1)
    assert lines[2].points == 30


def test_an_average_uses_net_points_without_other_averages() -> None:
    decisions = {
        1: ZERO,
        2: rule_points(30),
        3: ZERO,
        4: RuledPoints(19, 24, Sanction.PENALTY),
        5: ZERO,
    }
    others = Average(max_points=40, other_entries=(2, 3, 4, 5))
    accounts = {1: PlayerActs(average=others), 5: PlayerActs(average=Average(50, (1,)))}
    lines = score_turn(decisions, accounts, NOW)
    assert lines[1] == TurnScore(16, 16, Sanction.NONE, 0, average=True)
    assert lines[5] == TurnScore(0, 0, Sanction.ZERO, 0)  # nobody left to take it from
    assert score_turn(decisions, accounts, EDITIONS["2017"])[1].points == 16
    assert score_turn({**decisions, 2: rule_points(31)}, accounts, EDITIONS["2017"])[1].points == 17


def test_an_average_is_never_more_than_the_solution_proposed() -> None:
    accounts = {1: PlayerActs(average=Average(12, (2,), has_warning=True))}
    lines = score_turn({1: ZERO, 2: rule_points(30)}, accounts, NOW)
    assert lines[1] == TurnScore(12, 12, Sanction.WARNING, 1, average=True)


def test_an_average_ends_with_the_zero() -> None:
    accounts = {1: PlayerActs(average=Average(12, (2,)))}
    assert score_turn({1: rule_points(25), 2: rule_points(30)}, accounts, NOW)[1] == TurnScore(
        25, 25, Sanction.NONE, 0
    )


ENTRIES = range(5)
decisions = st.builds(
    lambda points, sanction: (
        ZERO
        if sanction == Sanction.ZERO
        else RuledPoints(points, points + 5 * (sanction == Sanction.PENALTY), sanction)
    ),
    st.integers(0, 80),
    st.sampled_from(Sanction),
)
averages = st.builds(
    Average, st.integers(0, 80), st.sets(st.sampled_from(ENTRIES)).map(tuple), st.booleans()
)
accounts = st.builds(
    PlayerActs, st.integers(0, 2), st.booleans(), st.booleans(), st.none() | averages
)
#: What happened: (turn, entry) and the decision or the account that was then in force.
events = st.lists(
    st.tuples(
        st.tuples(st.integers(0, 2), st.sampled_from(ENTRIES)), st.one_of(decisions, accounts)
    ),
    max_size=40,
)


def sum_up(happened: list[tuple[tuple[int, int], RuledPoints | PlayerActs]]) -> list[Standing]:
    """Return the standings after these decisions; the last one about a player is in force."""
    rulings: dict[int, dict[int, RuledPoints]] = {turn: {} for turn in range(3)}
    acts: dict[int, dict[int, PlayerActs]] = {turn: {} for turn in range(3)}
    for (turn, entry), outcome in happened:
        if isinstance(outcome, RuledPoints):
            rulings[turn][entry] = outcome
        else:
            acts[turn][entry] = outcome
    turns = [
        [
            Line(entry, **_get_fields(line))
            for entry, line in score_turn(rulings[t], acts[t], NOW).items()
        ]
        for t in range(3)
    ]
    return compute_standings(add_up_turns(turns, ENTRIES), ScoringTerms(16, NOW, is_final=True))


class Line:
    """A settled line with its entry, as it stands on the scoreboard."""

    def __init__(
        self, entry_id: int, points: int, gross: int, warnings: int, *, average: bool
    ) -> None:
        self.entry_id, self.points, self.gross = entry_id, points, gross
        self.warnings, self.average = warnings, average


def _get_fields(line: TurnScore) -> dict[str, Any]:
    return {name: getattr(line, name) for name in ("points", "gross", "warnings", "average")}


@given(events, st.randoms())
def test_the_order_of_decisions_does_not_change_the_standings(
    happened: list[tuple[tuple[int, int], RuledPoints | PlayerActs]], rng: Any
) -> None:
    def get_subject(event: tuple[tuple[int, int], RuledPoints | PlayerActs]) -> object:
        return event[0], type(event[1])

    last = {get_subject(event): event for event in happened}
    shuffled = rng.sample(happened, len(happened))
    # the last word of each is said again, in any order
    again = [*shuffled, *rng.sample(list(last.values()), len(last))]
    assert sum_up(again) == sum_up(happened)
    assert sum_up(list(last.values())) == sum_up(happened)
