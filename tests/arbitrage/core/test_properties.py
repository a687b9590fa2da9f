"""What holds for every bulletin, right or wrong."""

import json
import random
from dataclasses import replace

from hypothesis import HealthCheck, assume, event, given, settings
from hypothesis import strategies as st

from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.case import may_be_played
from arbitrage.core.codes import Motive, Sanction, Undecided
from arbitrage.core.correct import correct
from arbitrage.core.drawing import Drawing
from arbitrage.core.edition import Edition
from arbitrage.core.editions import EDITIONS
from arbitrage.core.placements import placement_at, placements
from arbitrage.core.position import Position
from arbitrage.core.sheet import SIDE, Sheet
from arbitrage.core.verdict import Decision, Verdict
from engine.moves import Move
from engine.place import Direction

from .games import Situation, quick, situations
from .strategies import faulty_bulletins, raccord_bulletins, situation_and_clean

editions = st.sampled_from(list(EDITIONS.values()))
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _best_score(position: Position, bulletin: Bulletin) -> int:
    """The most that any word on the sheet can be worth anywhere in the position."""
    sheet = bulletin.sheet
    lines = [*sheet.rows, *("".join(column) for column in zip(*sheet.rows, strict=True))]
    words = {word.upper() for line in lines for word in line.split(".") if len(word) > 1}
    return max(
        (
            one.points
            for word in words
            for direction in Direction
            for place in placements(position, word, direction)
            if place.is_valid
            for one in place.assignments
        ),
        default=0,
    )


@quick
@given(situation_and_clean(), editions)
def test_a_clean_bulletin_of_any_legal_move_is_paid_its_score(
    drawn: tuple[Situation, Bulletin], edition: Edition
) -> None:
    situation, bulletin = drawn
    position = situation.position
    if position.is_first:
        assume(len(bulletin.sheet.rows) == 1)
        assume(bulletin.claim == _best_score(position, bulletin))
        assume("?" not in position.rack)

    verdict = correct(position, bulletin, edition)

    assert verdict.decided
    assert (verdict.points, verdict.sanction, verdict.motives) == (bulletin.claim, "none", ())


@quick
@given(faulty_bulletins(), editions, st.integers(0, 3), st.integers(0, 3))
def test_the_verdict_does_not_depend_on_the_place_of_the_drawing(
    drawn: tuple[Situation, Bulletin], edition: Edition, down: int, right: int
) -> None:
    situation, bulletin = drawn
    rows = bulletin.sheet.rows
    moved = Sheet((("",) * down) + tuple("." * right + row + "." for row in rows))

    assert moved == bulletin.sheet
    assert correct(situation.position, replace(bulletin, sheet=moved), edition) == correct(
        situation.position, bulletin, edition
    )


@quick
@given(faulty_bulletins(), editions, st.sampled_from([" ", "  "]))
def test_the_verdict_does_not_depend_on_spaces_and_case_of_the_reference(
    drawn: tuple[Situation, Bulletin], edition: Edition, space: str
) -> None:
    situation, bulletin = drawn
    assume(bulletin.place is not None)
    spaced = replace(
        bulletin,
        reference=space + space.join(bulletin.reference.lower()) + space,
        score=space + bulletin.score,
    )

    assert spaced.key() == bulletin.key()
    assert correct(situation.position, spaced, edition) == correct(
        situation.position, bulletin, edition
    )


def _may_show_another_word(position: Position, bulletin: Bulletin) -> bool:
    """Whether letters beside the word drawn across could be given two tiles of the rack, however
    few the word itself takes (5.2.1, 5.4.1.b), or lie at the place named as they are drawn."""
    place = bulletin.place
    assert place
    for run in Drawing.of(bulletin.sheet).runs:
        laid = placement_at(position, run.word, place)
        if run.direction == place.direction:
            if laid or may_be_played(run, position):
                return True
        elif not (laid and laid.is_valid) and may_be_played(run, position):
            return True
    return False


DECORATED = [
    "{0}-{1}",
    "{0}, {1}",
    "({0}{1})",
    "{0}.{1}.",
    "« {0} {1} »",
    "[{0}/{1}]",
    "- {0}: {1}",
]


