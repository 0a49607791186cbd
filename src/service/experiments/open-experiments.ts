// The experiments that run or ended without a decision, those first that somebody must attend to.
import type { Experiment } from "#contract/experiment.ts";
import type { Database } from "#service/database/database.ts";
import { readDocuments } from "#service/database/entity-lists.ts";
import { pageOfList, type PageOf } from "#service/database/pages.ts";
import type { RequestContext } from "#service/http/handler.ts";
import { experimentDays } from "#statistics/experiment-days.ts";
import { isOpen, needOf, openStatuses } from "#statistics/experiment-need.ts";
import { answeredExperiment, experimentEntities } from "./answered-experiment.ts";
import { lastOverviews } from "./read-overview.ts";

const needs = ["fix", "decide"] as const;

export async function listOpenExperiments(database: Database, pageOf: PageOf, context: RequestContext) {
  const reader = await database.upToDate();
  const { now } = context;
  const rows = await reader.query<{ id: string }>("select id from experiment where status = any($1)", [
    [...openStatuses],
  ]);
  const documents = await readDocuments(
    reader,
    "experiment",
    rows.map(({ id }) => id),
  );
  const experiments = documents.map(experimentEntities.parse).filter((one) => isOpen(one, now));
  const overviewOf = await lastOverviews(reader, experiments, now);
  const all = experiments.map((document) => {
    const experiment: Experiment = { ...document, ...overviewOf(document) };
    const need = needOf(experiment, now);
    const rank = need ? needs.indexOf(need) : needs.length;
    const due = experiment.endTime ?? experimentDays(experiment, now)?.target ?? Number.POSITIVE_INFINITY;
    return { experiment, need, rank, due };
  });
  all.sort(
    (left, right) =>
      left.rank - right.rank ||
      Math.sign(left.due - right.due || 0) ||
      (left.experiment.id < right.experiment.id ? -1 : 1),
  );
  const { items, total } = pageOfList(all, pageOf);
  const countOf = (value: string) => ({ value, count: all.filter(({ need }) => need === value).length });
  return {
    items: items.map(({ experiment }) => answeredExperiment(context)(experiment)),
    total,
    counts: {
      inUse: total,
      archived: 0,
      values: [{ field: "need", values: needs.map(countOf) }],
      names: [],
    },
  };
}
