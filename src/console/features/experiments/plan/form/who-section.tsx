import { Link, useParams } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { memo, useState } from "react";
import type { ExperimentPower } from "#contract/experiment-power.ts";
import { newRule } from "#console/editing/rule-list/new-rule.ts";
import { planFieldID } from "#console/features/experiments/plan/field-id.ts";
import { percentOf } from "#console/features/experiments/plan/draft/sent-plan.ts";
import { unitNoun } from "#console/features/experiments/results/model/format-result.ts";
import { percentInUsers } from "#console/foundation/forms/percent.ts";
import { Select } from "#console/foundation/forms/select.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { TokensField } from "#console/foundation/forms/tokens-field.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { capitalise } from "#console/foundation/ui/wording.ts";
import { newCondition } from "#console/rules/fields/condition-draft.ts";
import { useEntityOptions } from "#console/rules/fields/suggestions.ts";
import { EligibleUnits } from "./eligible-units.tsx";
import { FormRow, FormSection, ShortField, WideField } from "./form-row.tsx";
import { InlineRules } from "./inline-rules.tsx";
import { ExposuresField } from "./exposures-field.tsx";
import { FreeShare, LayerField } from "./layer-field.tsx";
import type { PlanForm } from "./plan-form-state.ts";

const usualUnits = ["userID", "stableID"];

function GateField({ form }: { form: PlanForm }) {
  const { draft, change, errorOf, lockOf } = form;
  const { company = "" } = useParams({ strict: false });
  const [typed, setTyped] = useState("");
  const id = draft.targetingGateID;
  const { options } = useEntityOptions({ kind: "gate", chosen: id ? [id] : [], typed, isWanted: true });
  if (lockOf("targetingGateID"))
    return (
      <p className="pt-1.5">
        <Link to="/$company/gates/$id" params={{ company, id }} className="link">
          {options.find(({ value }) => value === id)?.label ?? id}
        </Link>
      </p>
    );
  return (
    <TokensField
      id={planFieldID("targetingGateID")}
      label="Targeting gate"
      hideLabel
      max={1}
      placeholder="Choose a gate"
      values={id ? [id] : []}
      options={options}
      error={errorOf("targetingGateID")}
      onType={setTyped}
      onChange={([gate = ""]) => change({ targetingGateID: gate })}
    />
  );
}

function Targeting({ form }: { form: PlanForm }) {
  const { draft, change, lockOf } = form;
  const [isChoosing, setIsChoosing] = useState(false);
  const isGate = isChoosing || draft.targetingGateID !== "";
  const isLocked = Boolean(lockOf("targetingGateID"));
  const addCondition = () => {
    const rule = newRule(draft.rules, { passPercentage: 100 });
    change({
      rules: [...draft.rules, { ...rule, name: "Inline targeting", conditions: [newCondition("added-1")] }],
    });
  };
  return (
    <FormRow label={`${capitalise(unitNoun(draft.idType))} who`}>
      <ShortField>
        <Select
          label="Who is eligible"
          hideLabel
          isReadOnly={isLocked}
          value={isGate ? "gate" : "all"}
          options={[
            { value: "all", label: "use the product" },
            { value: "gate", label: "pass the gate" },
          ]}
          onChange={(mode) => {
            setIsChoosing(mode === "gate");
            if (mode === "all") change({ targetingGateID: "" });
          }}
        />
      </ShortField>
      {isGate ? (
        <div className="w-46 min-w-0 max-tablet:w-auto">
          <GateField form={form} />
        </div>
      ) : null}
      {draft.rules.length === 0 && draft.inlineText === undefined && !isLocked ? (
        <Button variant="quiet" icon={Plus} onClick={addCondition} className="max-tablet:justify-self-start">
          Add condition
        </Button>
      ) : null}
    </FormRow>
  );
}

/** Targeting, layer and allocation: the units that take part. */
export const WhoSection = memo(function WhoSection({
  form,
  power,
}: {
  form: PlanForm;
  power: ExperimentPower | undefined;
}) {
  const { draft, change, errorOf, lockOf, locksOf } = form;
  const units = [...new Set([...usualUnits, draft.idType])];
  const share = percentOf(draft.allocation);
  return (
    <FormSection
      title="Who"
      locks={locksOf("idType", "layerID", "targetingGateID", "inlineTargetingRulesJSON", "allocation")}
    >
      <FormRow label="Unit">
        <ShortField>
          <Select
            id={planFieldID("idType")}
            label="Unit"
            hideLabel
            isReadOnly={Boolean(lockOf("idType"))}
            value={draft.idType}
            options={units.map((value) => ({ value, label: value }))}
            error={errorOf("idType")}
            onChange={(idType) => change({ idType })}
          />
        </ShortField>
      </FormRow>
      <Targeting form={form} />
      <InlineRules form={form} />
      <FormRow label="of them">
        <ShortField>
          <TextField
            id={planFieldID("allocation")}
            label="Allocation, percent of them"
            hideLabel
            isRequired
            unit="%"
            inputMode="decimal"
            isReadOnly={Boolean(lockOf("allocation"))}
            value={draft.allocation}
            error={errorOf("allocation")}
            onChange={(allocation) => change({ allocation })}
          />
        </ShortField>
        <ShortField>
          <LayerField form={form} />
        </ShortField>
        <WideField>
          <p className="pt-1.5 text-text-muted">
            {draft.layerID ? (
              <FreeShare layerID={draft.layerID} />
            ) : share === undefined ? null : (
              percentInUsers(share, unitNoun(draft.idType))
            )}
          </p>
        </WideField>
      </FormRow>
      <ExposuresField form={form} />
      <EligibleUnits power={power} units={unitNoun(draft.idType)} />
    </FormSection>
  );
});
