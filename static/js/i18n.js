// gettext of Django's JavaScript catalogue (loaded before the modules), under the names that
// makemessages looks for. Without a catalogue the French source strings stand.

export const gettext = (text) => window.gettext?.(text) ?? text;

// What the catalogue does not have, Django counts as English does ("0 secondes").
export const ngettext = (one, many, count) => {
  if (window.django?.catalog?.[one]) return window.ngettext(one, many, count);
  return Math.abs(count) < 2 ? one : many;
};

/** Fill `%(name)s` in `text` with `data.name`. */
export const interpolate = (text, data) =>
  text.replace(/%\((\w+)\)s/g, (_, name) => String(data[name]));
