// Finds the gates, dynamic configs and experiments whose rules use a segment.
import { z } from "zod/mini";
import { Condition, targetValues } from "#contract/condition.ts";
import type { SegmentUse } from "#contract/segment.ts";
import type { Reader } from "./database.ts";
import type { DocumentRow } from "./entities.ts";

const Ruled = z.object({
  id: z.string(),
  name: z.string(),
  rules: z.catch(z.array(z.object({ conditions: z.array(Condition) })), []),
  inlineTargetingRulesJSON: z.nullish(z.string()),
});

/** The entities that use the segment, by kind, then name. */
export async function readSegmentReferrers(reader: Reader, segmentID: string): Promise<SegmentUse[]> {
  const found: SegmentUse[] = [];
  for (const kind of ["gate", "dynamic_config", "experiment"]) {
    // Few documents contain segment conditions at all, and only those are read.
    const rows = await reader.query<DocumentRow>(
      `select document from ${kind} where cast(document as text) like '%s_segment%' order by lower(name), id`,
    );
    for (const { document } of rows) {
      const { id, name, rules, inlineTargetingRulesJSON: inline } = Ruled.parse(document);
      const asks = rules.some(({ conditions }) =>
        conditions.some(
          (condition) =>
            /^(passes|fails)_segment$/.test(condition.type) && targetValues(condition).includes(segmentID),
        ),
      );
      if (asks || inline?.includes(JSON.stringify(segmentID))) found.push({ kind, id, name });
    }
  }
  return found;
}
