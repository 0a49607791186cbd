// History of warehouse settings: who changed which setting when. Of secrets it contains only fingerprints.
import { z } from "zod/mini";
import { sameJson } from "#contract/json5.ts";
import { WarehouseChange } from "#contract/warehouse-connection.ts";
import type { Reader, Transaction } from "#service/database/database.ts";

/** Maximum number of changes that are served for all providers together. */
const answered = 50;

type Values = Readonly<Record<string, unknown>>;
interface Change {
  /** A provider, or the row of the warehouse in use and its limits. */
  provider: string;
  time: number;
  by: string;
  before: Values;
  after: Values;
  /** Fingerprints before and after the change. */
  secrets: { before: Values; after: Values };
}

/** Returns the values that differ, as in the second; null if missing there. */
function differing(one: Values, other: Values): Record<string, unknown> {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(
    names
      .filter((name) => !sameJson(one[name] ?? null, other[name] ?? null))
      .map((name) => [name, other[name] ?? null]),
  );
}

/** A save that changes nothing is not recorded. */
export async function noteChange(
  transaction: Transaction,
  { provider, time, by, before, after, secrets }: Change,
) {
  const change = {
    before: differing(after, before),
    after: differing(before, after),
    secrets: differing(secrets.before, secrets.after),
  };
  if (Object.keys(change.after).length + Object.keys(change.secrets).length === 0) return;
  await transaction.query(
    "insert into warehouse_change (provider, saved_time, saved_by, change) values ($1, $2, $3, $4::jsonb)",
    [provider, time, by, JSON.stringify(change)],
  );
}

const Row = z.object({
  provider: z.string(),
  savedTime: z.coerce.number(),
  savedBy: z.string(),
  change: z.looseObject({}),
});

/** Returns the newest changes first: a limited number of all providers, or all of one. */
export async function readChanges(reader: Reader, provider?: string): Promise<WarehouseChange[]> {
  const rows = await reader.query(
    `select provider, saved_time as "savedTime", saved_by as "savedBy", change from warehouse_change
     where $1 = '' or provider = $1 order by saved_time desc ${provider ? "" : `limit ${answered}`}`,
    [provider ?? ""],
  );
  return rows.map((row) => {
    const { change, ...rest } = Row.parse(row);
    return WarehouseChange.parse({ ...rest, ...change });
  });
}
