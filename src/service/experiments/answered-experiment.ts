// An experiment as it is answered: with its address in the console and every field that the API description shows (API 2.6).
import { Experiment } from "#contract/experiment.ts";
import { noAuthorship, permalinkOf, withEveryField } from "#service/http/answered-entity.ts";
import type { RequestContext } from "#service/http/handler.ts";

export const parseExperiment = (document: unknown) => Experiment.parse(document);

const empty = {
  ...noAuthorship,
  description: "",
  idType: "userID",
  targetApps: [],
  holdoutIDs: [],
  tags: [],
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
  // Choice: lists of experiments leave the health checks out; reading one experiment computes them.
  healthChecks: [],
  healthCheckStatus: null,
  owner: null,
  inlineTargetingRulesJSON: "[]",
  isStale: false,
};

export const answeredExperiment =
  (place: Pick<RequestContext, "consoleUrl" | "companyID">) =>
  (experiment: Experiment): Experiment =>
    withEveryField<Experiment>(
      {
        ...experiment,
        groups: experiment.groups.map((group) => ({ parameterValues: {}, description: "", ...group })),
        permalink: permalinkOf(place, "experiments", experiment.id),
      },
      empty,
    );
