// Format of a project file: field names as in the API, strict about values, with defaults for absent fields.
import { createHash } from "node:crypto";
import { z } from "zod/mini";
import { DynamicConfig } from "#contract/dynamic-config.ts";
import { EntityName, experimentIDProblem, idFormOf } from "#contract/entity-name.ts";
import { EntityPropertySource } from "#contract/entity-property.ts";
import {
  confidenceLevels,
  Experiment,
  experimentStatuses,
  experimentTypes,
  Group,
} from "#contract/experiment.ts";
import { Gate, gateStatuses, gateTypes } from "#contract/gate.ts";
import { valueOfJson5 } from "#contract/json5.ts";
import { directionalities, Metric } from "#contract/metric.ts";
import { ConfigRuleUpdate, refuse, uniqueRuleNames } from "#contract/rule-update.ts";
import { baseIDOf } from "#contract/rule.ts";
import { newRuleIdentity } from "#targeting/evaluate/rule-id.ts";

const idOf = (given: { id?: string | undefined; name: string }) => given.id ?? idFormOf(given.name);

/** Returns the ids of a rule. A rule without an id gets the same generated one at every import, so that importing twice changes nothing. */
function identity(entityID: string, rule: ConfigRuleUpdate) {
  const base = rule.baseID ?? rule.id?.split(":")[0];
  const made = createHash("sha256").update(`${entityID}.${rule.name}`).digest("hex").slice(0, 20);
  const fresh = newRuleIdentity(base ?? made, rule.passPercentage);
  return rule.id
    ? { id: rule.id, baseID: baseIDOf({ id: rule.id, baseID: base }) }
    : { id: fresh.id, baseID: fresh.baseID };
}

const withValue = <Item extends { returnValue?: unknown; returnValueJson5?: string | null | undefined }>(
  item: Item,
) => ({
  ...item,
  ...(item.returnValue === undefined && item.returnValueJson5
    ? { returnValue: valueOfJson5(item.returnValueJson5) }
    : {}),
});

const storedRules = (entityID: string, rules: readonly ConfigRuleUpdate[]) =>
  rules.map((rule) => ({
    ...withValue(rule),
    ...identity(entityID, rule),
    environments: rule.environments ?? null,
    ...(rule.variants ? { variants: rule.variants.map(withValue) } : {}),
  }));

const named = { id: z.optional(EntityName), name: EntityName };
const ruled = {
  ...named,
  isEnabled: z._default(z.boolean(), true),
  rules: z._default(z.array(ConfigRuleUpdate), []),
};

const ProjectGate = z.pipe(
  z
    .extend(Gate, {
      ...ruled,
      status: z._default(z.enum(gateStatuses), "In Progress"),
      type: z._default(z.enum(gateTypes), "TEMPORARY"),
    })
    .check(uniqueRuleNames),
  z.transform((gate) => {
    const id = idOf(gate);
    return Gate.parse({
      typeReason: "NONE",
      idType: "userID",
      tags: [],
      ...gate,
      id,
      rules: storedRules(id, gate.rules),
    });
  }),
);

const ProjectConfig = z.pipe(
  z
    .extend(DynamicConfig, {
      ...ruled,
    })
    .check(uniqueRuleNames),
  z.transform((config) => {
    const id = idOf(config);
    const value = config.defaultValue ?? valueOfJson5(config.defaultValueJson5);
    return DynamicConfig.parse({
      idType: "userID",
      tags: [],
      ...config,
      ...(value === undefined ? {} : { defaultValue: value }),
      id,
      rules: storedRules(id, config.rules),
    });
  }),
);

const ProjectGroup = z.extend(Group, {
  id: z.optional(z.string().check(z.minLength(1))),
  name: z.string().check(z.minLength(1)),
  size: z.number().check(z.gte(0), z.lte(100)),
});

const ProjectExperiment = z.pipe(
  z
    .extend(Experiment, {
      ...named,
      status: z._default(z.enum(experimentStatuses), "setup"),
      experimentType: z._default(z.enum(experimentTypes), "BASE"),
      defaultConfidenceInterval: z._default(z.enum(confidenceLevels), "95"),
      groups: z.array(ProjectGroup).check(z.minLength(1)),
    })
    .check(
      z.superRefine((experiment, context) => {
        const reserved = experimentIDProblem(idOf(experiment));
        if (reserved) refuse(context, experiment.id === undefined ? "name" : "id", reserved);
        const ids = experiment.groups.map((group) => group.id ?? group.name);
        if (new Set(ids).size < ids.length) refuse(context, "groups", "Duplicate group id(s) given");
        const { controlGroupID, startTime, endTime } = experiment;
        if (controlGroupID && !ids.includes(controlGroupID))
          refuse(context, "controlGroupID", `No group has the id '${controlGroupID}'`);
        if (typeof startTime === "number" && typeof endTime === "number" && endTime < startTime)
          refuse(context, "endTime", "Must not be before startTime");
      }),
    ),
  // Choice: an imported group without an id has its name as id, and computed fields in a file are ignored.
  z.transform(
    ({
      healthChecks: _checks,
      healthCheckStatus: _overall,
      leadResult: _lead,
      decidedBy: _decider,
      changesSinceDecision: _since,
      ...experiment
    }) =>
      Experiment.parse({
        idType: "userID",
        tags: [],
        startTime: null,
        endTime: null,
        targetingGateID: "",
        bonferroniCorrection: false,
        primaryMetrics: [],
        secondaryMetrics: [],
        ...experiment,
        id: idOf(experiment),
        groups: experiment.groups.map((group) => ({
          parameterValues: {},
          description: "",
          ...group,
          id: group.id ?? group.name,
        })),
      }),
  ),
);

const ProjectMetric = z.pipe(
  z.extend(Metric, {
    id: z.optional(z.string().check(z.minLength(1))),
    name: z.string().check(z.minLength(1)),
    type: z.string().check(z.minLength(1)),
    directionality: z._default(z.enum(directionalities), "increase"),
    lineage: z.prefault(
      z.looseObject({
        events: z._default(z.array(z.string()), []),
        metrics: z._default(z.array(z.string()), []),
      }),
      {},
    ),
  }),
  z.transform((metric) =>
    Metric.parse({
      tags: [],
      ...metric,
      id: metric.id ?? `${metric.name}::${metric.type}`,
    }),
  ),
);

/** A source's id is its name. */
const ProjectEntityProperty = z.pipe(
  z.partial(EntityPropertySource, { id: true }),
  z.transform((source) => EntityPropertySource.parse({ ...source, id: source.name })),
);

export const ProjectFile = z.strictObject({
  gates: z._default(z.array(ProjectGate), []),
  dynamicConfigs: z._default(z.array(ProjectConfig), []),
  experiments: z._default(z.array(ProjectExperiment), []),
  metrics: z._default(z.array(ProjectMetric), []),
  entityProperties: z._default(z.array(ProjectEntityProperty), []),
});
export type ProjectFile = z.output<typeof ProjectFile>;
