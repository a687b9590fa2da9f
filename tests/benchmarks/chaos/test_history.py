"""Notes of a tablet, their file, and the explanation of an impossible history."""

from pathlib import Path
from typing import Any

import pytest

from benchmarks.chaos import check
from benchmarks.chaos.history import History, ObjectId, TabletObserver, read_history
from benchmarks.chaos.linear import Operation
from benchmarks.chaos.models import Sheet, StoredSheets

GAME, TURN, ENTRY = 7, 3, 12
SHEET = ObjectId("sheet", (ENTRY, GAME, TURN))
BELL = ObjectId("turn end", (GAME, TURN))
ONE, TWO = Sheet(1, "t", "ABC", "H8", "12"), Sheet(2, "t", "ABCD", "H8", "14")


def _make_answer(sheet: Sheet) -> dict[str, Any]:
    fields = {"turn": TURN, "rev": sheet.rev, "device": sheet.device, "rows": [sheet.word]}
    return fields | {"struck": [], "reference": sheet.reference, "score": sheet.score}


def _make_snapshot(sheet: Sheet | None) -> dict[str, Any]:
    bulletin = sheet and _make_answer(sheet)
    state = {"game": {"id": GAME}, "turn": {"ordinal": TURN}, "bulletin": bulletin}
    return {"type": "snapshot", "state": state}


def _make_saved(rev: int, *, late: bool = False) -> dict[str, Any]:
    return {"type": "saved", "turn": TURN, "rev": rev, "late": late}


def _make_refused(rev: int, *, retry: bool = False) -> dict[str, Any]:
    return {"type": "refused", "code": "x", "turn": TURN, "rev": rev, "retry": retry}


@pytest.fixture
def observer() -> TabletObserver:
    observer = TabletObserver(History(), ENTRY, "table 1")
    observer.note_connection()
    return observer


def _list_outcomes(
    observer: TabletObserver, object_id: ObjectId = SHEET
) -> list[tuple[str, Any, Any]]:
    return [(op.action, op.argument, op.outcome) for of, op in observer.history if of == object_id]


def test_a_revision_sent_and_answered_repeatedly_is_one_operation(
    observer: TabletObserver,
) -> None:
    for _ in range(2):
        observer.note_sent(GAME, TURN, ONE)
    for _ in range(2):
        observer.note_message(_make_saved(1))
    observer.note_sent(GAME, TURN, TWO)
    observer.note_message(_make_saved(2, late=True))
    assert _list_outcomes(observer) == [("save", ONE, "in-time"), ("save", TWO, "late")]
    assert _list_outcomes(observer, BELL) == [("in time", 1, True), ("late", 2, True)]


def test_an_answer_in_another_game_leaves_older_revisions_open(
    observer: TabletObserver,
) -> None:
    observer.note_sent(GAME, TURN, ONE)
    observer.note_sent(GAME + 1, TURN, ONE)
    for _ in range(2):
        observer.note_message(_make_saved(1))
    assert _list_outcomes(observer) == [("save", ONE, None)]
    assert _list_outcomes(observer, ObjectId("sheet", (ENTRY, GAME + 1, TURN))) == [
        ("save", ONE, "in-time")
    ]


def test_a_refusal_answers_only_a_revision_sent_once(
    observer: TabletObserver,
) -> None:
    observer.note_sent(GAME, TURN, ONE)
    observer.note_message(_make_refused(1, retry=True))
    assert [op.is_answered for _, op in observer.history] == [False]
    observer.note_message(_make_refused(1))
    observer.note_sent(GAME, TURN, TWO)
    observer.note_connection()
    observer.note_sent(GAME, TURN, TWO)
    observer.note_message(_make_refused(2))
    operations = [(op.argument, op.outcome, op.is_answered) for _, op in observer.history]
    assert operations == [(ONE, "refused", True), (TWO, None, False)]


def test_a_snapshot_was_read_since_its_request(observer: TabletObserver) -> None:
    observer.note_message(_make_snapshot(None))
    between = observer.history.get_time()
    observer.note_request()
    sent_at = observer.history.get_time()
    observer.note_message(_make_snapshot(ONE))
    observer.note_sent(GAME, TURN, ONE)
    observer.note_message({"type": "stale", "bulletin": _make_answer(TWO)})
    assert _list_outcomes(observer) == [
        ("read snapshot", None, None),
        ("read snapshot", None, ONE),
        ("save", ONE, None),
        ("read other", None, TWO),
    ]
    calls = [op.called_at for _, op in observer.history]
    assert calls[0] < between < calls[1] < sent_at
    assert calls[3] < between  # it may answer any message of this connection
    observer.note_message({"type": "snapshot", "state": None})
    assert len(list(observer.history)) == 4


def test_a_history_is_equal_after_writing_and_reading(tmp_path: Path) -> None:
    history = History()
    history.note(SHEET, Operation("table 1", "save", ONE, 1.0, "in-time", 2.0))
    history.note(SHEET, Operation("table 1", "save", TWO, 3.0))
    history.note(SHEET, Operation("la base", "read stored", None, 4.0, StoredSheets(TWO), 5.0))
    history.write(tmp_path / "histoire.jsonl")
    assert read_history(tmp_path / "histoire.jsonl") == list(history)


def test_a_checked_file_reports_violations(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "histoire.jsonl"
    history = History()
    history.note(SHEET, Operation("table 1", "save", ONE, 1.0, "in-time", 2.0))
    history.note(SHEET, Operation("table 1", "save", TWO, 3.0))
    history.note(SHEET, Operation("la base", "read stored", None, 4.0, StoredSheets(TWO), 5.0))
    history.write(file)
    assert check.main([str(file)]) == 0
    assert capsys.readouterr().out == "1 objets, 3 opérations, dont 1 d'issue inconnue\n"
    history.note(SHEET, Operation("table 1", "read snapshot", None, 6.0, ONE, 7.0))
    history.write(file)
    assert check.main([str(file)]) == 1
    cannot_be = "après cette réponse, aucun ordre n'est possible"
    assert capsys.readouterr().out.splitlines()[1:] == [
        f"Non linéarisable : inscription 12, partie 7, coup 3 : bulletin : {cannot_be}",
        "        6.000 –    7.000 s table 1 se voit montrer (1, t, ABC, H8, 12)",
        "  le plus long ordre possible (3 opérations) finit par",
        "        1.000 –    2.000 s table 1 enregistre (1, t, ABC, H8, 12) → in-time",
        "        3.000 –   jamais   table 1 enregistre (2, t, ABCD, H8, 14) → sans réponse",
        "        4.000 –    5.000 s la base tient ((2, t, ABCD, H8, 14), rien)",
        "  et laisse ((2, t, ABCD, H8, 14), rien)",
    ]
