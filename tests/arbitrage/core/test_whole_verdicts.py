"""Properties of every verdict: it is complete, bounded and the same in any order."""

import json
import random

from hypothesis import event, given, settings, strategies as st

from arbitrage.core.bulletin import Bulletin, SheetState
from arbitrage.core.codes import Motive, Sanction
from arbitrage.core.correct import correct
from arbitrage.core.sheets.position import JudgedPosition
from arbitrage.core.sheets.sheet import SIDE, Sheet
from arbitrage.core.verdict import Decision, Verdict
from engine.regulation.edition import Edition
from engine.regulation.editions import EDITIONS
from engine.search.moves import Move

from .games import Situation, build_situations, quick
from .strategies import faulty_bulletins

editions = st.sampled_from(list(EDITIONS.values()))
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def test_an_example_is_short_enough_to_be_shown() -> None:
    """A representation that is too long hides the example that fails."""
    shown = [*build_situations(), *EDITIONS.values()]
    assert max(len(repr(row)) for row in shown) < 400


def _is_paid(move: Move, decision: Decision) -> bool:
    """Return True if the decision pays this legal move; without a place, any of the word."""
    word = (decision.word or "").upper()
    return move.word.upper() == word and decision.placement in (None, move.ref)


@quick
@given(faulty_bulletins(), editions)
def test_no_bulletin_is_paid_more_than_its_best_reading(
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
def test_every_verdict_is_complete_and_cites_existing_articles(
    drawn: tuple[Situation, Bulletin], edition: Edition
) -> None:
    situation, bulletin = drawn
    _check_whole(correct(situation.position, bulletin, edition), edition)


def _check_whole(verdict: Verdict, edition: Edition) -> None:
    cited = {verdict.article, *(finding.article for finding in verdict.findings)}
    cited |= {reading.article for reading in verdict.readings}
    for number in cited:
        assert edition.get_article(number).summary
    _check_decision(verdict.decision, edition)
    if not verdict.decided:
        assert verdict.undecided_reason is not None
        assert (verdict.points, verdict.motives) == (None, ())
        assert not any(reading.retained for reading in verdict.readings)
        assert verdict.needs_arbiter
        return
    assert verdict.undecided_reason is None
    assert verdict.proposed is None


def _check_decision(decision: Decision, edition: Edition) -> None:
    """Check that a zero names its reason, a penalty costs five points, a place is paid."""
    assert edition.get_article(decision.article)
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


@settings(quick, max_examples=20)
@given(
    st.sampled_from(range(20)),
    st.lists(st.text(LETTERS + LETTERS.lower() + "...", max_size=SIDE), max_size=SIDE),
    st.lists(st.text("x...", max_size=SIDE), max_size=SIDE),
    st.text(max_size=8),
    st.text(max_size=8),
    st.sampled_from(SheetState),
    editions,
)
def test_any_text_gets_a_verdict(
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

    _check_whole(correct(build_situations()[index].position, bulletin, edition), edition)


@quick
@given(st.lists(faulty_bulletins(), min_size=1, max_size=6), st.randoms(), editions)
def test_verdicts_do_not_depend_on_the_order_of_bulletins(
    drawn: list[tuple[Situation, Bulletin]], rng: random.Random, edition: Edition
) -> None:
    old = drawn[0][0].position
    fresh, other = (JudgedPosition(old.board, old.rack, old.turn, old.words) for _ in range(2))
    bulletins = [bulletin for _, bulletin in drawn] * 2
    shuffled = list(bulletins)
    rng.shuffle(shuffled)
    first = {written.to_key(): correct(fresh, written, edition) for written in bulletins}

    assert {written.to_key(): correct(other, written, edition) for written in shuffled} == first
