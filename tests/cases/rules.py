"""The engine's answers to the golden cases: ``function(inputs, edition) -> outcome``."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.board.board import Board
from engine.board.formats import get_format
from engine.board.letters import WILD
from engine.board.place import SIZE, Place
from engine.lexicon.lexicon import Lexicon
from engine.regulation.editions import get_edition
from engine.rules.announce import announce_draw, announce_top
from engine.rules.bag import Bag
from engine.rules.choice import Candidate, choose
from engine.rules.draw import check_draw
from engine.rules.ending import (
    check_end_after_cancellation,
    check_end_after_interruption,
    check_end_after_placement,
    check_end_without_move,
)
from engine.rules.joker_format import JokerPhase, JokerResult, resolve_joker
from engine.rules.remainder import Remainder
from engine.search.examine import examine
from engine.search.moves import Move

type Inputs = Mapping[str, Any]
type Outcome = dict[str, Any]

#: What makes a play impossible, whatever words it forms (1.1, 3.8.2).
FORBIDDEN = (
    "too_many_tiles", "letters_not_in_rack", "off_board", "letter_conflict", "no_tile",
    "incomplete_word", "off_centre", "not_connected",
)  # fmt: skip
NO_WORDS = Lexicon.from_words(["AA"])


def draw_validity(inputs: Inputs, edition: str) -> Outcome:
    check = check_draw(
        fmt=get_format(str(inputs["format"])),
        turn=inputs["turn"],
        kept=inputs["kept"] or "",
        drawn=inputs["drawn"] or "",
        unseen=inputs["unseen"] or "",
        edition=get_edition(edition),
    )
    return {
        "verdict": check.verdict,
        "minimum": check.minimum,
        "judge_may_reject": check.judge_may_reject,
    }


def top_choice(inputs: Inputs, edition: str) -> Outcome:
    candidates = [
        Candidate(Move(_played(top), Place.parse(top["ref"]), 0), top["tiles"])
        for top in inputs["tops"]
    ]
    choice = choose(
        fmt=get_format(str(inputs["format"])),
        turn=inputs["turn"],
        rack=inputs["rack"],
        unseen=inputs["unseen"] or "",
        candidates=candidates,
        edition=get_edition(edition),
    )
    tops = zip(inputs["tops"], candidates, strict=True)
    allowed = [top["id"] for top, candidate in tops if candidate.move in choice.allowed]
    return {"allowed": allowed, "forced": choice.is_forced, "reason": choice.reason}


def _played(top: Inputs) -> str:
    """Return the word in the engine's notation: jokers already on the grid are in upper case."""
    jokers = _jokers_played(top["word"], top["tiles"])
    return "".join(
        letter if index in jokers else letter.upper() for index, letter in enumerate(top["word"])
    )


def _jokers_played(word: str, tiles: str) -> list[int]:
    """Return the indexes of the rack's jokers in the word.

    If some jokers were on the grid, the order of the tiles tells which; tiles in another order give
    the first ones.
    """
    circled = [index for index, letter in enumerate(word) if letter.islower()]
    if tiles.count(WILD) == len(circled):
        return circled
    jokers, remaining_tiles = [], list(tiles)
    for index, letter in enumerate(word):
        if remaining_tiles and letter == remaining_tiles[0]:
            remaining_tiles.pop(0)
        elif remaining_tiles and remaining_tiles[0] == WILD and letter.islower():
            remaining_tiles.pop(0)
            jokers.append(index)
    return circled[: tiles.count(WILD)] if remaining_tiles else jokers


def end_of_game(inputs: Inputs, edition: str) -> Outcome:
    fmt, remaining = get_format(str(inputs["format"])), str(inputs["remaining"] or "")
    rules = get_edition(edition)
    match inputs["event"]:
        case "placed":
            check = check_end_after_placement(fmt, remaining, edition=rules)
        case "cancelled":
            check = check_end_after_cancellation(fmt, remaining, edition=rules)
        case "no_move":
            check = check_end_without_move(fmt, remaining, edition=rules)
        case "interruption":
            check = check_end_after_interruption(
                fmt,
                inputs["interruptions_min"] or [],
                inputs["collected_turns"] or 0,
                is_last_turn_regular=inputs["last_turn_regular"] is not False,
                edition=rules,
            )
        case event:
            raise ValueError(f"no end of game after {event!r}")
    return {"outcome": check.outcome, "valid_turns": check.valid_turns}


