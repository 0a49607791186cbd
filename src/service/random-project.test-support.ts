// Random projects and users, for tests of evaluation. They have few names and values, so that conditions often match.
import fc from "fast-check";
import type { Rule } from "#contract/rule.ts";
import { withDerived } from "#targeting/evaluate/derived-attributes.ts";
import type { ConfigFacts, GateFacts } from "#targeting/evaluate/evaluate.ts";
import type { User } from "#targeting/evaluate/places.ts";
import { writtenGates, writtenRules } from "#targeting/evaluate/random-rules.test-support.ts";
import type { ExperimentFacts } from "#targeting/experiments/experiment-steps.ts";
import type { LayerFacts } from "#targeting/experiments/layers.ts";
import type { HoldoutFacts } from "#targeting/rules-document/holdouts.ts";
import type { SegmentFacts } from "#targeting/rules-document/segments.ts";
import type { LibraryUser } from "./server-libraries.test-support.ts";

/** The same user as our own rules evaluate it. */
export const ownUser = ({ statsigEnvironment, ...user }: LibraryUser, time: number): User => ({
  ...withDerived(user),
  environment: statsigEnvironment?.tier,
  time,
});

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

/** A config with variants, made of random rules. */
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

const overridden = {
  groupID: fc.constantFrom("group-0", "group-1"),
  environment: fc.constantFrom(null, "production", "Staging"),
};

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
    removeTargeting: fc.constantFrom(null, false, true),
    controlGroupID: fc.constantFrom(null, "group-1"),
    holdback: fc.constantFrom(null, 0, 20),
    overrides: fc.oneof(
      { weight: 3, arbitrary: fc.constant(null) },
      fc.array(
        fc.record({ ...overridden, type: fc.constant("gate"), id: fc.constantFrom("g1", "g2", "none") }),
        { maxLength: 2 },
      ),
    ),
    userIDOverrides: fc.oneof(
      fc.constant(null),
      fc.array(
        fc.record({
          ...overridden,
          ids: fc.uniqueArray(text, { maxLength: 3 }),
          unitType: fc.constantFrom(null, "userID", "plan"),
        }),
        { maxLength: 2 },
      ),
    ),
    startTime: fc.constantFrom(null, 1_714_521_600_000, 4_102_444_800_000),
    assigned: fc.option(fc.uniqueArray(text, { maxLength: 4 }), { nil: undefined }),
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

/** The experiments of a layer; the project's own experiment may be one of them. */
const layered = fc
  .record({
    isOnLayer: fc.boolean(),
    defaults: fc.record({ index: fc.constantFrom(-1, 0.5), word: fc.constantFrom("", "none") }),
    others: fc.array(experiment, { maxLength: 2 }),
    cuts: fc.uniqueArray(fc.integer({ min: 1, max: 998 }), { minLength: 4, maxLength: 4 }),
    times: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 3, maxLength: 3 }),
    own: experiment,
  })
  .map(({ isOnLayer, defaults, others, cuts, times, own }) => {
    const layer: LayerFacts = {
      id: "layer",
      idType: "userID",
      parameters: Object.entries(defaults).map(([name, defaultValue]) => ({
        name,
        type: typeof defaultValue,
        defaultValue,
      })),
    };
    const edges = [...cuts].sort((one, other) => one - other);
    const experiments = [own, ...others].map((one, place): ExperimentFacts => {
      const [first = 0, last = 0] = edges.slice(place);
      return {
        ...one,
        id: place === 0 ? one.id : `other-${place}`,
        groups: one.groups.map((group) => ({
          ...group,
          id: place === 0 ? group.id : `${place}-${group.id}`,
        })),
        ...(place === 2 ? { launchedGroupID: `2-${one.launchedGroupID}` } : {}),
        decisionTime: times[place],
        ...((place > 0 || isOnLayer) && { layerID: layer.id, layerBuckets: [[first, last - 1]] }),
      };
    });
    return { layer, experiments };
  });

/** Two segments, and gates with rules that refer to these or to one that does not exist. */
const withSegments = fc
  .record({
    gates: writtenGates,
    ids: fc.uniqueArray(text, { maxLength: 4 }),
    idType: fc.constantFrom("userID", "plan"),
    rules: writtenRules,
    asks: fc.array(
      fc.option(
        fc.record({
          type: fc.constantFrom("passes_segment", "fails_segment"),
          targetValue: fc.uniqueArray(fc.constantFrom("list", "ruled", "none"), {
            minLength: 1,
            maxLength: 2,
          }),
        }),
      ),
      { minLength: 3, maxLength: 3 },
    ),
  })
  .map(({ gates, ids, idType, rules, asks }) => {
    const alone = rules.map((rule) => ({
      ...rule,
      conditions: rule.conditions.filter(({ type }) => !/_(gate|segment)$/.test(type)),
    }));
    const segments: SegmentFacts[] = [
      { id: "list", type: "id_list", idType, rules: [], ids },
      { id: "ruled", type: "rule_based", idType: "userID", rules: alone, ids: [] },
    ];
    const asking = [...gates].map(([id, gate], place): [string, GateFacts] => {
      const condition = asks[place];
      const [first, ...others] = gate.rules;
      if (!condition || !first) return [id, gate];
      return [
        id,
        { ...gate, rules: [{ ...first, conditions: [...first.conditions, condition] }, ...others] },
      ];
    });
    return { gates: new Map(asking), segments };
  });

/** Holdouts of gates, the config, the experiments and the layer. */
const holdouts: fc.Arbitrary<HoldoutFacts[]> = fc
  .array(
    fc.record({
      idType: fc.constantFrom("userID", "plan"),
      isEnabled: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.constant(false)),
      passPercentage: share,
      gateIDs: fc.subarray(["g1", "g2"]),
      dynamicConfigIDs: fc.subarray(["config"]),
      experimentIDs: fc.subarray(["experiment", "other-1"]),
      layerIDs: fc.subarray(["layer"]),
    }),
    { maxLength: 2 },
  )
  .map((all) => all.map((one, place) => ({ ...one, id: `held-${place}`, name: `Held ${place}` })));

export const project = fc.record({
  holdouts,
  withSegments,
  config: fc
    .tuple(writtenRules, fc.array(share, { maxLength: 3 }))
    .map(([rules, shares]) => configOf(rules, shares)),
  layered,
  users: fc.array(libraryUser, { minLength: 40, maxLength: 40 }),
});
