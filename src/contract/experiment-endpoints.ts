// Rows of the endpoint table for experiments: reading, creating, changing, and state transitions.
import { z } from "zod/mini";
import { Checks, ChecksQuery } from "./checks.ts";
import { type Described, endpoint, listing, reading } from "./endpoint.ts";
import { answer } from "./envelope.ts";
import { AssignedUnits } from "./assigned-units.ts";
import { CumulativeExposures } from "./cumulative-exposures.ts";
import { ExperimentOverrides } from "./experiment-overrides.ts";
import { ExperimentPower } from "./experiment-power.ts";
import { ExperimentPreflight } from "./experiment-preflight.ts";
import { experimentListEndpoint } from "./experiment-list-endpoint.ts";
import { ExperimentRow } from "./experiment-row.ts";
import { confidenceLevels, Experiment } from "./experiment.ts";
import { DecidedExperimentSummary } from "./learned.ts";
import { ServedStart } from "./served-start.ts";
import { flagOf, listingFields, pageFields, PageQuery, textList, wholeNumber } from "./query-fields.ts";
import { SummaryProgress } from "./summary-charts.ts";
import { archival, change, unarchival } from "./switching.ts";
import { TimeSeries } from "./time-series.ts";
import { VersionDifferences } from "./version-differences.ts";
import { deleting, writing } from "./write-endpoint.ts";

const text = z.optional(z.string());

/** Groups and method of a comparison, overriding the experiment's own settings. */
export const comparisonQuery = {
  control: text,
  test: text,
  confidence: z.optional(z.enum(confidenceLevels)),
  cuped: z.optional(z.enum(["true", "false"])),
  /** Choice: `since` (ms) limits results to the time after it. */
  since: z.optional(wholeNumber(0)),
  /** Choice: `version` returns results as they were when that version of the experiment was replaced by the next one. */
  version: z.optional(wholeNumber(1)),
};

const experimentSorts = ["name", "need", "health", "lead", "guardrail", "days", "start"] as const;
const texts = z.optional(textList);

const ExperimentFilter = z.object({
  ...pageFields,
  ...listingFields(experimentSorts),
  status: texts,
  /** Sections of the list: decide, fix, running, planning, decided, archived. */
  band: texts,
  /** Names of health checks that failed or warn; `passed` or `waiting` if none does. */
  health: texts,
  /** Results of the lead metric and of the worst guardrail: better, worse, inconclusive. */
  result: texts,
  guardrail: texts,
  /** Names of the lead metric and of the owner. */
  metric: texts,
  owner: texts,
  tags: texts,
  idType: text,
  search: text,
  // Choice: lists of experiments include archived ones unless `includeArchived` is false.
  includeArchived: flagOf(true),
});

const overrideUpdates = () => import("./experiment-overrides-update.ts");
const updates = () => import("./experiment-update.ts");
const updated = "Experiment updated successfully.";

/** Returns the row of an endpoint that performs a state transition of an experiment. */
const leading = <const Path extends string, Body extends () => Promise<z.ZodMiniType>>(
  path: Path,
  summary: string,
  message: string,
  body: Body,
) => writing(Experiment, body, { method: "PUT", path, summary, message });

/** Returns the row of an endpoint that evaluates a plan and stores nothing. */
const judging = <Data extends z.ZodMiniType, const Row extends Described>(data: Data, row: Row) =>
  endpoint({
    ...row,
    method: "POST",
    isReading: true,
    body: async () => (await import("./planned-experiment.ts")).PlannedExperiment,
    response: answer(data),
  });

