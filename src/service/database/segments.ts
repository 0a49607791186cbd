// Stored segments with their lists of ids, and their conversion to gates, as which rules evaluate them.
import { z } from "zod/mini";
import { Segment } from "#contract/segment.ts";
import type { GateFacts } from "#targeting/evaluate/evaluate.ts";
import { segmentIDsIn } from "#targeting/evaluate/references.ts";
import { StoredRule } from "#targeting/evaluate/stored-rule.ts";
import { segmentGate } from "#targeting/rules-document/segments.ts";
import type { Reader } from "./database.ts";
import { parsedOnce } from "./entities.ts";
import { readDocuments } from "./entity-lists.ts";

const StoredSegment = z.extend(Segment, {
  rules: z.array(StoredRule),
  ids: z._default(z.array(z.string()), []),
  version: z._default(z.number(), 1),
});
export type StoredSegment = z.output<typeof StoredSegment>;
export const parseSegment = parsedOnce((document): StoredSegment => StoredSegment.parse(document));

/** The segments that rules use, as gates by the name that rules evaluate. */
export async function readReferencedSegments(
  reader: Reader,
  rules: Parameters<typeof segmentIDsIn>[0],
): Promise<Map<string, GateFacts>> {
  const ids = segmentIDsIn(rules);
  const documents = ids.length > 0 ? await readDocuments(reader, "segment", ids) : [];
  return new Map(documents.map((one) => segmentGate(parseSegment(one))).map((gate) => [gate.id, gate]));
}
