// The loads of all experiments: the next scheduled ones with the data they will read, and the newest ones.
import type { WarehouseLoads } from "#contract/pulse-load.ts";
import type { Reader, Row } from "#service/database/database.ts";
import type { Handlers } from "#service/http/handler.ts";

/** SQL that aggregates the statements of a load `l`. */
const ofStatements = (sum: string) =>
  `(select ${sum} from pulse_statement s where s.experiment_id = l.experiment_id and s.load_number = l.number)`;
const bytes = ofStatements("cast(sum(bytes) as bigint)");
const seconds = ofStatements("cast(sum(ms) as double precision) / 1000");

interface Due extends Row {
  time: number;
  bytes: number | null;
  seconds: number | null;
}

/** Returns scheduled loads, each with what the last successful load of its experiment read. */
const dueNext = (reader: Reader) =>
  reader.query<Due>(
    `select due.next_time as time, ${bytes} as bytes, ${seconds} as seconds
     from pulse_schedule due
     left join pulse_load l on l.experiment_id = due.experiment_id and l.number = (
       select max(number) from pulse_load good where good.experiment_id = due.experiment_id and good.finished_state in ('success', 'partial_failure')
     )
     where due.next_time = (select min(next_time) from pulse_schedule)`,
  );

const sumOf = (values: readonly (number | null)[]): number | null =>
  values.some((value) => value === null)
    ? null
    : values.reduce<number>((sum, value) => sum + (value ?? 0), 0);

async function readNext(reader: Reader): Promise<WarehouseLoads["next"]> {
  const due = await dueNext(reader);
  const [first] = due;
  if (!first) return null;
  return {
    time: first.time,
    experiments: due.length,
    bytes: sumOf(due.map((one) => one.bytes)),
    seconds: sumOf(due.map((one) => one.seconds)),
  };
}

const shown = 5;

const newest = (reader: Reader) =>
  reader.query<WarehouseLoads["last"][number] & Row>(
    `select l.experiment_id as "experimentID", l.name as "experimentName", l.number, l.created_time as "createdTime",
       l.finished_state as "finishedState", l.document->>'refresh' as "reloadType", l.document->>'startedBy' as "startedBy",
       ${bytes} as bytes, ${seconds} as seconds, ${ofStatements("count(*)")} as statements,
       ${ofStatements("count(case when cached then 1 end)")} as cached
     from (
       select p.*, e.name from pulse_load p join experiment e on e.id = p.experiment_id
       order by p.created_time desc, p.number desc limit ${shown}
     ) l
     order by l.created_time desc, l.number desc`,
  );

export const loadsOfAllHandlers = (database: Reader) =>
  ({
    readWarehouseLoads: async () => ({
      data: { next: await readNext(database), last: await newest(database) },
    }),
  }) satisfies Partial<Handlers>;
