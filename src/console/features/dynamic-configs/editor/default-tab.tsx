import { ValueEditor } from "#console/features/dynamic-configs/editor/rules/value-editor.tsx";
import type { ConfigEdit } from "#console/features/dynamic-configs/draft/edited-config.ts";

/** The value for everyone that no rule takes. */
export function DefaultTab({ edit }: { edit: ConfigEdit }) {
  return (
    <div key={edit.generation} className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-5 py-4">
      <ValueEditor
        id="default-value"
        title="Default value"
        level={2}
        label="Default value"
        value={edit.draft.defaultValue}
        schema={edit.draft.schema}
        problems={edit.problems.filter(({ property }) => property.startsWith("defaultValue"))}
        onChange={(defaultValue) => edit.change({ defaultValue })}
        height={280}
      />
    </div>
  );
}
