// Status for the whole console: which loads failed, and whether the warehouse is reachable.
import { warehouseProviderNames, warehouseProviders } from "#contract/warehouse-providers.ts";
import type { WarehouseStatus } from "#contract/pulse-load.ts";
import type { SourceFreshness } from "#contract/source-preview.ts";
import type { Reader, Row } from "#service/database/database.ts";
import type { Handlers } from "#service/http/handler.ts";
import { readUse } from "#service/warehouse/stored-connection.ts";

/** Returns the newest finished load of each unarchived experiment, if it failed. */
const failedLoads = (reader: Reader) =>
  reader.query<WarehouseStatus["failedLoads"][number] & Row>(
    `select e.id as "experimentID", e.name as "experimentName", l.finished_state as state, l.finished_time as time,
       coalesce(l.message, '') as message, r.window_end as "shownUntil"
     from pulse_load l
     join experiment e on e.id = l.experiment_id
     left join loaded_result r on r.experiment_id = l.experiment_id and r.part = 'summary'
     where l.finished_state in ('failure', 'timeout', 'partial_failure') and e.status <> 'archived'
       and l.number = (
         select max(number) from pulse_load as later
         where later.experiment_id = l.experiment_id and later.finished_state is not null and later.finished_state <> 'cancelled'
       )
     order by l.finished_time desc limit 100`,
  );

const answers = ["fresh", "stale", "readable", "empty"];

/**
 * Returns since when the warehouse has been unreachable (ms), according to the newest finished load of all experiments,
 * unless it has answered for a source since then.
 */
async function awaySince(reader: Reader, sources: readonly SourceFreshness[]): Promise<number | undefined> {
  const [last] = await reader.query<{ time: number; away: boolean | null; message: string | null }>(
    `select finished_time as time, is_away as away from pulse_load
     where finished_state is not null and finished_state <> 'cancelled' order by finished_time desc, number desc limit 1`,
  );
  if (!last?.away) return undefined;
  const hasAnswered = sources.some(
    ({ state, checkedTime }) => answers.includes(state) && (checkedTime ?? 0) > last.time,
  );
  return hasAnswered ? undefined : last.time;
}

type Note = WarehouseStatus["notes"][number];

const hour = 3_600_000;

function sourceNote({ name, state, newestTime }: SourceFreshness, now: number, isAway: boolean): Note[] {
  if (state === "failing" && !isAway) return [{ kind: "source", text: `${name} cannot be read` }];
  if (state === "empty") return [{ kind: "source", text: `${name} has no rows of this week` }];
  if (state !== "stale" || typeof newestTime !== "number") return [];
  return [{ kind: "source", text: `${name} is ${Math.round((now - newestTime) / hour)} h old` }];
}

export const loadStatusHandlers = (database: Reader, sources: () => Promise<readonly SourceFreshness[]>) =>
  ({
    readWarehouseStatus: async (_input, { now }) => {
      const { active } = await readUse(database);
      const provider = warehouseProviderNames.find((name) => name === active);
      if (!provider) return { data: { provider: null, notes: [], failedLoads: await failedLoads(database) } };
      const known = await sources();
      const away = await awaySince(database, known);
      const { label } = warehouseProviders[provider];
      const lost: Note[] =
        away === undefined ? [] : [{ kind: "connection", text: `${label} could not be reached`, time: away }];
      return {
        data: {
          provider,
          notes: [...lost, ...known.flatMap((source) => sourceNote(source, now, away !== undefined))],
          failedLoads: await failedLoads(database),
        },
      };
    },
  }) satisfies Partial<Handlers>;
