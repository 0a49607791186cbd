// Gates, dynamic configs and experiments whose rules ask for a segment.
import { z } from "zod/mini";
import { Condition, targetValues } from "#contract/condition.ts";
import type { Reader } from "./database.ts";
import type { DocumentRow } from "./entities.ts";

const Ruled = z.object({
  name: z.string(),
  rules: z.catch(z.array(z.object({ conditions: z.array(Condition) })), []),
  inlineTargetingRulesJSON: z.nullish(z.string()),
});

const nouns = { gate: "gate", dynamic_config: "dynamic config", experiment: "experiment" } as const;

/** In words, such as `the gate 'Checkout'`, by kind and name. */
export async function readSegmentReferrers(reader: Reader, segmentID: string): Promise<string[]> {
  const found: string[] = [];
  for (const [kind, noun] of Object.entries(nouns)) {
    // Few documents name segments at all, and only those are read.
    const rows = await reader.query<DocumentRow>(
      `select document from ${kind} where cast(document as text) like '%s_segment%' order by lower(name), id`,
    );
    for (const { document } of rows) {
      const { name, rules, inlineTargetingRulesJSON: inline } = Ruled.parse(document);
      const asks = rules.some(({ conditions }) =>
        conditions.some(
          (condition) =>
            /^(passes|fails)_segment$/.test(condition.type) && targetValues(condition).includes(segmentID),
        ),
      );
      if (asks || inline?.includes(JSON.stringify(segmentID))) found.push(`the ${noun} '${name}'`);
    }
  }
  return found;
}
