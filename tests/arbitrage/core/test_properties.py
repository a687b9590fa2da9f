"""What holds for every bulletin, right or wrong."""

import json
from dataclasses import replace

from hypothesis import assume, event, given
from hypothesis import strategies as st

from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.codes import Motive, Sanction
from arbitrage.core.correct import correct
from arbitrage.core.editions import EDITION_2023
from arbitrage.core.placements import placements
from arbitrage.core.position import Position
from arbitrage.core.sheet import SIDE, Sheet
from arbitrage.core.verdict import Verdict
from engine.place import Direction

from .games import Situation, clean_bulletin, quick, situations

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@st.composite
def situation_and_clean(draw: st.DrawFn) -> tuple[Situation, Bulletin]:
    """A situation and a bulletin without a fault, for any of its moves."""
    situation = draw(st.sampled_from(situations()))
    move = draw(st.sampled_from(situation.moves))
    return situation, clean_bulletin(move)


@st.composite
def faulty_bulletins(draw: st.DrawFn) -> tuple[Situation, Bulletin]:
    """A clean bulletin to which up to three things happened that happen to players."""
    situation, bulletin = draw(situation_and_clean())
    for change in draw(st.lists(st.sampled_from(_CHANGES), max_size=3)):
        bulletin = change(draw, situation, bulletin)
    return situation, bulletin


def _other_score(draw: st.DrawFn, situation: Situation, bulletin: Bulletin) -> Bulletin:
    other = draw(st.sampled_from(situation.moves))
    scores = st.sampled_from([str(other.score), "", "illegible", "7", "0"])
    return replace(bulletin, score=draw(scores))


def _twin_score(draw: st.DrawFn, situation: Situation, bulletin: Bulletin) -> Bulletin:
    """The score of the same word at another place or with other jokers."""
    word = str(bulletin.sheet).replace("\n", "").upper()
    twins = [move for move in situation.moves if move.word.upper() == word]
    return replace(bulletin, score=str(draw(st.sampled_from(twins)).score) if twins else "3")


def _other_reference(draw: st.DrawFn, situation: Situation, bulletin: Bulletin) -> Bulletin:
    other = draw(st.sampled_from(situation.moves))
    inverted = bulletin.reference[1:] + bulletin.reference[:1]
    references = st.sampled_from([other.ref, inverted, "", "illegible", "H8", "O15", "Q3"])
    return replace(bulletin, reference=draw(references))


def _other_direction(draw: st.DrawFn, situation: Situation, bulletin: Bulletin) -> Bulletin:
    rows = ["".join(column) for column in zip(*bulletin.sheet.rows, strict=True)]
    return replace(bulletin, sheet=Sheet(tuple(rows)))


def _other_letters(draw: st.DrawFn, situation: Situation, bulletin: Bulletin) -> Bulletin:
    """Circles come and go, letters are changed, added or left out."""
    text = list(str(bulletin.sheet))
    index = draw(st.integers(0, max(len(text) - 1, 0)))
    if not text or text[index] in "\n.":
        return bulletin
    letter = draw(st.sampled_from([text[index].swapcase(), "E", "S", "k", ".", ""]))
    text[index] = letter
    return replace(bulletin, sheet=Sheet.from_text("".join(text)))


def _other_state(draw: st.DrawFn, situation: Situation, bulletin: Bulletin) -> Bulletin:
    return replace(bulletin, state=draw(st.sampled_from(SheetState)))


_CHANGES = (
    _other_score,
    _twin_score,
    _other_reference,
    _other_direction,
    _other_letters,
    _other_state,
)


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
@given(situation_and_clean())
def test_a_clean_bulletin_of_any_legal_move_is_paid_its_score(
    drawn: tuple[Situation, Bulletin],
) -> None:
    situation, bulletin = drawn
    position = situation.position
    if position.is_first:
        assume(len(bulletin.sheet.rows) == 1)
        assume(bulletin.claim == _best_score(position, bulletin))
        assume("?" not in position.rack)

    verdict = correct(position, bulletin)

    assert verdict.decided
    assert (verdict.points, verdict.sanction, verdict.motives) == (bulletin.claim, "none", ())


@quick
@given(faulty_bulletins(), st.integers(0, 3), st.integers(0, 3))
def test_the_verdict_does_not_depend_on_the_place_of_the_drawing(
    drawn: tuple[Situation, Bulletin], down: int, right: int
) -> None:
    situation, bulletin = drawn
    rows = bulletin.sheet.rows
    moved = Sheet((("",) * down) + tuple("." * right + row + "." for row in rows))

    assert moved == bulletin.sheet
    assert correct(situation.position, replace(bulletin, sheet=moved)) == correct(
        situation.position, bulletin
    )


