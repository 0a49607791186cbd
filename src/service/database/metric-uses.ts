// The experiments that use a metric, whatever their state. Choice: an archived experiment still counts as using its metrics.
import { z } from "zod/mini";
import type { Database, Reader } from "./database.ts";
import type { DocumentRow } from "./entities.ts";
import { changesSince } from "./entity-changes.ts";
import { readDocuments } from "./entity-lists.ts";

const References = z.catch(z.nullish(z.array(z.object({ name: z.string(), type: z.string() }))), null);
const Using = z.object({
  id: z.string(),
  name: z.string(),
  status: z.catch(z.string(), ""),
  startTime: z.catch(z.nullish(z.number()), null),
  endTime: z.catch(z.nullish(z.number()), null),
  decisionTime: z.catch(z.nullish(z.number()), null),
  primaryMetrics: References,
  secondaryMetrics: References,
  sections: z.catch(
    z.nullish(z.array(z.object({ charts: z.array(z.object({ metrics: z.optional(References) })) }))),
    null,
  ),
});
type Using = z.output<typeof Using>;

type Reference = { readonly name: string; readonly type: string };

const keyOf = ({ name, type }: Reference) => `${name}::${type}`;

const shown = ({ secondaryMetrics, sections }: Using) => [
  ...(secondaryMetrics ?? []),
  ...(sections ?? []).flatMap(({ charts }) => charts.flatMap(({ metrics }) => metrics ?? [])),
];

/** The role of each of an experiment's metrics. */
function rolesOf(experiment: Using): Map<string, "primary" | "secondary"> {
  return new Map([
    ...shown(experiment).map((one) => [keyOf(one), "secondary"] as const),
    ...(experiment.primaryMetrics ?? []).map((one) => [keyOf(one), "primary"] as const),
  ]);
}

export interface MetricUseRow extends Pick<
  Using,
  "id" | "name" | "status" | "startTime" | "endTime" | "decisionTime"
> {
  role: "primary" | "secondary";
}

/** The experiments that use a metric: running ones first, then by name. */
export async function readMetricUses(reader: Reader, metric: Reference): Promise<MetricUseRow[]> {
  // Searches for the name as it is encoded in a document, so that other documents need not be read.
  const rows = await reader.query<DocumentRow>(
    `select document from experiment where position($1 in cast(document as text)) > 0
     order by case when status = 'active' then 0 else 1 end, lower(name), id`,
    [JSON.stringify(metric.name).slice(1, -1)],
  );
  return rows.flatMap(({ document }) => {
    const { id, name, status, startTime, endTime, decisionTime, ...rest } = Using.parse(document);
    const role = rolesOf({ id, name, status, startTime, endTime, decisionTime, ...rest }).get(keyOf(metric));
    return role ? [{ id, name, status, startTime, endTime, decisionTime, role }] : [];
  });
}

/** Returns a function that counts the experiments that use each metric, updated incrementally. */
export function metricUseCounts() {
  const keysOf = new Map<string, readonly string[]>();
  let position: number | undefined;
  let counts: ReadonlyMap<string, number> = new Map();

  const note = (documents: readonly unknown[]) => {
    for (const document of documents) {
      const experiment = Using.parse(document);
      keysOf.set(experiment.id, [...rolesOf(experiment).keys()]);
    }
  };

  /** Counts by metric id. */
  return async (database: Database): Promise<ReadonlyMap<string, number>> => {
    const { ids, position: next } = await changesSince(database, "experiment", position);
    if (ids && ids.size === 0) return counts;
    if (ids) {
      for (const id of ids) keysOf.delete(id);
      note(await readDocuments(database, "experiment", [...ids]));
    } else {
      keysOf.clear();
      const rows = await database.query<DocumentRow>("select document from experiment");
      note(rows.map(({ document }) => document));
    }
    position = next;
    const counted = new Map<string, number>();
    for (const key of [...keysOf.values()].flat()) counted.set(key, (counted.get(key) ?? 0) + 1);
    return (counts = counted);
  };
}
