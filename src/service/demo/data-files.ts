// Reads the data files of the demo and checks them by the contract's schemas. The stored form is made in stored-entities.ts.
import { z } from "zod";
import { EntityName } from "#contract/entity-name.ts";
import { EntityPropertySource } from "#contract/entity-property.ts";
import { Description } from "#contract/entity-update.ts";
import { confidenceLevels, experimentStatuses, Group } from "#contract/experiment.ts";
import { Gate, gateStatuses, gateTypes } from "#contract/gate.ts";
import { parseJson5 } from "#contract/json5.ts";
import { directionalities, Metric } from "#contract/metric.ts";
import { ConfigRuleUpdate } from "#contract/rule-update.ts";
import configs from "./dynamic-configs.json5?raw";
import sources from "./entity-properties.json5?raw";
import experiments from "./experiments.json5?raw";
import gates from "./gates.json5?raw";
import metrics from "./metrics.json5?raw";

function read<Item extends z.ZodType>(text: string, item: Item): z.output<Item>[] {
  const parsed = parseJson5(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return z.array(item).parse(parsed.value);
}

const days = z.number().min(0);
const Person = z.enum(["signe", "tobias", "aino", "lukas", "priya"]);
const tags = z.array(z.string());

/** The fields that gates, configs and experiments share. */
const entity = {
  id: EntityName,
  name: EntityName,
  description: Description,
  /** The creator, and who changed it last: the same person when absent. */
  by: Person,
  changedBy: Person.optional(),
  /** Days before now. */
  created: days,
  changed: days,
};
export type Authors = Pick<DemoGate, "by" | "changedBy" | "created" | "changed">;

const DemoGate = z.strictObject({
  ...entity,
  status: z.enum(gateStatuses).default("In Progress"),
  type: z.enum(gateTypes).default("TEMPORARY"),
  tags: tags.default([]),
  checksPerHour: z.number().min(0),
  team: z.string().nullable().default(null),
  reviewSettings: Gate.shape.reviewSettings.default({ requiredReview: false, allowedReviewers: [] }),
  rules: z.array(ConfigRuleUpdate),
});
type DemoGate = z.output<typeof DemoGate>;

const DemoConfig = z.strictObject({
  ...entity,
  isEnabled: z.boolean().default(true),
  tags,
  schemaJson5: z.string().optional(),
  defaultValueJson5: z.string(),
  rules: z.array(ConfigRuleUpdate),
});

const Step = z.enum(["view", "search", "wishlist", "basket", "start", "complete", "support"]);
/** A step of a visit whose probability a group may change. */
export type Step = z.output<typeof Step>;
const Effects = z.partialRecord(Step, z.number());
/** Factors on the probabilities of steps, 1 when absent. */
export type Effects = z.output<typeof Effects>;

const share = z.number().min(0).max(1).default(0);

const DemoExperiment = z.strictObject({
  ...entity,
  hypothesis: z.string(),
  status: z.enum(experimentStatuses),
  /** Days before now; absent before the start, and while the experiment runs. */
  started: days.optional(),
  ended: days.optional(),
  duration: z.number(),
  allocation: z.number(),
  eligible: z
    .strictObject({ country: z.array(z.string()).optional(), platform: z.array(z.string()).optional() })
    .default({}),
  targetingGateID: z.string().default(""),
  inlineTargetingGateID: z.string().optional(),
  tags,
  team: z.string(),
  primaryMetrics: z.array(z.string()),
  secondaryMetrics: z.array(z.string()),
  groups: z.array(
    z.strictObject({
      ...Group.shape,
      parameterValues: z.record(z.string(), z.unknown()),
      description: z.string().default(""),
      effects: Effects.default({}),
      lost: share,
    }),
  ),
  launchedGroupID: z.string().nullable().default(null),
  decisionReason: z.string().nullable().default(null),
  crossover: share,
  defaultConfidenceInterval: z.enum(confidenceLevels).default("95"),
  bonferroniCorrection: z.boolean().default(false),
  cuped: z.boolean().default(false),
  sequentialTesting: z.boolean().default(false),
  dimensions: z.array(z.string()).default([]),
});
export type DemoExperiment = z.output<typeof DemoExperiment>;

const { shape } = Metric;
const DemoMetric = z.strictObject({
  name: shape.name,
  directionality: z.enum(directionalities).default("increase"),
  type: shape.type,
  description: shape.description,
  creatorName: shape.creatorName,
  creatorEmail: shape.creatorEmail,
  owner: shape.owner,
  tags,
  lineage: shape.lineage,
  metricEvents: shape.metricEvents,
  funnelCountDistinct: shape.funnelCountDistinct,
  funnelEventList: shape.funnelEventList,
});

export const readGates = () => read(gates, DemoGate);
export const readConfigs = () => read(configs, DemoConfig);
/** In the order in which each shopper is drawn into them. */
export const readExperiments = () => read(experiments, DemoExperiment);
export const readMetrics = () => read(metrics, DemoMetric);
export const readSources = () => read(sources, EntityPropertySource);
