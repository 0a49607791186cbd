// Group commit: waits briefly for further writers, so that fewer commits store more.
import { setTimeout as wait } from "node:timers/promises";

/** Turns of about 1 ms without a new writer after which a group stops waiting: two groups of half the members take longer than one of
 *  all. */
const gathering = 2;
/** Milliseconds. */
const longestGathering = 15;

/** Returns a gatherer for the writers in a waiting list. */
export function gatherer(waiting: readonly unknown[]) {
  /** The writers answered with the last group, who may write again soon, together with those who arrived meanwhile. */
  let last = { writers: 0, ended: 0 };
  return {
    /** Resolves once as many writers wait as can be expected, or no further one arrives. */
    gather: async () => {
      const { writers, ended } = last;
      // Counts turns of the event loop, not time: on a busy machine turns take longer, and a writer who arrives during one is seen in the
      // next.
      let [seen, turns] = [waiting.length, 0];
      while (waiting.length < writers && turns < gathering && performance.now() < ended + longestGathering) {
        await wait(1);
        turns = waiting.length > seen ? 0 : turns + 1;
        seen = waiting.length;
      }
    },
    /** Records that a group with this number of members has ended; its members are answered now. */
    ended: (members: number) => {
      last = { writers: members + waiting.length, ended: performance.now() };
    },
  };
}
