// Waits for those who will write soon, so that fewer commits store more.
import { setTimeout as wait } from "node:timers/promises";

/** Two groups of half the members take longer than one with all: a group waits as long as one more comes within so many ms. */
const gathering = 2;
/** ms */
const longestGathering = 15;

/** For groups of those who wait in a list. */
export function gatherer(waiting: readonly unknown[]) {
  /** Those who were answered with the last group, and may be writing on, and those who came meanwhile. */
  let last = { writers: 0, ended: 0 };
  return {
    /** Ends once as many wait as may be writing, or nobody comes any more. */
    gather: async () => {
      const { writers, ended } = last;
      // By turns of the event loop: on a busy machine more time passes between two, and whoever comes in it is heard in the next.
      let [seen, turns] = [waiting.length, 0];
      while (waiting.length < writers && turns < gathering && performance.now() < ended + longestGathering) {
        await wait(1);
        turns = waiting.length > seen ? 0 : turns + 1;
        seen = waiting.length;
      }
    },
    /** A group of so many has ended, and is answered now. */
    ended: (members: number) => {
      last = { writers: members + waiting.length, ended: performance.now() };
    },
  };
}
