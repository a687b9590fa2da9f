"""Every setting that can be changed has a name in the history of changes."""

from tournament.presentation.setting_changes import SETTING_NAMES, describe_settings
from tournament.services.tournaments import EDITABLE_FIELDS


def test_every_setting_of_a_tournament_has_a_name() -> None:
    assert EDITABLE_FIELDS - SETTING_NAMES.keys() == set()


def test_a_changed_last_day_is_written_out() -> None:
    text = describe_settings({"changes": [["ends_on", None, "2026-11-29"]]})
    assert "29 novembre 2026" in text
