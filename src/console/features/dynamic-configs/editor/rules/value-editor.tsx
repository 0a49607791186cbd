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
  /** Accessible label of the text editor. */
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Validation errors about this value from the contract or the service. */
  problems: readonly ApiProblem[];
  /** JSON5 text of the schema that the value must satisfy; empty if there is none. */
  schema?: string;
  /** The text is a schema itself. */
  isSchema?: boolean;
  /** Minimum height in px; the editor grows with the text. */
  least?: number;
  /** Fields that are edited elsewhere, and so are left out of the form. */
  elsewhere?: ReadonlySet<string>;
  /** The value in the draft's base; undefined if it is new. */
  before?: string | undefined;
  /** Shown beside the heading. */
  action?: ReactNode;
  /** Shown beside the text, above the form. */
  aside?: ReactNode;
}

const none: readonly never[] = [];

/** Edits a value as JSON5 text with its validation errors, and as a form for the fields that are not edited elsewhere. */
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
        {/* The key remounts the editor for another text. The elements beside it are kept, and so is the focus on them. */}
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
