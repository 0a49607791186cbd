// Returns the unit properties that exposures recorded in the last 30 days: their values, how recent they are, and which
// experiments use them.
import { LRUCache } from "lru-cache";
import { z } from "zod/mini";
import type { RecordedProperty } from "#contract/entity-property.ts";
import type { Database } from "#service/database/database.ts";

const window = 30 * 24 * 3_600_000;
/** Maximum number of combinations of values that are read, the newest first. */
const mostCombinations = 5000;
const mostValues = 8;

type Combination = { properties: unknown; count: number; time: number };
type Dimensioned = { id: string; name: string; dimensions: unknown };

const Properties = z.catch(z.record(z.string(), z.unknown()), {});
const Dimensions = z.catch(z.array(z.looseObject({ key: z.string(), type: z.string() })), []);

async function readUses(database: Database) {
  const rows = await database.query<Dimensioned>(
    `select id, name, document->'dimensions' as dimensions from experiment
     where (document->'dimensions') is not null order by lower(name), id`,
  );
  const uses = rows.flatMap(({ id, name, dimensions }) =>
    Dimensions.parse(dimensions).flatMap(({ key, type }) => (type === "user" ? [{ key, id, name }] : [])),
  );
  return (property: string) =>
    uses.filter(({ key }) => key === property).map(({ id, name }) => ({ id, name }));
}

async function readProperties(database: Database, now: number): Promise<RecordedProperty[]> {
  const [combinations, usesOf] = await Promise.all([
    database.query<Combination>(
      `select properties, count(*) as count, max(time) as time from exposure
       where properties is not null and time > $1 and time <= $2
       group by properties order by time desc limit ${mostCombinations}`,
      [now - window, now],
    ),
    readUses(database),
  ]);
  const found = new Map<string, { counts: Map<string, number>; lastTime: number }>();
  for (const { properties, count, time } of combinations)
    for (const [name, value] of Object.entries(Properties.parse(properties))) {
      if (value === null || value === "") continue;
      const known = found.get(name) ?? { counts: new Map<string, number>(), lastTime: 0 };
      const text = typeof value === "string" ? value : JSON.stringify(value);
      known.counts.set(text, (known.counts.get(text) ?? 0) + count);
      known.lastTime = Math.max(known.lastTime, time);
      found.set(name, known);
    }
  return [...found]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, { counts, lastTime }]) => {
      const values = [...counts].map(([value, count]) => ({ value, count }));
      values.sort((left, right) => right.count - left.count || (left.value < right.value ? -1 : 1));
      return {
        name,
        values: values.slice(0, mostValues),
        valueCount: values.length,
        count: values.reduce((sum, one) => sum + one.count, 0),
        lastTime,
        experiments: usesOf(name),
      };
    });
}

/** Cached for a minute; `now` is in ms. */
export function recordedProperties(database: Database) {
  const found = new LRUCache<"all", RecordedProperty[], number>({
    max: 1,
    ttl: 60_000,
    fetchMethod: (_key, _stale, { context: now }) => readProperties(database, now),
  });
  return async (now: number) => (await found.fetch("all", { context: now })) ?? [];
}
