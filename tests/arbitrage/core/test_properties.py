"""Properties of the verdicts on any bulletin, right or wrong."""

from dataclasses import replace

from hypothesis import HealthCheck, assume, event, given, settings, strategies as st

from arbitrage.core.bulletin import Bulletin
from arbitrage.core.codes import Sanction, UndecidedReason
from arbitrage.core.correct import correct
from arbitrage.core.reading.relations import has_enough_drawn_letters
from arbitrage.core.sheets.drawing import Drawing
from arbitrage.core.sheets.placements import find_placement_at, list_placements
from arbitrage.core.sheets.position import JudgedPosition
from arbitrage.core.sheets.sheet import Sheet
from engine.board.place import Direction
from engine.regulation.edition import Edition
from engine.regulation.editions import EDITIONS

from .games import Situation, quick
from .strategies import faulty_bulletins, raccord_bulletins, situation_and_clean

editions = st.sampled_from(list(EDITIONS.values()))
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _compute_best_score(position: JudgedPosition, bulletin: Bulletin) -> int:
    """Return the best score of any word of the sheet at any place."""
    sheet = bulletin.sheet
    lines = [*sheet.rows, *("".join(column) for column in zip(*sheet.rows, strict=True))]
    words = {word.upper() for line in lines for word in line.split(".") if len(word) > 1}
    return max(
        (
            assignment.points
            for word in words
            for direction in Direction
            for place in list_placements(position, word, direction)
            if place.is_valid
            for assignment in place.joker_choices
        ),
        default=0,
    )


@quick
@given(situation_and_clean(), editions)
def test_a_clean_bulletin_of_a_legal_move_is_paid(
    drawn: tuple[Situation, Bulletin], edition: Edition
) -> None:
    situation, bulletin = drawn
    position = situation.position
    if position.is_first:
        assume(len(bulletin.sheet.rows) == 1)
        assume(bulletin.claim == _compute_best_score(position, bulletin))
        assume("?" not in position.rack)

    verdict = correct(position, bulletin, edition)

    assert verdict.decided
    assert (verdict.points, verdict.sanction, verdict.motives) == (bulletin.claim, "none", ())


@quick
@given(faulty_bulletins(), editions, st.integers(0, 3), st.integers(0, 3))
def test_the_place_of_the_drawing_does_not_matter(
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
def test_spaces_and_case_of_the_reference_do_not_matter(
    drawn: tuple[Situation, Bulletin], edition: Edition, space: str
) -> None:
    situation, bulletin = drawn
    assume(bulletin.place is not None)
    spaced = replace(
        bulletin,
        reference=space + space.join(bulletin.reference.lower()) + space,
        score=space + bulletin.score,
    )

    assert spaced.to_key() == bulletin.to_key()
    assert correct(situation.position, spaced, edition) == correct(
        situation.position, bulletin, edition
    )


def _may_show_another_word(position: JudgedPosition, bulletin: Bulletin, edition: Edition) -> bool:
    """Return True if letters beside the word drawn across could use two tiles of the rack."""
    place = bulletin.place
    assert place
    for run in Drawing.from_sheet(bulletin.sheet).runs:
        laid = find_placement_at(position, run.word, place)
        if run.direction == place.direction:
            if laid or has_enough_drawn_letters(run, position, edition):
                return True
        elif not (laid and laid.is_valid) and has_enough_drawn_letters(run, position, edition):
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
def test_legible_reference_and_score_are_read(
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

    assert written.to_key() == bulletin.to_key()
    assert correct(situation.position, written, edition) == correct(
        situation.position, bulletin, edition
    )


# Letters beside a word are often such that the rack could give two: four in five are left out.
@settings(
    quick,
    derandomize=True,
    suppress_health_check=[*quick.suppress_health_check, HealthCheck.filter_too_much],
)
@given(raccord_bulletins(), editions)
def test_a_sheet_drawn_across_its_reference_is_warned_or_undecided(
    drawn: tuple[Situation, Bulletin, int], edition: Edition
) -> None:
    """Compare with the same sheet drawn along its reference: the direction alone is forgiven
    (2023: 5.3, 2017: 4.4), not letters beside it that may also make a word not admitted."""
    situation, bulletin, _ = drawn
    rows = ("".join(column) for column in zip(*bulletin.sheet.rows, strict=True))
    other_bulletin = replace(bulletin, sheet=Sheet(tuple(rows)))
    assume(not _may_show_another_word(situation.position, other_bulletin, edition))
    assume(correct(situation.position, bulletin, edition).sanction != Sanction.ZERO)

    verdict = correct(situation.position, other_bulletin, edition)
    event(f"{verdict.undecided_reason or verdict.sanction}")

    if verdict.decided:
        assert verdict.sanction in (Sanction.NONE, Sanction.WARNING)
    else:
        read = {(reading.points, reading.sanction) for reading in verdict.readings}
        read.add((verdict.decision.points, verdict.decision.sanction))
        assert len(read) > 1


@quick
@given(faulty_bulletins(), editions)
def test_a_bulletin_is_decided_where_every_reading_gives_the_same(
    drawn: tuple[Situation, Bulletin], edition: Edition
) -> None:
    verdict = correct(drawn[0].position, drawn[1], edition)
    decision = verdict.decision
    given_by_all = {(reading.points, reading.sanction) for reading in verdict.readings}

    assert verdict.decided or given_by_all != {(decision.points, decision.sanction)}


@quick
@given(
    faulty_bulletins(),
    editions,
    st.sampled_from(["?", "D", "10", "A1B", "H123", "1-0D"]),
    st.sampled_from(["x", "-1", "2/1", "12345"]),
)
def test_unreadable_text_gets_the_verdict_of_illegible_text(
    drawn: tuple[Situation, Bulletin], edition: Edition, reference: str, score: str
) -> None:
    situation, bulletin = drawn
    scrawled = replace(bulletin, reference=reference, score=score)
    marked = replace(bulletin, reference="illegible", score="illegible")

    assert scrawled.to_key() == marked.to_key()
    assert correct(situation.position, scrawled, edition) == correct(
        situation.position, marked, edition
    )


@quick
@given(raccord_bulletins(), editions, st.booleans())
def test_a_clean_raccord_is_paid_with_or_without_reference(
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
        assert verdict.undecided_reason in (
            UndecidedReason.SEVERAL_WORDS,
            UndecidedReason.TWO_MODES_DISAGREE,
        )
