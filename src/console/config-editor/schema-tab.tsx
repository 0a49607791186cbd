import { ValueEditor } from "#console/config-rules/value-editor.tsx";
import type { ConfigEdit } from "./use-config-edit.ts";

export const SchemaTab = ({ edit }: { edit: ConfigEdit }) => (
  <div key={edit.generation} className="max-w-4xl py-4">
    <p className="pb-3 text-text-muted">
      A JSON Schema (2020-12) that every value must fit; the service checks it with each review. Comments are
      kept.
    </p>
    <ValueEditor
      id="schema"
      title="Schema"
      label="Schema"
      value={edit.draft.schema}
      problems={edit.problems.filter(({ property }) => property.startsWith("schema"))}
      onChange={(schema) => edit.change({ schema })}
      height={420}
    />
  </div>
);
