// Recent changes of gates, dynamic configs and experiments across the project, as listed on the home page.
import { z } from "zod/mini";
import { DynamicConfig } from "./dynamic-config.ts";
import { pageFields, textList, wholeNumber } from "./query-fields.ts";
import { Experiment } from "./experiment.ts";
import { Gate } from "./gate.ts";

const changeOf = <Kind extends string, Entity extends z.ZodMiniType>(kind: Kind, entity: Entity) =>
  z.looseObject({
    kind: z.literal(kind),
    id: z.string(),
    action: z.enum(["created", "changed", "deleted"]),
    /** The version created by the change; for a deletion, the number that would have come next. */
    version: z.number(),
    /** ms since the epoch. */
    time: z.number(),
    /** True if no later change was saved. */
    isCurrent: z.boolean(),
    /** The versions before and after the change; null if there is none, or if one is too large to be listed. */
    before: z.nullable(entity),
    after: z.nullable(entity),
  });

export const RecentChange = z.union([
  changeOf("gate", Gate),
  changeOf("dynamic_config", DynamicConfig),
  changeOf("experiment", Experiment),
]);
export type RecentChange = z.infer<typeof RecentChange>;

export const ChangesQuery = z.object({
  ...pageFields,
  since: z.optional(wholeNumber(0)),
  /** Ids of gates; returns only their changes. */
  gates: z.optional(textList),
});
