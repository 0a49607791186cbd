import { useCallback, useMemo, useState, type ReactNode } from "react";
import type { Problem as ApiProblem } from "#contract/api-error.ts";
import { CodeEditor } from "#console/foundation/code-editor/code-editor.tsx";
import { formatSpread } from "#console/foundation/code-editor/json5/format-text.ts";
import { SchemaForm } from "#console/foundation/code-editor/schema-form/schema-form.tsx";
import type { CheckedProblem } from "#console/foundation/code-editor/json-schema/checked.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { useEvent } from "#console/foundation/ui/use-event.ts";
import { ValueChanges } from "./value-changes.tsx";
import { serverErrors } from "./server-errors.ts";

interface ValueEditorProps {
  id: string;
  title: string;
  /** Name of the text field. */
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Problems that the contract or the service reported about this value. */
  problems: readonly ApiProblem[];
  /** JSON5 text of the schema that the value must fit; empty without one. */
  schema?: string;
  /** The text is a schema itself. */
  isSchema?: boolean;
  /** px; it grows with the text. */
  least?: number;
  /** Fields that are edited elsewhere and stand in no form. */
  elsewhere?: ReadonlySet<string>;
  /** As the draft started; undefined where it is new. */
  before?: string | undefined;
  /** Stands beside the heading. */
  action?: ReactNode;
  /** Stands beside the text, above the form. */
  aside?: ReactNode;
}

const none: readonly never[] = [];

/** One JSON5 text with its problems, and as a form what of the same value is edited nowhere else. */
export function ValueEditor({
  id,
  title,
  label,
  value,
  onChange,
  problems,
  schema,
  isSchema = false,
  least,
  elsewhere,
  before,
  action,
  aside,
}: ValueEditorProps) {
  const serverProblems = useMemo(() => serverErrors(value, problems), [value, problems]);
  const [checked, setChecked] = useState<{ of: string; problems: readonly CheckedProblem[] }>();
  const onChecked = useCallback(
    (found: readonly CheckedProblem[]) => setChecked({ of: id, problems: found }),
    [id],
  );
  const edit = useEvent((change: (text: string) => string) => onChange(change(value)));
  const hasForm = !isSchema && schema !== undefined && schema.trim() !== "";
  const formatted = () => {
    const text = formatSpread(value);
    if (text !== value) onChange(text);
  };
  return (
    <section
      aria-label={title}
      className={
        isSchema
          ? undefined
          : "grid grid-cols-[minmax(0,1fr)] items-start gap-x-8 gap-y-5 desk:grid-cols-[minmax(0,1fr)_minmax(0,520px)]"
      }
    >
      <div className="flex min-w-0 flex-col self-stretch">
        <div className="flex min-h-8 flex-wrap items-center gap-x-3 pb-1">
          <h2 className="font-strong wrap-anywhere">{title}</h2>
          {isSchema ? null : (
            <p className="text-12 text-text-muted max-tablet:hidden">
              The same value as text. Comments are kept.
            </p>
          )}
          <span className="-mr-2 ml-auto flex flex-wrap">
            {action}
            <Button variant="quiet" onClick={formatted}>
              Format
            </Button>
          </span>
        </div>
        {/* Another text has another editor and form. What stands beside them stays, and with it the focus. */}
        <CodeEditor
          key={id}
          id={id}
          label={label}
          value={value}
          onChange={onChange}
          problems={serverProblems}
          schema={schema}
          isSchema={isSchema}
          onChecked={onChecked}
          least={least}
        />
      </div>
      {isSchema ? null : (
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
          {aside}
          {hasForm ? (
            <SchemaForm
              key={`${id}-form`}
              id={`${id}-form`}
              label={`${label}, as a form`}
              elsewhere={elsewhere}
              text={value}
              schema={schema}
              problems={checked?.of === id ? checked.problems : none}
              onEdit={edit}
            />
          ) : null}
          <ValueChanges key={`${id}-changes`} text={value} before={before} onEdit={edit} />
        </div>
      )}
    </section>
  );
}
