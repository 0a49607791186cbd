// Code of the console that could not be fetched: the service is away, or has a newer console than this tab.
import { checkService } from "#console/foundation/api/connection.ts";

const name = "MissingPart";

/** Vite reports every import that failed: from then on its error has a plain message, the same in every browser. */
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

/** True once the part has come. Where the service answers without it, the page starts anew with what its address holds. */
export async function fetchAgain(load: () => Promise<unknown>): Promise<boolean> {
  if (!(await checkService())) return false;
  return load().then(
    () => true,
    () => {
      location.reload();
      return false;
    },
  );
}
