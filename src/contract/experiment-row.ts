// An experiment as lists show it: less than half of its size, so that a page of a list travels and is checked faster.
import { z } from "zod/mini";
import { Owner } from "./envelope.ts";
import { GuardrailResult, HealthCheck, LeadResult, MetricReference } from "./experiment-overview.ts";
import { nullishNumber, nullishText, text } from "./plain-fields.ts";

export const ExperimentRow = z.object({
  id: text,
  name: text,
  status: text,
  idType: nullishText,
  targetingGateID: nullishText,
  owner: z.nullish(Owner),
  creatorName: nullishText,
  startTime: nullishNumber,
  endTime: nullishNumber,
  /** Planned duration in days. */
  duration: nullishNumber,
  /** Only the lead metric, which is the first one. */
  primaryMetrics: z.nullish(z.array(MetricReference)),
  groups: z.array(z.looseObject({ id: text, name: text })),
  controlGroupID: nullishText,
  launchedGroupID: nullishText,
  decisionTime: z.optional(z.unknown()),
  /** The checks that did not pass or list changes, and one that passed if there is any. */
  healthChecks: z.nullish(z.array(HealthCheck)),
  healthCheckStatus: nullishText,
  leadResult: z.nullish(LeadResult),
  worstGuardrail: z.nullish(GuardrailResult),
});
export type ExperimentRow = z.infer<typeof ExperimentRow>;
