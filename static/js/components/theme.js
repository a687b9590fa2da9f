// Runs before the first paint (a plain script in <head>): applies the theme the reader chose.
(() => {
  try {
    const theme = localStorage.getItem("duplicata:theme");
    if (theme === "light" || theme === "dark") {
      document.documentElement.dataset.theme = theme;
    }
  } catch {
    // No storage in this browser: the system's choice stands.
  }
})();
