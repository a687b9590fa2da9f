"""The game whose turns a stranger may try: it comes with the program and belongs to no tournament.

It was drawn and played by the program itself (``engine.record.prepare``) with the free word list.
"""

from dataclasses import replace
from functools import cache
from pathlib import Path

from django.http import Http404

from engine.board.formats import NORMAL
from engine.record.recorded_game import load_recorded_game
from engine.regulation.editions import CURRENT, get_edition
from engine.search.moves import find_tops
from tournament.practice.core.practice_game import PracticeGame, PracticeTurn, build_turns
from tournament.queries import lexica

_RECORD = Path(__file__).parents[1] / "data" / "trial.json"
#: Number of the turn that a visitor gets first.
FIRST_TURN = 4


@cache
def list_trial_turns() -> tuple[PracticeTurn, ...]:
    """Return the turns of the bundled game."""
    return tuple(build_turns(load_recorded_game(_RECORD)))


def load_trial_game(number: int) -> PracticeGame:
    """Return a game of one turn, judged with the installation's own list. Raise Http404.

    The retained word is the top of that list, which need not be the free one.
    """
    turns = list_trial_turns()
    if not 1 <= number <= len(turns):
        raise Http404
    turn, lexicon = turns[number - 1], lexica.load_base_lexicon()
    tops = find_tops(turn.board, turn.rack, lexicon)
    if tops and (tops[0].score > turn.score or turn.word not in lexicon):
        turn = replace(turn, word=tops[0].word, ref=tops[0].ref, score=tops[0].score)
    return PracticeGame(NORMAL, [turn], lexicon, get_edition(CURRENT))
