"""Choice among equal tops (3.4): the rules that bind the judge, and a proposal."""

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
from engine.rules.remainder import find_unseen_bag, list_reserve_jokers
from engine.search.lines import list_playable_lines
from engine.search.moves import Move, is_unplayable_last_rack
from engine.search.rack import Rack
from engine.search.slots import find_slots


class ChoiceReason(StrEnum):
    """The last rule that excluded a top."""

    HORIZONTAL_FIRST = "premier_coup_horizontal"
    JOKER_KEPT = "joker_conserve"
    ENDS_GAME = "fin_de_partie"
    JUDGE = "choix_juge"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A top with the tiles that it takes from the rack, "?" for a joker."""

    move: Move
    tiles: str

    @property
    def joker_letters(self) -> str:
        """Return the letters of the jokers that the top lays."""
        return "".join(letter.upper() for letter in self.move.word if letter.islower())


@dataclass(frozen=True, slots=True)
class Choice:
    """`allowed`: the moves that the judge may retain, in order. `is_forced`: there is only one."""

    allowed: list[Move]
    is_forced: bool
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
    final_tops: Sequence[Move] = (),
) -> Choice:
    """Return the tops that 3.4 allows.

    `board` before the move; `unseen`: the bag; `final_tops`: those of `list_final_tops`. Raises
    `IllegalPlacement` if the board does not allow a top.
    """
    return choose(
        fmt=fmt,
        turn=turn,
        rack=rack,
        unseen=unseen,
        candidates=[Candidate(top, find_tiles_needed(board, top.word, top.place)) for top in tops],
        reserve_jokers=list_reserve_jokers(fmt, board, rack),
        final_tops=final_tops,
        edition=edition,
    )


def list_final_tops(
    *, fmt: Format, rack: str, tops: Sequence[Move], board: Board, lexicon: Lexicon
) -> list[Move]:
    """Return the tops after which none of the remaining letters can be placed (3.7).

    Raises `LettersNotInBag`, and near the end of the game `IllegalPlacement`, as
    `lay_retained_word`.
    """
    if len(find_unseen_bag(fmt, board, rack)) > fmt.rack_size:
        return []  # more letters than a rack holds remain after any of them
    plays = [(top, lay_retained_word(fmt, board, rack, top.word, top.place)) for top in tops]
    return [
        top
        for top, play in plays
        if is_unplayable_last_rack(play.board, play.remainder.letters, lexicon, fmt)
    ]


type _Rule = tuple[ChoiceReason, tuple[Topic, ...], Callable[[Candidate], bool]]
"""The reason that the rule gives, its topics, the condition that an allowed top meets."""


def choose(
    *,
    fmt: Format,
    turn: int,
    rack: str,
    unseen: str,
    candidates: Sequence[Candidate],
    reserve_jokers: str = "",
    edition: Edition,
    final_tops: Sequence[Move] = (),
) -> Choice:
    """Apply the rules of 3.4 in turn; a rule that no candidate meets excludes none.

    `reserve_jokers`: the second joker of a joker game, until the first stays on the grid.
    """

    def is_end(candidate: Candidate) -> bool:
        remaining = _find_remaining(fmt, rack, unseen, reserve_jokers, candidate)
        nothing_playable = candidate.move in final_tops
        return check_end_after_placement(
            fmt, remaining, edition=edition, nothing_playable=nothing_playable
        ).is_over

    allowed, reason = list(candidates), ChoiceReason.JUDGE
    topics: tuple[Topic, ...] = (Topic.TOP_CHOICE,)
    for rule_reason, rule_topics, is_met in _list_rules(fmt, turn, unseen, is_end):
        matching = [top for top in allowed if is_met(top)]
        if matching and len(matching) < len(allowed):
            allowed, reason, topics = matching, rule_reason, rule_topics
    return Choice(
        [top.move for top in allowed], len(allowed) == 1, reason, edition.format_articles(*topics)
    )


def _list_rules(
    fmt: Format, turn: int, unseen: str, is_end: Callable[[Candidate], bool]
) -> list[_Rule]:
    """Return the rules of 3.4 for this turn, in order. `is_end`: True if the top ends the game."""
    joker_topics = (Topic.TOP_CHOICE, *([Topic.JOKER_GAME] if fmt.joker_on_rack else []))
    rules: list[_Rule] = [
        (ChoiceReason.JOKER_KEPT, joker_topics, lambda top: _is_joker_kept(fmt, unseen, top)),
        (ChoiceReason.ENDS_GAME, (Topic.ENDING_TOP,), is_end),
    ]
    if turn == 1:
        rules.insert(0, (ChoiceReason.HORIZONTAL_FIRST, (Topic.TOP_CHOICE,), _is_horizontal))
    return rules


def _is_horizontal(top: Candidate) -> bool:
    return top.move.place.direction is Direction.HORIZONTAL


def _is_joker_kept(fmt: Format, unseen: str, candidate: Candidate) -> bool:
    """Return True if the top lays no joker, or only one that a letter of the bag replaces (3.8.1).

    The regulation does not choose between one joker and two, nor between an unused joker and a
    replaced one, so this rule does not either.
    """
    return not _find_staying_jokers(fmt, unseen, candidate)


def _find_staying_jokers(fmt: Format, unseen: str, candidate: Candidate) -> str:
    """Return the letters whose joker would stay on the grid."""
    if not fmt.joker_on_rack:
        return candidate.joker_letters
    return "".join((Counter(candidate.joker_letters) - Counter(unseen)).elements())


def _find_remaining(
    fmt: Format, rack: str, unseen: str, reserve_jokers: str, candidate: Candidate
) -> str:
    """Return the letters still to play after the move."""
    remaining = Counter(rack + unseen) - Counter(candidate.tiles)
    if fmt.joker_on_rack and candidate.joker_letters:
        replaced = Counter(candidate.joker_letters) & Counter(unseen)
        remaining = remaining - replaced + Counter(WILD * replaced.total() or reserve_jokers)
    return "".join(remaining.elements())


def propose(allowed: Sequence[Move], board: Board, lexicon: Lexicon, fmt: Format = NORMAL) -> Move:
    """Return the allowed move that opens the game most; the judge decides (3.4).

    Openness is the number of slots on which a full rack could be laid in the next turn. Equal moves
    are ordered by reference, then by word. `allowed` must not be empty.
    """
    openness: dict[tuple[str, str], int] = {}
    for move in allowed:
        key = move.word.upper(), move.ref
        if key not in openness:
            openness[key] = _count_slots(board.play(move), lexicon, fmt)
    return min(
        allowed, key=lambda move: (-openness[move.word.upper(), move.ref], move.ref, move.word)
    )


def _count_slots(board: Board, lexicon: Lexicon, fmt: Format) -> int:
    rack = Rack(WILD * fmt.max_play, fmt, lexicon)  # jokers fit wherever any letter does
    return sum(
        (line.text + EMPTY)[covered_square + 1 : max_stop + 1].count(EMPTY)
        for line in list_playable_lines(board, lexicon, fmt.letters)
        for _, covered_square, max_stop in find_slots(line, rack).spans
    )
