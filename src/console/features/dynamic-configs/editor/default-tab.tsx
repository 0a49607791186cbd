import { ValueEditor } from "#console/features/dynamic-configs/editor/rules/value-editor.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { TokensField } from "#console/foundation/forms/tokens-field.tsx";
import type { ConfigEdit } from "#console/features/dynamic-configs/draft/edited-config.ts";

/** The value for everyone that no rule takes, and the description and tags of the config. */
export function DefaultTab({ edit }: { edit: ConfigEdit }) {
  const about = (field: string) =>
    edit.problems.filter(({ property }) => property.replace("Json5", "").split(".")[0] === field);
  return (
    <div key={edit.generation} className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-5 py-4">
      <ValueEditor
        id="default-value"
        title="Default value"
        level={2}
        label="Default value"
        value={edit.draft.defaultValue}
        schema={edit.draft.schema}
        problems={about("defaultValue")}
        onChange={(defaultValue) => edit.change({ defaultValue })}
        height={280}
      />
      <TextField
        id="description"
        label="Description"
        multiline
        value={edit.draft.description}
        error={about("description")[0]?.errorMessage}
        onChange={(description) => edit.change({ description })}
      />
      <TokensField
        id="tags"
        label="Tags"
        values={edit.draft.tags}
        onChange={(tags) => edit.change({ tags })}
      />
    </div>
  );
}
