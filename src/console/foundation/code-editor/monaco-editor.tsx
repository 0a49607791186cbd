import { useEffect, useImperativeHandle, useRef, type Ref } from "react";
import type { Json } from "#contract/json5.ts";
import { editorOptions, monaco } from "./monaco.ts";
import { setSchema } from "./monaco-json5.ts";
import type { EditorHandle } from "./plain-editor.tsx";
import type { Problem } from "./problems.ts";

interface MonacoEditorProps {
  id: string;
  ref: Ref<EditorHandle>;
  label: string;
  value: string;
  onChange: (text: string) => void;
  problems: readonly Problem[];
  schema: Json | undefined;
  /** Tab now leaves the editor, or now indents. */
  onTabLeaves: (leaves: boolean) => void;
}

const { KeyMod, KeyCode } = monaco;
const tabKeys = [
  /Mac|iPhone|iPad/.test(navigator.userAgent)
    ? KeyMod.WinCtrl | KeyMod.Shift | KeyCode.KeyM
    : KeyMod.CtrlCmd | KeyCode.KeyM,
];

type Editor = ReturnType<typeof monaco.editor.create>;

const severities = { error: monaco.MarkerSeverity.Error, warning: monaco.MarkerSeverity.Warning };

const isError = ({ severity = "error" }: Problem) => severity === "error";

/** The one stretch that differs: cursor, folding and squiggles outside it stay where they are. */
function changeBetween(model: monaco.editor.ITextModel, after: string) {
  const before = model.getValue();
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const range = monaco.Range.fromPositions(
    model.getPositionAt(start),
    model.getPositionAt(before.length - end),
  );
  return { range, text: after.slice(start, after.length - end) };
}

export function MonacoEditor({
  id,
  ref,
  label,
  value,
  onChange,
  problems,
  schema,
  onTabLeaves,
}: MonacoEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(null);
  const latest = useRef({ value, onChange, onTabLeaves, label });
  useEffect(() => {
    latest.current = { value, onChange, onTabLeaves, label };
  });

  /** Texts told to the page that it has not yet given back. */
  const unechoed = useRef<string[]>([]);

  useEffect(() => {
    if (!host.current) return undefined;
    const created = monaco.editor.create(host.current, {
      ...editorOptions,
      value: latest.current.value,
      language: "json5",
      ariaLabel: latest.current.label,
    });
    const input = host.current.querySelector("textarea, [role=textbox]");
    if (input) input.id = id;
    created.onDidChangeModelContent(() => {
      const text = created.getValue();
      if (text === latest.current.value && unechoed.current.length === 0) return;
      unechoed.current.push(text);
      latest.current.onChange(text);
    });
    created.addAction({
      id: "tab-leaves",
      label: "Let Tab leave the editor, or indent",
      keybindings: tabKeys,
      run: () => {
        const leaves = !created.getOption(monaco.editor.EditorOption.tabFocusMode);
        created.updateOptions({ tabFocusMode: leaves });
        latest.current.onTabLeaves(leaves);
      },
    });
    editor.current = created;
    return () => {
      created.getModel()?.dispose();
      created.dispose();
      editor.current = null;
    };
  }, [id]);

  useEffect(() => editor.current?.updateOptions({ ariaLabel: label }), [label]);

  // The editor owns its text while typing; a text that came from elsewhere is put in as one edit, so that undo still works.
  useEffect(() => {
    const current = editor.current;
    const model = current?.getModel();
    if (!current || !model) return;
    if (model.getValue() === value) {
      unechoed.current = [];
      return;
    }
    // The page gives back what was typed a moment ago; meanwhile more was typed, which must stay.
    const echo = unechoed.current.indexOf(value);
    if (echo >= 0) {
      unechoed.current.splice(0, echo + 1);
      return;
    }
    current.executeEdits("outside", [changeBetween(model, value)]);
  }, [value]);

  useEffect(() => {
    const model = editor.current?.getModel();
    if (model) setSchema(model, schema);
  }, [schema, id]);

  useEffect(() => {
    const model = editor.current?.getModel();
    if (!model) return undefined;
    const markers = problems.map((problem) => ({
      severity: severities[problem.severity ?? "error"],
      message: problem.message,
      startLineNumber: problem.line,
      startColumn: problem.column,
      endLineNumber: problem.endLine ?? problem.line,
      endColumn: problem.endColumn ?? problem.column + 1,
    }));
    monaco.editor.setModelMarkers(model, "problems", markers);
    const lines = editor.current?.createDecorationsCollection(
      problems.filter(isError).map(({ line }) => ({
        range: new monaco.Range(line, 1, line, 1),
        options: { isWholeLine: true, className: "code-problem-line" },
      })),
    );
    return () => lines?.clear();
  }, [problems]);

  useImperativeHandle(
    ref,
    () => ({
      reveal: (problem) => {
        editor.current?.setPosition({ lineNumber: problem.line, column: problem.column });
        editor.current?.revealLineInCenterIfOutsideViewport(problem.line);
        editor.current?.focus();
      },
      place: () => {
        const { lineNumber: line = 1, column = 1 } = editor.current?.getPosition() ?? {};
        return { line, column };
      },
    }),
    [],
  );

  return <div ref={host} className="size-full" />;
}
