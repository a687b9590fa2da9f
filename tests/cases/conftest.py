"""``--cases FOLDER``: other golden cases than those of the repository."""

from pathlib import Path

import pytest

from tests.cases.files import FOLDER, GOLDEN, BadCasesError, cases_in, list_files


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--cases",
        metavar="FOLDER",
        help="folder of golden cases to run instead of those in cases/",
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test of its own for every file; what is in it is read when it runs."""
    if "file" in metafunc.fixturenames and metafunc.definition.path.parent == FOLDER:
        folder = _folder(metafunc.config)
        files = list_files(folder)
        below = folder if folder.is_dir() else folder.parent
        metafunc.parametrize("file", files, ids=[str(file.relative_to(below)) for file in files])


def _folder(config: pytest.Config) -> Path:
    chosen = config.getoption("--cases", default=None)
    return config.invocation_params.dir / chosen if chosen else GOLDEN


def pytest_configure(config: pytest.Config) -> None:
    """A folder that cannot be run is an error of the command, before anything runs."""
    if config.getoption("--cases", default=None):
        try:
            cases_in(_folder(config))
        except BadCasesError as error:
            raise pytest.UsageError(str(error)) from error
