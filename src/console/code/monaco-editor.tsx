import { useEffect, useImperativeHandle, useRef, type Ref } from "react";
import type { EditorHandle, Problem } from "./code-editor.tsx";
import { editorOptions, monaco } from "./monaco.ts";

interface MonacoEditorProps {
  id: string;
  ref: Ref<EditorHandle>;
  label: string;
  value: string;
  onChange: ((text: string) => void) | undefined;
  problems: readonly Problem[];
  readOnly: boolean;
  language: string;
}

type Editor = ReturnType<typeof monaco.editor.create>;

export function MonacoEditor({
  id,
  ref,
  label,
  value,
  onChange,
  problems,
  readOnly,
  language,
}: MonacoEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(null);
  const latest = useRef({ value, onChange });
  useEffect(() => {
    latest.current = { value, onChange };
  });

  useEffect(() => {
    if (!host.current) return undefined;
    const created = monaco.editor.create(host.current, {
      ...editorOptions,
      value: latest.current.value,
      language,
      readOnly,
      ariaLabel: label,
    });
    const input = host.current.querySelector("textarea, [role=textbox]");
    if (input) input.id = id;
    created.onDidChangeModelContent(() => {
      const text = created.getValue();
      if (text !== latest.current.value) latest.current.onChange?.(text);
    });
    editor.current = created;
    return () => {
      created.getModel()?.dispose();
      created.dispose();
      editor.current = null;
    };
  }, [id, label, language, readOnly]);

  // The editor owns its text while typing; a text that came from elsewhere is put in as one edit, so that undo still works.
  useEffect(() => {
    const current = editor.current;
    const model = current?.getModel();
    if (!current || !model || model.getValue() === value) return;
    if (readOnly) model.setValue(value);
    else current.executeEdits("outside", [{ range: model.getFullModelRange(), text: value }]);
  }, [value, readOnly]);

  useEffect(() => {
    const model = editor.current?.getModel();
    if (!model) return;
    const markers = problems.map((problem) => ({
      severity: monaco.MarkerSeverity.Error,
      message: problem.message,
      startLineNumber: problem.line,
      startColumn: problem.column,
      endLineNumber: problem.endLine ?? problem.line,
      endColumn: problem.endColumn ?? problem.column + 1,
    }));
    monaco.editor.setModelMarkers(model, "problems", markers);
  }, [problems]);

  useImperativeHandle(
    ref,
    () => ({
      reveal: (problem) => {
        editor.current?.setPosition({ lineNumber: problem.line, column: problem.column });
        editor.current?.revealLineInCenterIfOutsideViewport(problem.line);
        editor.current?.focus();
      },
    }),
    [],
  );

  return <div ref={host} className="size-full" />;
}
