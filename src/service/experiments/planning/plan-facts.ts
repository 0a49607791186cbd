// Facts about a plan's surroundings: experiments that run on the same units, and when the events of its metrics were last logged.
import type { Experiment } from "#contract/experiment.ts";
import type { Metric } from "#contract/metric.ts";
import type { PlannedExperiment } from "#contract/planned-experiment.ts";
import { eventNames } from "#service/analysis/plan/metric-inputs.ts";
import { day } from "#service/analysis/totals/assignment.ts";
import type { Reader, Row } from "#service/database/database.ts";
import type { DocumentRow } from "#service/database/entities.ts";
import { experimentEntities } from "#service/experiments/answered-experiment.ts";

/** Number of past days that are searched for events. */
export const eventSearchDays = 90;

/** Returns when each event was last logged, ms; events that were not logged are missing. */
export async function readLastEvents(
  reader: Reader,
  metrics: readonly Metric[],
  now: number,
): Promise<ReadonlyMap<string, number>> {
  const names = [...new Set(metrics.flatMap(eventNames))];
  const rows = await reader.query<Row & { name: string; time: number }>(
    "select name, max(time) as time from event where name = any($1) and time > $2 and time <= $3 group by name",
    [names, now - eventSearchDays * day, now],
  );
  return new Map(rows.map(({ name, time }) => [name, time]));
}

const metricsOf = ({
  primaryMetrics,
  secondaryMetrics,
}: Pick<Experiment, "primaryMetrics" | "secondaryMetrics">) =>
  [...(primaryMetrics ?? []), ...(secondaryMetrics ?? [])].map(({ name, type }) => ({
    id: `${name}::${type}`,
    name,
  }));

export interface OverlappingExperiment {
  experiment: Experiment;
  /** Name of a metric that both experiments use. */
  metric: string;
}

/** Returns running experiments with the same unit type that use a metric of the plan and are not in its layer. */
export async function readOverlappingExperiments(
  reader: Reader,
  plan: PlannedExperiment,
): Promise<OverlappingExperiment[]> {
  const rows = await reader.query<DocumentRow>("select document from experiment where status = 'active'");
  const own = new Set(metricsOf(plan).map(({ id }) => id));
  const unit = (idType: string | null | undefined) => (idType ?? "userID").toLowerCase();
  return rows.flatMap(({ document }) => {
    const experiment = experimentEntities.parse(document);
    const metric = metricsOf(experiment).find(({ id }) => own.has(id));
    const isApart = Boolean(plan.layerID) && plan.layerID === experiment.layerID;
    if (!metric || isApart || experiment.id === plan.id) return [];
    return unit(experiment.idType) === unit(plan.idType) ? [{ experiment, metric: metric.name }] : [];
  });
}

/** Returns, by experiment, the number of units in `past_group` that it has exposed since a time. */
export async function readShared(
  reader: Reader,
  rivals: readonly OverlappingExperiment[],
  since: number,
): Promise<Record<string, number>> {
  if (rivals.length === 0) return {};
  const rows = await reader.query<Row & { id: string; units: number }>(
    `select e.experiment_id as id, count(distinct e.unit_id) as units
     from exposure e join past_group g on g.unit_id = e.unit_id
     where e.experiment_id = any($1) and e.time >= $2 group by e.experiment_id`,
    [rivals.map(({ experiment }) => experiment.id), since],
  );
  return Object.fromEntries(rows.map(({ id, units }) => [id, units]));
}
