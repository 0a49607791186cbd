import type { ReactNode } from "react";
import { parseJson5 } from "#contract/json5.ts";
import type { Problem as ApiProblem } from "#contract/api-error.ts";
import { CodeEditor, type Problem } from "#console/code/code-editor.tsx";

export interface ValueEditorProps {
  id: string;
  title: string;
  /** Name of the text field. */
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Problems the contract or the service told about this value. */
  problems: readonly ApiProblem[];
  /** JSON5 text of the schema that the value must fit; empty without one. */
  schema?: string;
  height?: number;
  /** The heading's level: 2 where the value stands for itself, 3 within a rule. */
  level?: 2 | 3;
  /** Stands beside the heading. */
  action?: ReactNode;
}

/** Where in the text a parser stopped; the first character where nothing is known. */
function parseProblem(text: string): Problem[] {
  if (text.trim() === "") return [];
  const parsed = parseJson5(text);
  if (parsed.ok) return [];
  return [
    {
      line: parsed.line ?? 1,
      column: parsed.column ?? 1,
      message: parsed.message.replace(/ at \d+:\d+$/, ""),
    },
  ];
}

/** One JSON5 text with its problems: those of the parser while typing, else those that were told about it. */
export function ValueEditor({
  id,
  title,
  label,
  value,
  onChange,
  problems,
  height = 240,
  level = 3,
  action,
}: ValueEditorProps) {
  const Heading = level === 2 ? "h2" : "h3";
  const own = parseProblem(value);
  const told = problems.map(({ errorMessage }) => ({ line: 1, column: 1, message: errorMessage }));
  return (
    <section aria-label={title}>
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 pb-1">
        <Heading className="font-strong">{title}</Heading>
        {action ? <span className="-mr-2 ml-auto">{action}</span> : null}
      </div>
      <CodeEditor
        id={id}
        label={label}
        value={value}
        onChange={onChange}
        problems={own.length ? own : told}
        height={height}
      />
    </section>
  );
}
