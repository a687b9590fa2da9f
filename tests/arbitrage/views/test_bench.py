"""The arbitration bench: questions, and the answer of each edition."""

from http import HTTPStatus
from typing import TYPE_CHECKING

from django.test import Client

from arbitrage.core.bench import (
    build_question,
    find_golden_case,
    judge_by_editions,
    load_golden_cases,
    to_form_data,
)
from arbitrage.core.cases import CorrectionCase
from arbitrage.views.bench_form import BenchForm
from engine.regulation.editions import EDITIONS
from tests.bulletins import collect
from tests.french import plain
from tests.rows import every_row
from tests.tournament.views.office import read_text, reverse_for

if TYPE_CHECKING:
    from tests.room import Room
    from tournament.models import Turn

CASES = [case for cases in load_golden_cases().values() for case in cases]
SMALL = {
    "rack": "AEHLTUX",
    "words": "HALTE TAXE",
    "sheet": "HALTE",
    "reference": "H4",
    "score": "16",
}


def test_golden_cases_are_unchanged_and_cite_articles_of_each_edition(db: None) -> None:
    for case in CASES:
        _check_on_bench(case)


def test_letters_on_the_bench_may_have_accents(db: None) -> None:
    grid = ["." * 15] * 7 + [".......ETE....."] + ["." * 15] * 7
    accented = [row.replace("ETE", "ÉTÉ") for row in grid]
    questions = []
    for rows, rack, words in [
        (grid, "AEHLTUX", "HALTE TAXE"),
        (accented, "aéhltux", "hâlte, Taxé"),
    ]:
        form = BenchForm(SMALL | {"grid": "\n".join(rows), "rack": rack, "words": words})
        assert form.is_valid(), form.errors
        questions.append(form.question)
    assert questions[0] == questions[1]


def _check_on_bench(case: CorrectionCase) -> None:
    form = BenchForm(to_form_data(build_question(case)))
    assert form.is_valid(), form.errors
    question = form.question
    assert question.bulletin == case.bulletin
    assert question.board == case.position.board
    assert question.words == (case.words or None)
    answers = judge_by_editions(question, case.words, case)
    assert [answer.edition.key for answer in answers] == list(EDITIONS)
    for answer in answers:
        assert not answer.differing_fields
        assert all(article.summary for _, article in answer.cited_articles)


#: Invalid values of fields, with a part of the error beside them.
INVALID = [
    ("grid", "ABC", "La grille a 15 lignes ; vous en avez écrit 1."),
    ("grid", "\n".join(["." * 14] * 15), "La ligne 1 a 15 cases ; vous en avez écrit 14."),
    ("grid", "\n".join(["ø" * 15] * 15), "lettres A à Z"),
    ("rack", "A3", "lettres A à Z"),
    ("words", "CAFÉ2", "lettres A à Z : CAFE2"),
    ("sheet", "MA1", "Seulement des lettres"),
    ("sheet", "\n".join(["A" * 14] * 2), "ne tient pas"),
    ("struck", "..........x", "Seulement des lettres"),
    ("state", "burnt", "burnt"),
    ("reference", "A" * 30, "20"),
]


def test_invalid_input_has_an_error_beside_its_field(client: Client, db: None) -> None:
    with every_row() as row:
        for field, value, sentence in INVALID:
            with row(f"{field} {value}"):
                form = BenchForm(SMALL | {field: value})
                assert not form.is_valid()
                assert sentence in plain(str(form.errors))
    field, value, sentence = INVALID[0]
    page = client.get("/bench/", SMALL | {field: value})
    assert page.status_code == HTTPStatus.OK
    assert sentence in read_text(page)
    assert "answers" not in page.context


def test_an_empty_bench_has_no_question(client: Client, db: None) -> None:
    page = client.get("/bench/")
    assert "answers" not in page.context
    assert "errorlist" not in page.content.decode()


def test_a_question_without_words_uses_the_lexicon(client: Client, db: None) -> None:
    points = {
        words: client.get("/bench/", SMALL | {"words": words}).context["answers"][0].outcome[0]
        for words in ("", "HALTE", "TAXE")
    }
    assert points[""] == points["HALTE"] > points["TAXE"] == 0


def test_an_unknown_case_is_not_found(client: Client, db: None) -> None:
    assert client.get("/bench/?case=nothing").status_code == HTTPStatus.NOT_FOUND
    assert find_golden_case("nothing") is None


def test_a_listed_bulletin_opens_on_the_bench_once_collected(
    room: "Room", turn: "Turn", arbiter: Client
) -> None:
    address = reverse_for(room, "arbiter-bench", 1, 1, room.entries[1].pk)
    assert arbiter.get(address).status_code == HTTPStatus.NOT_FOUND
    collect(turn)

    page = arbiter.get(address, follow=True)

    assert page.context["question"].bulletin.score == "70"
    assert page.context["question"].rack == turn.rack
    assert page.context["answers"][0].verdict.decision.points == 66


def test_only_arbiters_lay_a_bulletin_on_the_bench(
    room: "Room", corrected: "Turn", client: Client
) -> None:
    answer = client.get(reverse_for(room, "arbiter-bench", 1, 1, room.entries[1].pk))
    assert answer.status_code == HTTPStatus.FOUND
    assert answer["Location"].startswith("/accounts/login/")


def test_a_private_list_is_for_staff_of_its_tournaments(
    room: "Room", arbiter: Client, client: Client
) -> None:
    from tournament.services.prepared import lexica
    from tournament.tasks import import_lexicon

    job = lexica.create_import(
        name="Club", file_name="l", content=b"HALTE\n", **room.import_arguments()
    )
    import_lexicon(job.pk)
    query = SMALL | {"words": "", "lexicon": f"{room.organisation_id}/Club"}

    assert not arbiter.get("/bench/", query).context["form"].is_valid()
    type(room.tournament).objects.update(lexicon="Club")
    assert arbiter.get("/bench/", query).context["answers"]
    stranger = client.get("/bench/", query)
    assert "answers" not in stranger.context
    assert ">Club<" not in stranger.content.decode()
