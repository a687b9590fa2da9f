"""The chain of a journal shows every change, and allows texts to be erased."""

from itertools import count
from typing import Any

from tournament.core import chain
from tournament.core.canonical import compute_digest, from_utc_text, to_canonical, to_utc_text

START = chain.start_chain(
    "00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"
)


SIGNED_DATA: list[tuple[str, dict[str, Any]]] = [
    ("", {"command": "start"}),
    ("claire", {"reason": "Bavardage de Jean", "table": 3}),
    ("", {"b": 2, "a": [1, {"é": None}]}),
]


def make_rows() -> list[dict[str, Any]]:
    """Return three rows; the second has an account and a reason."""
    salts = count(1)
    rows: list[dict[str, Any]] = []
    previous = START
    for seq, (signed, data) in enumerate(SIGNED_DATA, start=1):
        row: dict[str, Any] = {
            "seq": seq,
            "kind": "game",
            "turn": None,
            "at": "2026-11-24T09:00:00.000000Z",
            "signed": signed,
            "data": data,
            "erased": {},
        }
        texts = chain.select_texts(signed, data)
        row["salts"] = chain.make_salts(texts, lambda: f"{next(salts):032x}")
        previous = row["chain"] = chain.compute_row_link(previous, row)
        rows.append(row)
    return rows


def test_equal_values_are_written_alike() -> None:
    assert to_canonical({"b": "é\n", "a": [1, None]}) == '{"a":[1,null],"b":"é\\n"}'
    assert compute_digest({"b": 1, "a": 2}) == compute_digest({"a": 2, "b": 1})
    moment = "2026-11-24T05:22:06.000120Z"
    assert to_utc_text(from_utc_text(moment)) == moment


def test_whatever_is_changed_in_a_journal_breaks_its_chain() -> None:
    assert chain.find_first_break(START, make_rows()) is None
    for seq, name, value in [
        (1, "kind", "drawn"),
        (1, "data", {"command": "finish"}),
        (2, "signed", "quelqu’un d’autre"),
        (2, "data", {"reason": "Politesse de Jean", "table": 3}),
        (2, "salts", {}),
        (2, "at", "2026-11-24T09:00:00.000001Z"),
        (2, "turn", 1),
        (3, "chain", "0" * 64),
    ]:
        changed = make_rows()
        changed[seq - 1][name] = value
        assert chain.find_first_break(START, changed) == seq
    dropped = make_rows()
    del dropped[1]
    assert chain.find_first_break(START, dropped) == 2
    assert chain.find_first_break(chain.start_chain("another", "game"), make_rows()) == 1


def test_an_erased_text_leaves_the_chain_intact() -> None:
    erased = make_rows()
    row = erased[1]
    texts = chain.select_texts(row["signed"], row["data"])
    row["erased"] = chain.compute_commitments(texts, row["salts"], {})
    row["salts"], row["signed"] = {}, chain.ERASED_TEXT
    row["data"] = {"table": 3, "reason": chain.ERASED_TEXT}
    assert chain.find_first_break(START, erased) is None
    row["erased"] = {**row["erased"], "reason": "0" * 64}
    assert chain.find_first_break(START, erased) == 2


def test_equal_texts_have_different_commitments() -> None:
    first, second = (chain.compute_commitment(f"{salt:032x}", "Jean") for salt in (1, 2))
    assert first != second
