// Response schemas of feature gates (API 2.4, 4.7).
import { z } from "zod/mini";
import { entityFields, Owner } from "./envelope.ts";
import { Rule } from "./rule.ts";

export const gateStatuses = ["In Progress", "Launched", "Disabled", "Archived"] as const;
export const gateTypes = ["TEMPORARY", "PERMANENT", "STALE", "TEMPLATE"] as const;

export const Gate = z.looseObject({
  ...entityFields,
  isEnabled: z.boolean(),
  status: z.string(),
  rules: z.array(Rule),
  checksPerHour: z.nullish(z.number()),
  type: z.nullish(z.string()),
  typeReason: z.nullish(z.string()),
  team: z.nullish(z.string()),
  teamID: z.nullish(z.string()),
  releasePipelineID: z.nullish(z.string()),
  reviewSettings: z.nullish(
    z.looseObject({ requiredReview: z.boolean(), allowedReviewers: z.array(z.unknown()) }),
  ),
  measureMetricLifts: z.nullish(z.boolean()),
  store0100Exposures: z.nullish(z.boolean()),
  owner: z.nullish(Owner),
  monitoringMetrics: z.nullish(z.array(z.unknown())),
  version: z.nullish(z.number()),
});
export type Gate = z.infer<typeof Gate>;

/** Response of a rule update: the gate with at least these fields (API 4.7). */
export const UpdatedGate = z.looseObject({
  ...Gate.shape,
  name: z.optional(z.string()),
  status: z.optional(z.string()),
});
export type UpdatedGate = z.infer<typeof UpdatedGate>;

/** Returns the effective state of a gate as a status. A disabled gate is "Disabled" whatever its stored status, unless archived. */
export const gateState = ({
  status,
  isEnabled,
}: {
  status?: string | null | undefined;
  isEnabled: boolean;
}) => (status !== "Archived" && !isEnabled ? "Disabled" : (status ?? "In Progress"));