@quick
@given(faulty_bulletins(), st.sampled_from([" ", "  "]))
def test_the_verdict_does_not_depend_on_spaces_and_case_of_the_reference(
    drawn: tuple[Situation, Bulletin], space: str
) -> None:
    situation, bulletin = drawn
    assume(bulletin.place is not None)
    spaced = replace(
        bulletin,
        reference=space + space.join(bulletin.reference.lower()) + space,
        score=space + bulletin.score,
    )

    assert spaced.key() == bulletin.key()
    assert _without_quotes(correct(situation.position, spaced)) == _without_quotes(
        correct(situation.position, bulletin)
    )


def _without_quotes(verdict: Verdict) -> Verdict:
    """Without the findings that quote what is written."""
    kept = tuple(one for one in verdict.findings if not {"score", "reference"} & set(one.data))
    return replace(verdict, findings=kept)


@quick
@given(faulty_bulletins())
def test_nobody_is_paid_more_than_the_best_that_the_bulletin_can_mean(
    drawn: tuple[Situation, Bulletin],
) -> None:
    situation, bulletin = drawn
    verdict = correct(situation.position, bulletin)
    event(f"{verdict.sanction} {verdict.undecided_reason or ''}")

    if verdict.decided:
        assert verdict.points is not None
        assert verdict.gross is not None
        best = max((reading.points for reading in verdict.readings), default=0)
        assert 0 <= verdict.points <= max(best, 0)
        assert verdict.gross <= _best_score(situation.position, bulletin)


@quick
@given(faulty_bulletins())
def test_every_verdict_is_whole_and_cites_articles_that_exist(
    drawn: tuple[Situation, Bulletin],
) -> None:
    situation, bulletin = drawn
    _check_whole(correct(situation.position, bulletin))


def _check_whole(verdict: Verdict) -> None:
    cited = {verdict.article, *(finding.article for finding in verdict.findings)}
    cited |= {reading.article for reading in verdict.readings}
    for number in cited:
        assert EDITION_2023.article(number).summary
    if not verdict.decided:
        assert verdict.undecided_reason is not None
        assert (verdict.points, verdict.motives) == (None, ())
        assert not any(reading.retained for reading in verdict.readings)
        assert verdict.needs_eye
        return
    assert verdict.undecided_reason is None
    assert bool(verdict.motives) == (verdict.sanction != Sanction.NONE)
    match verdict.sanction:
        case Sanction.ZERO:
            assert (verdict.points, verdict.gross, verdict.placement) == (0, 0, None)
        case Sanction.PENALTY:
            assert verdict.points == (verdict.gross or 0) - 5
            assert verdict.motives == (Motive.LOCATION,)
        case Sanction.NONE | Sanction.WARNING:
            assert verdict.points == verdict.gross
            assert verdict.placement


@quick
@given(faulty_bulletins())
def test_a_verdict_survives_the_way_through_json(drawn: tuple[Situation, Bulletin]) -> None:
    verdict = correct(drawn[0].position, drawn[1])

    assert Verdict.from_dict(json.loads(json.dumps(verdict.to_dict()))) == verdict


@quick
@given(
    st.sampled_from(range(20)),
    st.lists(st.text(LETTERS + LETTERS.lower() + "...", max_size=SIDE), max_size=SIDE),
    st.lists(st.text("x...", max_size=SIDE), max_size=SIDE),
    st.text(max_size=8),
    st.text(max_size=8),
    st.sampled_from(SheetState),
)
def test_whatever_is_written_gets_a_verdict(
    index: int, rows: list[str], mask: list[str], reference: str, score: str, state: SheetState
) -> None:
    struck = [line[: len(row)] for line, row in zip(mask, rows, strict=False)]
    bulletin = Bulletin(Sheet(tuple(rows), tuple(struck)), reference, score, state)

    _check_whole(correct(situations()[index].position, bulletin))


@quick
@given(faulty_bulletins(), faulty_bulletins())
def test_a_bulletin_is_judged_the_same_whatever_was_judged_before(
    first: tuple[Situation, Bulletin], second: tuple[Situation, Bulletin]
) -> None:
    position = first[0].position
    fresh = Position(position.board, position.rack, position.turn, position.words)
    correct(position, second[1])

    assert correct(position, first[1]) == correct(fresh, first[1])
