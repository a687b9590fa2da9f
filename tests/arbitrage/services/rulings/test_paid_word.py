"""Word and place of a line are those that its points are for."""

from arbitrage.core.codes import NO_LONGER_GIVEN
from arbitrage.core.explanation_parts import build_ruling_part
from arbitrage.models import Ruling, RulingStatus
from arbitrage.presentation.player_explanations import explain_parts
from arbitrage.presentation.sentences import explain_proposal
from arbitrage.queries.listing import get_row
from arbitrage.queries.rulings import get_current_rulings
from arbitrage.services import rulings
from tests.bulletins import WrittenBulletin, collect, hand_in, play_first_turn
from tests.french import plain
from tests.room import Room
from tournament.models import Bulletin, Entry, Score, Turn

#: Two words beside each other at the first turn, which no text settles: 66 points, or 14.
TWO_WORDS: WrittenBulletin = (["RATINES", "", "SAINTE"], "H2", "66")
#: Two words of 66 points, and one of 4.
ALIKE: WrittenBulletin = (["RATINES", "", "SERIANT", "", "TE"], "H2", "66")
#: One word of 66 points, sanctioned or not as no text settles, and one of 4.
UPRIGHT: WrittenBulletin = (["R.T", "A.E", "T", "I", "N", "E", "S"], "H2", "66")
ARTICLE = "5.4.2.b"


def judge(room: Room, slip: WrittenBulletin) -> tuple[Turn, Entry]:
    """Return the turn once the slip is judged, and its entry."""
    turn, entry = play_first_turn(room), room.entries[5]
    hand_in(turn, entry, slip)
    return collect(turn), entry


def get_paid_word(turn: Turn, entry: Entry) -> tuple[int, str, str]:
    return Score.objects.values_list("points", "word", "ref").get(turn=turn, entry=entry)


def change(room: Room, turn: Turn, entry: Entry, points: int, sanction: str = "none") -> None:
    rulings.change_ruling(
        turn=turn,
        entry=entry,
        version=get_current_rulings(turn)[entry.pk].version,
        points=points,
        sanction=sanction,
        motives=["illisible"] if sanction == "zero" else [],
        article=ARTICLE,
        reason="Décidé à la table.",
        is_free_ruling=True,
        **room.get_author_and_time(),
    )


def test_an_undecided_bulletin_posts_its_word_once_it_is_confirmed(room: Room) -> None:
    turn, entry = judge(room, TWO_WORDS)
    assert get_current_rulings(turn)[entry.pk].status == RulingStatus.UNDECIDED
    assert not Score.objects.filter(turn=turn, entry=entry).exists()
    rulings.confirm_ruling(turn=turn, entry=entry, version=1, **room.get_author_and_time())
    assert get_paid_word(turn, entry) == (14, "SAINTE", "H3")


def test_changed_points_store_the_word_of_their_reading(room: Room) -> None:
    turn, entry = judge(room, TWO_WORDS)
    for points, word, ref in ((66, "RATINES", "H2"), (40, "", ""), (14, "SAINTE", "H3")):
        change(room, turn, entry, points)
        assert get_paid_word(turn, entry) == (points, word, ref)
    change(room, turn, entry, 0, "zero")
    assert get_paid_word(turn, entry) == (0, "", "")


def test_changed_points_of_two_readings_store_a_common_word(room: Room) -> None:
    turn = play_first_turn(room)
    last, fourth = room.entries[5], room.entries[3]
    hand_in(turn, last, ALIKE)
    Bulletin.objects.filter(turn=turn, entry=fourth).delete()
    hand_in(turn, fourth, UPRIGHT)
    collect(turn)
    for entry, word, ref in ((last, "", ""), (fourth, "RATINES", "H2")):
        change(room, turn, entry, 66)
        assert get_paid_word(turn, entry) == (66, word, ref)


def test_an_old_undecided_reason_can_still_be_read(room: Room) -> None:
    turn, entry = judge(room, TWO_WORDS)
    for reason, sentence in zip(
        sorted(NO_LONGER_GIVEN),
        ("prolongement est écrit dans l’autre sens", "référence inversée ou illisible"),
        strict=True,
    ):
        versions = Ruling.objects.filter(turn=turn, entry=entry)
        stored = versions.latest("version").verdict | {"undecided_reason": reason.value}
        versions.update(verdict=stored)
        row = get_row(turn=turn, entry_id=entry.pk)
        assert row is not None
        assert sentence in plain(explain_proposal(row.ruling))
    rulings.confirm_ruling(turn=turn, entry=entry, version=1, **room.get_author_and_time())
    assert sentence in plain(
        explain_parts([build_ruling_part(get_current_rulings(turn)[entry.pk])])
    )
    assert get_paid_word(turn, entry) == (14, "SAINTE", "H3")
