// The fields by which a gate is listed. Staleness follows from the time and from references, too.
import { gateState } from "#contract/gate.ts";
import type { Reader } from "#service/database/database.ts";
import { readReferrers } from "#service/database/entity-references.ts";
import type { Head } from "#service/database/head-list.ts";
import { staleFrom, typeReasonOf } from "#targeting/lint/type-reason.ts";
import { answeredType, type StoredGate } from "./stored-gate.ts";

function headOf(gate: StoredGate, isReferredTo: boolean, now: number): Head {
  const reason = typeReasonOf({ ...gate, type: answeredType(gate) }, isReferredTo, now);
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
      checksPerHour: gate.checksPerHour ?? null,
      lastModifierName: gate.lastModifierName ?? null,
      lastModifiedTime: gate.lastModifiedTime ?? null,
    },
    ...(from !== undefined && from > now ? { until: from } : {}),
  };
}

export async function gateHeads(reader: Reader, gates: readonly StoredGate[], now: number): Promise<Head[]> {
  const ids = gates.map(({ id }) => id);
  const referredTo = new Set((await readReferrers(reader, ids)).map(({ gate_id }) => gate_id));
  return gates.map((gate) => headOf(gate, referredTo.has(gate.id), now));
}
