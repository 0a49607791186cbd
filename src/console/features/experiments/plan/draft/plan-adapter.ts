// Adapts experiment plans to the editing code that they share with gates and configs.
import { z } from "zod/mini";
import { Experiment } from "#contract/experiment.ts";
import { Rule } from "#contract/rule.ts";
import { persistedEditFields, type EntityAdapter } from "#console/editing/session/entity-adapter.ts";
import type { DraftEdit } from "#console/editing/session/use-draft-edit.ts";
import { planFieldID } from "#console/features/experiments/plan/field-id.ts";
import { call } from "#console/foundation/api/call.ts";
import { draftProblems } from "./draft-problems.ts";
import { mergePlans } from "./merge-plans.ts";
import { planChanges, planText } from "./plan-changes.ts";
import { isNewPlan, PlanDraft, planDraftOf, type PlannedExperiment } from "./plan-draft.ts";
import { plannedExperiment } from "./planned-experiment.ts";
import { planLabel } from "./problem-words.ts";
import { changedPlanFields, experimentOfDraft, planBody, type PlanBody } from "./sent-plan.ts";

const Planned = z.extend(Experiment, { isEnabled: z.boolean(), rules: z.array(Rule) });

export const planAdapter: EntityAdapter<PlannedExperiment, PlanDraft, PlanBody> = {
  noun: "experiment",
  section: "experiments",
  reads: "readExperiment",
  readVersions: async (id, page, signal) => {
    const answer = await call("listExperimentVersions", { id, ...page }, { signal });
    return { ...answer, data: answer.data.map(plannedExperiment) };
  },
  send: async (base, { body, dryRun, basedOn }) => {
    const answer = isNewPlan(base)
      ? await call("createExperiment", { body, dryRun })
      : await call("patchExperiment", { id: base.id, body, dryRun }, { basedOn });
    return plannedExperiment(answer.data);
  },
  persisted: z.object({ ...persistedEditFields, base: Planned, draft: PlanDraft }),
  draftOf: planDraftOf,
  entityOf: experimentOfDraft,
  isChanged: (base, draft) => changedPlanFields(base, draft).length > 0 || draft.id !== "",
  changesOf: planChanges,
  textOf: planText,
  merge: mergePlans,
  checkedBody: (base, draft) => {
    // The server checks the metrics as well, so they are not passed here.
    const problems = draftProblems(base, draft, undefined).ofSave;
    return problems.length > 0 ? { problems } : { body: planBody(base, draft), problems };
  },
  withReason: (body, changeReason) => ({ ...body, changeReason }),
  tabOf: () => "settings",
  placeOf: (property, draft) => ({ id: planFieldID(property), label: planLabel(property, draft) }),
};
export type PlanEdit = DraftEdit<PlannedExperiment, PlanDraft, PlanBody>;
