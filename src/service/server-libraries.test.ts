// The published server libraries, unchanged, decide by our rules document as this product does.
import fc from "fast-check";
import { expect, test } from "vitest";
import { targetValues, type Condition } from "#contract/condition.ts";
import { sameJson } from "#contract/json5.ts";
import type { Rule } from "#contract/rule.ts";
import {
  prepareConfig,
  prepareGate,
  type ConfigFacts,
  type GateFacts,
} from "#targeting/evaluate/evaluate.ts";
import { withDerived } from "#targeting/evaluate/derived-attributes.ts";
import { placeOf, type User } from "#targeting/evaluate/places.ts";
import { gateIDsIn } from "#targeting/evaluate/references.ts";
import { writtenGates, writtenRules } from "#targeting/evaluate/random-rules.test-support.ts";
import { inlineGate, prepareExperiment } from "#targeting/experiments/decide-experiment.ts";
import type { ExperimentFacts } from "#targeting/experiments/experiment-steps.ts";
import { serverLibraries, type LibraryUser, type LibraryValue } from "./server-libraries.test-support.ts";

type Libraries = Awaited<ReturnType<typeof serverLibraries>>;

/** The same user, as rules here see one. */
const ownUser = ({ statsigEnvironment, ...user }: LibraryUser, time: number): User => ({
  ...withDerived(user),
  environment: statsigEnvironment?.tier,
  time,
});

const numeral = /^-?\d+(\.\d+)?$/;

/** False where the libraries themselves read a value differently: each case is an example of its own below. */
function isReadAlike({ operator, ...condition }: Condition, value: unknown): boolean {
  const text = typeof value === "string" ? value : undefined;
  const isNumber = typeof value === "number";
  if (value === undefined || !operator) return true;
  if (/^[gl]te?$/.test(operator))
    return isNumber || (text !== undefined && (numeral.test(text) || Number.isNaN(Number(text))));
  if (operator.startsWith("version_"))
    return text !== undefined && (/^\d+(\.\d+)*(-.*)?$/.test(text) || !/^\d/.test(text));
  if (["before", "after", "on"].includes(operator))
    return Number.isInteger(value) || (text !== undefined && /^\d{7,}$|^.{19}Z$/.test(text));
  if (operator.includes("array_"))
    return targetValues(condition).every((target) => /^(\D|\d+$)/.test(target));
  return operator.endsWith("_null") || !Array.isArray(value);
}

const areReadAlike = (rules: readonly Rule[], user: User) =>
  rules
    .flatMap(({ conditions }) => conditions)
    .every((condition) => isReadAlike(condition, placeOf(condition)?.read(user)));

const text = fc.constantFrom(
  ..."a B b ab De de ss ß true 1 2 2.5 3 -1 1.2 1.2.0 1.10.0-beta.2 0 x7 2024-05-01T12:00:00Z 1714608000000".split(
    " ",
  ),
);
const value = fc.oneof(
  { weight: 5, arbitrary: text },
  { weight: 2, arbitrary: fc.constantFrom(1, 2.5, 3, 7, 1_714_521_600) },
  { weight: 1, arbitrary: fc.constantFrom(true, false) },
  { weight: 2, arbitrary: fc.array(fc.constantFrom("a", "B", "1", "2", "2.5"), { maxLength: 3 }) },
);
const fields = fc.constantFrom(
  "f",
  "plan",
  "browser_name",
  "browser_version",
  "os_name",
  "os_version",
  "device_model",
);

const libraryUser: fc.Arbitrary<LibraryUser> = fc.record(
  {
    userID: fc.oneof(text, fc.string({ unit: "grapheme" })),
    email: text,
    ip: fc.constantFrom("8.8.8.8", "1.1.1.1", "192.168.0.1", "::1", "x"),
    userAgent: fc.constantFrom(
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36",
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
      "Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0",
    ),
    country: fc.constantFrom("DE", "us", "AU"),
    locale: text,
    appVersion: text,
    customIDs: fc.dictionary(fc.constantFrom("f", "plan"), text),
    custom: fc.dictionary(fields, value),
    statsigEnvironment: fc
      .constantFrom("production", "staging", "PRODUCTION", "other")
      .map((tier) => ({ tier })),
  },
  { requiredKeys: ["userID"] },
);

