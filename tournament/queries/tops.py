"""The tops of a turn and which of them the judge may retain (3.4, 3.7)."""

from dataclasses import dataclass

from engine.board.place import Place
from engine.lexicon.lexicon import Lexicon
from engine.rules.choice import Choice, allowed_tops, final_tops, propose
from engine.rules.draw import commitment
from engine.rules.remainder import unseen
from engine.search.moves import Move
from tournament.core.states import SCRIPTED_SOURCES, Source
from tournament.models import Game, Solutions, Turn
from tournament.queries.position import GamePosition, position_before


@dataclass(frozen=True, slots=True)
class TopChoice:
    """``tops`` in the order shown; ``reason`` is the last rule that narrowed the choice."""

    tops: list[Move]
    allowed: list[Move]
    proposed: Move | None
    reason: str
    article: str


def moves_of(solutions: Solutions) -> list[Move]:
    """All solutions of a turn, best first."""
    return [Move(word, Place.parse(ref), score) for word, ref, score in solutions.moves]


def scripted_turn(turn: Turn) -> dict[str, object] | None:
    """The turn of the recorded game that ``turn`` replays, if it does.

    Once a turn was cancelled the recording no longer fits: 3.6 wants other letters.
    """
    game = turn.game
    if game.source not in SCRIPTED_SOURCES or not game.script or turn.ordinal != turn.number:
        return None
    turns = game.script["turns"]
    return turns[turn.number - 1] if turn.number <= len(turns) else None


def choice_of(turn: Turn) -> TopChoice:
    """The tops of ``turn`` and the rules' verdict on them; needs its solutions.

    Raises Solutions.DoesNotExist while they are being computed.
    """
    moves = moves_of(turn.solutions)
    tops = [move for move in moves if move.score == moves[0].score]
    recorded = scripted_turn(turn)
    if recorded is not None:
        return _recorded_choice(tops, moves, recorded)
    if not tops:
        return TopChoice([], [], None, "", "")
    final = [move for move in tops if [move.word, move.ref] in turn.solutions.final]
    choice = _rules(turn, position_before(turn), tops, final)
    proposed = [move for move in choice.allowed if _same(move, turn.solutions.proposed)]
    return TopChoice(
        tops,
        choice.allowed,
        proposed[0] if proposed else choice.allowed[0],
        choice.reason,
        choice.article,
    )


def _rules(turn: Turn, position: GamePosition, tops: list[Move], final: list[Move]) -> Choice:
    board, fmt = position.board, position.fmt
    return allowed_tops(
        fmt=fmt,
        turn=turn.number,
        rack=turn.rack,
        unseen=unseen(fmt, board, turn.rack).letters,
        tops=tops,
        board=board,
        final=final,
        edition=turn.game.tournament.regulation,
    )


def _same(move: Move, written: list[str] | None) -> bool:
    return written == [move.word, move.ref]


def proposal(
    turn: Turn, position: GamePosition, moves: list[Move], lexicon: Lexicon
) -> tuple[Move | None, list[Move]]:
    """The top that opens the game most among those the rules allow, and the tops after which no
    letter left can be placed (3.7): what needs the lexicon. ``position``: before ``turn``."""
    tops = [move for move in moves if move.score == moves[0].score]
    if not tops:
        return None, []
    board, fmt = position.board, position.fmt
    final = final_tops(fmt=fmt, rack=turn.rack, tops=tops, board=board, lexicon=lexicon)
    return propose(_rules(turn, position, tops, final).allowed, board, lexicon, fmt), final


def _recorded_choice(tops: list[Move], moves: list[Move], recorded: dict[str, object]) -> TopChoice:
    """A recorded game is replayed as it was played: its word is retained."""
    word, place = str(recorded["word"]), Place.parse(str(recorded["ref"]))
    found = [move for move in moves if move.place == place and move.word.upper() == word.upper()]
    exact = [move for move in found if move.word == word] or found
    retained = exact[0] if exact else Move(word, place, int(str(recorded["score"])))
    shown = tops if retained in tops else [retained, *tops]
    return TopChoice(shown, [retained], retained, "partie_enregistree", "")


def commitment_of(game: Game) -> str | None:
    """SHA-256 of the seed, for games whose letters the software draws."""
    return None if game.source == Source.HAND else commitment(bytes.fromhex(game.seed))
