"""The tests that ``make test-quick`` chooses for a change."""

from pathlib import Path

import pytest

from tests.quick.graph import Graph
from tests.quick.rules import EXCLUDED_FILES, READ_BY
from tests.quick.selection import select
from tests.rows import every_row

ROOT = Path(__file__).parents[2]
PROJECT = {
    "config/settings.py": 'HOOKS = ["arbitrage.tasks.correct"]\n',
    "arbitrage/tasks.py": "",
    "tournament/models/__init__.py": "from tournament.models.rows import Row\n",
    "tournament/models/rows.py": "class Row: ...\n",
    "tournament/models/other.py": "",
    "tournament/services/play/turns.py": "from tournament.models import Row\n"
    "print(settings.HOOKS)\n",
    "tournament/views/desk.py": 'page = "judge/desk.html"\n',
    "tournament/presentation/desk.py": "",
    "tournament/templatetags/office.py": "from tournament.presentation import desk\n",
    "tournament/urls.py": "from tournament.views import desk\n"
    'BASE = "judge/<slug:slug>/"\n'
    'urlpatterns = [path(BASE + "desk/", desk.page, name="judge-desk")]\n',
    "templates/judge/desk.html": '{% include "judge/part.html" %}',
    "templates/judge/part.html": "{% load office %}",
    "tests/conftest.py": "import pytest\n@pytest.fixture\n"
    "def room():\n    import tournament.services.play.turns\n",
    "tests/tournament/services/play/test_turns.py": "def test_a(room): ...\n",
    "tests/tournament/views/test_desk_name.py": 'def test_a(): at("judge-desk")\n',
    "tests/tournament/views/test_address.py": 'def test_a(slug): get(f"/judge/{slug}/desk/")\n',
    "tests/tournament/core/test_pure.py": "def test_a(): ...\n",
    "tests/browser/test_page.py": 'def test_a(page): at("judge-desk")\n',
}
PURE = ("tests/tournament/core",)


@pytest.fixture
def graph(tmp_path: Path) -> Graph:
    for name, text in PROJECT.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return Graph(tmp_path)


TURNS = "tests/tournament/services/play/test_turns.py"
NAMED = "tests/tournament/views/test_desk_name.py"
ADDRESSED = "tests/tournament/views/test_address.py"
PAGES = {NAMED, ADDRESSED, "tests/browser/test_page.py"}
REACHED = {
    "tournament/services/play/turns.py": {TURNS},
    "tournament/models/rows.py": {TURNS},
    "tournament/models/other.py": set(),
    "arbitrage/tasks.py": {TURNS},
    "tournament/views/desk.py": PAGES,
    "templates/judge/part.html": PAGES,
    "tournament/presentation/desk.py": PAGES,
    TURNS: {TURNS},
}


def test_each_change_reaches_the_tests_that_depend_on_it(graph: Graph) -> None:
    with every_row() as each:
        for changed, tests in REACHED.items():
            with each(changed):
                assert graph.find_distances([changed]).keys() == tests


def test_a_test_that_mirrors_its_module_comes_first(graph: Graph) -> None:
    distances = graph.find_distances(["tournament/views/desk.py"])
    assert min(distances, key=distances.__getitem__) == NAMED
    assert distances[NAMED] == 0


def test_no_browser_is_chosen_and_it_is_named(graph: Graph) -> None:
    selection = select(graph, ["tests/browser/test_page.py"], {}, PURE)
    assert (selection.chosen, selection.excluded) == ([], ["tests/browser/test_page.py"])


def test_the_limit_leaves_out_the_farthest_but_no_changed_test(graph: Graph) -> None:
    weights = {NAMED: 20.0, ADDRESSED: 30.0}
    selection = select(graph, ["tournament/views/desk.py"], weights, PURE, limit=30)
    assert (selection.chosen, selection.skipped) == ([NAMED], [ADDRESSED])
    selection = select(graph, ["tournament/views/desk.py", ADDRESSED], weights, PURE, limit=30)
    assert selection.chosen == [ADDRESSED, NAMED]


def test_an_untraceable_change_runs_the_pure_tests(graph: Graph) -> None:
    selection = select(graph, ["pyproject.toml", TURNS], {}, PURE)
    assert selection.untraced == ["pyproject.toml"]
    assert selection.chosen == [TURNS, "tests/tournament/core/test_pure.py"]


def test_the_rules_name_files_that_are_there() -> None:
    named = {test for tests in READ_BY.values() for test in tests} | EXCLUDED_FILES
    assert [name for name in named if not (ROOT / name).is_file()] == []
