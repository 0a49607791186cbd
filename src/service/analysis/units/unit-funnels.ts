// Computes the funnels of one unit after the other: how far it came on each day (statistics 3). Hits come in the order of their time.
import type { MeasurementPlan } from "#service/analysis/plan/measurement-plan.ts";
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
  let [today, now] = [-1, -1];
  /** Hits of the same moment, with their values of the event dimension: their order is unknown. */
  const eventsNow: number[] = [];
  const valuesNow: number[] = [];
  let hitsNow = 0;

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
    const steps = stepsOf[eventsNow[hit] ?? 0] ?? [];
    for (let index = 0; index < steps.length; index += 1) {
      const { funnel = 0, step = 0 } = steps[index] ?? {};
      const of = funnels[funnel];
      if (!of || (only >= 0 && step !== only)) continue;
      const slice = sliceOf.ofMetric[of.metric]?.[valuesNow[hit] ?? 0] ?? 0;
      take(funnel * slices + slice, step, of.last);
    }
  }

  /** A hit may follow any other of the same moment, so that the hits of earlier steps are taken first. */
  function endMoment() {
    if (hitsNow === 1) takeHit(0, -1);
    else
      for (let step = 0; step <= mostSteps; step += 1)
        for (let hit = 0; hit < hitsNow; hit += 1) takeHit(hit, step);
    hitsNow = 0;
  }

  function endDay() {
    endMoment();
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
    add(event: number, value: number, day: number, time: number) {
      if (isStep[event] === 0) return;
      if (day !== today) endDay();
      else if (time !== now) endMoment();
      today = day;
      now = time;
      eventsNow[hitsNow] = event;
      valuesNow[hitsNow] = value;
      hitsNow += 1;
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
