"""Texts and times in the browser."""

from tests.scripts.scripts import Scripts
from tests.tournament.presentation.test_french import SAMPLES, to_shown


def test_french_spaces_are_set_as_on_the_server(scripts: Scripts) -> None:
    sources = [source for source, _ in SAMPLES]
    texts = scripts.evaluate(
        """async (sources) => {
          const { gettext } = await import("/static/js/i18n.js");
          return sources.map(gettext);
        }""",
        sources,
    )
    assert texts == [to_shown(expected) for _, expected in SAMPLES]


def test_a_translation_is_not_changed(scripts: Scripts) -> None:
    texts = scripts.evaluate(
        """async () => {
          const { gettext, ngettext } = await import("/static/js/i18n.js");
          const before = [window.django, window.gettext];
          window.django = { catalog: { "Encore ?": "Again : yes ?" } };
          window.gettext = (text) => window.django.catalog[text];
          const texts = [gettext("Encore ?"), ngettext("%(n)s coup ?", "%(n)s coups ?", 0)];
          [window.django, window.gettext] = before;
          return texts;
        }"""
    )
    assert texts == ["Again : yes ?", to_shown("%(n)s coup^?")]


def test_times_are_in_the_time_zone_of_the_installation(scripts: Scripts) -> None:
    texts = scripts.evaluate(
        """async () => {
          const { formatTimeToSecond } = await import("/static/js/times.js");
          const { dataset } = document.documentElement;
          const times = ["Indian/Reunion", "Nowhere/Unheard", ""].map((zone) => {
            dataset.timeZone = zone;
            return formatTimeToSecond(Date.UTC(2026, 4, 2, 21, 30, 5));
          });
          delete dataset.timeZone;
          return times;
        }"""
    )
    assert texts == ["01:30:05", "23:30:05", "23:30:05"]
