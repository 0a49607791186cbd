import { useMemo, useState, type ReactNode } from "react";
import type { Problem as ApiProblem } from "#contract/api-error.ts";
import { CodeEditor } from "#console/foundation/code-editor/code-editor.tsx";
import { formatText } from "#console/foundation/code-editor/json5/format-text.ts";
import { SchemaForm } from "#console/foundation/code-editor/schema-form/schema-form.tsx";
import type { CheckedProblem } from "#console/foundation/code-editor/json-schema/checked.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { useEvent } from "#console/foundation/ui/use-event.ts";
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
  height?: number;
  /** The heading's level: 2 where the value stands for itself, 3 within a rule. */
  level?: 2 | 3;
  /** Stands beside the heading. */
  action?: ReactNode;
}

/** px; a taller text scrolls. */
const tallest = 440;

/** One JSON5 text with its problems, and beside it the same value as a form where there is a schema. */
export function ValueEditor({
  id,
  title,
  label,
  value,
  onChange,
  problems,
  schema,
  isSchema = false,
  height = 240,
  level = 3,
  action,
}: ValueEditorProps) {
  const Heading = level === 2 ? "h2" : "h3";
  const serverProblems = useMemo(() => serverErrors(value, problems), [value, problems]);
  const [checked, setChecked] = useState<readonly CheckedProblem[]>([]);
  const edit = useEvent((change: (text: string) => string) => onChange(change(value)));
  const hasForm = !isSchema && schema !== undefined && schema.trim() !== "";
  // As tall as its text when it opens; it does not grow under the hands.
  const [tall] = useState(() => Math.min(tallest, value.split("\n").length * 20 + 24));
  const formatted = () => {
    const text = formatText(value);
    if (text !== value) onChange(text);
  };
  return (
    <section aria-label={title}>
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 pb-1">
        <Heading className="font-strong">{title}</Heading>
        {hasForm ? (
          <p className="text-12 text-text-muted">Text and form show the same value. Comments are kept.</p>
        ) : null}
        <span className="-mr-2 ml-auto flex flex-wrap">
          {action}
          <Button variant="quiet" onClick={formatted}>
            Format
          </Button>
        </span>
      </div>
      <div
        className={
          hasForm
            ? "grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-4 desk:grid-cols-[minmax(0,1fr)_316px]"
            : undefined
        }
      >
        <CodeEditor
          id={id}
          label={label}
          value={value}
          onChange={onChange}
          problems={serverProblems}
          schema={schema}
          isSchema={isSchema}
          onChecked={setChecked}
          height={Math.max(height, tall)}
        />
        {hasForm ? (
          <SchemaForm
            label={`${label}, as a form`}
            text={value}
            schema={schema}
            problems={checked}
            onEdit={edit}
          />
        ) : null}
      </div>
    </section>
  );
}
