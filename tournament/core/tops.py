"""The tops of a turn, and those that the judge may retain (3.4, 3.7)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.board.board import Board
from engine.board.formats import Format
from engine.board.place import Place
from engine.lexicon.lexicon import Lexicon
from engine.regulation.edition import Edition
from engine.rules.choice import Choice, list_allowed_tops, list_final_tops, propose
from engine.rules.remainder import find_unseen_bag
from engine.search.moves import Move
from tournament.core.states import SCRIPTED_SOURCES


@dataclass(frozen=True, slots=True)
class TopChoiceInput:
    """The data of a turn on which the choice of the top depends, besides the solutions."""

    fmt: Format
    board: Board
    rack: str
    number: int
    edition: Edition


@dataclass(frozen=True, slots=True)
class TopChoice:
    """``tops`` in the order shown; ``reason`` is the last rule that narrowed the choice."""

    tops: list[Move]
    allowed_tops: list[Move]
    proposed_top: Move | None
    reason: str
    article: str


def select_tops(moves: Sequence[Move]) -> list[Move]:
    """Select from all solutions, best first, those with the best score."""
    return [move for move in moves if move.score == moves[0].score]


def apply_rules(setting: TopChoiceInput, tops: list[Move], final_tops: list[Move]) -> Choice:
    """Apply the rules to ``tops``; after those in ``final`` no remaining letter can be placed."""
    return list_allowed_tops(
        fmt=setting.fmt,
        turn=setting.number,
        rack=setting.rack,
        unseen=find_unseen_bag(setting.fmt, setting.board, setting.rack).letters,
        tops=tops,
        board=setting.board,
        final_tops=final_tops,
        edition=setting.edition,
    )


def propose_top(
    setting: TopChoiceInput, moves: Sequence[Move], lexicon: Lexicon
) -> tuple[Move | None, list[Move]]:
    """Return the allowed top that opens the game most, and the tops after which no remaining letter
    can be placed (3.7): the parts of the choice that need the lexicon."""
    tops = select_tops(moves)
    if not tops:
        return None, []
    board, fmt = setting.board, setting.fmt
    final = list_final_tops(fmt=fmt, rack=setting.rack, tops=tops, board=board, lexicon=lexicon)
    return propose(apply_rules(setting, tops, final).allowed, board, lexicon, fmt), final


def choose_top(
    setting: TopChoiceInput,
    moves: Sequence[Move],
    *,
    final: Sequence[Sequence[str]],
    proposed: Sequence[str] | None,
) -> TopChoice:
    """Choose among the solutions ``moves`` by the rules; ``final`` and ``proposed`` identify tops
    by word and reference, as ``propose_top`` computed them."""
    tops = select_tops(moves)
    if not tops:
        return TopChoice([], [], None, "", "")
    choice = apply_rules(setting, tops, [move for move in tops if [move.word, move.ref] in final])
    proposals = [move for move in choice.allowed if [move.word, move.ref] == proposed]
    top = proposals[0] if proposals else choice.allowed[0]
    return TopChoice(tops, choice.allowed, top, choice.reason, choice.article)


#: Reason of a choice, French as those of ``engine.rules.choice``, whose values golden cases have.
_RECORDED_GAME = "partie_enregistree"


def build_recorded_choice(moves: Sequence[Move], recorded: Mapping[str, Any]) -> TopChoice:
    """Return the choice of a recorded game: the word that was retained then."""
    tops = select_tops(moves)
    word, place = str(recorded["word"]), Place.parse(str(recorded["ref"]))
    matches = [move for move in moves if move.place == place and move.word.upper() == word.upper()]
    exact = [move for move in matches if move.word == word] or matches
    retained = exact[0] if exact else Move(word, place, int(str(recorded["score"])))
    shown_tops = tops if retained in tops else [retained, *tops]
    return TopChoice(shown_tops, [retained], retained, _RECORDED_GAME, "")


def find_recorded_turn(
    source: str, script: Mapping[str, Any] | None, *, number: int, ordinal: int
) -> Mapping[str, Any] | None:
    """Return the turn of a recorded game that this turn replays; None if it does not.

    After a cancelled turn the recording no longer applies: 3.6 requires other letters.
    """
    if source not in SCRIPTED_SOURCES or not script or ordinal != number:
        return None
    turns: Sequence[Mapping[str, Any]] = script["turns"]
    return turns[number - 1] if number <= len(turns) else None
