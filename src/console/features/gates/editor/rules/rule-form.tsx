import type { ReactNode } from "react";
import type { Problem } from "#contract/api-error.ts";
import { PercentField } from "#console/foundation/forms/percent-field.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import type { GateRuleDraft } from "#console/features/gates/draft/gate-draft.ts";
import { ConditionsField, problemsUnder } from "#console/rules/fields/conditions-field.tsx";
import { EnvironmentsField } from "#console/rules/fields/environments-field.tsx";
import { knownEnvironments } from "#console/rules/fields/environments.ts";
import { PercentChange } from "#console/rules/fields/percent-change.tsx";
import { capitalise } from "#console/foundation/ui/wording.ts";

interface RuleFormProps {
  rule: GateRuleDraft;
  /** The rule that it was before editing; undefined for a new one. */
  before: GateRuleDraft | undefined;
  /** From 0. */
  number: number;
  /** Problems with properties relative to this rule, such as `conditions.0.targetValue`. */
  problems: readonly Problem[];
  gateID: string;
  /** Names of environments beside the usual ones. */
  environments: readonly string[];
  /** The unit of the percentage, in the plural: "users". */
  units: string;
  onChange: (part: Partial<GateRuleDraft>) => void;
  /** The findings about the rule. */
  findings: ReactNode;
}

/** The fields of one rule. */
export function RuleForm(props: RuleFormProps) {
  const { rule, before, number, problems, units, onChange } = props;
  const id = `rule-${number}`;
  const errorOf = (...fields: string[]) =>
    problems.find(({ property }) => fields.includes(property))?.errorMessage;
  const was = before?.passPercentage;
  return (
    <>
      {props.findings}
      <TextField
        label="Name"
        id={`${id}-name`}
        value={rule.name}
        error={errorOf("name", "id", "baseID")}
        onChange={(name) => onChange({ name })}
      />
      <ConditionsField
        label={`${capitalise(units)} where`}
        conditions={rule.conditions}
        onChange={(conditions) => onChange({ conditions })}
        problems={problemsUnder(problems, "conditions")}
        idPrefix={`${id}-conditions`}
        gateID={props.gateID}
      />
      <div className="grid gap-2">
        <PercentField
          label="Passes"
          id={`${id}-passPercentage`}
          value={rule.passPercentage}
          typed={rule.typedPercentage}
          error={errorOf("passPercentage")}
          {...(was === undefined ? {} : { was })}
          noun={units}
          onChange={(passPercentage, typedPercentage) => onChange({ passPercentage, typedPercentage })}
        />
        {was !== undefined && rule.passPercentage !== undefined ? (
          <PercentChange was={was} now={rule.passPercentage} />
        ) : null}
      </div>
      <EnvironmentsField
        value={rule.environments}
        onChange={(environments) => onChange({ environments })}
        known={knownEnvironments([...props.environments, ...(rule.environments ?? [])])}
      />
    </>
  );
}
