"""French source texts in the browser."""

from tests.scripts.scripts import Scripts
from tests.tournament.presentation.test_french import SAMPLES, shown


def test_the_browser_sets_french_texts_as_the_server_does(scripts: Scripts) -> None:
    sources = [source for source, _ in SAMPLES]
    texts = scripts.evaluate(
        """async (sources) => {
          const { gettext } = await import("/static/js/i18n.js");
          return sources.map(gettext);
        }""",
        sources,
    )
    assert texts == [shown(expected) for _, expected in SAMPLES]


def test_a_translation_stands_as_it_is(scripts: Scripts) -> None:
    texts = scripts.evaluate(
        """async () => {
          const { gettext, ngettext } = await import("/static/js/i18n.js");
          const before = [window.django, window.gettext];
          window.django = { catalog: { "Encore ?": "Again : yes ?" } };
          window.gettext = (text) => window.django.catalog[text];
          const said = [gettext("Encore ?"), ngettext("%(n)s coup ?", "%(n)s coups ?", 0)];
          [window.django, window.gettext] = before;
          return said;
        }"""
    )
    assert texts == ["Again : yes ?", shown("%(n)s coup^?")]


def test_times_are_those_of_the_installation_wherever_the_browser_is(scripts: Scripts) -> None:
    texts = scripts.evaluate(
        """async () => {
          const { timeOfDay } = await import("/static/js/times.js");
          const { dataset } = document.documentElement;
          const told = ["Indian/Reunion", "Nowhere/Unheard", ""].map((zone) => {
            dataset.timeZone = zone;
            return timeOfDay(Date.UTC(2026, 4, 2, 21, 30, 5));
          });
          delete dataset.timeZone;
          return told;
        }"""
    )
    assert texts == ["01:30:05", "23:30:05", "23:30:05"]
