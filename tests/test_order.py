"""The suite stays small enough to be run, and begins with what takes longest."""

import pytest

from tests.order import LONG, MOST_NODES, ROOT, limit_nodes


def test_more_tests_than_there_is_room_for_are_refused_with_what_to_write_instead() -> None:
    limit_nodes(MOST_NODES)
    with pytest.raises(pytest.UsageError, match=r"loop over them .* tests\.rows\.every_row"):
        limit_nodes(MOST_NODES + 1)


def test_the_files_that_are_said_to_be_long_are_there() -> None:
    assert [name for name in LONG if not (ROOT / name).is_file()] == []
