import pickle

import pytest

from engine import errors
from engine.errors import EngineError, UnknownEdition
from engine.regulation.editions import get_edition
from tests.rows import every_row

KINDS: list[type[EngineError]] = [
    kind for kind in vars(errors).values() if isinstance(kind, type) and kind is not EngineError
]


def test_every_error_has_code_and_data_and_is_picklable() -> None:
    with every_row() as each:
        for kind in KINDS:
            with each(kind.__name__):
                error = kind("some_code", line=3, text="A B")
                assert isinstance(error, EngineError)
                assert str(error) == "some_code: line=3, text='A B'"
                again = pickle.loads(pickle.dumps(error))  # noqa: S301 - written on the same line
                assert type(again) is kind
                assert (again.code, again.data, str(again)) == (error.code, error.data, str(error))


def test_the_docstring_of_the_module_lists_every_error() -> None:
    assert errors.__doc__ is not None
    assert all(kind.__name__ in errors.__doc__ for kind in KINDS)


def test_an_edition_that_does_not_exist_is_refused() -> None:
    assert get_edition("2023").play.announcement_gap_s.value == 20
    with pytest.raises(UnknownEdition) as caught:
        get_edition("2024")
    assert caught.value.data["key"] == "2024"
