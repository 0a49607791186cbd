import { CircleAlert } from "lucide-react";
import { useId, useRef, useState } from "react";
import { useLoaded } from "./use-loaded.ts";
import { useNearViewport } from "./use-near-viewport.ts";

export interface Problem {
  /** From 1. */
  line: number;
  column: number;
  endLine?: number;
  endColumn?: number;
  message: string;
}

export interface CodeEditorProps {
  label: string;
  value: string;
  onChange?: (text: string) => void;
  problems?: readonly Problem[];
  readOnly?: boolean;
  /** px */
  height?: number;
  id?: string;
  language?: "json5" | "sql";
}

/** What the editor lets its frame do. */
export interface EditorHandle {
  reveal: (problem: Problem) => void;
}

const loadEditor = () => import("./monaco-editor.tsx");

const indentKeys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌃⇧M" : "Ctrl+M";

/** Where a line and column, both from 1, stand in a text. */
const offsetOf = (text: string, line: number, column: number) =>
  text
    .split("\n")
    .slice(0, line - 1)
    .reduce((length, before) => length + before.length + 1, column - 1);

/** A plain text area holds the text until the editor has come near and loaded, and is enough to work with. */
export function CodeEditor({
  label,
  value,
  onChange,
  problems = [],
  readOnly = false,
  height = 240,
  id,
  language = "json5",
}: CodeEditorProps) {
  const ownId = useId();
  const editorId = id ?? ownId;
  const { element, isNear } = useNearViewport<HTMLDivElement>();
  const handle = useRef<EditorHandle>(null);
  const plain = useRef<HTMLTextAreaElement>(null);
  const [tabLeaves, setTabLeaves] = useState(true);
  const [isTyping, setIsTyping] = useState(false);
  const loaded = useLoaded(isNear, loadEditor);
  // The editor takes over between two visits to the text, never under the reader's hands.
  const Editor = isTyping ? undefined : loaded?.MonacoEditor;
  const listId = `${editorId}-problems`;
  const textArea = (
    <textarea
      id={editorId}
      ref={plain}
      aria-label={label}
      aria-describedby={problems.length ? listId : undefined}
      aria-invalid={problems.length ? true : undefined}
      value={value}
      readOnly={readOnly}
      spellCheck={false}
      onChange={(event) => onChange?.(event.target.value)}
      onFocus={() => setIsTyping(true)}
      onBlur={() => setIsTyping(false)}
      className="block size-full resize-none bg-surface-sunken py-2 pr-2 pl-12.5 font-mono text-12 leading-5"
    />
  );
  const reveal = (problem: Problem) => {
    if (handle.current) return handle.current.reveal(problem);
    const { line, column, endLine = line, endColumn = column + 1 } = problem;
    plain.current?.focus();
    plain.current?.setSelectionRange(offsetOf(value, line, column), offsetOf(value, endLine, endColumn));
  };
  return (
    <div ref={element}>
      <div
        style={{ height }}
        className={`overflow-hidden rounded border focus-within:border-accent ${problems.length ? "border-danger" : "border-border-control"}`}
      >
        {Editor ? (
          <Editor
            key={`${editorId} ${language} ${readOnly}`}
            id={editorId}
            ref={handle}
            label={label}
            value={value}
            onChange={onChange}
            problems={problems}
            readOnly={readOnly}
            language={language}
            onTabLeaves={setTabLeaves}
          />
        ) : (
          textArea
        )}
      </div>
      {problems.length ? (
        <ul id={listId} aria-label={`Problems in ${label}`} className="mt-2 grid gap-1">
          {problems.map((problem) => (
            <li
              key={`${problem.line}:${problem.column}:${problem.message}`}
              className="flex gap-2 text-danger"
            >
              <CircleAlert size={16} aria-hidden className="mt-0.5" />
              <button type="button" className="text-left hover:underline" onClick={() => reveal(problem)}>
                {problem.message}{" "}
                <span className="text-text-muted">
                  Line {problem.line}, column {problem.column}
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {readOnly ? null : (
        <p aria-live="polite" className="mt-1 text-12 text-text-muted">
          {tabLeaves
            ? `Tab leaves the editor; ${indentKeys} makes it indent.`
            : `Tab indents; ${indentKeys} lets it leave the editor.`}
        </p>
      )}
    </div>
  );
}
