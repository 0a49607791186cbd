// Converts an experiment to its served form: adds its console address and every field of the API description (API 2.6).
import { z } from "zod/mini";
import { Experiment } from "#contract/experiment.ts";
import { parsedOnce } from "#service/database/entities.ts";
import { emptyEntity, permalinkOf, withEveryField } from "#service/http/answered-entity.ts";
import type { Entities } from "#service/http/entity-reads.ts";
import type { RequestContext } from "#service/http/handler.ts";
import { responseCache } from "#service/http/response-cache.ts";
import { countedOfExperiments, experimentHeads } from "./experiment-heads.ts";
import { lastOverviews } from "./read-overview.ts";

const empty = {
  ...emptyEntity,
  targetApps: [],
  experimentType: "BASE",
  launchedGroupID: null,
  startTime: null,
  endTime: null,
  layerID: null,
  hypothesis: "",
  primaryMetrics: [],
  primaryMetricTags: [],
  secondaryMetricTags: [],
  secondaryMetrics: [],
  allocation: null,
  duration: null,
  targetingGateID: "",
  defaultConfidenceInterval: "95",
  bonferroniCorrection: false,
  decisionReason: null,
  decisionTime: null,
  healthChecks: [],
  healthCheckStatus: null,
  leadResult: null,
  worstGuardrail: null,
  owner: null,
  inlineTargetingRulesJSON: "[]",
  isStale: false,
};

export const answeredExperiment =
  (context: RequestContext) =>
  (experiment: Experiment): Experiment =>
    withEveryField<Experiment>(
      {
        ...experiment,
        groups: experiment.groups.map((group) => ({ parameterValues: {}, description: "", ...group })),
        permalink: permalinkOf(context, "experiments", experiment.id),
      },
      empty,
    );

/** The current experiment without its overrides, of which there may be thousands; they have an endpoint of their own. */
export const currentExperiment =
  (context: RequestContext) =>
  ({ overrides: _gates, userIDOverrides: _ids, ...experiment }: Experiment): Experiment =>
    answeredExperiment(context)(experiment);

const kept = responseCache<Experiment>();

const StoredExperiment = z.extend(Experiment, { version: z._default(z.number(), 1) });
export type StoredExperiment = z.output<typeof StoredExperiment>;

const parse = parsedOnce((document) => StoredExperiment.parse(document));

export const experimentEntities: Entities<StoredExperiment, Experiment> = {
  kind: "experiment",
  noun: "Experiment",
  parse,
  answerVersion: answeredExperiment,
  headsOf: (reader, documents, now) => experimentHeads(reader, documents.map(parse), now),
  counted: countedOfExperiments,
  answers: async (reader, context, experiments) => {
    const overviewOf = await lastOverviews(reader, experiments, context.now);
    const answered = currentExperiment(context);
    return (experiment) => {
      const overview = overviewOf(experiment);
      return kept(experiment, [context.consoleUrl, context.companyID, overview], () => ({
        ...answered(experiment),
        ...overview,
      }));
    };
  },
};
