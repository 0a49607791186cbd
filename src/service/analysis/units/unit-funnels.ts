// Computes the funnels of one unit after the other: how far it came on each day (statistics 3). Hits come in the order of their days; those
// of a day are put in the order of their moments here, since they are few.
import type { MeasurementPlan } from "#service/analysis/plan/measurement-plan.ts";
import { dayHits } from "./day-hits.ts";
import type { SliceOf, Takers } from "./unit-hits.ts";

interface Step {
  funnel: number;
  /** Number of the step, from 0. */
  step: number;
}

export function unitFunnels(
  { metrics, events }: Pick<MeasurementPlan, "metrics" | "events">,
  takePair: Takers["pair"],
  { sliceOf, slices }: { sliceOf: SliceOf; slices: number },
) {
  const funnels = metrics.flatMap((input, metric) =>
    input.measure === "funnel"
      ? [{ metric, steps: input.steps, last: input.steps.length - 1, countsDays: input.counts === "users" }]
      : [],
  );
  const stepsOf = events.map((event) =>
    funnels.flatMap(({ steps }, funnel) =>
      steps.flatMap((name, step): Step[] => (name === event ? [{ funnel, step }] : [])),
    ),
  );
  const isStep = Uint8Array.from(stepsOf, ({ length }) => Math.min(length, 1));
  const mostSteps = Math.max(0, ...funnels.map(({ last }) => last));
  const places = funnels.length * slices;
  /** By funnel and slice: the number of steps reached today, today's hits of the first and the last step, and sums of the unit's days. */
  const reached = new Uint16Array(places);
  const [firsts, lasts] = [new Float64Array(places), new Float64Array(places)];
  const [x, y] = [new Float64Array(places), new Float64Array(places)];
  const [usedToday, used] = [new Int32Array(places), new Int32Array(places)];
  let [usedTodayCount, usedCount] = [0, 0];
  let today = -1;
  const hits = dayHits();

  function take(place: number, step: number, last: number) {
    const until = reached[place] ?? 0;
    if (until < step) return;
    if (until === 0) {
      usedToday[usedTodayCount] = place;
      usedTodayCount += 1;
    }
    if (until === step) reached[place] = step + 1;
    if (step === 0) firsts[place] = (firsts[place] ?? 0) + 1;
    if (step === last) lasts[place] = (lasts[place] ?? 0) + 1;
  }

  /** Takes a hit as `only` one step, or as all that it may be. */
  function takeHit(hit: number, only: number) {
    const steps = stepsOf[hits.events[hit] ?? 0] ?? [];
    for (let index = 0; index < steps.length; index += 1) {
      const { funnel = 0, step = 0 } = steps[index] ?? {};
      const of = funnels[funnel];
      if (!of || (only >= 0 && step !== only)) continue;
      const slice = sliceOf.ofMetric[of.metric]?.[hits.values[hit] ?? 0] ?? 0;
      take(funnel * slices + slice, step, of.last);
    }
  }

  /** Takes the hits of one moment. Any may follow any other, so that those of earlier steps are taken first. */
  function takeMoment(from: number, until: number) {
    if (until - from === 1) takeHit(from, -1);
    else
      for (let step = 0; step <= mostSteps; step += 1)
        for (let hit = from; hit < until; hit += 1) takeHit(hit, step);
  }

  function takeHits() {
    const { moments } = hits;
    const count = hits.sorted();
    let from = 0;
    for (let hit = 1; hit <= count; hit += 1)
      if (hit === count || moments[hit] !== moments[from]) {
        takeMoment(from, hit);
        from = hit;
      }
    hits.clear();
  }

  function endDay() {
    takeHits();
    for (let index = 0; index < usedTodayCount; index += 1) {
      const place = usedToday[index] ?? 0;
      const countsDays = funnels[Math.floor(place / slices)]?.countsDays ?? false;
      const above = lasts[place] ?? 0;
      const below = firsts[place] ?? 0;
      if (y[place] === 0) {
        used[usedCount] = place;
        usedCount += 1;
      }
      x[place] = (x[place] ?? 0) + (countsDays ? Math.min(above, 1) : above);
      y[place] = (y[place] ?? 0) + (countsDays ? 1 : below);
      reached[place] = 0;
      firsts[place] = 0;
      lasts[place] = 0;
    }
    usedTodayCount = 0;
  }

  return {
    add(event: number, value: number, day: number, moment: number) {
      if (isStep[event] === 0) return;
      if (day !== today) endDay();
      today = day;
      hits.add(moment, event, value);
    },
    end() {
      if (today < 0) return;
      endDay();
      for (let index = 0; index < usedCount; index += 1) {
        const place = used[index] ?? 0;
        const metric = funnels[Math.floor(place / slices)]?.metric ?? 0;
        takePair(metric, place % slices, x[place] ?? 0, y[place] ?? 0);
        x[place] = 0;
        y[place] = 0;
      }
      usedCount = 0;
      today = -1;
    },
  };
}
