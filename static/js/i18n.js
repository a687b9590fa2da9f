// gettext of Django's JavaScript catalogue (loaded before the modules), under the names that
// makemessages looks for. Without a catalogue the French source strings stand.

export const gettext = (text) => window.gettext?.(text) ?? text;

export const ngettext = (one, many, count) =>
  window.ngettext?.(one, many, count) ?? (count < 2 ? one : many);

/** Fill `%(name)s` in `text` with `data.name`. */
export const interpolate = (text, data) =>
  text.replace(/%\((\w+)\)s/g, (_, name) => String(data[name]));
