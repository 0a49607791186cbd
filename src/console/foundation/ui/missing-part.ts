// Detects console code that could not be loaded: the service is down, or has a newer console than this tab.
import { checkService } from "#console/foundation/api/connection.ts";

const name = "MissingPart";

/** Vite reports every failed import; this gives its error a plain message, the same in every browser. */
export function nameMissingParts() {
  addEventListener("vite:preloadError", ({ payload }) => {
    payload.cause ??= payload.message;
    payload.name = name;
    payload.message =
      "A part of the console could not be loaded. Try again once the service answers; reload the page if it has a newer console.";
    void checkService();
  });
}

export const isMissingPart = (error: unknown) => error instanceof Error && error.name === name;

/**
 * Resolves with true once the part is loaded. If the service is up but the part is missing, the page is reloaded with its
 * address.
 */
export async function retryLoad(load: () => Promise<unknown>): Promise<boolean> {
  if (!(await checkService())) return false;
  return load().then(
    () => true,
    () => {
      location.reload();
      return false;
    },
  );
}
