// Remembers ids in Bloom filters: every added id is found, and very rarely another one. A new filter is started when the last one
// is full. Each id takes 24 bits, so a day of 200 batches a second takes 50 MiB.

/** Bits of a filter, and maximum number of its ids. One in 70,000 of the ids that were not added is found by mistake. */
const bits = 2 ** 22;
const mostIDs = 170_000;
const probes = 12;

interface Filter {
  words: Uint32Array;
  ids: number;
  /** Time of its newest id, in ms. */
  newest: number;
}

/** Two 32-bit hashes of a text, from which the positions of its bits are computed. */
function hashesOf(id: string): [number, number] {
  let [first, second] = [0x81_1c_9d_c5, 0x9e_37_79_b9];
  for (let place = 0; place < id.length; place += 1) {
    first = Math.imul(first ^ id.charCodeAt(place), 0x01_00_01_93);
    second = Math.imul(second ^ id.charCodeAt(place), 0x85_eb_ca_6b);
    second ^= second >>> 13;
  }
  // Odd, so that all positions of an id differ.
  return [first, second | 1];
}

export function batchBloomFilters() {
  let filters: Filter[] = [];

  const isIn = ({ words }: Filter, [first, second]: readonly [number, number]) => {
    for (let probe = 0; probe < probes; probe += 1) {
      const place = (first + Math.imul(probe, second)) & (bits - 1);
      if (!((words[place >>> 5] ?? 0) & (1 << (place & 31)))) return false;
    }
    return true;
  };

  return {
    /** Adds an id; `time` is its time of arrival in ms. */
    add: (id: string, time: number) => {
      let filter = filters.at(-1);
      if (!filter || filter.ids >= mostIDs) {
        filter = { words: new Uint32Array(bits / 32), ids: 0, newest: time };
        filters.push(filter);
      }
      const [first, second] = hashesOf(id);
      for (let probe = 0; probe < probes; probe += 1) {
        const place = (first + Math.imul(probe, second)) & (bits - 1);
        filter.words[place >>> 5] = (filter.words[place >>> 5] ?? 0) | (1 << (place & 31));
      }
      filter.ids += 1;
      filter.newest = Math.max(filter.newest, time);
    },
    /** False if the id was certainly not added. */
    mayHave: (id: string): boolean => {
      const hashes = hashesOf(id);
      return filters.some((filter) => isIn(filter, hashes));
    },
    /** Drops the filters whose ids all arrived before a time in ms. */
    forget: (before: number) => {
      filters = filters.filter(({ newest }) => newest >= before);
    },
  };
}
