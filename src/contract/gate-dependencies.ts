// The dependents and dependencies of a gate, as one answer: entities, the references between them, and where it was cut off.
import { z } from "zod/mini";
import { bounded } from "./query-fields.ts";
import { Gate } from "./gate.ts";

export const entityKinds = ["gate", "experiment", "dynamic_config"] as const;
export const dependencyDirections = ["dependents", "dependencies"] as const;
export type DependencyDirection = (typeof dependencyDirections)[number];

/** Choice: the dependencies of a gate are answered in both directions: within 20 steps and 1000 entities each unless the query says otherwise, the nearest first. */
export const DependenciesQuery = z.strictObject({
  direction: z.optional(z.enum(dependencyDirections)).check(z.meta({ description: "both when absent" })),
  depth: bounded(20, 1, 100, "Most steps from the gate; "),
  limit: bounded(1000, 1, 2000, "Most entities of each direction; "),
});

/** One place where an entity refers to a gate. */
export const GateReference = z.looseObject({
  gateID: z.string(),
  /** By a condition, or as the targeting gate of an experiment. */
  how: z.enum(["passes", "fails", "targets"]),
  /** Of the rules, or of an experiment's inline targeting. From 0. */
  ruleIndex: z.optional(z.number()),
  ruleName: z.optional(z.string()),
  /** baseID of the rule. */
  ruleID: z.optional(z.string()),
  /** null is every environment. */
  environments: z.nullish(z.array(z.string())),
});
export type GateReference = z.infer<typeof GateReference>;

const EntityKey = z.looseObject({ kind: z.enum(entityKinds), id: z.string() });

export const DependencyEntity = z.extend(EntityKey, {
  name: z.string(),
  /** As the entity itself answers it; "Enabled" or "Disabled" for a config that is not archived, "Missing" for a gate that does not exist. */
  status: z.string(),
  isEnabled: z.optional(z.boolean()),
  isMissing: z.optional(z.literal(true)),
  checksPerHour: z.nullish(z.number()),
  type: z.nullish(z.string()),
  typeReason: z.nullish(z.string()),
  /** Of an experiment; times in ms since the epoch, duration in days. */
  startTime: z.nullish(z.number()),
  endTime: z.nullish(z.number()),
  duration: z.nullish(z.number()),
});
export type DependencyEntity = z.infer<typeof DependencyEntity>;

/** `from` refers to the gate `to`. */
export const DependencyEdge = z.looseObject({
  from: EntityKey,
  to: z.string(),
  references: z.array(GateReference),
});
export type DependencyEdge = z.infer<typeof DependencyEdge>;

/** Where something is missing from the answer: beyond the bounds, or in a text that cannot be read. */
export const Truncation = z.extend(EntityKey, {
  name: z.string(),
  reason: z.enum(["depth", "limit", "unreadable"]),
  /** One sentence. */
  message: z.string(),
});
export type Truncation = z.infer<typeof Truncation>;

const Dependencies = z.looseObject({
  /** The nearest first. */
  entities: z.array(DependencyEntity),
  edges: z.array(DependencyEdge),
  truncations: z.array(Truncation),
});

export const GateDependencies = z.looseObject({
  start: DependencyEntity,
  /** The entities that refer to the gate, directly or through other gates; empty where it was not requested. */
  dependents: Dependencies,
  /** The gates that the gate refers to, directly or through other gates; empty where they were not requested. */
  dependencies: Dependencies,
  /** The gate itself and those of its dependencies that exist, whole, so that their rules can be evaluated. */
  gates: z.array(Gate),
});
export type GateDependencies = z.infer<typeof GateDependencies>;
