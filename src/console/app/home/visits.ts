// When the reader was here: this browser keeps two times, and nothing else.
import { z } from "zod/mini";

const storageKey = "assay.visits";
/** A visit ends when the console is out of view for so long, ms. */
const longestBreak = 30 * 60_000;

const Stored = z.object({
  /** When the visit before this one ended; absent on a first one. ms */
  last: z.optional(z.number()),
  /** When the console was in view last, ms. */
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
    // A browser that stores nothing has no visits: each is the first one.
  }
}

let current: { now: number; last: number | undefined } | undefined;

/** The time of this visit, and of the end of the one before it; the same for as long as the page stays open. ms */
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
