// The heads by which gates are listed. Whether a gate is stale also depends on the time and on references to it.
import { z } from "zod/mini";
import { Gate, gateState } from "#contract/gate.ts";
import { Rule } from "#contract/rule.ts";
import type { Reader } from "#service/database/database.ts";
import { readReferrers } from "#service/database/entity-references.ts";
import type { Head } from "#service/database/head-list.ts";
import { stalenessFactsOf, staleFrom, stalenessReasonOf } from "#targeting/lint/type-reason.ts";
import { gateChecks } from "#service/database/check-summary.ts";
import { checksOf, type CheckedGate } from "./checks-of-gate.ts";
import { answeredType } from "./stored-gate.ts";

const ofRule = z.pick(Rule, { passPercentage: true, environments: true });
const ofGate = z.pick(Gate, {
  id: true,
  name: true,
  description: true,
  idType: true,
  tags: true,
  creatorName: true,
  lastModifierName: true,
  lastModifiedTime: true,
  createdTime: true,
  isEnabled: true,
  status: true,
  type: true,
  checksPerHour: true,
});

/** The part of a stored gate that lists need: validating the whole of every gate takes several times as long. */
const Listed = z.object({
  ...ofGate.shape,
  rules: z.array(z.object({ ...ofRule.shape, conditions: z.array(z.object({ type: z.string() })) })),
});

function headOf(
  gate: z.infer<typeof Listed>,
  { perHour, checks }: CheckedGate,
  isReferredTo: boolean,
  now: number,
): Head {
  const reason = stalenessReasonOf(stalenessFactsOf(gate, checks), isReferredTo, now);
  const type = reason === "NONE" ? answeredType(gate) : "STALE";
  const from = staleFrom(gate);
  return {
    id: gate.id,
    name: gate.name,
    description: gate.description ?? "",
    isArchived: gate.status === "Archived",
    values: {
      status: [gateState(gate)],
      tags: gate.tags ?? [],
      typeReason: [reason],
      type: [type],
      idType: [gate.idType ?? ""],
      creatorName: [gate.creatorName ?? ""],
    },
    sorts: {
      status: gateState(gate),
      type: reason === "NONE" ? type : `stale ${reason}`,
      tags: gate.tags?.join(", ") || null,
      checksPerHour: perHour,
      lastModifierName: gate.lastModifierName ?? null,
      lastModifiedTime: gate.lastModifiedTime ?? null,
    },
    ...(from !== undefined && from > now ? { until: from } : {}),
  };
}

export async function gateHeads(reader: Reader, documents: readonly unknown[], now: number): Promise<Head[]> {
  const gates = documents.map((document) => Listed.parse(document));
  const ids = gates.map(({ id }) => id);
  const referredTo = new Set((await readReferrers(reader, ids)).map(({ gate_id }) => gate_id));
  const summary = await gateChecks(reader, now);
  return gates.map((gate) => headOf(gate, checksOf(gate, summary), referredTo.has(gate.id), now));
}

/** Facts about checks that heads depend on beside the documents: for all gates, and for single gates. */
export async function checkFacts(reader: Reader, now: number) {
  const { isCounted, isLong, totals } = await gateChecks(reader, now);
  return {
    all: `${isCounted} ${isLong}`,
    each: new Map(
      [...totals].map(([id, { perHour, passed, failed, unanswered }]) => [
        id,
        `${perHour} ${passed > 0} ${failed > 0} ${unanswered > 0}`,
      ]),
    ),
  };
}
