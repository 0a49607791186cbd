// A stored gate, and its conversion to the API: with its console link, and without the internal counts of its rules.
import { z } from "zod/mini";
import { Gate } from "#contract/gate.ts";
import type { Reader } from "#service/database/database.ts";
import { parsedOnce } from "#service/database/entities.ts";
import { emptyEntity, permalinkOf, withEveryField } from "#service/http/answered-entity.ts";
import type { RequestContext } from "#service/http/handler.ts";
import { responseCache } from "#service/http/response-cache.ts";
import { answeredRule, StoredRule } from "#targeting/evaluate/stored-rule.ts";
import { stalenessFactsOf, stalenessReasonOf } from "#targeting/lint/type-reason.ts";
import { gateChecks } from "#service/database/check-summary.ts";
import { referencedGates } from "#service/database/entity-references.ts";
import { checksOf } from "./checks-of-gate.ts";

const StoredGate = z.extend(Gate, { rules: z.array(StoredRule), version: z._default(z.number(), 1) });
export type StoredGate = z.output<typeof StoredGate>;

export const parseGate = parsedOnce((document): StoredGate => StoredGate.parse(document));

const empty = {
  ...emptyEntity,
  targetApps: [],
  checksPerHour: 0,
  team: null,
  reviewSettings: { requiredReview: false, allowedReviewers: [] },
  measureMetricLifts: false,
  store0100Exposures: false,
  owner: null,
  monitoringMetrics: [],
};

// Choice: a gate stored as STALE is answered as a temporary one, and staleness is computed at each read.
export const answeredType = ({ type }: Pick<StoredGate, "type">) =>
  !type || type === "STALE" ? "TEMPORARY" : type;

/** Converts a stored gate to the API's form, without determining whether it is stale by now. */
export const answeredGate =
  (context: RequestContext) =>
  (gate: StoredGate): Gate =>
    withEveryField<Gate>(
      {
        ...gate,
        type: answeredType(gate),
        typeReason: "NONE",
        rules: gate.rules.map(answeredRule),
        permalink: permalinkOf(context, "gates", gate.id),
      },
      empty,
    );

const kept = responseCache<Gate>();

/** Converts gates to the API's form, with the staleness that follows from their checks, changes and references. */
export async function gateAnswers(
  reader: Reader,
  context: RequestContext,
  gates: readonly StoredGate[],
): Promise<(gate: StoredGate) => Gate> {
  const ids = gates.map((gate) => gate.id);
  const referredTo = ids.length ? await referencedGates(reader, ids) : new Set<string>();
  const summary = await gateChecks(reader, context.now);
  return (gate) => {
    const { perHour, checks } = checksOf(gate, summary);
    const typeReason = stalenessReasonOf(
      stalenessFactsOf(gate, checks),
      referredTo.has(gate.id),
      context.now,
    );
    return kept(gate, [context.consoleUrl, context.companyID, typeReason, perHour], () => {
      const answered = { ...answeredGate(context)(gate), checksPerHour: perHour ?? 0 };
      return typeReason === "NONE" ? answered : { ...answered, type: "STALE", typeReason };
    });
  };
}
