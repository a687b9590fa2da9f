"""States of a room for tests of the pages: a recorded game after eleven of its turns."""

from types import SimpleNamespace
from typing import Any

from engine.board.board import Board
from engine.board.place import Place
from tournament.protocol import State

#: Rack, word, reference, score (a game of the Hiersac club, 7 July 2018).
MOVES = [
    ("AECC?NU", "ChACUNE", "H4", 76),
    ("EIOLMLS", "MOLLIES", "G8", 68),
    ("IARERIS", "CRIERAIS", "4H", 72),
    ("UKERVAD", "VEDIKA", "12D", 58),
    ("RUZXTEU", "TRIEZ", "N2", 68),
    ("UUXEHVP", "VEUX", "13B", 48),
    ("BNISRAA", "BEARNAIS", "K3", 70),
    ("UTOLRNG", "LUREX", "E9", 28),
    ("GNOTUOE", "EGOUT", "11K", 34),
    ("NODQUES", "DUQUONS", "N8", 62),
    ("EHLA?NI", "aNHELAI", "A8", 97),
]
NAMES = [
    "ABADIE Rose",
    "BERNIER Lucien",
    "CASTAING Odile",
    "DELMAS Yvette",
    "ESCOFFIER Jean-Baptiste",
    "FOURNEL Ginette",
    "GARRIGUE Marcelle",
    "HUBERT Raymond",
    "IMBERT Solange",
    "JOUBERT Armand",
    "KERMADEC Anne-Françoise",
    "LESTRADE Paul",
]

END_REASONS = {"all_placed": "Toutes les lettres ont été tirées et placées."}
TOURNAMENT = SimpleNamespace(name="Festival de printemps", slug="festival")


def build_board_after(turns: int) -> list[str]:
    board = Board.empty()
    for _, word, ref, _ in MOVES[:turns]:
        board = board.lay(word, Place.parse(ref))
    return board.rows()


def game(**changes: Any) -> dict[str, Any]:
    return {
        "id": 7,
        "tournament": "Festival de printemps",
        "number": 2,
        "state": "running",
        "format": "normal",
        "time_s": 180,
        "warn_s": 30,
        "source": "software",
        "entries": 24,
        "resumes_at": None,
        "commitment": "c0" * 32,
        "seed": None,
        "earlier": [],
        "end_reason": None,
        "end_article": None,
    } | changes


def turn(
    number: int, state: str, *, now: int, left_s: float = 180, **changes: Any
) -> dict[str, Any]:
    """Turn ``number`` of the game; ``left_s`` seconds remain of its three minutes at ``now``."""
    rack, word, ref, score = MOVES[number - 1]
    remaining = 2 if number in {5, 9, 10} else 0
    clocked = state not in {"drawn", "announced"}
    shown = state in {"revealed", "done"}
    closes_at = now + round(left_s * 1000)
    return {
        "ordinal": number,
        "number": number,
        "state": state,
        "kept": rack[:remaining] if state != "cancelled" else "",
        "drawn": rack[remaining:] if state != "cancelled" else "",
        "rejected": [],
        "rectified": [],
        "time_s": 180,
        "warn_s": 30,
        "opened_at": closes_at - 180_000 if clocked else None,
        "closes_at": closes_at if clocked else None,
        "top": {"word": word, "ref": ref, "score": score, "formed": []} if shown else None,
        "best": score if shown else None,
        "found": 3 if shown else None,
    } | changes


def history(turns: int) -> dict[str, Any]:
    return {
        str(i): {"rack": rack, "word": word, "ref": ref, "score": score}
        for i, (rack, word, ref, score) in enumerate(MOVES[:turns], start=1)
    }


def ranking(turns: int) -> dict[str, Any]:
    top = sum(score for *_, score in MOVES[:turns])
    rows = [
        {"rank": i, "table": i + 3, "name": name, "total": max(0, top - 11 * i * (turns > 0))}
        for i, name in enumerate(NAMES, start=1)
    ]
    return {"after": turns, "top_total": top, "size": 24, "rows": rows}


def public_state(number: int, turn_state: str, *, now: int, **changes: Any) -> dict[str, Any]:
    """The room at turn ``number``; turns before it, and it once revealed, lie on the grid."""
    placed = number if turn_state in {"revealed", "done"} else number - 1
    parts = {
        name: changes.pop(name) for name in list(changes) if name not in State.__struct_fields__
    }
    return {
        "game": game(),
        "turn": turn(number, turn_state, now=now, **parts),
        "board": build_board_after(placed),
        "history": history(placed),
        "ranking": ranking(placed),
    } | changes


def result(number: int, **changes: Any) -> dict[str, Any]:
    _, word, ref, score = MOVES[number - 1]
    return {
        "points": score,
        "sanction": "none",
        "word": word,
        "ref": ref,
        "text": "",
        "article": "",
    } | changes


def entry_state(
    number: int, turn_state: str, *, now: int, own: dict[str, Any] | None = None, **changes: Any
) -> dict[str, Any]:
    """Return the state of table 7; ``own``: its personal parts."""
    state = public_state(number, turn_state, now=now, **changes)
    results = {key: result(int(key)) for key in state["history"]}
    return (
        state
        | {
            "table": 7,
            "name": NAMES[3],
            "bulletin": None,
            "results": results,
            "total": sum(row["points"] for row in results.values()),
            "rank": 4,
            "warnings": 0,
        }
        | (own or {})
    )
