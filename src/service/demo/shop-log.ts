// Generates thirty days of the demo shop's log: visits, events, and exposures to experiments.
import type { NewEvent, NewExposure } from "#service/database/logs.ts";
import { type DemoExperiment, type Effects, readExperiments } from "./data-files.ts";
import { poisson, seededRandom } from "./random.ts";
import { effectsOn, isAmong, visitSteps } from "./shop-visit.ts";
import { makeShopper, type Shopper, shopperCount } from "./shoppers.ts";
import { day, windowOf } from "./stored-entities.ts";

/** Relative number of visits by hour of the day, UTC. */
const hours = [2, 1, 1, 1, 2, 4, 8, 11, 12, 13, 13, 14, 15, 14, 13, 13, 14, 16, 19, 21, 20, 15, 9, 4];
const perDay = hours.reduce((sum, weight) => sum + weight, 0);

/** Maps a uniform share of a day to a time of that day by the hourly weights; both ends stay in place. */
function timeOfDay(share: number, dayStart: number): number {
  const shift = (dayStart % day) / day;
  const before = (part: number) => {
    const hour = Math.floor(part * 24);
    const whole = hours.slice(0, hour % 24).reduce((sum, weight) => sum + weight, 0);
    return Math.floor(hour / 24) + (whole + (part * 24 - hour) * (hours[hour % 24] ?? 0)) / perDay;
  };
  let wanted = before(shift) + share;
  const turn = Math.floor(wanted);
  wanted = (wanted - turn) * perDay;
  let hour = 0;
  while (hour < 23 && wanted >= (hours[hour] ?? 0)) {
    wanted -= hours[hour] ?? 0;
    hour += 1;
  }
  const part = turn + (hour + Math.min(1, wanted / (hours[hour] ?? 1))) / 24;
  return Math.min(day - 1, Math.max(0, Math.round((part - shift) * day)));
}

interface Enrolment {
  experiment: string;
  group: string;
  effects: Effects;
  start: number;
  end: number;
  crossing: string | undefined;
  exposedAt: number | undefined;
}

/** Draws the group of a shopper in one experiment, or none. Always consumes
 *  the same number of random draws, so that results stay reproducible. */
function enrol(
  random: () => number,
  shopper: Shopper,
  plan: DemoExperiment,
  now: number,
): Enrolment | undefined {
  const [chosen, drawn, losing, crossing] = [random(), random(), random(), random()];
  const { startTime, endTime } = windowOf(plan, now);
  if (startTime === null || chosen * 100 >= plan.allocation) return undefined;
  if (!isAmong(shopper, plan.eligible)) return undefined;
  let left = drawn * 100;
  const group = plan.groups.find((item) => (left -= item.size) < 0) ?? plan.groups[0];
  if (!group || losing < group.lost) return undefined;
  const other = plan.groups.find((item) => item !== group);
  return {
    experiment: plan.id,
    group: group.id,
    effects: effectsOn(shopper, group),
    start: startTime,
    end: endTime ?? now,
    crossing: crossing < plan.crossover ? other?.id : undefined,
    exposedAt: undefined,
  };
}

/** Generates the log from 30 days before `now` to `now`, oldest first and always the same. `onShopper` is awaited. */
export async function shopLog(now: number, onShopper: (done: number) => unknown) {
  const random = seededRandom(64);
  // Experiments that start in the future have no shoppers yet.
  const plans = readExperiments().filter(({ startsIn }) => startsIn === undefined);
  const events: NewEvent[] = [];
  const exposures: NewExposure[] = [];
  const begin = now - 30 * day;
  let orders = 48_200;

  for (let number = 0; number < shopperCount; number += 1) {
    const shopper = makeShopper(random, number);
    const enrolments = plans.flatMap((plan) => enrol(random, shopper, plan, now) ?? []);
    const where = `"country":"${shopper.country}","platform":"${shopper.platform}"`;
    const app = shopper.platform === "web" ? "" : `,"app_version":"${shopper.appVersion}"`;
    // There are half a million rows, so the JSON that a shopper's rows share is built once.
    const properties = `{${where},"membership_tier":"${shopper.tier}"}`;
    const begun = `{${where}${app}`;
    const plain = `${begun}}`;
    const visits = Array.from({ length: 1 + poisson(random, shopper.visits) }, () => random() * 30)
      .toSorted((left, right) => left - right)
      .map((at) => begin + Math.floor(at) * day + timeOfDay(at % 1, begin));

    for (const start of visits) {
      const effects: Effects[] = [];
      for (const enrolment of enrolments) {
        if (start < enrolment.start || start > enrolment.end) continue;
        if (enrolment.exposedAt === undefined) {
          enrolment.exposedAt = start;
          const seen = (group: string, at: number) =>
            exposures.push({
              time: at,
              experiment: enrolment.experiment,
              group,
              unit: shopper.id,
              properties,
            });
          seen(enrolment.group, start);
          if (enrolment.crossing) seen(enrolment.crossing, Math.min(start + 90_000, enrolment.end));
        }
        effects.push(enrolment.effects);
      }
      for (const { name, at, value, more } of visitSteps(random, effects, start, () => (orders += 1)))
        if (at <= now)
          events.push({
            time: at,
            name,
            source: shopper.platform,
            value,
            unit: shopper.id,
            metadata: more ? `${begun}${more}}` : plain,
          });
    }
    if (number % 4000 === 3999) await onShopper(number + 1);
  }
  const byTime = (left: { time: number }, right: { time: number }) => left.time - right.time;
  return { events: events.toSorted(byTime), exposures: exposures.toSorted(byTime) };
}