@quick
@given(
    faulty_bulletins(),
    editions,
    st.sampled_from(DECORATED),
    st.sampled_from(["={0}", "{0} pts", "({0})", "0{0}.", "+{0} points", "Score : {0}"]),
)
def test_a_legible_reference_and_score_are_read_as_what_they_say(
    drawn: tuple[Situation, Bulletin], edition: Edition, around: str, unit: str
) -> None:
    situation, bulletin = drawn
    assume(bulletin.place is not None)
    assume(bulletin.claim is not None)
    text = str(bulletin.place)
    cut = 1 if text[0].isalpha() else -1
    written = replace(
        bulletin,
        reference=around.format(text[:cut], text[cut:]),
        score=unit.format(bulletin.claim),
    )

    assert written.key() == bulletin.key()
    assert correct(situation.position, written, edition) == correct(
        situation.position, bulletin, edition
    )


# Letters beside a word are often such that the rack could give two: four in five are left out.
@settings(quick, derandomize=True, suppress_health_check=[HealthCheck.filter_too_much])
@given(raccord_bulletins(), editions)
def test_a_sheet_drawn_across_its_right_reference_is_at_worst_warned_or_left_to_the_arbiter(
    drawn: tuple[Situation, Bulletin, int], edition: Edition
) -> None:
    """Where the same sheet drawn along its reference is paid: the direction alone is forgiven
    (2023: 5.3, 2017: 4.4), not letters beside it that may also make a word not admitted."""
    situation, bulletin, _ = drawn
    rows = ("".join(column) for column in zip(*bulletin.sheet.rows, strict=True))
    across = replace(bulletin, sheet=Sheet(tuple(rows)))
    assume(not _may_show_another_word(situation.position, across))
    assume(correct(situation.position, bulletin, edition).sanction != Sanction.ZERO)

    verdict = correct(situation.position, across, edition)
    event(f"{verdict.undecided_reason or verdict.sanction}")

    if verdict.decided:
        assert verdict.sanction in (Sanction.NONE, Sanction.WARNING)
    else:
        read = {(one.points, one.sanction) for one in verdict.readings}
        read.add((verdict.decision.points, verdict.decision.sanction))
        assert len(read) > 1


@quick
@given(faulty_bulletins(), editions)
def test_a_bulletin_is_decided_where_every_reading_gives_the_same(
    drawn: tuple[Situation, Bulletin], edition: Edition
) -> None:
    verdict = correct(drawn[0].position, drawn[1], edition)
    decision = verdict.decision
    given_by_all = {(one.points, one.sanction) for one in verdict.readings}

    assert verdict.decided or given_by_all != {(decision.points, decision.sanction)}


@quick
@given(
    faulty_bulletins(),
    editions,
    st.sampled_from(["?", "D", "10", "A1B", "H123", "1-0D"]),
    st.sampled_from(["x", "-1", "2/1", "12345"]),
)
def test_whatever_cannot_be_read_gets_the_verdict_of_what_is_illegible(
    drawn: tuple[Situation, Bulletin], edition: Edition, reference: str, score: str
) -> None:
    situation, bulletin = drawn
    scrawled = replace(bulletin, reference=reference, score=score)
    marked = replace(bulletin, reference="illegible", score="illegible")

    assert scrawled.key() == marked.key()
    assert correct(situation.position, scrawled, edition) == correct(
        situation.position, marked, edition
    )


@quick
@given(raccord_bulletins(), editions, st.booleans())
def test_a_clean_raccord_is_paid_with_or_without_the_right_reference(
    drawn: tuple[Situation, Bulletin, int], edition: Edition, with_reference: bool
) -> None:
    situation, bulletin, letters = drawn
    on_grid = sum(char.isalpha() for row in situation.position.board.rows() for char in row)
    assume(letters >= 2)

    located = bulletin if with_reference else replace(bulletin, reference="")
    verdict = correct(situation.position, located, edition)
    event(f"{letters} letters, {verdict.undecided_reason or verdict.sanction}")

    if verdict.decided:
        clean = letters > 2 or on_grid == 2
        assert verdict.points == bulletin.claim
        assert verdict.sanction == (Sanction.NONE if clean else Sanction.WARNING)
    else:
        assert verdict.undecided_reason in (Undecided.SEVERAL_WORDS, Undecided.TWO_MODES_DISAGREE)


def test_an_example_is_short_enough_to_be_shown() -> None:
    """A representation that is too long hides the example that fails."""
    shown = [*situations(), *EDITIONS.values()]
    assert max(len(repr(one)) for one in shown) < 400


