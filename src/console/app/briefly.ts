/** ms: an answer that comes within it is drawn with the page, without a placeholder before it. */
const longest = 120;

/** Ends when all is read, and after a moment at the latest: then the page itself shows what it waits for. */
export const briefly = (reading: readonly Promise<unknown>[]) =>
  Promise.race([Promise.all(reading), new Promise((resolve) => setTimeout(resolve, longest))]).then(
    () => undefined,
  );
