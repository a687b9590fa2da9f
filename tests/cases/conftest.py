"""``--cases FOLDER``: other golden cases than those of the repository."""

import pytest

from tests.cases.files import GOLDEN, HERE, BadCasesError, Case, cases_in

CASES: pytest.StashKey[list[Case]] = pytest.StashKey()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--cases",
        metavar="FOLDER",
        help="folder of golden cases to run instead of those in cases/",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames and metafunc.definition.path.parent == HERE:
        cases = _cases(metafunc.config)
        metafunc.parametrize("case", cases, ids=[case.id for case in cases])


def _cases(config: pytest.Config) -> list[Case]:
    if CASES not in config.stash:
        chosen = config.getoption("--cases", default=None)
        folder = config.invocation_params.dir / chosen if chosen else GOLDEN
        try:
            config.stash[CASES] = cases_in(folder)
        except BadCasesError as error:
            raise pytest.UsageError(str(error)) from error
    return config.stash[CASES]


def pytest_configure(config: pytest.Config) -> None:
    """A folder that cannot be run is an error of the command, before anything runs."""
    if config.getoption("--cases", default=None):
        _cases(config)