const share = fc.integer({ min: 0, max: 1000 }).map((count) => count / 10);

/** A config with variants, of rules as they come. */
const configOf = (rules: readonly Rule[], shares: readonly number[]): ConfigFacts => ({
  id: "config",
  idType: "plan",
  salt: "grain",
  isEnabled: true,
  defaultValue: { from: "default" },
  rules: rules.map((rule) => ({
    ...rule,
    returnValue: { from: rule.id },
    variants: shares.map((passPercentage, index) => ({
      name: `Variant ${index}`,
      passPercentage: passPercentage / shares.length,
      returnValue: { from: `${rule.id}, ${index}` },
    })),
  })),
});

const experiment: fc.Arbitrary<ExperimentFacts> = fc
  .record({
    status: fc.oneof(
      { weight: 8, arbitrary: fc.constant("active") },
      fc.constantFrom(
        "setup",
        "decision_made",
        "abandoned",
        "archived",
        "experiment_stopped",
        "assignment_stopped",
      ),
    ),
    allocation: fc.oneof(share, fc.constantFrom(100, null)),
    targetingGateID: fc.constantFrom(null, "g1", "g2"),
    inline: fc.option(writtenRules),
    sizes: fc.uniqueArray(share, { minLength: 1, maxLength: 3 }),
    launchedGroupID: fc.constantFrom(null, "group-0"),
    startTime: fc.constantFrom(null, 1_714_521_600_000, 4_102_444_800_000),
  })
  .map(({ inline, sizes, ...rest }) => ({
    ...rest,
    id: "experiment",
    idType: "userID",
    inlineTargetingRulesJSON: inline && JSON.stringify(inline),
    groups: sizes.map((size, index) => ({
      id: `group-${index}`,
      name: `Group ${index}`,
      size: size / sizes.length,
      parameterValues: { index },
    })),
  }));

const project = fc.record({
  gates: writtenGates,
  config: fc
    .tuple(writtenRules, fc.array(share, { maxLength: 3 }))
    .map(([rules, shares]) => configOf(rules, shares)),
  experiment,
  users: fc.array(libraryUser, { minLength: 40, maxLength: 40 }),
});

interface Answer {
  readonly value: unknown;
  readonly rule: string | undefined;
  readonly group?: string | null;
}

interface Asked {
  readonly name: string;
  readonly rules: readonly Rule[];
  /** Undefined where it cannot be judged. */
  readonly own: (user: User) => Answer | undefined;
  readonly theirs: (libraries: ReturnType<Libraries["forUser"]>) => { js: Answer; native: Answer };
}

function askedOf(
  gates: ReadonlyMap<string, GateFacts>,
  config: ConfigFacts,
  experiment: ExperimentFacts,
): Asked[] {
  const withGates = (rules: readonly Rule[]): Rule[] => {
    const ids = new Set(gateIDsIn(rules));
    for (const id of ids) for (const next of gateIDsIn(gates.get(id)?.rules ?? [])) ids.add(next);
    return [...rules, ...[...ids].flatMap((id) => gates.get(id)?.rules ?? [])];
  };
  const decideConfig = prepareConfig(config, gates).decide;
  const decideExperiment = prepareExperiment(experiment, gates).decide;
  const gatesAsked = [...gates.values()].map((gate): Asked => {
    const { decide } = prepareGate(gate, gates);
    return {
      name: gate.id,
      rules: withGates(gate.rules),
      own: (user) => {
        const { outcome, rule } = decide(user);
        return outcome === "unknown" ? undefined : { value: outcome === "pass", rule: rule?.id };
      },
      theirs: (libraries) => libraries.gate(gate.id),
    };
  });
  const configAsked: Asked = {
    name: config.id,
    rules: withGates(config.rules),
    own: (user) => {
      const { value, rule } = decideConfig(user);
      return value && { value, rule: rule?.id };
    },
    theirs: (libraries) => libraries.config(config.id),
  };
  const experimentAsked: Asked = {
    name: experiment.id,
    rules: withGates([
      ...(gates.get(experiment.targetingGateID ?? "")?.rules ?? []),
      ...(inlineGate(experiment)?.rules ?? []),
    ]),
    own: (user) => {
      const decision = decideExperiment(user);
      return "value" in decision
        ? { value: decision.value, rule: decision.step?.id, group: decision.step?.group?.name ?? null }
        : undefined;
    },
    theirs: (libraries) => libraries.experiment(experiment.id),
  };
  return [...gatesAsked, configAsked, experimentAsked];
}