def _is_paid(move: Move, decision: Decision) -> bool:
    """Whether the decision pays this legal move; without a place, any of the word."""
    word = (decision.word or "").upper()
    return move.word.upper() == word and decision.placement in (None, move.ref)


@quick
@given(faulty_bulletins(), editions)
def test_nobody_is_paid_more_than_the_best_that_the_bulletin_can_mean(
    drawn: tuple[Situation, Bulletin], edition: Edition
) -> None:
    situation, bulletin = drawn
    verdict = correct(situation.position, bulletin, edition)
    event(f"{verdict.sanction} {verdict.undecided_reason or ''}")

    decision = verdict.decision
    best = max((reading.points for reading in verdict.readings), default=0)
    assert 0 <= decision.points <= best
    paid = [move for move in situation.moves if _is_paid(move, decision)]
    assert decision.gross <= max((move.score for move in paid), default=0)


@quick
@given(faulty_bulletins(), editions)
def test_every_verdict_is_whole_and_cites_articles_that_exist(
    drawn: tuple[Situation, Bulletin], edition: Edition
) -> None:
    situation, bulletin = drawn
    _check_whole(correct(situation.position, bulletin, edition), edition)


def _check_whole(verdict: Verdict, edition: Edition) -> None:
    cited = {verdict.article, *(finding.article for finding in verdict.findings)}
    cited |= {reading.article for reading in verdict.readings}
    for number in cited:
        assert edition.article(number).summary
    _check_decision(verdict.decision, edition)
    if not verdict.decided:
        assert verdict.undecided_reason is not None
        assert (verdict.points, verdict.motives) == (None, ())
        assert not any(reading.retained for reading in verdict.readings)
        assert verdict.needs_eye
        return
    assert verdict.undecided_reason is None
    assert verdict.proposed is None


def _check_decision(decision: Decision, edition: Edition) -> None:
    """A zero names its reason, a penalty costs five points, a place is paid."""
    assert edition.article(decision.article)
    assert bool(decision.motives) == (decision.sanction != Sanction.NONE)
    match decision.sanction:
        case Sanction.ZERO:
            assert (decision.points, decision.gross, decision.placement) == (0, 0, None)
        case Sanction.PENALTY:
            assert decision.points == max(decision.gross - 5, 0)
            assert decision.motives == (Motive.LOCATION,)
        case Sanction.NONE | Sanction.WARNING:
            assert decision.points == decision.gross
            assert decision.placement


@quick
@given(faulty_bulletins(), editions)
def test_a_verdict_survives_the_way_through_json(
    drawn: tuple[Situation, Bulletin], edition: Edition
) -> None:
    verdict = correct(drawn[0].position, drawn[1], edition)

    assert Verdict.from_dict(json.loads(json.dumps(verdict.to_dict()))) == verdict


@quick
@given(
    st.sampled_from(range(20)),
    st.lists(st.text(LETTERS + LETTERS.lower() + "...", max_size=SIDE), max_size=SIDE),
    st.lists(st.text("x...", max_size=SIDE), max_size=SIDE),
    st.text(max_size=8),
    st.text(max_size=8),
    st.sampled_from(SheetState),
    editions,
)
def test_whatever_is_written_gets_a_verdict(
    index: int,
    rows: list[str],
    mask: list[str],
    reference: str,
    score: str,
    state: SheetState,
    edition: Edition,
) -> None:
    struck = [line[: len(row)] for line, row in zip(mask, rows, strict=False)]
    bulletin = Bulletin(Sheet(tuple(rows), tuple(struck)), reference, score, state)

    _check_whole(correct(situations()[index].position, bulletin, edition), edition)


@quick
@given(st.lists(faulty_bulletins(), min_size=1, max_size=6), st.randoms(), editions)
def test_the_verdicts_of_a_turn_do_not_depend_on_the_order_of_its_bulletins(
    drawn: list[tuple[Situation, Bulletin]], chance: random.Random, edition: Edition
) -> None:
    old = drawn[0][0].position
    fresh, other = (Position(old.board, old.rack, old.turn, old.words) for _ in range(2))
    bulletins = [bulletin for _, bulletin in drawn] * 2
    shuffled = list(bulletins)
    chance.shuffle(shuffled)
    first = {one.key(): correct(fresh, one, edition) for one in bulletins}

    assert {one.key(): correct(other, one, edition) for one in shuffled} == first
