// One visit to the demo shop: which steps a shopper takes, and when. The log of the past and live traffic are made of the same visits.
import type { DemoExperiment, Effects, Shoppers, Step } from "./data-files.ts";
import { normal, pick, poisson } from "./random.ts";
import type { Shopper } from "./shoppers.ts";
import { day } from "./stored-entities.ts";

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

export const isAmong = (shopper: Shopper, { country, platform, tier }: Shoppers) =>
  (country ?? [shopper.country]).includes(shopper.country) &&
  (platform ?? [shopper.platform]).includes(shopper.platform) &&
  (tier ?? [shopper.tier]).includes(shopper.tier);

/** How being in a group changes what a shopper does. */
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
  /** Metadata of this step: what stands in a JSON object after its first field, with the comma; texts are made quicker than objects. */
  more: string;
}

/** The steps of a visit that begins at `start` (ms), by the groups that the shopper is in. */
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
