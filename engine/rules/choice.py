"""Which of several equal tops is retained (3.4): what binds the judge, and a proposal."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine.board.board import EMPTY, Board
from engine.board.formats import NORMAL, Format
from engine.board.letters import WILD
from engine.board.place import Direction
from engine.board.scoring import find_tiles_needed
from engine.lexicon.lexicon import Lexicon
from engine.regulation.edition import Edition
from engine.regulation.topics import Topic
from engine.rules.ending import check_end_after_placement
from engine.rules.joker_format import lay_retained_word
from engine.rules.remainder import list_reserve_jokers
from engine.search.lines import list_playable_lines
from engine.search.moves import Move, is_last_rack_without_move
from engine.search.rack import Rack
from engine.search.slots import find_slots


class ChoiceReason(StrEnum):
    """The last rule that reduced the choice."""

    HORIZONTAL_FIRST = "premier_coup_horizontal"
    JOKER_KEPT = "joker_conserve"
    ENDS_GAME = "fin_de_partie"
    JUDGE = "choix_juge"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A top and the tiles that it takes from the rack, "?" for a joker."""

    move: Move
    tiles: str

    @property
    def joker_letters(self) -> str:
        """The letters that jokers of the rack stand for."""
        return "".join(letter.upper() for letter in self.move.word if letter.islower())


@dataclass(frozen=True, slots=True)
class Choice:
    """`allowed`: the moves that the judge may retain, in the order given; `forced`: only one."""

    allowed: list[Move]
    forced: bool
    reason: ChoiceReason
    article: str


def list_allowed_tops(
    *,
    fmt: Format,
    turn: int,
    rack: str,
    unseen: str,
    tops: Sequence[Move],
    board: Board,
    edition: Edition,
    final: Sequence[Move] = (),
) -> Choice:
    """What 3.4 leaves of `tops`; `board` before the move, `unseen` the bag, `final`: `final_tops`.

    Raises `IllegalPlacement` if a top does not lie on that board.
    """
    return choose(
        fmt=fmt,
        turn=turn,
        rack=rack,
        unseen=unseen,
        candidates=[Candidate(top, find_tiles_needed(board, top.word, top.place)) for top in tops],
        in_reserve=list_reserve_jokers(fmt, board, rack),
        final=final,
        edition=edition,
    )


def list_final_tops(
    *, fmt: Format, rack: str, tops: Sequence[Move], board: Board, lexicon: Lexicon
) -> list[Move]:
    """The tops after which none of the letters left can be placed (3.7).

    Raises `IllegalPlacement` and `LettersNotInBag` as `settle`.
    """
    after = [(top, lay_retained_word(fmt, board, rack, top.word, top.place)) for top in tops]
    return [
        top
        for top, then in after
        if is_last_rack_without_move(then.board, then.remainder.letters, lexicon, fmt)
    ]


def choose(
    *,
    fmt: Format,
    turn: int,
    rack: str,
    unseen: str,
    candidates: Sequence[Candidate],
    in_reserve: str = "",
    edition: Edition,
    final: Sequence[Move] = (),
) -> Choice:
    """`allowed_tops` once the tiles are known. Each rule binds only if some candidate meets it.

    `in_reserve`: the joker of a joker game that waits for the first to stay on the grid.
    """

    def ends(top: Candidate) -> bool:
        left = _remaining(fmt, rack, unseen, in_reserve, top)
        nothing = top.move in final
        return check_end_after_placement(
            fmt, left, edition=edition, nothing_playable=nothing
        ).is_over

    rules: list[tuple[ChoiceReason, tuple[Topic, ...], Callable[[Candidate], bool]]] = [
        (
            ChoiceReason.JOKER_KEPT,
            (Topic.TOP_CHOICE, Topic.JOKER_GAME) if fmt.joker_on_rack else (Topic.TOP_CHOICE,),
            lambda top: _keeps_joker(fmt, unseen, top),
        ),
        (ChoiceReason.ENDS_GAME, (Topic.ENDING_TOP,), ends),
    ]
    if turn == 1:
        horizontal = Direction.HORIZONTAL
        first = lambda top: top.move.place.direction is horizontal  # noqa: E731 - one of a list
        rules.insert(0, (ChoiceReason.HORIZONTAL_FIRST, (Topic.TOP_CHOICE,), first))
    left, reason = list(candidates), ChoiceReason.JUDGE
    topics: tuple[Topic, ...] = (Topic.TOP_CHOICE,)
    for rule, its_topics, meets in rules:
        meeting = [top for top in left if meets(top)]
        if meeting and len(meeting) < len(left):
            left, reason, topics = meeting, rule, its_topics
    return Choice([top.move for top in left], len(left) == 1, reason, edition.number(*topics))


def _keeps_joker(fmt: Format, unseen: str, top: Candidate) -> bool:
    """In the joker format a joker that gives way to a letter of the bag is kept too.

    Between one joker spent and two, and between an unused joker and one that gives way, the text
    decides nothing, and neither does this.
    """
    return not _spent_jokers(fmt, unseen, top)


def _spent_jokers(fmt: Format, unseen: str, top: Candidate) -> str:
    """The letters for which a joker would stay on the grid."""
    if not fmt.joker_on_rack:
        return top.joker_letters
    return "".join((Counter(top.joker_letters) - Counter(unseen)).elements())


def _remaining(fmt: Format, rack: str, unseen: str, in_reserve: str, top: Candidate) -> str:
    """The letters still to play after the move."""
    left = Counter(rack + unseen) - Counter(top.tiles)
    if fmt.joker_on_rack and top.joker_letters:
        replaced = Counter(top.joker_letters) & Counter(unseen)
        left = left - replaced + Counter(WILD * replaced.total() or in_reserve)
    return "".join(left.elements())


def propose(allowed: Sequence[Move], board: Board, lexicon: Lexicon, fmt: Format = NORMAL) -> Move:
    """The allowed move that opens the game most; the judge decides (3.4).

    Openness is the number of slots, squares from first to last, on which a full rack could lie in
    the next turn. Equal ones: by reference, then by word. `allowed` must not be empty.
    """
    openness: dict[tuple[str, str], int] = {}
    for move in allowed:
        key = move.word.upper(), move.ref
        if key not in openness:
            openness[key] = _openness(board.play(move), lexicon, fmt)
    return min(
        allowed, key=lambda move: (-openness[move.word.upper(), move.ref], move.ref, move.word)
    )


def _openness(board: Board, lexicon: Lexicon, fmt: Format) -> int:
    rack = Rack(WILD * fmt.max_play, fmt, lexicon)  # jokers fit wherever any letter does
    return sum(
        (line.text + EMPTY)[covered + 1 : max_stop + 1].count(EMPTY)
        for line in list_playable_lines(board, lexicon, fmt.letters)
        for _, covered, max_stop in find_slots(line, rack).spans
    )
