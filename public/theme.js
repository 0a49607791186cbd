// Runs before the first paint, so that a chosen theme never flashes. A file of its own: the content policy forbids inline scripts.
try {
  const theme = localStorage.getItem("assay.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // Without storage the system's theme is used.
}
