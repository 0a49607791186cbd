// Starts the scheduled loads of experiments. The next due time is stored, so that schedules survive a restart; of
// several processes, the one that advances this time starts the load.
import type { Logger } from "pino";
import { reloadTypes } from "#contract/experiment.ts";
import type { Database, Transaction } from "#service/database/database.ts";
import { HttpError } from "#service/http/errors.ts";
import { experimentEntities, type StoredExperiment } from "#service/experiments/answered-experiment.ts";
import type { Subject } from "#service/experiments/experiment-results.ts";
import type { Loads } from "./run-loads.ts";

const hour = 3_600_000;
const day = 24 * hour;

export const scheduleAuthor = "Schedule";

/** Returns the first time after `now` at which the given hour of the day begins in UTC, ms. */
export function nextScheduledTime(scheduledHour: number, now: number): number {
  const today = now - (now % day) + scheduledHour * hour;
  return today > now ? today : today + day;
}

interface Schedule extends Record<string, unknown> {
  id: string;
  hour: number;
  next: number;
}

interface LoadSchedules {
  database: Database;
  log: Pick<Logger, "warn">;
  now: () => number;
  loads: Pick<Loads, "start">;
  subjectOf: (experiment: StoredExperiment) => Promise<Subject>;
  /** Stores why a load could not start, as a failed load. */
  refused: (experimentID: string, message: string) => Promise<unknown>;
}

export const readSchedules = (
  database: Pick<Database, "query">,
  experimentID?: string,
): Promise<Schedule[]> =>
  database.query<Schedule>(
    `select experiment_id as id, hour, next_time as next from pulse_schedule ${experimentID === undefined ? "" : "where experiment_id = $1"}`,
    experimentID === undefined ? [] : [experimentID],
  );

/** Returns the running experiments that have a daily schedule. */
async function scheduledExperiments(database: Database): Promise<StoredExperiment[]> {
  const rows = await database.query<{ document: unknown }>(
    `select document from experiment
     where status in ('active', 'assignment_stopped') and (document->>'scheduledReloadHour') is not null
       and (document->>'assignmentSourceName') is not null`,
  );
  return rows.map(({ document }) => experimentEntities.parse(document));
}

export function loadSchedules({ database, log, now, loads, subjectOf, refused }: LoadSchedules) {
  let isLooking = false;

  /** Advances the time of the next load unless another process already has; returns whether it succeeded. */
  const moveOn = (id: string, before: number, scheduledHour: number) => async (transaction: Transaction) => {
    const rows = await transaction.query(
      "update pulse_schedule set next_time = $3 where experiment_id = $1 and next_time = $2 returning hour",
      [id, before, nextScheduledTime(scheduledHour, now())],
    );
    return rows.length > 0;
  };

  const store = ({ id }: StoredExperiment, scheduledHour: number) =>
    database.transaction(async (transaction) => {
      await transaction.query("delete from pulse_schedule where experiment_id = $1", [id]);
      await transaction.query(
        "insert into pulse_schedule (experiment_id, hour, next_time) values ($1, $2, $3)",
        [id, scheduledHour, nextScheduledTime(scheduledHour, now())],
      );
    });

  /** Deletes schedules, so that one that is resumed later is not due at once. */
  const forget = async (ids: readonly string[]) => {
    if (ids.length > 0)
      await database.transaction((transaction) =>
        transaction.query("delete from pulse_schedule where experiment_id = any($1)", [ids]),
      );
  };

  async function lookAt(experiment: StoredExperiment, stored: Schedule | undefined) {
    const { id, scheduledReloadHour: wanted, scheduledReloadType } = experiment;
    if (
      typeof wanted !== "number" ||
      typeof experiment.startTime !== "number" ||
      experiment.startTime > now()
    )
      return;
    if (stored?.hour !== wanted) return store(experiment, wanted);
    if (stored.next > now()) return;
    const refresh = reloadTypes.find((type) => type === scheduledReloadType) ?? "full";
    const move = moveOn(id, stored.next, wanted);
    try {
      await loads.start(await subjectOf(experiment), { refresh, turboMode: false }, scheduleAuthor, move);
    } catch (error) {
      const isRefused = error instanceof HttpError;
      // Each due time records at most one failed start in the history.
      if (isRefused && error.status !== 409 && (await database.transaction(move)))
        await refused(id, error.errors?.[0]?.errorMessage ?? error.message);
      else if (!isRefused) throw error;
    }
  }

  /** Checks every schedule once. A failing schedule does not affect the others and is checked again next time. */
  return async function look() {
    if (isLooking) return;
    isLooking = true;
    try {
      const experiments = await scheduledExperiments(database);
      const stored = new Map((await readSchedules(database)).map((one) => [one.id, one]));
      await forget([...stored.keys()].filter((id) => !experiments.some((one) => one.id === id)));
      for (const experiment of experiments)
        await lookAt(experiment, stored.get(experiment.id)).catch((error: unknown) =>
          log.warn({
            message: "A scheduled load could not begin",
            experimentID: experiment.id,
            error: String(error),
          }),
        );
    } finally {
      isLooking = false;
    }
  };
}