def announcements(inputs: Inputs, edition: str) -> Outcome:
    fmt = get_format(str(inputs["format"]))
    parts: list[tuple[str, Any]]
    match inputs["kind"]:
        case "draw":
            parts = [
                *announce_draw(
                    kept=inputs["kept"] or "",
                    drawn=inputs["drawn"] or "",
                    rejected=len(inputs["rejected"] or ""),
                    time_s=inputs["time_s"],
                    fmt=fmt,
                    edition=get_edition(edition),
                )
            ]
        case "top":
            word, ref = inputs["play"].split()
            parts = [*announce_top(_laid(inputs["board"]), word, Place.parse(ref), fmt)]
        case "delay":
            gap = get_edition(edition).play.announcement_gap_s.value
            has_waited = inputs["seconds_since_end"] >= gap
            parts = [("attente_suffisante", has_waited)]
        case kind:
            raise ValueError(f"no announcement of kind {kind!r}")
    return {"parts": parts}


def _on_grid(board: Board, row: int, col: int) -> bool:
    return row < SIZE and col < SIZE and bool(board.get_tile(row, col))


def _laid(plays: list[str] | None) -> Board:
    board = Board.empty()
    for play in plays or []:
        word, ref = play.split()
        board = board.lay(word, Place.parse(ref))
    return board


def bonuses(inputs: Inputs, _edition: str) -> Outcome:
    fmt, place = get_format(str(inputs["format"])), Place.parse(inputs["ref"])
    board, word = _laid(inputs["board"]), inputs["word"]
    examination = examine(board, inputs["rack"], word, place, NO_WORDS, fmt)
    allowed = not any(map(examination.has_fault, FORBIDDEN))
    # An impossible word needs tiles too: for its squares that are not covered.
    covered = {square for square in place.list_squares(len(word)) if _on_grid(board, *square)}
    tiles = len(word) - len(covered)
    return {
        "tiles_played": tiles,
        "max_playable": fmt.max_play,
        "allowed": allowed,
        "bonus": fmt.get_bonus(tiles) if allowed else 0,
        "score": examination.score if allowed else None,
    }


def joker_format(inputs: Inputs, _edition: str) -> Outcome:
    phase, bag, turns = JokerPhase(inputs["phase"]), Bag(inputs["bag"] or ""), []
    for turn in inputs["turns"]:
        word, played = turn["word"], _jokers_played(turn["word"], turn["tiles"])
        letter = word[played[0]].upper() if played else None
        drawn = (turn["draw"] or "").replace(WILD, "")  # the joker does not come from the bag
        joker = resolve_joker(phase, letter, bag.subtract(drawn))
        replaced = played if joker.replaced_by else []
        remainder_letters = Bag(turn["rack"]).subtract(turn["tiles"]).letters
        turns.append(
            {
                "joker": joker.outcome,
                "replaced_by": joker.replaced_by,
                "word_on_grid": "".join(
                    letter_of_word.upper() if index in replaced else letter_of_word
                    for index, letter_of_word in enumerate(word)
                ),
                "phase_after": joker.phase,
                "bag_after": len(joker.bag),
                "next_draw": _next_draw(joker, remainder_letters),
            }
        )
        phase, bag = joker.phase, joker.bag
    return {"turns": turns}


def _next_draw(joker: JokerResult, rack: str) -> int:
    coming = WILD if joker.phase is not JokerPhase.NORMAL and WILD not in rack else ""
    return Remainder(rack, coming, joker.bag).count_to_draw(get_format("joker"))


#: By the name of the file of cases.
RULES: Mapping[str, Callable[[Inputs, str], Outcome]] = {
    "draw-validity": draw_validity,
    "top-choice": top_choice,
    "end-of-game": end_of_game,
    "announcements": announcements,
    "bonuses": bonuses,
    "joker-format": joker_format,
}
