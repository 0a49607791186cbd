import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { planFieldID } from "#console/features/experiments/plan/field-id.ts";
import { query } from "#console/foundation/api/query.ts";
import { Select } from "#console/foundation/forms/select.tsx";
import { FormRow, ShortField, WideField } from "./form-row.tsx";
import type { PlanForm } from "./plan-form-state.ts";

/** Chooses where exposures are read from: those logged here, or a warehouse source. Hidden if there are no sources. */
export function ExposuresField({ form: { draft, change, errorOf, lockOf } }: { form: PlanForm }) {
  const sources = useQuery(query("listAssignmentSources", { limit: 100 })).data?.data ?? [];
  const { company = "-" } = useParams({ strict: false });
  const chosen = draft.assignmentSourceName;
  const names = [...new Set([...sources.map(({ name }) => name), ...(chosen ? [chosen] : [])])];
  if (names.length === 0) return null;
  return (
    <FormRow label="Exposures">
      <ShortField>
        <Select
          id={planFieldID("assignmentSourceName")}
          label="Exposures"
          hideLabel
          isReadOnly={Boolean(lockOf("assignmentSourceName"))}
          value={chosen}
          options={[
            { value: "", label: "Logged here" },
            ...names.map((name) => ({ value: name, label: name })),
          ]}
          error={errorOf("assignmentSourceName")}
          onChange={(assignmentSourceName) => change({ assignmentSourceName })}
        />
      </ShortField>
      <WideField>
        <p className="pt-1.5 text-text-muted">
          {chosen
            ? "Results are measured in the warehouse, and come with its loads. "
            : "Results come from what apps log here."}
          {sources.some(({ name }) => name === chosen) ? (
            <Link
              to="/$company/assignment_sources/$id"
              params={{ company, id: chosen }}
              className="link font-medium underline"
            >
              Open the source
            </Link>
          ) : null}
        </p>
      </WideField>
    </FormRow>
  );
}
