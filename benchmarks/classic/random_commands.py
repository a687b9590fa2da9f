"""Random commands of players and officers in a match, mostly sensible, with their data. Words are
laid at random, without a word list."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from engine.board.board import EMPTY, Board
from engine.board.letters import WILD
from engine.board.place import SIZE, Direction, Place
from engine.rules.bag import Bag
from engine.rules.classic.letters import RACK_SIZE, UNSEEN
from engine.rules.draw import draw_letters
from tournament.classic.core.challenges import list_formed_words
from tournament.classic.core.commands import Command
from tournament.classic.core.endings import find_unseen_letters
from tournament.classic.core.rulings import DirectorDecision, MatchSanction
from tournament.classic.core.sides import Actor, Side
from tournament.classic.core.state import MatchPlayer, MatchState, MoveKind
from tournament.core.errors import ClassicRefused

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
type Square = tuple[int, int]
type Data = dict[str, Any]
#: Weight of each command among those that the phase allows; 1 for the others.
WEIGHTS: Mapping[Command, int] = {
    Command.TOSS: 90, Command.DRAW: 90, Command.LOOK: 25, Command.PLAY: 60, Command.TURN_BOARD: 90,
    Command.PRESS: 90, Command.PASS: 4, Command.EXCHANGE: 3,
    Command.CHALLENGE: 8, Command.SLIP: 60, Command.VERDICT: 60,
    Command.DISMISS: 4, Command.CONTEST_SCORE: 2,
    Command.AGREE_SCORE: 20, Command.DROP_CONTEST: 10, Command.SET_SCORE: 2, Command.RESUME: 60,
    Command.REMOVE_EXCESS: 40, Command.REPORT_EXCESS: 30, Command.TYPE_LETTERS: 90,
    Command.RETURN: 30, Command.ARRIVE: 30, Command.ANSWER: 5, Command.SETTLE_TOTALS: 5,
    Command.DECIDE: 20, Command.APPEAL: 3, Command.DECLARE_TOTALS: 3,
}  # fmt: skip
#: Per thousand: commands that would end or interrupt too many games.
RARE_PER_THOUSAND: Mapping[Command, int] = {
    Command.ABANDON: 2, Command.STOP: 2, Command.FIND_EXCESS: 100, Command.UPSET: 20,
    Command.SANCTION: 40, Command.LATE: 15, Command.INCOMPLETE: 20, Command.LEAVE: 20,
    Command.PAUSE: 50, Command.HOLD: 40, Command.CALL_ARBITER: 40, Command.REFER: 40,
    Command.SET_SCORE: 50, Command.TIME_PLAYER: 20, Command.CONTEST_SCORE: 80,
    Command.DECLARE_TOTALS: 200, Command.SETTLE_TOTALS: 200, Command.SET_CLOCKS: 100,
    Command.UNWATCHED: 20,
}  # fmt: skip


def find_neighbours(board: Board) -> list[Square]:
    """List the empty squares beside a letter; the centre on an empty board."""
    if board.is_empty:
        return [board.layout.centre]
    occupied = {
        (row, col) for row in range(SIZE) for col in range(SIZE) if board.grid[row][col] != EMPTY
    }
    neighbours = {
        (row + down, col + right)
        for row, col in occupied
        for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0))
    }
    return sorted(
        (row, col) for row, col in neighbours - occupied if 0 <= row < SIZE and 0 <= col < SIZE
    )


def draw_play(board: Board, rack: str, rng: Random) -> tuple[str, str] | None:
    """Return a word of these letters and its reference, or None."""
    squares, tiles = find_neighbours(board), list(rack)
    rng.shuffle(tiles)
    if not squares or not tiles:
        return None
    row, col = rng.choice(squares)
    direction = rng.choice(list(Direction))
    line = board.rows()[row] if direction is Direction.HORIZONTAL else board.columns()[col]
    index = col if direction is Direction.HORIZONTAL else row
    filled_line, start = _lay_tiles(line, index, tiles[: rng.randint(1, len(tiles))], rng)
    word = filled_line[start:].split(EMPTY)[0]
    if len(word) < 2:
        return None
    is_horizontal = direction is Direction.HORIZONTAL
    place = Place(row, start, direction) if is_horizontal else Place(start, col, direction)
    return word, str(place)


def _lay_tiles(line: str, index: int, tiles: list[str], rng: Random) -> tuple[str, int]:
    """Return the line with ``tiles`` on its empty squares from ``index``, and the word's start."""
    letters = list(line)
    for square in range(index, SIZE):
        if not tiles:
            break
        if letters[square] == EMPTY:
            letters[square] = _choose_letter(tiles.pop(), rng)
    text = "".join(letters)
    return text, index - len(text[:index].split(EMPTY)[-1])


