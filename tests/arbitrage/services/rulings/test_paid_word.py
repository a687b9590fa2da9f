"""Word and place of a line: those that its points are for, whoever decided them."""

from arbitrage.core.codes import NO_LONGER_GIVEN
from arbitrage.core.explanation_parts import part_of_ruling
from arbitrage.models import Ruling, Status
from arbitrage.presentation.player_explanations import sentence
from arbitrage.presentation.sentences import explain_proposal
from arbitrage.queries.listing import row_for
from arbitrage.queries.rulings import current_rulings
from arbitrage.services import rulings
from tests.bulletins import Slip, collect, hand_in, play_first_turn
from tests.french import plain
from tests.room import Room
from tournament.models import Bulletin, Entry, Score, Turn

#: Two words beside each other at the first turn, which no text settles: 66 points, or 14.
TWO_WORDS: Slip = (["RATINES", "", "SAINTE"], "H2", "66")
#: Two words of 66 points, and one of 4.
ALIKE: Slip = (["RATINES", "", "SERIANT", "", "TE"], "H2", "66")
#: One word of 66 points, sanctioned or not as no text settles, and one of 4.
UPRIGHT: Slip = (["R.T", "A.E", "T", "I", "N", "E", "S"], "H2", "66")
ARTICLE = "5.4.2.b"


def judged(room: Room, slip: Slip) -> tuple[Turn, Entry]:
    """The turn once that slip is judged, and the entry whose it is."""
    turn, entry = play_first_turn(room), room.entries[5]
    hand_in(turn, entry, slip)
    return collect(turn), entry


def told(turn: Turn, entry: Entry) -> tuple[int, str, str]:
    return Score.objects.values_list("points", "word", "ref").get(turn=turn, entry=entry)


def change(room: Room, turn: Turn, entry: Entry, points: int, sanction: str = "none") -> None:
    rulings.change(
        turn=turn,
        entry=entry,
        version=current_rulings(turn)[entry.pk].version,
        points=points,
        sanction=sanction,
        motives=["illisible"] if sanction == "zero" else [],
        article=ARTICLE,
        reason="Décidé à la table.",
        free=True,
        **room.by(),
    )


def test_an_undecided_bulletin_posts_its_word_once_it_is_confirmed(room: Room) -> None:
    turn, entry = judged(room, TWO_WORDS)
    assert current_rulings(turn)[entry.pk].status == Status.UNDECIDED
    assert not Score.objects.filter(turn=turn, entry=entry).exists()
    rulings.confirm(turn=turn, entry=entry, version=1, **room.by())
    assert told(turn, entry) == (14, "SAINTE", "H3")


def test_changed_points_post_the_word_of_the_reading_that_gives_them_or_none(room: Room) -> None:
    turn, entry = judged(room, TWO_WORDS)
    for points, word, ref in ((66, "RATINES", "H2"), (40, "", ""), (14, "SAINTE", "H3")):
        change(room, turn, entry, points)
        assert told(turn, entry) == (points, word, ref)
    change(room, turn, entry, 0, "zero")
    assert told(turn, entry) == (0, "", "")


def test_changed_points_that_two_readings_give_post_a_word_if_it_is_the_same(room: Room) -> None:
    turn = play_first_turn(room)
    last, fourth = room.entries[5], room.entries[3]
    hand_in(turn, last, ALIKE)
    Bulletin.objects.filter(turn=turn, entry=fourth).delete()
    hand_in(turn, fourth, UPRIGHT)
    collect(turn)
    for entry, word, ref in ((last, "", ""), (fourth, "RATINES", "H2")):
        change(room, turn, entry, 66)
        assert told(turn, entry) == (66, word, ref)


def test_a_ruling_of_before_with_a_reason_that_is_settled_by_now_is_still_read(room: Room) -> None:
    turn, entry = judged(room, TWO_WORDS)
    for reason, said in zip(
        sorted(NO_LONGER_GIVEN),
        ("prolongement est écrit dans l’autre sens", "référence inversée ou illisible"),
        strict=True,
    ):
        held = Ruling.objects.filter(turn=turn, entry=entry)
        stored = held.latest("version").verdict | {"undecided_reason": reason.value}
        held.update(verdict=stored)
        row = row_for(turn=turn, entry_id=entry.pk)
        assert row is not None
        assert said in plain(explain_proposal(row.ruling))
    rulings.confirm(turn=turn, entry=entry, version=1, **room.by())
    assert said in plain(sentence([part_of_ruling(current_rulings(turn)[entry.pk])]))
    assert told(turn, entry) == (14, "SAINTE", "H3")
