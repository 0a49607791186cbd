// Counts the bytes that statements of all processes have read in the warehouses, by day, to enforce the daily limit.
import type { Database, Reader } from "#service/database/database.ts";
import type { WarehouseProvider } from "#contract/warehouse-providers.ts";

const dayMs = 86_400_000;
/** Choice: bytes read in a warehouse are counted by UTC day and kept for 90 days. */
const keptDays = 90;

const dayOf = (time: number) => Math.floor(time / dayMs);

export async function bytesOfDay(reader: Reader, provider: WarehouseProvider, time: number): Promise<number> {
  const [found] = await reader.query(
    "select coalesce(sum(bytes), 0) as bytes from warehouse_read where provider = $1 and day = $2",
    [provider, dayOf(time)],
  );
  return Number(found?.["bytes"] ?? 0);
}

/** Rows are only inserted, so that processes that finish statements at the same time do not wait for each other's locks. */
export async function addBytes(
  database: Database,
  provider: WarehouseProvider,
  bytes: number,
  time: number,
): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.query("insert into warehouse_read (provider, day, bytes) values ($1, $2, $3)", [
      provider,
      dayOf(time),
      bytes,
    ]);
    await transaction.query("delete from warehouse_read where day < $1", [dayOf(time) - keptDays]);
  });
}