def _choose_letter(tile: str, rng: Random) -> str:
    """Return the letter of a tile; random for a joker and for an unseen tile."""
    if tile == WILD:
        return rng.choice(ALPHABET).lower()
    return rng.choice("AEINRST") if tile == UNSEEN else tile


type Predicate = Callable[[MatchState, Actor], bool]


def _build_player_predicate(holds: Callable[[MatchPlayer], object]) -> Predicate:
    """Return a predicate about the player who acts; False for an officer."""
    return lambda state, actor: actor.side is not None and bool(holds(state.get_player(actor.side)))


def _build_any_player_predicate(holds: Callable[[MatchPlayer], object]) -> Predicate:
    return lambda state, _actor: bool(holds(state.x) or holds(state.y))


#: Condition under which a command is sensible; sometimes it is tried anyway.
IS_SENSIBLE: Mapping[Command, Predicate] = {
    Command.DRAW: _build_player_predicate(lambda player: player.must_draw),
    Command.LOOK: _build_player_predicate(lambda player: player.face_down),
    Command.ANSWER: _build_any_player_predicate(lambda player: player.has_called),
    Command.AGREE_SCORE: lambda state, _: state.contest is not None,
    Command.DROP_CONTEST: lambda state, _: state.contest is not None,
    Command.APPEAL: lambda state, _: any(ruling.appellant is None for ruling in state.rulings),
    Command.DECIDE: lambda state, _: any(ruling.is_pending for ruling in state.rulings),
    **dict.fromkeys(
        (Command.REPORT_EXCESS, Command.REMOVE_EXCESS, Command.FIND_EXCESS),
        _build_any_player_predicate(lambda player: player.excess_count > 0),
    ),
    **dict.fromkeys(
        (Command.RETURN, Command.ARRIVE),
        _build_any_player_predicate(lambda player: player.absence is not None),
    ),
    **dict.fromkeys(
        (Command.PLAY, Command.PASS, Command.EXCHANGE, Command.TURN_BOARD, Command.PAUSE),
        lambda state, actor: actor.value == state.to_move,
    ),
}


class RandomChoices:
    """The random choices of a match, from its number."""

    def __init__(self, number: int) -> None:
        self.random = Random(number)  # noqa: S311 - a benchmark's, no secret
        self.seed = self.random.randbytes(32)

    def draw(self, state: MatchState, letters: str, n: int) -> str:
        """Draw as the service does: from the seed, or unseen."""
        if n > len(letters):
            raise ClassicRefused("bag-too-small", bag=len(letters))
        if state.terms.real_tiles:
            return UNSEEN * n
        return draw_letters(self.seed, state.draw_count, Bag(letters), n)

    def choose_side(self) -> str:
        return str(self.random.choice(list(Side)))

    def draw_bool(self, per_thousand: int) -> bool:
        """Return True with this probability."""
        return self.random.randrange(1000) < per_thousand


def _build_draw(choices: RandomChoices, state: MatchState, actor: Actor) -> Data:
    player = state.get_player(Side(actor.value))
    n = RACK_SIZE - player.letter_count + choices.draw_bool(20)
    n = max(1, min(n, len(state.bag)))
    return {"n": n, "letters": choices.draw(state, state.bag, n)}


def _build_toss(choices: RandomChoices, state: MatchState, _actor: Actor) -> Data:
    letter = choices.random.choice("ABCDE" + WILD) if state.terms.real_tiles else None
    return {"letter": letter or choices.draw(state, state.bag, 1)}


def _build_play(choices: RandomChoices, state: MatchState, actor: Actor) -> Data:
    player = state.get_player(Side(actor.value))
    plays = (draw_play(state.board, player.letters, choices.random) for _ in range(5))
    play = next(filter(None, plays), None)
    if play is None:
        return {}
    return {"word": play[0], "ref": play[1], "score": choices.random.randint(0, 90)}


def _build_exchange(choices: RandomChoices, state: MatchState, actor: Actor) -> Data:
    rack = list(state.get_player(Side(actor.value)).rack)
    choices.random.shuffle(rack)
    count = choices.random.randint(1, max(1, len(rack)))
    letters = UNSEEN * count if state.terms.real_tiles else "".join(rack[:count])
    n = len(letters) + choices.draw_bool(50)
    return {"n": n, "letters": letters, "drawn": choices.draw(state, state.bag, n)}


