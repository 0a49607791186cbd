// Thirty days in the demo shop: who visited when, what they did, and which experiments they were in.
import type { NewEvent, NewExposure } from "#service/database/logs.ts";
import {
  readExperiments,
  type DemoExperiment,
  type Effects,
  type Shoppers,
  type Step,
} from "./data-files.ts";
import { normal, pick, poisson, seededRandom } from "./random.ts";
import { makeShopper, type Shopper, shopperCount } from "./shoppers.ts";
import { day, windowOf } from "./stored-entities.ts";

/** Probability of each step in a visit, given the step before it; `view` is the number of pages to expect. */
const usual: Record<Step, number> = {
  view: 1.05,
  search: 0.2,
  wishlist: 0.07,
  basket: 0.27,
  start: 0.6,
  complete: 0.68,
  support: 0.03,
};
const returnShare = 0.08;

/** Visits per hour of the day, UTC. */
const hours = [2, 1, 1, 1, 2, 4, 8, 11, 12, 13, 13, 14, 15, 14, 13, 13, 14, 16, 19, 21, 20, 15, 9, 4];
const perDay = hours.reduce((sum, weight) => sum + weight, 0);

/** Moves an even share of a day to a time of that day, so that nights are quiet; both ends stay where they are. */
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

const isAmong = (shopper: Shopper, { country, platform, tier }: Shoppers) =>
  (country ?? [shopper.country]).includes(shopper.country) &&
  (platform ?? [shopper.platform]).includes(shopper.platform) &&
  (tier ?? [shopper.tier]).includes(shopper.tier);

/** Draws the group of a shopper in one experiment, or none. Always takes the same number of draws. */
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
    effects: group.unaffected && isAmong(shopper, group.unaffected) ? {} : group.effects,
    start: startTime,
    end: endTime ?? now,
    crossing: crossing < plan.crossover ? other?.id : undefined,
    exposedAt: undefined,
  };
}

const categories = [
  ["furniture", 22],
  ["textiles", 26],
  ["lighting", 18],
  ["kitchen", 24],
  ["garden", 10],
] as const;
const payments = [
  ["card", 55],
  ["wallet", 20],
  ["invoice", 18],
  ["gift_card", 7],
] as const;

/** Everything that happened from 30 days before `now` to `now`, the same for the same seed; oldest first. */
export function shopLog(now: number, onShopper: (done: number) => void = () => {}) {
  const random = seededRandom(64);
  const plans = readExperiments();
  const events: NewEvent[] = [];
  const exposures: NewExposure[] = [];
  const begin = now - 30 * day;
  let orders = 48_200;

  for (let number = 0; number < shopperCount; number += 1) {
    const shopper = makeShopper(random, number);
    const enrolments = plans.flatMap((plan) => enrol(random, shopper, plan, now) ?? []);
    const where = `"country":"${shopper.country}","platform":"${shopper.platform}"`;
    const app = shopper.platform === "web" ? "" : `,"app_version":"${shopper.appVersion}"`;
    // Half a million texts: what a shopper's rows share is put together once.
    const properties = `{${where},"membership_tier":"${shopper.tier}"}`;
    const begun = `{${where}${app}`;
    const plain = `${begun}}`;
    const visits = Array.from({ length: 1 + poisson(random, shopper.visits) }, () => random() * 30)
      .toSorted((left, right) => left - right)
      .map((at) => begin + Math.floor(at) * day + timeOfDay(at % 1, begin));

    for (const start of visits) {
      let time = start;
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
      const chance = (step: Step) =>
        effects.reduce((product, effect) => product * (effect[step] ?? 1), usual[step]);
      const log = (name: string, value = "", more = "", at = time) => {
        if (at <= now)
          events.push({
            time: at,
            name,
            source: shopper.platform,
            value,
            unit: shopper.id,
            metadata: more ? `${begun}${more}}` : plain,
          });
      };
      const wait = (seconds: number) => (time += Math.round((0.2 + random() * 1.6) * seconds * 1000));

      log("session_started");
      if (random() < chance("search")) {
        wait(12);
        log("search_performed", "", `,"results":${Math.floor(random() * 140)}`);
      }
      for (let views = poisson(random, chance("view")); views > 0; views -= 1) {
        wait(35);
        log("product_viewed", "", `,"category":"${pick(random, categories)}"`);
      }
      if (random() < chance("wishlist")) {
        wait(8);
        log("wishlist_added", "", `,"category":"${pick(random, categories)}"`);
      }
      if (random() < chance("basket")) {
        wait(20);
        log("added_to_basket", String(1 + poisson(random, 0.6)), `,"category":"${pick(random, categories)}"`);
        if (random() < chance("start")) {
          wait(60);
          log("checkout_started");
          if (random() < chance("complete")) {
            wait(90);
            orders += 1;
            const value = Math.min(600, 58 * Math.exp(0.55 * normal(random))).toFixed(2);
            const order = `,"order_id":"HH-${orders}"`;
            log(
              "checkout_completed",
              value,
              `${order},"payment":"${pick(random, payments)}","currency":"EUR"`,
            );
            if (random() < returnShare)
              log("order_returned", value, order, time + Math.round((3 + random() * 7) * day));
          }
        }
      }
      if (random() < chance("support")) {
        wait(120);
        log("support_contacted", "", `,"channel":"${random() < 0.7 ? "chat" : "mail"}"`);
      }
    }
    if (number % 4000 === 3999) onShopper(number + 1);
  }
  const byTime = (left: { time: number }, right: { time: number }) => left.time - right.time;
  return { events: events.toSorted(byTime), exposures: exposures.toSorted(byTime) };
}
