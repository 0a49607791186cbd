import { memo } from "react";
import { idFormOf } from "#contract/entity-name.ts";
import type { Metric } from "#contract/metric.ts";
import { planFieldID } from "#console/features/experiments/plan/field-id.ts";
import {
  hypothesisChanges,
  hypothesisParts,
  hypothesisSentence,
} from "#console/features/experiments/plan/hypothesis.ts";
import type { HypothesisDraft } from "#console/features/experiments/plan/draft/plan-draft.ts";
import { hypothesisText } from "#console/features/experiments/plan/draft/sent-plan.ts";
import { Select } from "#console/foundation/forms/select.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { TokensField } from "#console/foundation/forms/tokens-field.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { FormRow, FormSection, ShortField, WideField } from "./form-row.tsx";
import type { PlanForm } from "./plan-form-state.ts";

const changeLabels = { rises: "rise by at least", falls: "fall by at least", changes: "change by at least" };

interface QuestionProps {
  form: PlanForm;
  metrics: readonly Metric[];
}

function HypothesisFields({ form, metrics }: QuestionProps) {
  const { hypothesis } = form.draft;
  const lock = form.lockOf("hypothesis");
  const set = (part: Partial<HypothesisDraft>) => form.change({ hypothesis: { ...hypothesis, ...part } });
  const error = form.errorOf("hypothesis");
  const shared = { hideLabel: true, isReadOnly: Boolean(lock) };
  if (hypothesis.isFree) {
    const parts = hypothesisParts(hypothesis.text);
    return (
      <FormRow label="Hypothesis">
        <WideField>
          <TextField
            {...shared}
            id={planFieldID("hypothesis")}
            label="Hypothesis"
            multiline
            value={hypothesis.text}
            error={error}
            onChange={(text) => set({ text })}
          />
          {lock ? null : (
            <div className="-ml-2 pt-1">
              <Button
                variant="quiet"
                size="small"
                // A sentence that does not match the template is kept as its action.
                onClick={() => set({ isFree: false, ...(parts ?? { action: hypothesis.text.trim() }) })}
              >
                Use the template
              </Button>
            </div>
          )}
        </WideField>
      </FormRow>
    );
  }
  // List the metrics of the plan first.
  const planned = form.draft.metrics.map(({ name }) => name);
  const names = [...new Set([...planned, ...metrics.map(({ name }) => name), hypothesis.metric])];
  const options = [
    { value: "", label: "Choose a metric" },
    ...names.flatMap((value) => (value ? [{ value, label: value }] : [])),
  ];
  return (
    <>
      <FormRow label="If we">
        <WideField>
          <TextField
            {...shared}
            id={planFieldID("hypothesis")}
            label="Hypothesis: if we"
            value={hypothesis.action}
            error={error}
            onChange={(action) => set({ action })}
          />
        </WideField>
      </FormRow>
      <FormRow label="then">
        <div className="w-46 min-w-0 max-tablet:col-span-2 max-tablet:w-auto">
          <Select
            {...shared}
            id={planFieldID("hypothesis.metric")}
            label="then the metric"
            value={hypothesis.metric}
            options={options}
            onChange={(metric) => set({ metric })}
          />
        </div>
        <ShortField>
          <Select
            {...shared}
            label="will"
            value={hypothesis.change}
            options={hypothesisChanges.map((value) => ({ value, label: changeLabels[value] }))}
            onChange={(change) => set({ change })}
          />
        </ShortField>
        <div className="w-24 max-tablet:w-auto">
          <TextField
            {...shared}
            id={planFieldID("hypothesis.percent")}
            label="by at least, percent"
            value={hypothesis.percent}
            unit="%"
            inputMode="decimal"
            onChange={(percent) => set({ percent })}
          />
        </div>
      </FormRow>
      <FormRow label="because">
        <WideField>
          <TextField
            {...shared}
            id={planFieldID("hypothesis.reason")}
            label="because"
            value={hypothesis.reason}
            onChange={(reason) => set({ reason })}
          />
          {lock ? null : (
            <div className="-ml-2 pt-1">
              <Button
                variant="quiet"
                size="small"
                onClick={() => set({ isFree: true, text: hypothesisSentence(hypothesis) })}
              >
                Write it freely
              </Button>
            </div>
          )}
        </WideField>
      </FormRow>
    </>
  );
}

/** The question of the experiment, and the reason for it. */
export const QuestionSection = memo(function QuestionSection({ form, metrics }: QuestionProps) {
  const { draft, change, errorOf, isNew, lockOf, locksOf } = form;
  const id = draft.id.trim() || idFormOf(draft.name.trim());
  const isLocked = Boolean(lockOf("name"));
  return (
    <FormSection title="Question" locks={locksOf("hypothesis")}>
      <FormRow label="Name">
        <WideField>
          <TextField
            id={planFieldID("name")}
            label="Name"
            hideLabel
            isRequired
            isReadOnly={isLocked}
            value={draft.name}
            error={errorOf("name")}
            help={
              isNew && id ? (
                <>
                  Apps ask for the id <Mono>{id}</Mono>, which never changes.
                </>
              ) : undefined
            }
            onChange={(name) => change({ name })}
          />
        </WideField>
        {isNew ? (
          <ShortField>
            <TextField
              id={planFieldID("id")}
              label="Id, where it is to be another one"
              hideLabel
              placeholder={id || "Id"}
              value={draft.id}
              error={errorOf("id")}
              onChange={(typed) => change({ id: typed })}
            />
          </ShortField>
        ) : null}
      </FormRow>
      <HypothesisFields form={form} metrics={metrics} />
      <FormRow label="About">
        <WideField>
          <TextField
            id={planFieldID("description")}
            label="About: description"
            hideLabel
            isReadOnly={isLocked}
            value={draft.description}
            error={errorOf("description")}
            onChange={(description) => change({ description })}
          />
        </WideField>
      </FormRow>
      <FormRow label="Tags">
        <WideField>
          {isLocked ? (
            <p className="pt-1.5">{draft.tags.join(", ") || "None"}</p>
          ) : (
            <TokensField
              id={planFieldID("tags")}
              label="Tags"
              hideLabel
              values={draft.tags}
              onChange={(tags) => change({ tags })}
            />
          )}
        </WideField>
      </FormRow>
      {hypothesisText(draft.hypothesis) ? (
        <p className="sr-only">The hypothesis reads: {hypothesisText(draft.hypothesis)}</p>
      ) : null}
    </FormSection>
  );
});
