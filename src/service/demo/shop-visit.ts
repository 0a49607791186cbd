// Simulates one visit to the demo shop: its steps and their times. Used for both the historical log and live traffic.
import type { DemoExperiment, Effects, Shoppers, Step } from "./data-files.ts";
import { normal, pick, poisson } from "./random.ts";
import type { Shopper } from "./shoppers.ts";
import { day } from "./stored-entities.ts";

/** Probability of each step given the previous one; `view` is the expected number of page views. */
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

export const isAmong = (shopper: Shopper, { country, platform, tier }: Shoppers) =>
  (country ?? [shopper.country]).includes(shopper.country) &&
  (platform ?? [shopper.platform]).includes(shopper.platform) &&
  (tier ?? [shopper.tier]).includes(shopper.tier);

/** Returns how a group changes the behaviour of a shopper. */
export const effectsOn = (
  shopper: Shopper,
  { effects, unaffected }: DemoExperiment["groups"][number],
): Effects => (unaffected && isAmong(shopper, unaffected) ? {} : effects);

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

export interface VisitStep {
  name: string;
  /** ms */
  at: number;
  value: string;
  /** Metadata of the step as a fragment of a JSON object, starting with a comma: building text is faster than building objects. */
  more: string;
}

/** Generates the steps of a visit that begins at `start` (ms), with the effects of the shopper's groups. */
export function visitSteps(
  random: () => number,
  effects: readonly Effects[],
  start: number,
  nextOrder: () => number,
): VisitStep[] {
  let time = start;
  const steps: VisitStep[] = [];
  const chance = (step: Step) =>
    effects.reduce((product, effect) => product * (effect[step] ?? 1), usual[step]);
  const log = (name: string, value = "", more = "", at = time) => steps.push({ name, at, value, more });
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
        const value = Math.min(600, 58 * Math.exp(0.55 * normal(random))).toFixed(2);
        const order = `,"order_id":"HH-${nextOrder()}"`;
        log("checkout_completed", value, `${order},"payment":"${pick(random, payments)}","currency":"EUR"`);
        if (random() < returnShare)
          log("order_returned", value, order, time + Math.round((3 + random() * 7) * day));
      }
    }
  }
  if (random() < chance("support")) {
    wait(120);
    log("support_contacted", "", `,"channel":"${random() < 0.7 ? "chat" : "mail"}"`);
  }
  return steps;
}
