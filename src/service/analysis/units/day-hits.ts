// The hits of one unit on one day, put in the order of their moments.

/** More hits are sorted by the library, which takes longer for a few. */
const mostInserted = 32;

export function dayHits() {
  const [moments, events, values]: [number[], number[], number[]] = [[], [], []];
  let count = 0;
  let isSorted = true;

  /** Moves each hit before those of later moments. */
  function insertAll() {
    for (let hit = 1; hit < count; hit += 1) {
      const [moment, event, value] = [moments[hit] ?? 0, events[hit] ?? 0, values[hit] ?? 0];
      let place = hit;
      for (; place > 0 && (moments[place - 1] ?? 0) > moment; place -= 1) {
        moments[place] = moments[place - 1] ?? 0;
        events[place] = events[place - 1] ?? 0;
        values[place] = values[place - 1] ?? 0;
      }
      moments[place] = moment;
      events[place] = event;
      values[place] = value;
    }
  }

  function sortAll() {
    const all = Array.from({ length: count }, (_, hit) => ({
      moment: moments[hit] ?? 0,
      event: events[hit] ?? 0,
      value: values[hit] ?? 0,
    }));
    all.sort((a, b) => a.moment - b.moment);
    for (const [hit, { moment, event, value }] of all.entries()) {
      moments[hit] = moment;
      events[hit] = event;
      values[hit] = value;
    }
  }

  return {
    moments,
    events,
    values,
    add(moment: number, event: number, value: number) {
      if (count > 0 && moment < (moments[count - 1] ?? 0)) isSorted = false;
      moments[count] = moment;
      events[count] = event;
      values[count] = value;
      count += 1;
    },
    /** Sorts the hits, and returns their number. */
    sorted() {
      if (!isSorted) (count > mostInserted ? sortAll : insertAll)();
      return count;
    },
    clear() {
      count = 0;
      isSorted = true;
    },
  };
}
