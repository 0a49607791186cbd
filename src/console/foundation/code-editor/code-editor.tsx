import { useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from "react";
import { changeText } from "#console/foundation/code-editor/json5/edit-text.ts";
import type { CheckedProblem } from "#console/foundation/code-editor/json-schema/checked.ts";
import { schemaOfSchemas } from "#console/foundation/code-editor/json-schema/schema-of-schemas.ts";
import { usePrintTime } from "#console/foundation/ui/use-print-time.ts";
import { CodeBlock } from "./code-block.tsx";
import { editorModule } from "./editor-place.tsx";
import { type EditorHandle, PlainEditor } from "./plain-editor.tsx";
import { ProblemList } from "./problem-list.tsx";
import { mergedProblems, nextProblem, sentenceOf } from "./problems.ts";
import { useChecked, useSchema } from "./use-checked.ts";
import { useModuleNearViewport } from "./use-module-near-viewport.ts";
import { useTextHeight } from "./use-text-height.ts";

export interface CodeEditorProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
  /** Problems found elsewhere, such as by the service; problems of the parser and the schema are added here. */
  problems?: readonly CheckedProblem[];
  /** JSON5 text of the schema that the value must match, used for validation, completion and hover. */
  schema?: string | undefined;
  /** The text is a schema itself. */
  isSchema?: boolean;
  /** Called whenever the problems of the parser and the schema change. */
  onChecked?: (problems: readonly CheckedProblem[]) => void;
  /** Minimum height in px; the editor is as tall as its text. */
  least?: number | undefined;
  id?: string;
}

const noProblems: readonly CheckedProblem[] = [];

const indentKeys = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌃⇧M" : "Ctrl+M";

/** A plain, fully usable text area until the editor scrolls near the viewport and has loaded. */
export function CodeEditor({
  label,
  value,
  onChange,
  problems = noProblems,
  schema: schemaText,
  isSchema = false,
  onChecked,
  least = 84,
  id,
}: CodeEditorProps) {
  const ownId = useId();
  const editorId = id ?? ownId;
  const { element, loaded } = useModuleNearViewport(editorModule);
  const { box, height } = useTextHeight(value);
  const handle = useRef<EditorHandle>(null);
  const [tabLeaves, setTabLeaves] = useState(true);
  const [isTyping, setIsTyping] = useState(false);
  const [announced, setAnnounced] = useState("");
  const isPrinted = usePrintTime() !== undefined;
  // Monaco replaces the text area only while the user is not typing in it.
  const Editor = isTyping ? undefined : loaded?.MonacoEditor;

  const schema = useSchema(schemaText);
  const against = useMemo(
    () => (isSchema ? ("itself" as const) : schema === undefined ? undefined : { schema }),
    [isSchema, schema],
  );
  const checked = useChecked(value, against);
  useEffect(() => onChecked?.(checked), [checked, onChecked]);
  const all = useMemo(
    () =>
      mergedProblems(problems, checked).map((problem) => ({
        ...problem,
        message: sentenceOf(problem.message),
      })),
    [problems, checked],
  );
  const listId = `${editorId}-problems`;
  const isWrong = all.some(({ severity }) => severity === "error");

  const reveal = (problem: CheckedProblem) => handle.current?.reveal(problem);
  const goOn = (event: KeyboardEvent) => {
    if (event.key !== "F8" || !handle.current) return;
    event.preventDefault();
    const next = nextProblem(all, handle.current.offset(), event.shiftKey ? -1 : 1);
    if (!next) return;
    reveal(next);
    setAnnounced(`Problem ${all.indexOf(next) + 1} of ${all.length}: ${next.message}`);
  };

  const shared = { id: editorId, ref: handle, label, value, onChange };
  return (
    <div ref={element} className="flex flex-1 flex-col">
      <div
        ref={box}
        style={{ height: Math.max(least, height) }}
        onKeyDownCapture={goOn}
        className={`print:hidden overflow-hidden rounded border focus-within:border-accent ${isWrong ? "border-danger" : "border-border-control"}`}
      >
        {Editor ? (
          <Editor
            {...shared}
            key={editorId}
            problems={all}
            schema={isSchema ? schemaOfSchemas : schema}
            tabLeaves={tabLeaves}
            onToggleTab={() => setTabLeaves((leaves) => !leaves)}
          />
        ) : (
          <PlainEditor
            {...shared}
            isWrong={isWrong}
            describedBy={all.length ? listId : undefined}
            onTyping={setIsTyping}
          />
        )}
      </div>
      {isPrinted ? <CodeBlock label={label}>{value}</CodeBlock> : null}
      <p aria-live="polite" className="sr-only">
        {announced}
      </p>
      {/* Space reserved for messages that arrive late, including the height that a taller column leaves, so that
          nothing below moves. */}
      <div className="relative mt-1 min-h-20 flex-1">
        <div className="absolute inset-0 overflow-y-auto print:static">
          <p aria-live="polite" className="text-12 text-text-muted print:hidden">
            {/* A single text that only grows at its end. */}
            {[
              tabLeaves ? "Tab leaves the editor" : "Tab indents",
              Editor ? `; ${indentKeys} ${tabLeaves ? "makes it indent" : "lets it leave the editor"}` : "",
              all.length ? ". F8 goes to the next problem." : ".",
            ].join("")}
          </p>
          {all.length ? (
            <ProblemList
              id={listId}
              label={label}
              problems={all}
              onReveal={reveal}
              onFix={({ change }) => onChange(changeText(value, [change]))}
            />
          ) : null}
        </div>
      </div>
    </div>
  );
}
