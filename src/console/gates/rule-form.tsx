import { useQuery } from "@tanstack/react-query";
import type { Gate } from "#contract/gate.ts";
import { queryAll } from "#console/api/query.ts";
import { PercentField } from "#console/forms/percent-field.tsx";
import { TextField } from "#console/forms/text-field.tsx";
import { ConditionsField, problemsUnder } from "#console/rules/conditions-field.tsx";
import { EnvironmentsField } from "#console/rules/environments-field.tsx";
import { knownEnvironments } from "#console/rules/environments.ts";
import { PercentChange } from "#console/rules/percent-change.tsx";
import { ErrorSummary } from "#console/ui/error-summary.tsx";
import type { RuleEdit } from "./use-rule-edit.ts";

const prefix = "rule";

/** Id of the field that a problem stands at; duplicate names are told for the list of rules as a whole. */
function fieldID(property: string): string {
  const [field = "", index, part] = property.split(".");
  if (field !== "conditions") return `${prefix}-${field === "rules" ? "name" : field}`;
  return `${prefix}-conditions-${index ?? 0}-${part ?? "type"}`;
}

const labels: Readonly<Record<string, string>> = { passPercentage: "Passes", rules: "Name", name: "Name" };

function labelOf(property: string): string {
  const [field = "", index] = property.split(".");
  if (field === "conditions") return `Condition ${Number(index ?? 0) + 1}`;
  return labels[field] ?? field;
}

/** The fields of one rule. */
export function RuleForm({ gate, edit }: { gate: Gate; edit: RuleEdit }) {
  const { base, draft, problems, change } = edit;
  const listed = useQuery(queryAll("listGates", { includeArchived: true }));
  const others = (listed.data ?? []).filter(({ id }) => id !== gate.id);
  const errorOf = (...fields: string[]) =>
    problems.find(({ property }) => fields.includes(property))?.errorMessage;
  const users = gate.idType && !/^user/i.test(gate.idType) ? `${gate.idType} units` : "users";
  const known = knownEnvironments([
    ...gate.rules.flatMap(({ environments }) => environments ?? []),
    ...(draft.environments ?? []),
  ]);
  return (
    <>
      <ErrorSummary
        title="This change cannot be saved yet"
        problems={problems.map(({ property, errorMessage }) => ({
          id: fieldID(property),
          label: labelOf(property),
          message: errorMessage,
        }))}
      />
      <TextField
        label="Name"
        id={`${prefix}-name`}
        value={draft.name}
        onChange={(name) => change({ name })}
        error={errorOf("name", "rules")}
      />
      <ConditionsField
        label={`${users.charAt(0).toUpperCase()}${users.slice(1)} where`}
        conditions={draft.conditions}
        onChange={(conditions) => change({ conditions })}
        problems={problemsUnder(problems, "conditions")}
        idPrefix={`${prefix}-conditions`}
        gates={others.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <div className="grid gap-2">
        <PercentField
          label="Passes"
          id={`${prefix}-passPercentage`}
          value={draft.passPercentage}
          onChange={(passPercentage) => change({ passPercentage })}
          error={errorOf("passPercentage")}
          was={base.passPercentage}
          noun={users}
        />
        {draft.passPercentage !== undefined && (
          <PercentChange was={base.passPercentage} now={draft.passPercentage} />
        )}
      </div>
      <EnvironmentsField
        value={draft.environments}
        onChange={(environments) => change({ environments })}
        known={known}
      />
    </>
  );
}
