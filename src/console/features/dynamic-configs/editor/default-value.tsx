import { ValueEditor } from "#console/features/dynamic-configs/editor/rules/value-editor.tsx";
import { configDraftOf } from "#console/features/dynamic-configs/draft/config-draft.ts";
import type { ConfigEdit } from "#console/features/dynamic-configs/draft/config-adapter.ts";

interface DefaultValueProps {
  edit: ConfigEdit;
  /** Names of the fields that are edited in the matrix. */
  elsewhere: ReadonlySet<string>;
}

/** Editor of the value for users whom no rule matches. */
export function DefaultValue({ edit, elsewhere }: DefaultValueProps) {
  const { defaultValue, schema } = edit.draft;
  return (
    <ValueEditor
      id="default-value"
      title="Default value"
      label="Default value"
      value={defaultValue}
      before={configDraftOf(edit.base).defaultValue}
      schema={schema}
      elsewhere={elsewhere}
      problems={edit.problems.filter(({ property }) => property.startsWith("defaultValue"))}
      onChange={(next) => edit.change({ defaultValue: next })}
      aside={
        <p className="pt-1.5 text-text-muted">
          <b className="font-strong text-text">Everyone else</b> gets the default value: users that no rule
          takes, those that a percentage leaves out, and everyone while the config is disabled.
        </p>
      }
    />
  );
}
