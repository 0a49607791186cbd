import { useQuery } from "@tanstack/react-query";
import { memo } from "react";
import { confidenceLevels } from "#contract/experiment.ts";
import { planFieldID } from "#console/features/experiments/plan/field-id.ts";
import { daysOf } from "#console/features/experiments/plan/draft/sent-plan.ts";
import { query } from "#console/foundation/api/query.ts";
import { Select } from "#console/foundation/forms/select.tsx";
import { Switch } from "#console/foundation/forms/switch.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { TokensField } from "#console/foundation/forms/tokens-field.tsx";
import { percentText, plural } from "#console/foundation/ui/wording.ts";
import { FormSection } from "./form-row.tsx";
import type { PlanForm } from "./plan-form-state.ts";

function weeksText(days: number | undefined): string {
  if (days === undefined) return "No planned end";
  if (days % 7 === 0) return plural(days / 7, "whole week");
  return days > 7 ? "No whole weeks: some weekdays count more" : "Less than a week: not every weekday counts";
}

/** Describes the confidence level with its Bonferroni correction, such as "97.5 % for each of 2 treatments". */
function levelText({ draft }: PlanForm): string {
  const treatments = draft.groups.length - 1;
  if (!draft.bonferroni || treatments < 2) return "For each comparison";
  return `${percentText(100 - (100 - Number(draft.level)) / treatments)} for each of ${treatments} treatments`;
}

function Dimensions({ form }: { form: PlanForm }) {
  const { draft, change, lockOf } = form;
  const { data } = useQuery(query("listRecordedProperties", { limit: 100 }));
  if (lockOf("dimensions"))
    return <p>Dimensions: {draft.dimensions.map(({ key }) => key).join(", ") || "none"}</p>;
  return (
    <TokensField
      id={planFieldID("dimensions")}
      label="Dimensions to break results down by"
      values={draft.dimensions.map(({ key }) => key)}
      options={(data?.data ?? []).map(({ name }) => ({ value: name, label: name }))}
      onChange={(keys) =>
        change({
          dimensions: keys.map(
            (key) => draft.dimensions.find((one) => one.key === key) ?? { key, type: "user" },
          ),
        })
      }
    />
  );
}

/** The planned duration, and the statistical method of the results. */
export const MethodSection = memo(function MethodSection({ form }: { form: PlanForm }) {
  const { draft, change, errorOf, lockOf, locksOf } = form;
  const isLocked = Boolean(lockOf("defaultConfidenceInterval"));
  return (
    <FormSection
      title="Plan"
      locks={locksOf(
        "duration",
        "defaultConfidenceInterval",
        "winsorization",
        "sequentialTesting",
        "cuped",
        "bonferroniCorrection",
      )}
    >
      <div className="grid grid-cols-[repeat(3,minmax(0,184px))] gap-2 max-tablet:grid-cols-1 max-tablet:gap-4">
        <TextField
          id={planFieldID("duration")}
          label="Duration"
          unit="days"
          inputMode="decimal"
          isReadOnly={Boolean(lockOf("duration"))}
          value={draft.duration}
          error={errorOf("duration")}
          help={weeksText(daysOf(draft.duration))}
          onChange={(duration) => change({ duration })}
        />
        <Select
          id={planFieldID("defaultConfidenceInterval")}
          label="Confidence level"
          isReadOnly={isLocked}
          value={draft.level}
          options={confidenceLevels.map((value) => ({ value, label: percentText(Number(value)) }))}
          help={levelText(form)}
          onChange={(level) => change({ level })}
        />
        <TextField
          id={planFieldID("winsorization")}
          label="Outlier cap (winsorization)"
          unit="%"
          inputMode="decimal"
          isReadOnly={isLocked}
          value={draft.winsorization}
          error={errorOf("winsorization")}
          help={draft.winsorization.trim() ? "Of the values, without zeros" : "None: all values as they are"}
          onChange={(winsorization) => change({ winsorization })}
        />
      </div>
      <div className="flex flex-wrap gap-x-6 gap-y-3 py-2">
        <Switch
          id={planFieldID("sequentialTesting")}
          label="Sequential testing"
          isReadOnly={isLocked}
          checked={draft.sequential}
          onChange={(sequential) => change({ sequential })}
        />
        <Switch
          id={planFieldID("cuped")}
          label="CUPED"
          isReadOnly={isLocked}
          checked={draft.cuped}
          onChange={(cuped) => change({ cuped })}
        />
        <Switch
          id={planFieldID("bonferroniCorrection")}
          label="Bonferroni"
          isReadOnly={isLocked}
          checked={draft.bonferroni}
          onChange={(bonferroni) => change({ bonferroni })}
        />
      </div>
      <Dimensions form={form} />
    </FormSection>
  );
});
