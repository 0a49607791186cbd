/** Runs work once the page has nothing else to do. Not every browser tells when that is. */
export const whenIdle: (work: () => void) => unknown =
  "requestIdleCallback" in globalThis ? requestIdleCallback : (work) => setTimeout(work, 200);

/** Ends once the page has nothing else to do. */
export const idle = () => new Promise<void>((resolve) => void whenIdle(resolve));
