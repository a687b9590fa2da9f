// gettext of Django's JavaScript catalogue (loaded before the modules), under the names that
// makemessages looks for. Without a catalogue the French source strings stand.

const WIDE = /« | (?=[:»])|\b(?:art\.|min) (?=[%0-9])|(?:[0-9]|\)[ds]) (?=(?:min|h|s)\b)/g;

/** No-break spaces of French typography, as in tournament/presentation/french.py. */
const typeset = (text) =>
  text.replace(WIDE, (found) => found.replace(" ", "\u00a0")).replace(/ (?=[;!?])/g, "\u202f");

export const gettext = (text) =>
  window.django?.catalog?.[text] ? window.gettext(text) : typeset(text);

// What the catalogue does not have, Django counts as English does ("0 secondes").
export const ngettext = (one, many, count) => {
  if (window.django?.catalog?.[one]) return window.ngettext(one, many, count);
  return typeset(Math.abs(count) < 2 ? one : many);
};

/** Fill `%(name)s` in `text` with `data.name`. */
export const interpolate = (text, data) =>
  text.replace(/%\((\w+)\)s/g, (_, name) => String(data[name]));
