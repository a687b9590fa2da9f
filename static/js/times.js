// Times of the day in the time zone of the installation.

const minutes = { hour: "2-digit", minute: "2-digit" };
const seconds = { ...minutes, second: "2-digit" };

/** The page has the time zone; a browser that does not know it uses its own. */
function clockTime(parts, { timeZone }) {
  try {
    return new Intl.DateTimeFormat("fr-FR", { ...parts, timeZone: timeZone || undefined });
  } catch {
    return new Intl.DateTimeFormat("fr-FR", parts);
  }
}

const told = (parts, ms) =>
  clockTime(parts, document.documentElement.dataset).format(new Date(ms));

/** "14:03:21" */
export const timeOfDay = (ms) => told(seconds, ms);

/** "14:03" */
export const hourOfDay = (ms) => told(minutes, ms);
