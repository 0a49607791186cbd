// Runs one small load of the last seven days: the largest experiment of the first assignment source, with its most frequent event.
import { Experiment } from "#contract/experiment.ts";
import { Metric } from "#contract/metric.ts";
import type { Database } from "#service/database/database.ts";
import { readAssignmentSource } from "#service/database/warehouse-sources.ts";
import { estimateStatements } from "#service/experiments/loads/load-statements.ts";
import { loadWindow } from "#service/experiments/loads/load-window.ts";
import type { Measuring } from "#service/experiments/loads/load-analysis.ts";
import { warehouseAnalysis } from "#service/experiments/loads/warehouse-analysis.ts";
import type { ActiveWarehouse } from "#service/warehouse/active-warehouse.ts";
import { bytesOfDay } from "#service/warehouse/bytes-read.ts";
import type { StatementResult } from "#service/warehouse/statement.ts";
import type { CheckedSource } from "./check-warehouse.ts";

export interface CheckedLoad {
  readonly groups: number;
  readonly statements: number;
  readonly characters: number;
  /** Null if the engine gives no estimate. */
  readonly estimatedBytes: number | null;
  /** Set if the load was run. */
  readonly ran?: {
    readonly ms: number;
    readonly bytes: number | null;
    readonly rows: number;
    readonly units: number;
  };
  readonly failure?: string;
}

interface LoadInput {
  readonly database: Database;
  readonly warehouse: ActiveWarehouse;
  readonly sources: readonly CheckedSource[];
  readonly isRun: boolean;
  readonly now: number;
  readonly say: (line: string) => void;
}

const week = 7 * 86_400_000;
const tag = "assay warehouse check";

/** Returns the experiment with the most units in a week, and its groups. */
function largest({ preview }: CheckedSource) {
  const units = new Map<string, number>();
  for (const { experiment, units: more } of preview.groups ?? [])
    units.set(experiment, (units.get(experiment) ?? 0) + more);
  const [name] = [...units].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  const groups = (preview.groups ?? []).filter(({ experiment }) => experiment === name);
  return name === undefined ? undefined : { name, groups: groups.map(({ group }) => group) };
}

async function measuringOf({ database, warehouse, sources, now }: LoadInput): Promise<Measuring | undefined> {
  const assignment = sources.find(
    ({ kind, preview }) => kind === "assignment_source" && preview.groups?.length,
  );
  const found = assignment && largest(assignment);
  const stored = assignment && (await readAssignmentSource(database, assignment.name));
  if (!found || !stored) return undefined;
  const experiment = Experiment.parse({
    id: "warehouse_check",
    name: "Check of the warehouse",
    status: "active",
    idType: stored.idTypeMapping[0]?.statsigUnitID ?? "userID",
    startTime: now - week,
    groups: found.groups.map((name) => ({ id: name, name, size: 100 / found.groups.length })),
    assignmentSourceName: stored.name,
    assignmentSourceExperimentName: found.name,
  });
  const events = sources.find(({ preview }) => preview.events?.length);
  const event = events?.preview.events?.[0]?.name;
  const metrics =
    events && event !== undefined
      ? [
          Metric.parse({
            id: "warehouse_check::event_count_custom",
            name: "Events",
            type: "event_count_custom",
            directionality: "increase",
            metricEvents: [{ name: event, type: "count" }],
            warehouseNative: { metricSourceName: events.name },
          }),
        ]
      : [];
  const window = loadWindow(experiment, now);
  return window && { experiment, metrics, window, hasDays: false, refresh: "metric", warehouse };
}

/** Checks a load; returns undefined if there is no assignment source with an experiment. */
export async function checkLoad(input: LoadInput): Promise<CheckedLoad | undefined> {
  const { database, warehouse, isRun, now, say } = input;
  const measuring = await measuringOf(input);
  if (!measuring) return undefined;
  const analysis = warehouseAnalysis(database, () => now);
  const none = {
    groups: measuring.experiment.groups.length,
    statements: 0,
    characters: 0,
    estimatedBytes: null,
  };
  try {
    say("Planning a small load …");
    const asks = await analysis.statements(measuring);
    const questions = asks.map((ask) => ({ ...ask, tag }));
    const read = await bytesOfDay(database, warehouse.provider, now);
    const { bytes, refusal } = await estimateStatements(warehouse, questions, read);
    const planned = {
      ...none,
      statements: asks.length,
      characters: Math.max(...asks.map(({ text }) => text.length)),
      estimatedBytes: bytes,
    };
    if (refusal) return { ...planned, failure: refusal };
    if (!isRun) return planned;
    say("Running it …");
    const results: StatementResult[] = [];
    const started = performance.now();
    const { measurements } = await analysis.measure(
      measuring,
      async (ask) => {
        const result = await warehouse.run({ ...ask, tag });
        results.push(result);
        return result;
      },
      () => undefined,
    );
    const told = results.flatMap((result) => result.bytes ?? []);
    const units = Object.values(measurements.assignment.units);
    return {
      ...planned,
      ran: {
        ms: Math.round(performance.now() - started),
        bytes: told.length > 0 ? told.reduce((sum, one) => sum + one, 0) : null,
        rows: results.reduce((sum, { rows }) => sum + rows.length, 0),
        units: units.reduce((sum, one) => sum + one, 0),
      },
    };
  } catch (error) {
    return { ...none, failure: error instanceof Error ? error.message : String(error) };
  }
}
