// Freshness of stored sources, checked in the background on request if the last check is old, and kept in memory only.
import pLimit from "p-limit";
import type { SourceFreshness } from "#contract/source-preview.ts";
import { sourceTextProblem } from "#contract/source-text.ts";
import type { EntityPropertySource } from "#contract/entity-property.ts";
import type { SourceKind, WarehouseSource } from "#contract/warehouse-source.ts";
import type { Database } from "#service/database/database.ts";
import {
  readAssignmentSources,
  readEntityProperties,
  readMetricSources,
} from "#service/database/warehouse-sources.ts";
import type { ActiveWarehouse } from "#service/warehouse/active-warehouse.ts";
import { timeTypeOf } from "./preview/detect-columns.ts";
import { columnsStatement, newestStatement, type PreviewedSource } from "./preview/preview-statements.ts";

const lookAgainAfter = 15 * 60_000;
const failedAgainAfter = 60_000;
const hour = 3_600_000;

interface Seen {
  /** Version of the checked source, and the provider. */
  readonly version: string;
  readonly newestTime: number | null;
  readonly checkedTime: number;
  readonly problem: string | null;
}

interface Stored {
  readonly kind: SourceKind;
  readonly source: WarehouseSource | EntityPropertySource;
}

/** Properties stay valid for long, so entity property sources never become stale. */
function stateOf({ kind, source }: Stored, { newestTime, problem }: Seen, now: number): string {
  if (problem !== null) return "failing";
  if (!source.timestampColumn) return "readable";
  if (newestTime === null) return "empty";
  return now - newestTime > 48 * hour && kind !== "entity_property" ? "stale" : "fresh";
}

async function look(warehouse: ActiveWarehouse, { kind, source }: Stored, now: number) {
  const { provider } = warehouse;
  const problem = sourceTextProblem(source.sql, provider);
  if (problem) return { newestTime: null, problem };
  const previewed: PreviewedSource = { provider, sql: source.sql };
  const { timestampColumn: timeColumn } = source;
  const partition = "datePartitionColumn" in source ? source.datePartitionColumn : undefined;
  const text = timeColumn
    ? newestStatement(
        {
          ...previewed,
          timeColumn,
          timeType: timeTypeOf(source),
          isWhole: kind === "entity_property",
          ...(typeof partition === "string" &&
            partition !== "" && {
              partition: { name: partition, type: source["datePartitionType"] === "text" ? "text" : "date" },
            }),
        },
        now,
      )
    : columnsStatement(previewed);
  try {
    const { rows } = await warehouse.run({ text, values: [], tag: "assay freshness of a source" });
    const newest = rows[0]?.["newest"];
    return { newestTime: newest === null || newest === undefined ? null : Number(newest), problem: null };
  } catch (error) {
    return { newestTime: null, problem: error instanceof Error ? error.message : String(error) };
  }
}

export function sourceFreshness(
  database: Database,
  warehouseInUse: () => Promise<ActiveWarehouse | undefined>,
) {
  const seen = new Map<string, Seen>();
  const checking = new Set<string>();
  // One check at a time, so that loads have priority.
  const turn = pLimit(1);

  const readStored = async (): Promise<Stored[]> => [
    ...(await readAssignmentSources(database)).map((source) => ({
      kind: "assignment_source" as const,
      source,
    })),
    ...(await readMetricSources(database)).map((source) => ({ kind: "metric_source" as const, source })),
    ...(await readEntityProperties(database)).map((source) => ({ kind: "entity_property" as const, source })),
  ];

  /** Returns the freshness of all sources. With `isLooking` false, returns the last results without querying the warehouse. */
  return async (now: number, isLooking = true): Promise<SourceFreshness[]> => {
    const warehouse = await warehouseInUse().catch(() => undefined);
    return (await readStored()).map((one) => {
      const { kind, source } = one;
      const { name } = source;
      const key = `${kind} ${name}`;
      const version = `${warehouse?.provider} ${source.version}`;
      const last = seen.get(key)?.version === version ? seen.get(key) : undefined;
      const recheckAfter = (last?.problem ?? null) === null ? lookAgainAfter : failedAgainAfter;
      const isOld = !last || now - last.checkedTime > recheckAfter;
      if (isLooking && warehouse && isOld && !checking.has(key)) {
        checking.add(key);
        void turn(async () => {
          const found = await look(warehouse, one, now).finally(() => checking.delete(key));
          seen.set(key, { ...found, version, checkedTime: now });
        });
      }
      return {
        kind,
        name,
        state: last ? stateOf(one, last, now) : "unknown",
        newestTime: last?.newestTime ?? null,
        checkedTime: last?.checkedTime ?? null,
        problem: last?.problem ?? null,
        isChecking: checking.has(key),
      };
    });
  };
}
