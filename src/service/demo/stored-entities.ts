// Converts the demo's gates, configs, experiments and metrics to their stored form; `now` in ms.
import { createHash } from "node:crypto";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import type { Experiment } from "#contract/experiment.ts";
import type { Gate } from "#contract/gate.ts";
import { objectOfTwins, valueOfJson5 } from "#contract/json5.ts";
import type { Metric } from "#contract/metric.ts";
import type { ConfigRuleUpdate } from "#contract/rule-update.ts";
import type { Rule } from "#contract/rule.ts";
import {
  readConfigs,
  readExperiments,
  readGates,
  readMetrics,
  type Authors,
  type DemoExperiment,
} from "./data-files.ts";

export const day = 86_400_000;

const people = {
  signe: { id: "signe_dahl", name: "Signe Dahl", email: "signe@havnhytte.example" },
  tobias: { id: "tobias_brandt", name: "Tobias Brandt", email: "tobias@havnhytte.example" },
  aino: { id: "aino_salmela", name: "Aino Salmela", email: "aino@havnhytte.example" },
  lukas: { id: "lukas_verhoeven", name: "Lukas Verhoeven", email: "lukas@havnhytte.example" },
  priya: { id: "priya_raman", name: "Priya Raman", email: "priya@havnhytte.example" },
};

/** Adds creator, modifier, times and reason of the last change to an entity. */
function authored<Entity extends Authors>(
  { by, changedBy = by, created, changed, before, ...entity }: Entity,
  now: number,
) {
  const { id, name, email } = people[by];
  const modifier = people[changedBy];
  return {
    ...entity,
    idType: "userID",
    creatorID: id,
    creatorName: name,
    creatorEmail: email,
    createdTime: now - Math.round(created * day),
    lastModifierID: modifier.id,
    lastModifierName: modifier.name,
    lastModifierEmail: modifier.email,
    lastModifiedTime: now - Math.round(changed * day),
    ...(before?.reason ? { lastModifiedReason: before.reason } : {}),
    owner: { ownerID: id, ownerName: name, ownerType: "USER", ownerEmail: email },
  };
}

/** Derives an id from owner and name only, so that every demo has the same ids. */
const baseID = (owner: string, name: string) =>
  createHash("sha256").update(`${owner}.${name}`).digest("base64url").replaceAll(/[-_]/g, "").slice(0, 20);

const withValue = <Item extends { returnValueJson5?: string | null | undefined }>(item: Item) => ({
  ...item,
  returnValue: objectOfTwins(undefined, item.returnValueJson5),
});

const storedRules = (owner: string, rules: readonly ConfigRuleUpdate[]) =>
  rules.map(({ variants, ...rule }): Rule => ({
    ...withValue(rule),
    id: `${baseID(owner, rule.name)}:${rule.passPercentage.toFixed(2)}:1`,
    baseID: baseID(owner, rule.name),
    ...(variants && {
      variants: variants.map((variant) => ({
        ...withValue(variant),
        id: baseID(`${owner}.${rule.name}`, variant.name),
      })),
    }),
  }));

export const demoGates = (now: number, gates = readGates()): Gate[] =>
  gates.map((gate) => ({
    ...authored(gate, now),
    isEnabled: gate.status === "In Progress" || gate.status === "Launched",
    rules: storedRules(gate.id, gate.rules),
  }));

const demoConfigs = (now: number, configs = readConfigs()): DynamicConfig[] =>
  configs.map((config) => {
    const schema = valueOfJson5(config.schemaJson5);
    return {
      ...authored(config, now),
      targetApps: [],
      rules: storedRules(config.id, config.rules),
      defaultValue: objectOfTwins(undefined, config.defaultValueJson5),
      ...(schema === undefined ? {} : { schema: JSON.stringify(schema) }),
    };
  });

/** Returns start and end of an experiment in ms; a running one has no end. */
export const windowOf = (
  { started, ended, startsIn = 0 }: Pick<DemoExperiment, "started" | "ended" | "startsIn">,
  now: number,
) => ({
  startTime: started === undefined ? (startsIn > 0 ? now + startsIn * day : null) : now - started * day,
  endTime: ended === undefined ? null : now - ended * day,
});

/** Returns inline targeting of users who pass the gate. */
const targetingAt = (owner: string, gateID: string) =>
  storedRules(owner, [
    {
      name: "Targeting",
      passPercentage: 100,
      conditions: [{ type: "passes_gate", targetValue: gateID }],
      environments: null,
    },
  ]);

function demoExperiments(now: number, experiments = readExperiments()): Experiment[] {
  const types = new Map(readMetrics().map(({ name, type }) => [name, type]));
  const references = (names: string[]) => names.map((name) => ({ name, type: types.get(name) ?? "unknown" }));
  return experiments.map(
    ({
      started,
      ended,
      startsIn,
      inlineTargetingGateID,
      eligible: _eligible,
      crossover: _crossover,
      ...experiment
    }) => ({
      ...authored(experiment, now),
      ...windowOf({ started, ended, startsIn }, now),
      primaryMetrics: references(experiment.primaryMetrics),
      secondaryMetrics: references(experiment.secondaryMetrics),
      groups: experiment.groups.map(({ effects: _effects, lost: _lost, ...group }) => group),
      decisionTime: experiment.decisionReason === null ? null : now - experiment.changed * day,
      inlineTargetingRulesJSON: JSON.stringify(
        inlineTargetingGateID === undefined ? [] : targetingAt(experiment.id, inlineTargetingGateID),
      ),
      dimensions: experiment.dimensions.map((key) => ({ key, type: "user" })),
    }),
  );
}

interface Changed extends Authors {
  rules?: readonly { readonly name: string; readonly passPercentage: number }[];
}

/** Returns the first version of each entity that has a recorded previous version. */
const firstVersions = <Item extends Changed>(items: readonly Item[]): Item[] =>
  items.flatMap((item) => {
    const { by, created, before, rules } = item;
    if (!before) return [];
    return {
      ...item,
      changed: created,
      changedBy: by,
      before: undefined,
      ...(before.status === undefined ? {} : { status: before.status }),
      ...(rules && {
        rules: rules.map((rule) => ({
          ...rule,
          passPercentage: before.percentages[rule.name] ?? rule.passPercentage,
        })),
      }),
    };
  });

/** Returns gates, configs and experiments in stored form, with their previous versions. */
export const demoEntities = (now: number) => ({
  gate: { current: demoGates(now), former: demoGates(now, firstVersions(readGates())) },
  dynamic_config: { current: demoConfigs(now), former: demoConfigs(now, firstVersions(readConfigs())) },
  experiment: {
    current: demoExperiments(now),
    // Every previous version of an experiment was running.
    former: demoExperiments(
      now,
      firstVersions(readExperiments()).map(
        ({ ended: _ended, startsIn: _startsIn, launchedGroupID: _launched, ...experiment }) => ({
          ...experiment,
          decisionReason: null,
        }),
      ),
    ),
  },
});

export const demoMetrics = (now: number): Metric[] =>
  readMetrics().map((metric) => ({
    id: `${metric.name}::${metric.type}`,
    isVerified: true,
    createdTime: now - 400 * day,
    ...metric,
  }));