def _build_slip(choices: RandomChoices, state: MatchState, _actor: Actor) -> Data:
    challenge = state.challenge
    words = list_formed_words(state.moves[challenge.move_number]) if challenge else []
    chosen = choices.random.sample(words, choices.random.randint(1, len(words))) if words else []
    return {"words": ["XYZZY"] if choices.draw_bool(50) else chosen}


def _build_verdict(choices: RandomChoices, state: MatchState, _actor: Actor) -> Data:
    words = state.challenge.words if state.challenge else None
    return {"words": {word: choices.draw_bool(500) for word in words or ()}}


def _build_score(choices: RandomChoices, state: MatchState, _actor: Actor) -> Data:
    moves = enumerate(state.moves)
    plays = [n for n, move in moves if move.kind is MoveKind.PLAY and move.stands]
    return {
        "move": choices.random.choice(plays) if plays else 0,
        "score": choices.random.randint(0, 90),
    }


def _build_decision(choices: RandomChoices, state: MatchState, _actor: Actor) -> Data:
    pending = [ruling for ruling in state.rulings if ruling.is_pending]
    words = {word: not admitted for word, admitted in pending[-1].answers} if pending else {}
    return {"decision": str(choices.random.choice(list(DirectorDecision))), "words": words}


def _build_removal(choices: RandomChoices, state: MatchState, actor: Actor) -> Data:
    player = state.get_player(Side(actor.value).other)
    source = "all" if player.has_reported_excess else "drawn"
    pool = player.letters if player.has_reported_excess else player.face_down
    n = max(1, player.excess_count)
    return {"n": n, "among": source, "letters": choices.draw(state, pool, n)}


def _build_totals(choices: RandomChoices, state: MatchState, _actor: Actor) -> Data:
    if state.open_move_number is not None and choices.draw_bool(500):
        return {}
    return {"X": choices.random.randint(-50, 500), "Y": choices.random.randint(-50, 500)}


def _build_letters(_choices: RandomChoices, state: MatchState, _actor: Actor) -> Data:
    """Return racks with real tiles: any letters that are not on the board."""
    remaining = find_unseen_letters(state) or ""
    x, y = state.x.letter_count, state.y.letter_count
    return {"X": remaining[:x], "Y": remaining[x : x + y]}


DATA_BUILDERS: Mapping[Command, Callable[[RandomChoices, MatchState, Actor], Data]] = {
    Command.TOSS: _build_toss,
    Command.DRAW: _build_draw,
    Command.PLAY: _build_play,
    Command.EXCHANGE: _build_exchange,
    Command.TAKE_BACK_RECORD: lambda _c, s, _a: {"move": max(0, len(s.moves) - 1)},
    Command.SLIP: _build_slip,
    Command.VERDICT: _build_verdict,
    Command.CONTEST_SCORE: _build_score,
    Command.SET_SCORE: _build_score,
    Command.SANCTION: lambda choices, _s, _a: {
        "side": choices.choose_side(),
        "sanction": str(choices.random.choice(list(MatchSanction))),
    },
    Command.DECIDE: _build_decision,
    Command.TIME_PLAYER: lambda choices, _s, _a: {"side": choices.choose_side(), "seconds": 40},
    Command.REMOVE_EXCESS: _build_removal,
    Command.UPSET: lambda choices, _s, _a: {
        "side": choices.choose_side(),
        "restorable": choices.draw_bool(900),
        "sanction": None,
    },
    Command.DECLARE_TOTALS: _build_totals,
    Command.LATE: lambda choices, _s, _a: {
        "side": choices.choose_side(),
        "lost": choices.draw_bool(100),
    },
    Command.ABANDON: lambda choices, _s, _a: {"side": choices.choose_side(), "told": "arbiter"},
    Command.SET_CLOCKS: lambda choices, _s, _a: {
        name: choices.random.choice((0, 60, 900)) for name in ("X", "Y", "common")
    },
    Command.TYPE_LETTERS: _build_letters,
    **dict.fromkeys(
        (Command.FIND_EXCESS, Command.ARRIVE, Command.LEAVE, Command.RETURN, Command.ANSWER),
        lambda choices, _s, _a: {"side": choices.choose_side()},
    ),
}
