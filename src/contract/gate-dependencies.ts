// Response schema of a gate's dependents and dependencies: entities, the references between them, and where the graph was truncated.
import { z } from "zod/mini";
import { bounded } from "./query-fields.ts";
import { Gate } from "./gate.ts";

export const entityKinds = ["gate", "experiment", "dynamic_config"] as const;
export const dependencyDirections = ["dependents", "dependencies"] as const;
export type DependencyDirection = (typeof dependencyDirections)[number];

/** Choice: the dependencies of a gate are returned in both directions, by default within 20 steps and 1000 entities each, the nearest first. */
export const DependenciesQuery = z.strictObject({
  direction: z.optional(z.enum(dependencyDirections)).check(z.meta({ description: "both when absent" })),
  depth: bounded(20, 1, 100, "Most steps from the gate; "),
  limit: bounded(1000, 1, 2000, "Most entities of each direction; "),
});

/** One place where an entity refers to a gate. */
export const GateReference = z.looseObject({
  gateID: z.string(),
  /** passes, fails: by a condition; targets: as the targeting gate of an experiment. */
  how: z.enum(["passes", "fails", "targets"]),
  /** Index (from 0) of the rule, or of the inline targeting rule of an experiment. */
  ruleIndex: z.optional(z.number()),
  ruleName: z.optional(z.string()),
  /** baseID of the rule. */
  ruleID: z.optional(z.string()),
  /** Null means every environment. */
  environments: z.nullish(z.array(z.string())),
});
export type GateReference = z.infer<typeof GateReference>;

const EntityKey = z.looseObject({ kind: z.enum(entityKinds), id: z.string() });

export const DependencyEntity = z.extend(EntityKey, {
  name: z.string(),
  /** Status in the entity's own response; "Enabled" or "Disabled" for
   *  configs that are not archived, "Missing" for gates that do not exist. */
  status: z.string(),
  isEnabled: z.optional(z.boolean()),
  isMissing: z.optional(z.literal(true)),
  checksPerHour: z.nullish(z.number()),
  type: z.nullish(z.string()),
  typeReason: z.nullish(z.string()),
  /** For experiments: times in ms since the epoch, duration in days. */
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

/** A place where the graph is incomplete: beyond the requested bounds, or because rules cannot be parsed. */
export const Truncation = z.extend(EntityKey, {
  name: z.string(),
  reason: z.enum(["depth", "limit", "unreadable"]),
  /** Explanation in one sentence. */
  message: z.string(),
});
export type Truncation = z.infer<typeof Truncation>;

const Dependencies = z.looseObject({
  /** Ordered by distance, the nearest first. */
  entities: z.array(DependencyEntity),
  edges: z.array(DependencyEdge),
  truncations: z.array(Truncation),
});

export const GateDependencies = z.looseObject({
  start: DependencyEntity,
  /** Entities that refer to the gate, directly or through other gates; empty if not requested. */
  dependents: Dependencies,
  /** Gates that the gate refers to, directly or through other gates; empty if not requested. */
  dependencies: Dependencies,
  /** The gate and its existing dependencies in full, so that their rules can be evaluated. */
  gates: z.array(Gate),
});
export type GateDependencies = z.infer<typeof GateDependencies>;
