// The stored form of the demo's gates, configs, experiments and metrics; `now` in ms.
import { createHash } from "node:crypto";
import type { DynamicConfig } from "#contract/dynamic-config.ts";
import type { Experiment } from "#contract/experiment.ts";
import type { Gate } from "#contract/gate.ts";
import { parseJson5 } from "#contract/json5.ts";
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

/** The fields of an entity that say who made and changed it. */
function authorship({ by, created, changedBy = by, changed }: Authors, now: number) {
  const { id, name, email } = people[by];
  const modifier = people[changedBy];
  return {
    creatorID: id,
    creatorName: name,
    creatorEmail: email,
    createdTime: now - Math.round(created * day),
    lastModifierID: modifier.id,
    lastModifierName: modifier.name,
    lastModifierEmail: modifier.email,
    lastModifiedTime: now - Math.round(changed * day),
    owner: { ownerID: id, ownerName: name, ownerType: "USER", ownerEmail: email },
  };
}

/** The JSON5 text, if there is one, and the JSON object it stands for. */
function twins(field: string, text: string | null | undefined) {
  const parsed = typeof text === "string" ? parseJson5(text) : undefined;
  return parsed?.ok ? { [field]: parsed.value, [`${field}Json5`]: text } : {};
}

/** Depends on the owner and the name alone, so that every demo has the same ids. */
const baseID = (owner: string, name: string) =>
  createHash("sha256").update(`${owner}.${name}`).digest("base64url").replaceAll(/[-_]/g, "").slice(0, 20);

const storedRules = (owner: string, rules: readonly ConfigRuleUpdate[]) =>
  rules.map(({ name, passPercentage, conditions, environments, variants, returnValueJson5 }): Rule => ({
    id: `${baseID(owner, name)}:${passPercentage.toFixed(2)}:1`,
    baseID: baseID(owner, name),
    name,
    passPercentage,
    conditions,
    environments: environments ?? null,
    ...twins("returnValue", returnValueJson5),
    ...(variants && {
      variants: variants.map((variant) => ({
        id: baseID(`${owner}.${name}`, variant.name),
        name: variant.name,
        passPercentage: variant.passPercentage,
        ...twins("returnValue", variant.returnValueJson5),
      })),
    }),
  }));

export const demoGates = (now: number): Gate[] =>
  readGates().map((gate) => ({
    id: gate.id,
    name: gate.name,
    description: gate.description,
    idType: "userID",
    ...authorship(gate, now),
    targetApps: [],
    holdoutIDs: [],
    tags: gate.tags,
    isEnabled: gate.status === "In Progress" || gate.status === "Launched",
    status: gate.status,
    rules: storedRules(gate.id, gate.rules),
    checksPerHour: gate.checksPerHour,
    type: gate.type,
    team: gate.team,
    reviewSettings: gate.reviewSettings,
    measureMetricLifts: false,
    store0100Exposures: false,
    monitoringMetrics: [],
  }));

export const demoConfigs = (now: number): DynamicConfig[] =>
  readConfigs().map((config) => {
    const { schema, ...json5 } = twins("schema", config.schemaJson5);
    return {
      id: config.id,
      name: config.name,
      description: config.description,
      idType: "userID",
      ...authorship(config, now),
      targetApps: [],
      holdoutIDs: [],
      isEnabled: config.isEnabled,
      rules: storedRules(config.id, config.rules),
      ...twins("defaultValue", config.defaultValueJson5),
      ...(schema === undefined ? {} : { schema: JSON.stringify(schema), ...json5 }),
      tags: config.tags,
    };
  });

/** Times of an experiment, ms; the end of a running one is open. */
export const windowOf = ({ started, ended }: DemoExperiment, now: number) => ({
  startTime: started === undefined ? null : now - started * day,
  endTime: ended === undefined ? null : now - ended * day,
});

export function demoExperiments(now: number): Experiment[] {
  const types = new Map(readMetrics().map(({ name, type }) => [name, type]));
  const references = (names: string[]) => names.map((name) => ({ name, type: types.get(name) ?? "unknown" }));
  const targeting = ({ id, inlineTargetingGateID }: DemoExperiment) =>
    inlineTargetingGateID === undefined
      ? []
      : storedRules(id, [
          {
            name: "Targeting",
            passPercentage: 100,
            conditions: [{ type: "passes_gate", targetValue: inlineTargetingGateID }],
          },
        ]);
  return readExperiments().map((experiment) => ({
    id: experiment.id,
    name: experiment.name,
    description: experiment.description,
    idType: "userID",
    ...authorship(experiment, now),
    targetApps: [],
    holdoutIDs: [],
    tags: experiment.tags,
    team: experiment.team,
    status: experiment.status,
    experimentType: "BASE",
    launchedGroupID: experiment.launchedGroupID,
    ...windowOf(experiment, now),
    layerID: null,
    hypothesis: experiment.hypothesis,
    primaryMetrics: references(experiment.primaryMetrics),
    primaryMetricTags: [],
    secondaryMetrics: references(experiment.secondaryMetrics),
    secondaryMetricTags: [],
    groups: experiment.groups.map(({ effects: _effects, lost: _lost, ...group }) => group),
    allocation: experiment.allocation,
    duration: experiment.duration,
    targetingGateID: experiment.targetingGateID,
    defaultConfidenceInterval: experiment.defaultConfidenceInterval,
    bonferroniCorrection: experiment.bonferroniCorrection,
    decisionReason: experiment.decisionReason,
    decisionTime: experiment.decisionReason === null ? null : now - experiment.changed * day,
    inlineTargetingRulesJSON: JSON.stringify(targeting(experiment)),
    isStale: false,
    cuped: experiment.cuped,
    sequentialTesting: experiment.sequentialTesting,
    dimensions: experiment.dimensions.map((key) => ({ key, type: "user" })),
  }));
}

export const demoMetrics = (now: number): Metric[] =>
  readMetrics().map(({ name, directionality, type, description, ...definition }) => ({
    id: `${name}::${type}`,
    name,
    directionality,
    type,
    description,
    isPermanent: false,
    isReadOnly: false,
    isHidden: false,
    isVerified: true,
    createdTime: now - 400 * day,
    team: null,
    ...definition,
  }));
