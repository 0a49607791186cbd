// Feature gates as answered (API 2.4, 4.7).
import { z } from "zod";
import { authorship, Owner } from "./envelope.ts";
import { Rule } from "./rule.ts";

export const gateStatuses = ["In Progress", "Launched", "Disabled", "Archived"] as const;
export const gateTypes = ["TEMPORARY", "PERMANENT", "STALE", "TEMPLATE"] as const;

export const Gate = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  idType: z.string().nullish(),
  ...authorship,
  targetApps: z.array(z.unknown()).nullish(),
  holdoutIDs: z.array(z.unknown()).nullish(),
  tags: z.array(z.string()).nullish(),
  isEnabled: z.boolean(),
  status: z.string(),
  rules: z.array(Rule),
  checksPerHour: z.number().nullish(),
  type: z.string().nullish(),
  typeReason: z.string().nullish(),
  team: z.string().nullish(),
  teamID: z.string().nullish(),
  releasePipelineID: z.string().nullish(),
  reviewSettings: z
    .looseObject({ requiredReview: z.boolean(), allowedReviewers: z.array(z.unknown()) })
    .nullish(),
  measureMetricLifts: z.boolean().nullish(),
  store0100Exposures: z.boolean().nullish(),
  owner: Owner.nullish(),
  monitoringMetrics: z.array(z.unknown()).nullish(),
  version: z.number().nullish(),
});
export type Gate = z.infer<typeof Gate>;

/** The answer of a rule update: the gate, at least these fields (API 4.7). */
export const UpdatedGate = Gate.partial().required({ id: true, isEnabled: true, rules: true });
export type UpdatedGate = z.infer<typeof UpdatedGate>;
