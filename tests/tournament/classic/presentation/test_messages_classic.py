"""Whatever a game between two refuses, a sentence in French says so."""

import re
from pathlib import Path

from tests.rows import every_row
from tournament.core.errors import ClassicRefused
from tournament.presentation.messages import FALLBACK, SENTENCES, explain

ROOT = Path(__file__).parents[4]
_REFUSED = re.compile(r'ClassicRefused\(\s*(?:f?"([a-z-]+)"(?: if .*? else "([a-z-]+)")?)')
#: Of ``engine.board.board.Board``: what keeps a word from lying somewhere.
_FAULTS = (
    *("too_short", "bad_letter", "off_board", "letter_conflict", "no_tile", "incomplete_word"),
    *("off_centre", "not_connected", "joker_unnamed"),
)


def test_every_refusal_of_the_code_has_its_sentence() -> None:
    reasons = {f"cannot-lie-{fault}" for fault in _FAULTS}
    for room in ("tournament", "arbitrage"):
        for path in (ROOT / room).rglob("*.py"):
            found = _REFUSED.findall(path.read_text(encoding="utf-8"))
            reasons |= {one for pair in found for one in pair if one}
    assert len(reasons) > 50
    with every_row() as row:
        for reason in sorted(reasons):
            with row(reason):
                assert ("classic", reason) in SENTENCES


def test_a_refusal_is_told_with_its_data() -> None:
    assert "6. On ne change" in explain(ClassicRefused("bag-too-small", bag=6))
    assert explain(ClassicRefused("not-over")) != FALLBACK


def test_what_a_tablet_is_refused_speaks_to_its_player_and_says_what_to_do() -> None:
    """Nothing of "this player", who reads it himself; and no name of the code."""
    read_by_players = (
        *("not-your-turn", "out-of-time", "come-back-first", "not-away", "no-excess"),
        *("no-game", "not-over", "match-over"),
    )
    with every_row() as row:
        for reason in read_by_players:
            with row(reason):
                said = SENTENCES["classic", reason]
                assert "e joueur" not in said.replace("autre joueur", "")
                assert len(re.findall(r"[.;:,]", said)) > 1, "no next step"
    assert "%(term)s" not in SENTENCES["bad-setting", "classic-term"]
