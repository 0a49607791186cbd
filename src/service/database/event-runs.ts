// Fills the columns of very many events at once, as after an import, sorted by time: the engine knows the first and the last time of each
// row group, so a query about a day reads an eighth of the groups, whatever order the events came in. The rows are made outside the log,
// and logging waits only while they are stored.
import type { Database, Reader } from "./database.ts";
import { stagedName } from "./database.ts";
import { fieldsAmong, filledColumns, placesOf, setFilled, fillProgress } from "./event-columns.ts";
import { removals } from "./log-removals.ts";

/** Eight row groups. */
export const eventsOfRun = 8 * 122_880;

/** A number that grows whenever events are deleted. */
const readRemovals = async (reader: Reader) =>
  (await reader.query<{ removals: number }>(`select ${removals} as removals`))[0]?.removals ?? 0;

/** Fills the columns of a run of events; returns false where there are fewer events than that. */
export async function fillRun(database: Database, events = eventsOfRun): Promise<boolean> {
  const before = await readRemovals(database);
  const { filled, last } = await fillProgress(database);
  const until = filled + events;
  if (last < until) return false;
  const condition = `seq > ${filled} and seq <= ${until}`;
  const names = await fieldsAmong(database, condition);
  const places = await database.transaction((transaction) => placesOf(transaction, names));
  const { columns, select } = filledColumns(database.engine, places, condition);
  const list = columns.join(", ");
  await database.transaction(
    async (transaction) => {
      // Rows that are outdated by now are made again at the next turn.
      if ((await readRemovals(transaction)) !== before || (await fillProgress(transaction)).filled !== filled)
        return;
      await transaction.query(
        `insert into event_column (${list}) select ${list} from ${stagedName("event_column")}`,
      );
      await setFilled(transaction, until);
    },
    { isLong: true, staged: { table: "event_column", columns, rows: { select: `${select} order by time` } } },
  );
  return true;
}
