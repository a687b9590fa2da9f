"""Sentences about lines of the scoreboard are read and made once in a process."""

from uuid import UUID, uuid4

import pytest
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from tests.explanations import make_explanation
from tests.room import Room
from tests.tournament.services.play.test_turns import play_turn
from tournament.models import Explanation, Turn
from tournament.queries.results import explanations
from tournament.queries.results.explanations import load_sentences


@pytest.fixture
def turn(room: Room) -> Turn:
    return play_turn(room, room.game())


def test_equal_parts_of_a_turn_are_one_explanation(turn: Turn) -> None:
    first = Explanation.build(turn, [{"kind": "text", "text": "Essai."}])
    assert Explanation.build(turn, [{"text": "Essai.", "kind": "text"}]).pk == first.pk
    assert make_explanation(turn, "Autre.").pk != first.pk
    assert make_explanation(Turn(pk=turn.pk + 1), "Essai.").pk != first.pk


def test_each_sentence_and_language_is_read_once(
    turn: Turn, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    texts = [f"{number} {uuid4()}" for number in range(3)]
    rows = [make_explanation(turn, text) for text in texts]
    Explanation.objects.bulk_create(rows)
    keys = [row.pk for row in rows]
    expected: dict[UUID | None, str] = {None: ""}
    expected.update(zip(keys, texts, strict=True))
    with django_assert_num_queries(1):
        assert load_sentences([*keys, None, *keys]) == expected
    with django_assert_num_queries(0):
        assert load_sentences([*keys, None]) == expected
    with django_assert_num_queries(1), translation.override("en"):
        assert load_sentences([*keys, None]) == expected


def test_the_cache_of_sentences_is_limited(turn: Turn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explanations, "CACHE_SIZE", 1)
    rows = [make_explanation(turn, str(uuid4())) for _ in range(3)]
    Explanation.objects.bulk_create(rows)
    for row in rows:
        assert load_sentences([row.pk]) == {None: "", row.pk: row.parts[0]["text"]}
    assert len(explanations._cache) <= 2
