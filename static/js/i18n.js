// gettext of Django's JavaScript catalogue (loaded before the modules), under the names that
// makemessages looks for. Without a catalogue the functions return the French source strings.

const NO_BREAK_PATTERN = /« | (?=[:»])|\b(?:art\.|min) (?=[%0-9])|(?:[0-9]|\)[ds]) (?=(?:min|h|s)\b)/g;

/** Set the no-break spaces of French typography, as tournament/presentation/french.py does. */
const addNoBreakSpaces = (text) =>
  text.replace(NO_BREAK_PATTERN, (match) => match.replace(" ", "\u00a0")).replace(/ (?=[;!?])/g, "\u202f");

export const gettext = (text) =>
  window.django?.catalog?.[text] ? window.gettext(text) : addNoBreakSpaces(text);

// Django's ngettext counts a text outside the catalogue as English does ("0 secondes").
export const ngettext = (singular, plural, count) => {
  if (window.django?.catalog?.[singular]) return window.ngettext(singular, plural, count);
  return addNoBreakSpaces(Math.abs(count) < 2 ? singular : plural);
};

/** Fill `%(name)s` in `text` with `data.name`. */
export const interpolate = (text, data) =>
  text.replace(/%\((\w+)\)s/g, (_, name) => String(data[name]));