const seed = Number(process.env["LIBRARY_SEED"] ?? 14);
const users = Number(process.env["LIBRARY_USERS"] ?? 2000);

test(`${users} users of random gates, configs and experiments (seed ${seed}) get the same from both libraries and from here`, async () => {
  const time = Date.now();
  const different: string[] = [];
  const counts = { judged: 0, unjudged: 0, readDifferently: 0 };
  for (const { gates, config, experiment, users: some } of fc.sample(project, {
    seed,
    numRuns: users / 40,
  })) {
    const served = { gates: [...gates.values()], configs: [config], experiments: [experiment] };
    const libraries = await serverLibraries(served);
    const asked = askedOf(gates, config, experiment);
    for (const user of some) {
      const theirs = libraries.forUser(user);
      const own = ownUser(user, time);
      for (const one of asked) {
        if (!areReadAlike(one.rules, own)) {
          counts.readDifferently += 1;
          continue;
        }
        const { js, native } = one.theirs(theirs);
        const ours = one.own(own);
        const answers = { ...(ours && { ours: { ...ours, rule: ours.rule ?? js.rule } }), js, native };
        const [first, ...others] = Object.values(answers);
        if (!others.every((other) => sameJson(other, first)))
          different.push(JSON.stringify({ asked: one.name, user, ...answers, rules: one.rules }));
        counts[ours ? "judged" : "unjudged"] += 1;
      }
    }
    await libraries.close();
  }
  expect(different).toEqual([]);
  expect(counts.judged).toBeGreaterThan(users);
});

/** How each library reads a value: as JS, as the native one, and as this product. */
const readDifferently: readonly [
  string,
  Condition["targetValue"],
  LibraryValue,
  boolean,
  boolean,
  boolean,
][] = [
  ["gt", "0", true, true, false, false],
  ["lt", "1", "", true, false, false],
  ["gt", "5", " 6 ", true, false, true],
  ["gt", "5", ["6"], true, false, false],
  ["version_gt", "1.2", 2, false, true, true],
  ["version_gt", "1.2", "1e1", true, false, false],
  ["version_lt", "1.2", "1..1", true, false, false],
  ["before", "2024-05-01", true, true, false, false],
  ["before", "2024-05-01", 2.5, true, false, false],
  ["before", "2024-05-01", "", true, false, false],
  ["after", "2024-05-01", "x7", false, false, false],
  ["before", "2024-05-01", "2030", false, true, true],
  ["before", "2024-05-01", "April 30, 2024", true, false, false],
  ["any", ["a"], ["a"], true, false, false],
  ["str_contains_any", ["a"], ["a"], true, true, false],
  ["array_contains_any", ["2x"], ["2"], false, false, false],
  ["str_matches", "^\\w$", "é", false, true, false],
];

test("where one library reads a value in a way of its own is known", async () => {
  const gates = readDifferently.map(([operator, targetValue], index): GateFacts => {
    const condition = { type: "custom_field", field: "f", operator, targetValue };
    const rule = { id: "r", name: "r", passPercentage: 100, conditions: [condition] };
    return { id: `g${index}`, rules: [rule], isEnabled: true, status: "In Progress" };
  });
  const libraries = await serverLibraries({ gates, configs: [], experiments: [] });
  const found = readDifferently.map(([operator, target, value], index) => {
    const user = { userID: "u", custom: { f: value } };
    const { js, native } = libraries.forUser(user).gate(`g${index}`);
    const [gate] = gates.slice(index);
    const ours = gate && prepareGate(gate).decide(ownUser(user, 0)).outcome === "pass";
    return [operator, target, value, js.value, native.value, ours];
  });
  await libraries.close();
  expect(found).toEqual(readDifferently);
});
