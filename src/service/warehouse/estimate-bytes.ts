// Estimates the bytes that a statement would read by asking the engine before it runs, if that is free of charge.
import { z } from "zod/mini";
import type { ActiveWarehouse, StatementRequest } from "./active-warehouse.ts";

type Ask = Pick<ActiveWarehouse, "provider" | "run" | "estimate">;

interface PlanNode {
  "Node Type"?: string | undefined;
  "Relation Name"?: string | undefined;
  Schema?: string | undefined;
  "Plan Rows"?: number | undefined;
  "Plan Width"?: number | undefined;
  Plans?: PlanNode[] | undefined;
}
const PlanNode: z.ZodMiniType<PlanNode> = z.lazy(() =>
  z.object({
    "Node Type": z.optional(z.string()),
    "Relation Name": z.optional(z.string()),
    Schema: z.optional(z.string()),
    "Plan Rows": z.optional(z.number()),
    "Plan Width": z.optional(z.number()),
    Plans: z.optional(z.array(PlanNode)),
  }),
);

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

/** Returns the parsed JSON in the first cell of the first row. */
async function explained(
  warehouse: Ask,
  before: string,
  { text, values, tag }: StatementRequest,
): Promise<unknown> {
  const { rows } = await warehouse.run({ text: `${before} ${text}`, values, tag });
  const [cell] = Object.values(rows[0] ?? {});
  return typeof cell === "string" ? JSON.parse(cell) : undefined;
}

/** Sequentially scanned tables count with their full size, others with the expected rows. */
async function ofPostgres(warehouse: Ask, request: StatementRequest): Promise<number> {
  const answer = await explained(warehouse, "explain (format json, verbose)", request);
  const plans = z.array(z.object({ Plan: PlanNode })).parse(answer);
  const scans = plans.flatMap(({ Plan }) => nodesOf(Plan)).filter((node) => node["Relation Name"]);
  const isWhole = (node: PlanNode) => node["Node Type"] === "Seq Scan";
  const tables = scans.filter(isWhole).map((node) => [node.Schema ?? "", node["Relation Name"]]);
  const { rows } = await warehouse.run({
    text: `select coalesce(sum(pg_relation_size(format('%I.%I', read->>0, read->>1)::regclass)), 0) as bytes
from jsonb_array_elements($1::jsonb) read`,
    values: [JSON.stringify(tables)],
    tag: request.tag,
  });
  return scans
    .filter((node) => !isWhole(node))
    .reduce(
      (bytes, node) => bytes + (node["Plan Rows"] ?? 0) * (node["Plan Width"] ?? 0),
      Number(rows[0]?.["bytes"] ?? 0),
    );
}

const TrinoPlan = z.object({
  inputTableColumnInfos: z.array(
    z.object({ estimate: z.object({ outputSizeInBytes: z.union([z.number(), z.string()]) }) }),
  ),
});

/** Returns null if a table has no statistics. */
async function ofTrino(warehouse: Ask, request: StatementRequest): Promise<number | null> {
  const answer = await explained(warehouse, "explain (type io, format json)", request);
  const sizes = TrinoPlan.parse(answer).inputTableColumnInfos.map(({ estimate }) =>
    Number(estimate.outputSizeInBytes),
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return Number.isFinite(bytes) ? bytes : null;
}

/** A table scan in a plan of Redshift, such as `XN Seq Scan on events  (cost=0.00..1.00 rows=100 width=27)`. */
const redshiftScan = /Scan\b.*\brows=(\d+) width=(\d+)/;

async function ofRedshift(warehouse: Ask, { text, values, tag }: StatementRequest): Promise<number | null> {
  const { rows } = await warehouse.run({ text: `explain ${text}`, values, tag });
  const scans = rows.flatMap((row) => {
    const [, count, width] = redshiftScan.exec(String(Object.values(row)[0] ?? "")) ?? [];
    return count && width ? [Number(count) * Number(width)] : [];
  });
  return scans.length > 0 ? scans.reduce((sum, bytes) => sum + bytes, 0) : null;
}

/** Returns null if the engine gives no estimate: Athena and Databricks report bytes only afterwards. */
export async function estimateBytes(warehouse: Ask, request: StatementRequest): Promise<number | null> {
  // Creating and dropping staged tables reads nothing.
  if (request.mayWrite && /^(create|drop) /.test(request.text)) return 0;
  if (warehouse.estimate) return warehouse.estimate(request);
  switch (warehouse.provider) {
    case "postgres":
      return ofPostgres(warehouse, request);
    case "redshift":
      return ofRedshift(warehouse, request);
    case "trino":
      return ofTrino(warehouse, request);
    default:
      return null;
  }
}
