"""The state of a centre follows from its reports; letters by telephone have a check."""

from hypothesis import assume, given, strategies as st

from tournament.core.centres.letters_check import CHECK_ALPHABET, compute_check
from tournament.core.centres.reports import CentreAct, CentreReport, ReportedState, follow_reports


def follow(*acts: tuple[CentreAct, str]) -> ReportedState:
    reports = [CentreReport("a", act, turn=7, reason=reason) for act, reason in acts]
    return follow_reports(reports)["a"]


def test_an_objection_or_pause_blocks_until_ready_or_left_out() -> None:
    objection, pause = (CentreAct.NOT_READY, "grille"), (CentreAct.PAUSE, "panne")
    ready, without = (CentreAct.READY, ""), (CentreAct.WITHOUT, "coupé")
    assert follow(objection).blocks
    assert follow(pause).blocks
    assert not follow(pause, (CentreAct.PAUSE_OVER, "")).blocks
    assert not follow(objection, ready).blocks
    assert not follow(objection, without).blocks
    assert follow(objection, without, ready, pause).blocks, "it follows again"
    assert not follow((CentreAct.INCIDENT, "bruit"), (CentreAct.KEPT, "x")).blocks


def test_ready_is_said_for_one_turn() -> None:
    status = follow((CentreAct.READY, ""))
    assert status.is_ready_for(7)
    assert not status.is_ready_for(8)


_LETTERS = st.lists(st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ?"), min_size=1, max_size=8)


@given(_LETTERS, st.integers(0, 7), st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ?"))
def test_a_wrong_letter_or_turn_changes_the_check(
    letters: list[str], place: int, other: str
) -> None:
    check = compute_check(5, "".join(letters))
    assert len(check) == 4
    assert set(check) <= set(CHECK_ALPHABET)
    assert check == compute_check(5, "".join(reversed(letters)))
    assert check != compute_check(6, "".join(letters))
    assert check != compute_check(5, "".join(letters[1:]))
    assume(place < len(letters) and letters[place] != other)
    assert check != compute_check(5, "".join([*letters[:place], other, *letters[place + 1 :]]))
