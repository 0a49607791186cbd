// Experiments with logs for page tests, and a way to store them in an in-memory service.
import type { Experiment } from "#contract/experiment.ts";
import type { Metric } from "#contract/metric.ts";
import { writeEntity } from "#service/database/entities.ts";
import { loadEvents, loadExposures } from "#service/database/logs.ts";
import { writeMetrics } from "#service/database/definitions.ts";
import { testApp } from "#service/test-app.test-support.ts";

export const day = 86_400_000;
const hour = 3_600_000;

/** `units` is the number of units in the group; each event name maps to the number of units in ten that have that event. */
interface GroupLog {
  units: number;
  order?: number;
  complaint?: number;
}

const eventNames = ["order", "complaint"] as const;

export const countMetric = (name: string, event: string, directionality = "increase"): Metric => ({
  id: `${name}::event_count`,
  name,
  type: "event_count",
  directionality,
  lineage: { events: [event], metrics: [] },
});

const metrics = [countMetric("Orders", "order"), countMetric("Complaints", "complaint", "decrease")];
const referenceTo = ({ name, type }: Metric) => ({ name, type });

/** A three-group test, ten days into its thirty. */
export const storedExperiment = (change: Partial<Experiment> = {}): Experiment => ({
  id: "form",
  name: "Form",
  description: "Fewer fields.",
  hypothesis: "Fewer fields bring more orders.",
  status: "active",
  idType: "userID",
  tags: [],
  startTime: Date.now() - 10 * day,
  endTime: null,
  duration: 30,
  allocation: 80,
  groups: [
    { id: "old", name: "Old", size: 34, parameterValues: { fields: 9, title: "Order" } },
    { id: "new", name: "New", size: 33, parameterValues: { fields: 4, title: "Order" } },
    { id: "express", name: "Express", size: 33, parameterValues: { fields: 1 } },
  ],
  controlGroupID: "old",
  primaryMetrics: metrics.slice(0, 1).map(referenceTo),
  secondaryMetrics: metrics.slice(1).map(referenceTo),
  defaultConfidenceInterval: "95",
  bonferroniCorrection: false,
  dimensions: [{ key: "country", type: "user" }],
  ...change,
});

export interface StoredExperiment {
  experiment?: Partial<Experiment>;
  metrics?: readonly Metric[];
  /** Logs by group id. */
  log?: Record<string, GroupLog>;
}

/** Orders: Express has clearly more, New only slightly more. Complaints: Express has clearly more, which is worse. */
export const usualLog: Record<string, GroupLog> = {
  old: { units: 200, order: 3, complaint: 1 },
  new: { units: 200, order: 4, complaint: 1 },
  express: { units: 200, order: 7, complaint: 4 },
};

/** Creates a service at the present time with one experiment; exposures are spread over its first days. */
export async function serviceWithExperiment({
  experiment,
  metrics: own = metrics,
  log = usualLog,
}: StoredExperiment) {
  const service = await testApp({ now: Date.now });
  const document = storedExperiment(experiment);
  const start = document.startTime ?? Date.now();
  const span = Math.min(5 * day, Date.now() - start);
  const units = Object.entries(log).flatMap(([group, plan]) =>
    Array.from({ length: plan.units }, (_, index) => ({
      group,
      plan,
      index,
      unit: `${group} ${index}`,
      time: Math.round(start + (span * index) / plan.units),
    })),
  );
  await service.database.transaction(async (transaction) => {
    await writeEntity(transaction, "experiment", { document, references: [] }, Date.now());
    await writeMetrics(transaction, own);
    await loadExposures(
      transaction,
      units.map(({ group, index, unit, time }) => ({
        experiment: document.id,
        group,
        unit,
        time,
        properties: JSON.stringify({ country: ["DE", "SE"][Math.floor(index / 10) % 2] }),
      })),
    );
    await loadEvents(
      transaction,
      units.flatMap(({ plan, index, unit, time }) =>
        eventNames
          .filter((name) => index % 10 < (plan[name] ?? 0))
          .map((name) => ({
            name,
            time: Math.min(Date.now(), time + hour),
            unit,
            value: "",
            source: "web",
            metadata: "{}",
          })),
      ),
    );
  });
  return service;
}
