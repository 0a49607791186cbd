// Defines for http/ and entity-writes/ how metrics are listed and answered, with the number of experiments that use them and the time of
// their last event.
import type { Metric } from "#contract/metric.ts";
import { eventNames } from "#service/analysis/plan/metric-inputs.ts";
import type { Database } from "#service/database/database.ts";
import type { Head } from "#service/database/head-list.ts";
import { lastEvents } from "#service/database/last-events.ts";
import { metricUseCounts } from "#service/database/metric-uses.ts";
import type { Entities } from "#service/http/entity-reads.ts";
import { answeredMetric, parseMetric, type StoredMetric } from "./answered-metric.ts";

/** Facts about metrics that are not part of their documents. */
interface Facts {
  readonly experimentCounts: ReadonlyMap<string, number>;
  readonly lastEvents: ReadonlyMap<string, number>;
}

const factsOf = (metric: Metric, facts: Facts) => {
  const times = eventNames(metric).flatMap((name) => facts.lastEvents.get(name) ?? []);
  return {
    experimentCount: facts.experimentCounts.get(metric.id) ?? 0,
    lastEventTime: times.length > 0 ? Math.max(...times) : null,
  };
};

function headOf(metric: StoredMetric, facts: Facts): Head {
  const { experimentCount, lastEventTime } = factsOf(metric, facts);
  const { id, name, type, directionality, owner, tags } = metric;
  return {
    id,
    name,
    description: metric.description ?? "",
    // Hidden metrics are left out of lists, as archived gates are.
    isArchived: metric.isHidden ?? false,
    values: {
      type: [type],
      directionality: [directionality],
      event: [...new Set(eventNames(metric))],
      owner: owner ? [owner.name] : [],
      tags: tags ?? [],
    },
    sorts: {
      type,
      directionality,
      owner: owner?.name ?? null,
      experimentCount,
      lastEventTime,
      lastModifiedTime: metric.lastModifiedTime ?? metric.createdTime ?? null,
    },
  };
}

export function metricEntities(database: Database): Entities<StoredMetric, Metric> {
  const [countUses, readLastEvents] = [metricUseCounts(), lastEvents()];
  let known: Facts = { experimentCounts: new Map(), lastEvents: new Map() };
  let number = 0;
  const current = async (): Promise<Facts> => {
    const facts = { experimentCounts: await countUses(database), lastEvents: await readLastEvents(database) };
    if (facts.experimentCounts !== known.experimentCounts || facts.lastEvents !== known.lastEvents)
      number += 1;
    return (known = facts);
  };
  return {
    kind: "metric",
    noun: "Metric",
    parse: parseMetric,
    answerVersion: answeredMetric,
    answers: async (_reader, context) => {
      const facts = await current();
      return (metric) => ({ ...answeredMetric(context)(metric), ...factsOf(metric, facts) });
    },
    headsOf: async (_reader, documents) => documents.map(parseMetric).map((metric) => headOf(metric, known)),
    besides: async () => {
      await current();
      return { all: String(number), each: new Map() };
    },
    counted: ["type", "directionality", "event", "owner", "tags"],
  };
}
