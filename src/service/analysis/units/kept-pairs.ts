// Value pairs that are kept with their cells and the number of units that have them, and the largest values among them by part.
type Side = "x" | "y";

/** By cell: the numbers of its parts. */
type PartsOf = readonly (readonly number[])[];

interface Bin {
  number: number;
  /** Lower bound of the values in the bin. */
  lowest: number;
}

export type KeptPairs = ReturnType<typeof keptPairs>;

const double = new Float64Array(1);
const halves = new Uint32Array(double.buffer);
/** Four bins for each power of two. */
const bins = 2 ** 13;

/** Returns the bin of a positive number: the larger, the higher. */
function binOf(value: number): number {
  double[0] = value;
  return (halves[1] ?? 0) >>> 18;
}

function lowestOf(bin: number): number {
  halves[0] = 0;
  halves[1] = bin << 18;
  return double[0] ?? 0;
}

export function keptPairs() {
  let [capacity, count] = [256, 0];
  let cells = new Int32Array(capacity);
  let xs = new Float64Array(capacity);
  let ys = new Float64Array(capacity);
  let units = new Float64Array(capacity);
  const grown = (array: Float64Array) => {
    const larger = new Float64Array(capacity);
    larger.set(array);
    return larger;
  };
  function grow() {
    capacity *= 2;
    const larger = new Int32Array(capacity);
    larger.set(cells);
    [cells, xs, ys, units] = [larger, grown(xs), grown(ys), grown(units)];
  }
  function add(cell: number, x: number, y: number, ofUnits: number) {
    if (count === capacity) grow();
    cells[count] = cell;
    xs[count] = x;
    ys[count] = y;
    units[count] = ofUnits;
    count += 1;
  }
  const valuesOf = (side: Side) => (side === "x" ? xs : ys);

  /** Returns the places of the positive values, those of higher bins first. */
  function byBin(values: Float64Array): Int32Array {
    const starts = new Int32Array(bins + 1);
    for (let at = 0; at < count; at += 1) {
      const value = values[at] ?? 0;
      if (value > 0) {
        const bin = binOf(value);
        starts[bin] = (starts[bin] ?? 0) + 1;
      }
    }
    let start = 0;
    for (let bin = bins; bin >= 0; bin -= 1) {
      const own = starts[bin] ?? 0;
      starts[bin] = start;
      start += own;
    }
    const places = new Int32Array(start);
    for (let at = 0; at < count; at += 1) {
      const value = values[at] ?? 0;
      if (value <= 0) continue;
      const bin = binOf(value);
      const place = starts[bin] ?? 0;
      places[place] = at;
      starts[bin] = place + 1;
    }
    return places;
  }

  /** Returns the bin of the `ranks`-th largest positive value of each part; undefined where there are fewer. */
  function binsOf(side: Side, partsOf: PartsOf, ranks: readonly number[]): (Bin | undefined)[] {
    const values = valuesOf(side);
    const found = ranks.map((): Bin | undefined => undefined);
    const seen = new Float64Array(ranks.length);
    let left = ranks.length;
    for (const at of byBin(values)) {
      for (const part of partsOf[cells[at] ?? 0] ?? []) {
        const before = seen[part] ?? 0;
        const until = before + (units[at] ?? 0);
        const rank = ranks[part] ?? 0;
        seen[part] = until;
        if (before >= rank || until < rank) continue;
        const bin = binOf(values[at] ?? 0);
        found[part] = { number: bin, lowest: lowestOf(bin) };
        left -= 1;
      }
      if (left === 0) break;
    }
    return found;
  }

  return {
    count: () => count,
    add,
    each(visit: (cell: number, x: number, y: number, ofUnits: number) => void) {
      for (let at = 0; at < count; at += 1) visit(cells[at] ?? 0, xs[at] ?? 0, ys[at] ?? 0, units[at] ?? 0);
    },
    /** Keeps only the pairs for which the condition holds. */
    filter(isKept: (cell: number, x: number, y: number, ofUnits: number) => boolean) {
      const before = count;
      count = 0;
      for (let at = 0; at < before; at += 1) {
        const [cell, x, y, ofUnits] = [cells[at] ?? 0, xs[at] ?? 0, ys[at] ?? 0, units[at] ?? 0];
        if (isKept(cell, x, y, ofUnits)) add(cell, x, y, ofUnits);
      }
    },
    bins: binsOf,
    /** Returns the `ranks`-th largest positive value of each part; undefined where there are fewer. */
    largest(side: Side, partsOf: PartsOf, ranks: readonly number[]): (number | undefined)[] {
      const values = valuesOf(side);
      const found = binsOf(side, partsOf, ranks);
      const above = new Float64Array(ranks.length);
      const within = ranks.map((): number[] => []);
      for (let at = 0; at < count; at += 1) {
        const value = values[at] ?? 0;
        if (value <= 0) continue;
        const bin = binOf(value);
        for (const part of partsOf[cells[at] ?? 0] ?? []) {
          const own = found[part]?.number ?? Infinity;
          if (bin > own) above[part] = (above[part] ?? 0) + (units[at] ?? 0);
          else if (bin === own) within[part]?.push(at);
        }
      }
      return ranks.map((rank, part) => {
        let until = above[part] ?? 0;
        return within[part]
          ?.sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0))
          .map((at) => {
            until += units[at] ?? 0;
            return { until, value: values[at] };
          })
          .find((reached) => reached.until >= rank)?.value;
      });
    },
  };
}
