// A gate as it is stored, and as it is answered: with its address in the console and without what is only counted.
import { z } from "zod";
import { Gate } from "#contract/gate.ts";
import type { RequestContext } from "#service/http/handler.ts";
import { answeredRule, StoredRule } from "#targeting/evaluate/stored-rule.ts";

export const StoredGate = Gate.extend({ rules: z.array(StoredRule), version: z.number().default(1) });
export type StoredGate = z.output<typeof StoredGate>;

export const parseGate = (document: unknown): StoredGate => StoredGate.parse(document);

type Place = Pick<RequestContext, "consoleUrl" | "companyID">;

/** What a handler answers of a stored gate, whatever has become of it since. */
export const answeredGate =
  ({ consoleUrl, companyID }: Place) =>
  (gate: StoredGate) => ({
    ...gate,
    // Choice: a gate stored as STALE is a temporary one, and staleness is computed at each reading.
    type: !gate.type || gate.type === "STALE" ? "TEMPORARY" : gate.type,
    typeReason: "NONE",
    rules: gate.rules.map(answeredRule),
    permalink: `${consoleUrl}/${companyID}/gates/${encodeURIComponent(gate.id)}`,
  });
