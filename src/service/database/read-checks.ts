// Reads the counted checks of one gate, config or experiment.
import { keptChecks, type CheckedKind, type CheckOutcome } from "./check-counts.ts";
import type { Reader, Row } from "./database.ts";

export interface CountedChecks extends Row {
  hour: number;
  rule: string;
  outcome: CheckOutcome;
  checks: number;
}

interface CheckingClient extends Row {
  library: string;
  version: string;
  environment: string;
  checks: number;
  last: number;
}

interface KeptCheck extends Row {
  time: number;
  unit: string;
  rule: string;
  outcome: CheckOutcome;
  reason: string;
  library: string;
  version: string;
  environment: string;
}

/** A gate, or an entity that apps ask for as a config. */
export interface CheckedEntity {
  kind: CheckedKind;
  id: string;
}

/** Counts by hour, rule and outcome, in the order of the hours; `from` in ms. */
export const readCheckCounts = (
  reader: Reader,
  { kind, id }: CheckedEntity,
  from: number,
  environment: string | undefined,
) =>
  reader.query<CountedChecks>(
    `select hour, rule_id as rule, outcome, cast(sum(checks) as bigint) as checks from check_count
     where kind = $1 and entity_id = $2 and hour >= $3 ${environment === undefined ? "" : "and environment = $4"}
     group by hour, rule_id, outcome order by hour, rule_id, outcome`,
    [kind, id, from, ...(environment === undefined ? [] : [environment.toLowerCase()])],
  );

/** The clients that have logged checks, the most recent first, with the number of their checks since `from`, in ms. */
export const readCheckClients = (reader: Reader, { kind, id }: CheckedEntity, from: number) =>
  reader.query<CheckingClient>(
    `select library, version, environment, max(last_time) as last,
       cast(coalesce(sum(case when hour >= $3 then checks end), 0) as bigint) as checks
     from check_count where kind = $1 and entity_id = $2
     group by library, version, environment order by max(last_time) desc, library, version, environment limit 50`,
    [kind, id, from],
  );

export const readRecentChecks = (reader: Reader, { kind, id }: CheckedEntity) =>
  reader.query<KeptCheck>(
    `select time, unit_id as unit, rule_id as rule, outcome, reason, library, version, environment
     from recent_check where kind = $1 and entity_id = $2 order by time desc, number desc limit ${keptChecks}`,
    [kind, id],
  );

/** Whether any app has logged a check. */
export async function hasChecks(reader: Reader): Promise<boolean> {
  return (await reader.query("select 1 as one from check_count limit 1")).length > 0;
}
