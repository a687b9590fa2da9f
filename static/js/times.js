// Times of the day in the time zone of the installation.

const MINUTE_FORMAT = { hour: "2-digit", minute: "2-digit" };
const SECOND_FORMAT = { ...MINUTE_FORMAT, second: "2-digit" };

/** The page has the time zone; a browser that does not know it uses its own. */
function createFormat(parts, { timeZone }) {
  try {
    return new Intl.DateTimeFormat("fr-FR", { ...parts, timeZone: timeZone || undefined });
  } catch {
    return new Intl.DateTimeFormat("fr-FR", parts);
  }
}

const formatTime = (parts, ms) =>
  createFormat(parts, document.documentElement.dataset).format(new Date(ms));

/** "14:03:21" */
export const formatTimeToSecond = (ms) => formatTime(SECOND_FORMAT, ms);

/** "14:03" */
export const formatTimeToMinute = (ms) => formatTime(MINUTE_FORMAT, ms);