export const experimentEndpoints = {
  listExperiments: listing(Experiment, ExperimentFilter, {
    path: "/console/v1/experiments",
    summary: "List experiments",
    message: "Experiments listed successfully.",
  }),
  // Choice: `/experiment_rows` lists experiments like `/experiments`, with those fields only that the console's list shows.
  listExperimentRows: { ...experimentListEndpoint.listExperimentRows, query: ExperimentFilter },
  // Choice: `/open_experiments` lists experiments that run or ended without a decision, those that need attention first; `counts` says how many need it.
  listOpenExperiments: listing(ExperimentRow, PageQuery, {
    path: "/console/v1/open_experiments",
    summary: "List experiments that run or wait for a decision, those that somebody must attend to first",
    message: "Experiments listed successfully.",
  }),
  // Choice: `/learned_experiments` lists the decided experiments with their results, the newest decision first.
  readLearnedExperiments: reading(z.array(DecidedExperimentSummary), {
    path: "/console/v1/learned_experiments",
    summary: "List decided experiments with what each of them measured, as it was computed last",
    message: "Experiments listed successfully.",
  }),
  readExperiment: reading(Experiment, {
    path: "/console/v1/experiments/{id}",
    summary: "Read an experiment",
    message: "Experiment read successfully.",
  }),
  readExperimentChecks: reading(Checks, {
    path: "/console/v1/experiments/{id}/checks",
    summary:
      "Read how often apps asked for an experiment, by hour and group, with who asked and the newest checks",
    message: "Experiment checks read successfully.",
    query: ChecksQuery,
  }),
  readDailyResults: reading(TimeSeries, {
    path: "/console/v1/experiments/{id}/daily_results",
    summary: "Get one metric of one comparison day by day",
    message: "Daily results read successfully.",
    // Choice: a time series takes `metric` as id or name of a metric, and the other parameters of the summary charts.
    query: z.strictObject({ metric: z.string(), metricType: text, ...comparisonQuery }),
  }),
  readSummaryProgress: reading(SummaryProgress, {
    path: "/console/v1/experiments/{id}/summary_progress",
    summary: "Read how far the computation of an experiment's results is",
    message: "Summary progress read successfully.",
  }),
  listExperimentVersions: listing(Experiment, PageQuery, {
    path: "/console/v1/experiments/{id}/versions",
    summary: "List the versions of an experiment, the current one first",
    message: "Experiment versions listed successfully.",
  }),
  listExperimentDifferences: listing(VersionDifferences, PageQuery, {
    path: "/console/v1/experiments/{id}/version_differences",
    summary: "List what each version of an experiment changed, the current one first",
    message: "Experiment versions listed successfully.",
  }),
  readExperimentOverrides: reading(ExperimentOverrides, {
    path: "/console/v1/experiments/{id}/overrides",
    summary: "Read who gets a group of an experiment whatever it would decide",
    message: "Experiment Overrides read successfully.",
  }),
  replaceExperimentOverrides: writing(
    ExperimentOverrides,
    async () => (await overrideUpdates()).OverridesUpdate,
    {
      method: "POST",
      path: "/console/v1/experiments/{id}/overrides",
      summary: "Replace the overrides of an experiment",
      message: "Experiment Overrides updated successfully.",
    },
  ),
  addExperimentOverrides: writing(
    ExperimentOverrides,
    async () => (await overrideUpdates()).OverridesUpdate,
    {
      method: "PATCH",
      path: "/console/v1/experiments/{id}/overrides",
      summary: "Add overrides to an experiment",
      message: "Experiment Overrides updated successfully.",
    },
  ),
  removeExperimentOverrides: writing(
    ExperimentOverrides,
    async () => (await overrideUpdates()).OverridesRemoval,
    {
      method: "DELETE",
      path: "/console/v1/experiments/{id}/overrides",
      summary: "Remove overrides of an experiment, all of them without a body",
      message: "Experiment Overrides deleted successfully.",
    },
  ),
  readCumulativeExposures: reading(z.array(CumulativeExposures), {
    path: "/console/v1/experiments/{id}/cumulative_exposures",
    summary: "Read how many units each group of an experiment had seen by the end of each day",
    message: "Successfully loaded Cumulative Exposures",
  }),

  readAssignedUnits: reading(AssignedUnits, {
    path: "/console/v1/experiments/{id}/assigned_units",
    summary: "Read how many units are in a group of an experiment, and whether one of them is",
    message: "Experiment read successfully.",
    // Choice: `assigned_units` returns how many units keep their group when assignment stops, and with `unit` whether a certain unit does.
    query: z.strictObject({ unit: z.optional(z.string()) }),
  }),

  readServedStart: reading(ServedStart, {
    path: "/console/v1/experiments/{id}/served_start",
    summary: "Read what apps are told of an experiment before and after its start",
    message: "Experiment read successfully.",
    // Choice: `served_start` returns an experiment's part of the rules document as it is now and as it would be after its start.
    query: z.strictObject({ analysisStartTime: z.optional(wholeNumber(0)) }),
  }),

  // Choice: power and pre-flight of a plan are requested by a POST of the plan, which stores nothing.
  readExperimentPower: judging(ExperimentPower, {
    path: "/console/v1/experiments/power",
    summary: "Read what a planned experiment could find, from the units and values of the past",
    message: "Experiment power read successfully.",
  }),
  readExperimentPreflight: judging(ExperimentPreflight, {
    path: "/console/v1/experiments/preflight",
    summary: "Read what a planned experiment may fail of, with an A/A check on the past",
    message: "Experiment pre-flight read successfully.",
  }),

  // Choice: an experiment can be created, changed, started, decided, abandoned, reset, archived and deleted, in the conventions of the description.
  createExperiment: writing(Experiment, async () => (await updates()).ExperimentCreate, {
    method: "POST",
    path: "/console/v1/experiments",
    summary: "Create an experiment",
    message: "Experiment created successfully.",
    status: 201,
  }),
  updateExperiment: writing(Experiment, async () => (await updates()).ExperimentUpdate, {
    method: "POST",
    path: "/console/v1/experiments/{id}",
    summary: "Fully update an experiment",
    message: updated,
  }),
  patchExperiment: writing(Experiment, async () => (await updates()).ExperimentPatch, {
    method: "PATCH",
    path: "/console/v1/experiments/{id}",
    summary: "Partially update an experiment",
    message: updated,
  }),
  startExperiment: leading(
    "/console/v1/experiments/{id}/start",
    "Start an experiment that is set up",
    "Experiment successfully started.",
    async () => (await updates()).ExperimentStart,
  ),
  decideExperiment: leading(
    "/console/v1/experiments/{id}/make_decision",
    "End an experiment by shipping one of its groups",
    "Decision made for Experiment.",
    async () => (await updates()).ExperimentDecision,
  ),
  abandonExperiment: leading(
    "/console/v1/experiments/{id}/abandon",
    "End an experiment without shipping a group",
    "Experiment successfully abandoned.",
    async () => (await updates()).ExperimentAbandonment,
  ),
  resetExperiment: leading(
    "/console/v1/experiments/{id}/reset",
    "Bring an experiment back into setup, with a new division of users",
    "Experiment successfully restarted.",
    change,
  ),
  archiveExperiment: leading(
    "/console/v1/experiments/{id}/archive",
    "Archive an experiment",
    "Experiment successfully archived.",
    archival,
  ),
  unarchiveExperiment: leading(
    "/console/v1/experiments/{id}/unarchive",
    "Take an experiment out of the archive",
    "Experiment successfully unarchived.",
    unarchival,
  ),
  deleteExperiment: deleting({
    path: "/console/v1/experiments/{id}",
    summary: "Delete an experiment",
    message: "Experiment deleted successfully.",
  }),
};
