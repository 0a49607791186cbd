// Generates past checks of the demo's gates and configs, as the shop's web page and server would have logged them.
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import { gateState, type Gate } from "#contract/gate.ts";
import type { Rule } from "#contract/rule.ts";
import { hour, hourOf, keptChecks, type CheckCount, type NewCheck } from "#service/database/check-counts.ts";
import { seededRandom } from "./random.ts";

/** Slightly more than 30 days, because stale gates are detected from 30 days without checks. */
const hours = 31 * 24;

/** SDKs with their shares of the checks. */
const libraries = [
  { library: "javascript-client", version: "3.33.5", share: 0.8 },
  { library: "statsig-node", version: "6.5.2", share: 0.2 },
] as const;

/** A gate or config that apps check, with the probability of each rule and outcome. */
interface CheckedEntity {
  kind: "gate" | "config";
  id: string;
  perHour: number;
  createdTime: number;
  answers: readonly Pick<CheckCount, "rule" | "outcome">[];
  shares: readonly number[];
}

type Answers = Pick<CheckedEntity, "answers" | "shares">;

/** Assumed share of users who meet all conditions: employees (matched by e-mail) are few, other conditions match a third. */
const shareMeeting = (conditions: Rule["conditions"]) =>
  conditions.every(({ type }) => type === "public")
    ? 1
    : conditions.some(({ type }) => type === "email")
      ? 0.01
      : 1 / 3;

/** Computes the probability of each rule and outcome; the first rule whose conditions a user meets decides. */
function answersOf(rules: readonly Rule[]): Answers {
  const answers: CheckedEntity["answers"][number][] = [];
  const shares: number[] = [];
  let left = 1;
  const add = (rule: string, outcome: "pass" | "fail", share: number) => {
    if (share <= 0) return;
    answers.push({ rule, outcome });
    shares.push(share);
  };
  for (const { id, conditions, environments, passPercentage } of rules) {
    if (environments && !environments.includes("production")) continue;
    const met = left * shareMeeting(conditions);
    add(id, "pass", (met * passPercentage) / 100);
    add(id, "fail", (met * (100 - passPercentage)) / 100);
    left -= met;
  }
  add("default", "fail", left);
  return { answers, shares };
}

const always = (rule: string, outcome: "pass" | "fail"): Answers => ({
  answers: [{ rule, outcome }],
  shares: [1],
});

function gateAnswers(gate: Gate): Answers {
  const state = gateState(gate);
  if (state === "Launched") return always("launched", "pass");
  return state === "In Progress" ? answersOf(gate.rules) : always("disabled", "fail");
}

const checkedGates = (gates: readonly Gate[]): CheckedEntity[] =>
  gates.map((gate) => ({
    kind: "gate",
    id: gate.id,
    perHour: gate.checksPerHour ?? 0,
    createdTime: gate.createdTime ?? 0,
    ...gateAnswers(gate),
  }));

const checkedConfigs = (configs: readonly DynamicConfig[]): CheckedEntity[] =>
  configs.map((config, index) => ({
    kind: "config",
    id: config.id,
    perHour: 900 * (1 + ((index * 5) % 11)),
    createdTime: config.createdTime ?? 0,
    ...(config.isEnabled ? answersOf(config.rules) : always("disabled", "fail")),
  }));

/** Daily rhythm of traffic: low at night, high in the evening, 1 on average. */
const rhythm = (time: number) => 1 - 0.6 * Math.cos(((time / hour - 4) / 12) * Math.PI);

function countsOf(
  { kind, id, perHour, createdTime, answers, shares }: CheckedEntity,
  now: number,
): CheckCount[] {
  const counts: CheckCount[] = [];
  for (let start = hourOf(now) - hours * hour; start <= now; start += hour) {
    if (start < createdTime) continue;
    const end = Math.min(now, start + hour);
    const all = perHour * rhythm(start) * ((end - start) / hour);
    for (const [index, answer] of answers.entries())
      for (const { library, version, share } of libraries) {
        const checks = Math.round(all * share * (shares[index] ?? 0));
        if (checks === 0) continue;
        const { rule, outcome } = answer;
        counts.push({
          kind,
          id,
          rule,
          outcome,
          library,
          version,
          checks,
          hour: start,
          environment: "production",
          last: end - 1,
        });
      }
  }
  return counts;
}

function newestOf(
  { kind, id, perHour, answers, shares }: CheckedEntity,
  units: readonly string[],
  now: number,
) {
  const random = seededRandom(id.length + perHour);
  const gap = hour / Math.max(1, perHour);
  const drawn = () => {
    let left = random();
    return answers.find((_, index) => (left -= shares[index] ?? 0) < 0) ?? answers.at(-1);
  };
  return Array.from({ length: perHour > 0 ? keptChecks : 0 }, (_, place): NewCheck[] => {
    const answer = drawn();
    const [web, server] = libraries;
    const { library, version } = random() < web.share ? web : server;
    const unit = units[Math.floor(random() * units.length)] ?? "";
    const time = Math.round(now - (keptChecks - place) * gap);
    const sent = { environment: "production", library, version, unit, reason: "Network:Recognized" };
    return answer ? [{ kind, id, ...answer, ...sent, time }] : [];
  }).flat();
}

/** Generates the checks; `now` in ms, `units` are recent users. */
export function demoChecks(
  gates: readonly Gate[],
  configs: readonly DynamicConfig[],
  units: readonly string[],
  now: number,
) {
  const checked = [...checkedGates(gates), ...checkedConfigs(configs)].filter(({ perHour }) => perHour > 0);
  return {
    counts: checked.flatMap((one) => countsOf(one, now)),
    newest: checked.flatMap((one) => newestOf(one, units, now)),
  };
}
