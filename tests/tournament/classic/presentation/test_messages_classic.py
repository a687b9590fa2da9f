"""Every refusal of a classic game has a French sentence."""

import re
from pathlib import Path

from tests.rows import every_row
from tournament.core.errors import ClassicRefused
from tournament.presentation.messages import FALLBACK, SENTENCES, explain

ROOT = Path(__file__).parents[4]
_REFUSED = re.compile(r'ClassicRefused\(\s*(?:f?"([a-z-]+)"(?: if .*? else "([a-z-]+)")?)')
#: Reasons of ``engine.board.board.Board`` against a placement.
_FAULTS = (
    *("too_short", "bad_letter", "off_board", "letter_conflict", "no_tile", "incomplete_word"),
    *("off_centre", "not_connected", "joker_unnamed"),
)


def test_every_refusal_of_the_code_has_its_sentence() -> None:
    reasons = {f"cannot-lie-{fault}" for fault in _FAULTS}
    for room in ("tournament", "arbitrage"):
        for path in (ROOT / room).rglob("*.py"):
            pairs = _REFUSED.findall(path.read_text(encoding="utf-8"))
            reasons |= {reason for pair in pairs for reason in pair if reason}
    assert len(reasons) > 50
    with every_row() as row:
        for reason in sorted(reasons):
            with row(reason):
                assert ("classic", reason) in SENTENCES


def test_a_refusal_is_told_with_its_data() -> None:
    assert "6. On ne change" in explain(ClassicRefused("bag-too-small", bag=6))
    assert explain(ClassicRefused("not-over")) != FALLBACK


def test_refusal_on_a_tablet_addresses_its_player_with_advice() -> None:
    """Check that the sentences address the player and contain no code."""
    read_by_players = (
        *("not-your-turn", "out-of-time", "come-back-first", "not-away", "no-excess"),
        *("no-game", "not-over", "match-over"),
    )
    with every_row() as row:
        for reason in read_by_players:
            with row(reason):
                sentence = SENTENCES["classic", reason]
                assert "e joueur" not in sentence.replace("autre joueur", "")
                assert len(re.findall(r"[.;:,]", sentence)) > 1, "no next step"
    assert "%(term)s" not in SENTENCES["bad-setting", "classic-term"]
