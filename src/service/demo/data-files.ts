// Reads the data files of the demo and validates them with the contract's
// schemas. They are converted to stored entities in stored-entities.ts.
import { z } from "zod/mini";
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

function read<Item extends z.ZodMiniType>(text: string, item: Item): z.output<Item>[] {
  const parsed = parseJson5(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return z.array(item).parse(parsed.value);
}

const days = z.number().check(z.gte(0));
const Person = z.enum(["signe", "tobias", "aino", "lukas", "priya"]);
const tags = z.array(z.string());

/** Fields that gates, configs and experiments share. */
const entity = {
  id: EntityName,
  name: EntityName,
  description: Description,
  /** The creator, and the last modifier if it is a different person. */
  by: Person,
  changedBy: z.optional(Person),
  /** Days before now. */
  created: days,
  changed: days,
};
export interface Authors extends Pick<DemoGate, "by" | "changedBy" | "created" | "changed"> {
  before?: { reason: string; status?: string | undefined; percentages: Record<string, number> } | undefined;
}

/** How the previous version differed, and the reason of the last change; absent if there is no previous version. */
const before = <const Status extends z.ZodMiniType>(status: Status) =>
  z.optional(
    z.strictObject({
      reason: z._default(z.string(), ""),
      status: z.optional(status),
      /** Pass percentages by rule name. */
      percentages: z._default(z.record(z.string(), z.number()), {}),
    }),
  );

const DemoGate = z.strictObject({
  ...entity,
  before: before(z.enum(gateStatuses)),
  status: z._default(z.enum(gateStatuses), "In Progress"),
  type: z._default(z.enum(gateTypes), "TEMPORARY"),
  tags: z.optional(tags),
  checksPerHour: z.number().check(z.gte(0)),
  team: Gate.shape.team,
  reviewSettings: Gate.shape.reviewSettings,
  rules: z.array(ConfigRuleUpdate),
});
type DemoGate = z.output<typeof DemoGate>;

const DemoConfig = z.strictObject({
  ...entity,
  before: before(z.never()),
  isEnabled: z._default(z.boolean(), true),
  tags,
  schemaJson5: z.optional(z.string()),
  defaultValueJson5: z.string(),
  rules: z.array(ConfigRuleUpdate),
});

const Step = z.enum(["view", "search", "wishlist", "basket", "start", "complete", "support"]);
/** A step of a visit; groups may change its probability. */
export type Step = z.output<typeof Step>;
const Effects = z.partialRecord(Step, z.number());
/** Factors by which the probabilities of steps change; 1 if absent. */
export type Effects = z.output<typeof Effects>;

const share = z._default(z.number().check(z.gte(0), z.lte(1)), 0);

const values = z.optional(z.array(z.string()));
/** Selects shoppers with one of the values of each property; all if no property is given. */
const Shoppers = z.strictObject({ country: values, platform: values, tier: values });
export type Shoppers = z.output<typeof Shoppers>;

const DemoExperiment = z.strictObject({
  ...entity,
  before: before(z.enum(experimentStatuses)),
  hypothesis: z.string(),
  status: z.enum(experimentStatuses),
  /** Start and end in days before now; absent before the start, and while the experiment is running, respectively. */
  started: z.optional(days),
  ended: z.optional(days),
  /** Days until a planned start. */
  startsIn: z.optional(days),
  duration: z.number(),
  allocation: z.number(),
  eligible: z._default(Shoppers, {}),
  targetingGateID: z.optional(z.string()),
  inlineTargetingGateID: z.optional(z.string()),
  tags,
  team: z.string(),
  primaryMetrics: z.array(z.string()),
  secondaryMetrics: z.array(z.string()),
  groups: z.array(
    z.strictObject({
      ...Group.shape,
      parameterValues: z.record(z.string(), z.unknown()),
      description: z._default(z.string(), ""),
      effects: z._default(Effects, {}),
      /** Shoppers for whom the group has no effect. */
      unaffected: z.optional(Shoppers),
      lost: share,
    }),
  ),
  launchedGroupID: z.optional(z.string()),
  decisionReason: z._default(z.nullable(z.string()), null),
  crossover: share,
  defaultConfidenceInterval: z.optional(z.enum(confidenceLevels)),
  bonferroniCorrection: z.optional(z.boolean()),
  cuped: z._default(z.boolean(), false),
  sequentialTesting: z._default(z.boolean(), false),
  dimensions: z._default(z.array(z.string()), []),
});
export type DemoExperiment = z.output<typeof DemoExperiment>;

const { id: _made, ...metric } = Metric.shape;
const DemoMetric = z.strictObject({
  ...metric,
  directionality: z._default(z.enum(directionalities), "increase"),
});

/** A source's id is its name. */
const DemoSource = z.partial(EntityPropertySource, { id: true });

export const readGates = () => read(gates, DemoGate);
export const readConfigs = () => read(configs, DemoConfig);
/** In the order in which shoppers are randomized into the experiments. */
export const readExperiments = () => read(experiments, DemoExperiment);
export const readMetrics = () => read(metrics, DemoMetric);
export const readSources = () => read(sources, DemoSource);
