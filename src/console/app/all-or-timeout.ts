/** ms. Answers that arrive within this time are drawn with the page, without a placeholder first. */
const longest = 120;

/** Resolves once everything is read, or after a moment at the latest; the page then shows placeholders itself. */
export const allOrTimeout = (reading: readonly Promise<unknown>[]) =>
  Promise.race([Promise.all(reading), new Promise((resolve) => setTimeout(resolve, longest))]).then(
    () => undefined,
  );
