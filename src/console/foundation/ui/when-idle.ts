/** Runs work once the browser is idle. Not every browser has requestIdleCallback. */
export const whenIdle: (work: () => void) => unknown =
  "requestIdleCallback" in globalThis ? requestIdleCallback : (work) => setTimeout(work, 200);

/** Resolves once the browser is idle. */
export const idle = () => new Promise<void>((resolve) => void whenIdle(resolve));
