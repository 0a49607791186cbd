// When the user last visited: this browser stores two times, and nothing else.
import { z } from "zod/mini";

const storageKey = "assay.visits";
/** ms that the console must be hidden for a visit to end. */
const longestBreak = 30 * 60_000;

const Stored = z.object({
  /** End of the previous visit in ms; absent on the first visit. */
  last: z.optional(z.number()),
  /** When the console was last visible, in ms. */
  seen: z.number(),
});
type Stored = z.infer<typeof Stored>;

function read(): Stored | undefined {
  try {
    return Stored.parse(JSON.parse(localStorage.getItem(storageKey) ?? ""));
  } catch {
    return undefined;
  }
}

function write(stored: Stored) {
  try {
    localStorage.setItem(storageKey, JSON.stringify(stored));
  } catch {
    // Without storage every visit counts as the first one.
  }
}

let current: { now: number; last: number | undefined } | undefined;

/** Returns the time of this visit and the end of the previous one, in ms; constant while the page stays open. */
export function visits() {
  if (current) return current;
  const now = Date.now();
  const stored = read();
  const isSame = stored !== undefined && now - stored.seen < longestBreak;
  const last = isSame ? stored.last : stored?.seen;
  const note = () => write({ last, seen: Date.now() });
  note();
  document.addEventListener("visibilitychange", note);
  current = { now, last };
  return current;
}
