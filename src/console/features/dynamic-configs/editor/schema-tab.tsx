import { useState } from "react";
import { problemPlace } from "#console/editing/session/problem-place.ts";
import { ValueEditor } from "#console/features/dynamic-configs/editor/rules/value-editor.tsx";
import type { DraftValue } from "#console/features/dynamic-configs/editor/schema-impact/draft-values.ts";
import { SchemaImpactSection } from "#console/features/dynamic-configs/editor/schema-impact/schema-impact-section.tsx";
import type { SchemaImpact } from "#console/features/dynamic-configs/editor/schema-impact/use-schema-impact.ts";
import { valueIn } from "#console/foundation/code-editor/json5/read-text.ts";
import { inferSchema } from "#console/foundation/code-editor/json-schema/infer-schema.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { Confirm } from "#console/foundation/ui/dialog.tsx";
import type { ConfigEdit } from "#console/features/dynamic-configs/draft/config-adapter.ts";

interface SchemaTabProps {
  edit: ConfigEdit;
  values: readonly DraftValue[];
  impact: SchemaImpact | undefined;
}

/** Edits the schema, and shows live which of the current values it would reject. */
export function SchemaTab({ edit, values, impact }: SchemaTabProps) {
  const setSearch = useSetSearch();
  const { draft } = edit;
  const [asking, setAsking] = useState(false);
  const hasSchema = draft.schema.trim() !== "";
  const infer = () => {
    const present = values.flatMap(({ text }) => {
      const value = valueIn(text);
      return value === undefined ? [] : [value];
    });
    edit.replace({ ...draft, schema: JSON.stringify(inferSchema(present), null, 2) });
  };
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4 py-4">
      <p className="text-text-muted">
        A JSON Schema (2020-12) that every value must fit; the service checks it with each review. Comments
        are kept.
      </p>
      <ValueEditor
        key={edit.generation}
        id="schema"
        title="Schema"
        label="Schema"
        isSchema
        value={draft.schema}
        problems={edit.problems.filter(({ property }) => property.startsWith("schema"))}
        onChange={(schema) => edit.change({ schema })}
        least={420}
        action={
          <Button variant="quiet" onClick={() => (hasSchema ? setAsking(true) : infer())}>
            {hasSchema ? "Infer anew from the values" : "Infer from the values"}
          </Button>
        }
      />
      {impact?.schema !== undefined ? (
        <SchemaImpactSection
          impact={impact}
          count={values.length}
          onFix={(change) => edit.replace(change(draft))}
          onGo={(property) =>
            setSearch(problemPlace(property, draft, edit.kind.tabOf).search, { replace: false })
          }
        />
      ) : (
        <p className="text-text-muted">
          {hasSchema ? null : "Without a schema any object is accepted as a value."}
        </p>
      )}
      <Confirm
        open={asking}
        onClose={() => setAsking(false)}
        title="Infer the schema anew"
        consequence="The schema in this form, with its comments and limits, gives way to one that is read off the present values. Nothing is stored before a review."
        confirmLabel="Replace the schema"
        onConfirm={infer}
      />
    </div>
  );
}
