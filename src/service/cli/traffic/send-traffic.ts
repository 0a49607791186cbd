// Simulates customers of the demo shop in real time: each requests its values as an app does, and logs exposures and events.
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod/mini";
import { readExperiments, readGates } from "#service/demo/data-files.ts";
import { pick, seededRandom } from "#service/demo/random.ts";
import { effectsOn, visitSteps } from "#service/demo/shop-visit.ts";
import { makeShopper, type Shopper, shopperCount } from "#service/demo/shoppers.ts";

interface Traffic {
  /** Base URL of the service, without a trailing slash. */
  address: string;
  /** A server or client key. */
  key: string;
  /** Events per second, including exposures. */
  rate: number;
  stop: AbortSignal;
  onSent?: (total: { events: number; visits: number; waiting: number }) => void;
}

interface Due {
  /** ms */
  at: number;
  event: object;
}

export class KeyRefused extends Error {}

const Decided = z.object({ rule_id: z.string(), is_user_in_experiment: z.optional(z.boolean()) });
const Values = z.object({
  feature_gates: z.record(z.string(), z.object({ value: z.boolean(), rule_id: z.string() })),
  dynamic_configs: z.record(z.string(), Decided),
});

/** ms between checks for events that are due. */
const pace = 250;
const eventsOfBatch = 100;
const gatesOfVisit = 3;
/** Share of visits by new customers. */
const newShare = 0.7;
/** ms; later steps of a visit, such as returning goods days later, are dropped. */
const longestVisit = 3_600_000;
/** Start of the numbering of customers in ms: new customers are numbered from the seconds since then, so that runs do not share numbers. */
const numbersBegin = Date.UTC(2026, 0);

const statsigMetadata = { sdkType: "demo-shop", sdkVersion: "1.0.0" };

/** Returns the groups of the demo's experiments by id. */
const groupsByID = () =>
  new Map(readExperiments().flatMap(({ groups }) => groups.map((one) => [one.id, one])));

const userOf = ({ id, country, platform, tier, appVersion }: Shopper) => ({
  userID: id,
  country,
  ...(platform !== "web" && { appVersion }),
  custom: { platform, membership_tier: tier },
});

/** Runs until `stop`. While the service is unavailable, due events are queued and sent later. */
export async function sendTraffic({ address, key, rate, stop, onSent }: Traffic): Promise<void> {
  const groups = groupsByID();
  const checks = new Map(readGates().map(({ id, checksPerHour }) => [id, checksPerHour]));
  const random = seededRandom(Date.now());
  const first = shopperCount + Math.floor((Date.now() - numbersBegin) / 1000);
  const session = `demo shop ${Date.now()}`;
  let due: Due[] = [];
  const sent = { events: 0, visits: 0, waiting: 0 };
  let [customers, planned, orders] = [0, 0, 100_000];

  async function post(path: string, body: object): Promise<unknown> {
    for (let delay = 500; ; delay = Math.min(delay * 2, 10_000)) {
      const answer = await fetch(address + path, {
        method: "POST",
        headers: { "STATSIG-API-KEY": key, "Content-Type": "application/json" },
        body: JSON.stringify({ ...body, statsigMetadata: { ...statsigMetadata, sessionID: session } }),
        signal: stop,
      }).catch(() => undefined);
      stop.throwIfAborted();
      if (answer?.ok) return answer.json();
      if (answer && answer.status < 500)
        throw new KeyRefused(`${path}: ${answer.status} ${await answer.text()}`);
      await wait(delay, undefined, { signal: stop });
    }
  }

  /** Returns a new customer, or one who visited earlier in this run. */
  function nextShopper(): Shopper {
    const number = customers > 0 && random() >= newShare ? Math.floor(random() * customers) : customers++;
    return makeShopper(seededRandom(first + number), first + number);
  }

  async function visit(start: number) {
    const shopper = nextShopper();
    const user = userOf(shopper);
    const { feature_gates, dynamic_configs } = Values.parse(
      await post("/v1/initialize", { user, hash: "none" }),
    );
    const log = (eventName: string, at: number, metadata: object, value = "") =>
      due.push({ at, event: { eventName, user, time: at, metadata, ...(value && { value }) } });

    const gates = Object.entries(feature_gates).map(
      ([gate, given]) => [{ gate, ...given }, 1 + (checks.get(gate) ?? 0)] as const,
    );
    for (let count = 0; count < gatesOfVisit && gates.length > 0; count += 1) {
      const { gate, value, rule_id: ruleID } = pick(random, gates);
      log("statsig::gate_exposure", start, { gate, gateValue: String(value), ruleID, reason: "Network" });
    }
    const assigned = Object.entries(dynamic_configs).filter(([, given]) => given.is_user_in_experiment);
    for (const [config, { rule_id: ruleID }] of assigned)
      log("statsig::config_exposure", start, { config, ruleID, rulePassed: "true", reason: "Network" });

    const effects = assigned.flatMap(([, { rule_id }]) => {
      const group = groups.get(rule_id);
      return group ? [effectsOn(shopper, group)] : [];
    });
    const { country, platform, appVersion } = shopper;
    const where = { country, platform, ...(platform !== "web" && { app_version: appVersion }) };
    for (const { name, at, value, more } of visitSteps(random, effects, start, () => (orders += 1)))
      if (at < start + longestVisit) log(name, at, { ...where, ...JSON.parse(`{${more.slice(1)}}`) }, value);
    sent.visits += 1;
  }

  /** Average number of events per visit, including those still due; determines how many visits to start to keep the rate. */
  const eventsOfVisit = () => (sent.visits < 20 ? 8 : (sent.events + due.length) / sent.visits);

  async function sendDue() {
    const now = Date.now();
    const ready = due.filter(({ at }) => at <= now).map(({ event }) => event);
    due = due.filter(({ at }) => at > now);
    for (let from = 0; from < ready.length; from += eventsOfBatch) {
      const events = ready.slice(from, from + eventsOfBatch);
      await post("/v1/rgstr", { events });
      sent.events += events.length;
    }
    sent.waiting = due.length;
    onSent?.(sent);
  }

  try {
    for (let last = performance.now(); ;) {
      const now = performance.now();
      planned += (rate * (now - last)) / 1000 / eventsOfVisit();
      last = now;
      const visits = Math.floor(planned);
      planned -= visits;
      await Promise.all(Array.from({ length: visits }, () => visit(Date.now())));
      await sendDue();
      await wait(pace, undefined, { signal: stop });
    }
  } catch (error) {
    if (!stop.aborted) throw error;
  }
}
