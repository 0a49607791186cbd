import { useEffect, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Json } from "#contract/json5.ts";
import type { CheckedProblem } from "#console/foundation/code-editor/json-schema/checked.ts";
import { useEvent } from "#console/foundation/ui/use-event.ts";
import { editorOptions, monaco, wrapOf } from "./monaco.ts";
import { rangeOf, setSchema } from "./monaco-json5.ts";
import type { EditorProps } from "./plain-editor.tsx";

interface MonacoEditorProps extends EditorProps {
  problems: readonly CheckedProblem[];
  schema: Json | undefined;
  /** Tab moves the focus out of the editor instead of indenting. */
  tabLeaves: boolean;
  onToggleTab: () => void;
  /** JSON5 by default. */
  language?: string;
}

const { KeyMod, KeyCode } = monaco;
const tabKeys = [
  /Mac|iPhone|iPad/.test(navigator.userAgent)
    ? KeyMod.WinCtrl | KeyMod.Shift | KeyCode.KeyM
    : KeyMod.CtrlCmd | KeyCode.KeyM,
];

const problemLine = { isWholeLine: true, className: "code-problem-line" };
const severities = { error: monaco.MarkerSeverity.Error, warning: monaco.MarkerSeverity.Warning };

/** The single range that differs, so that cursor, folding and squiggles outside it keep their positions. */
function changeBetween(model: monaco.editor.ITextModel, after: string) {
  const before = model.getValue();
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return {
    range: rangeOf(model, { start, end: before.length - end }),
    text: after.slice(start, after.length - end),
  };
}

/** Monaco as a controlled field. */
export function MonacoEditor({
  id,
  ref,
  label,
  value,
  onChange,
  problems,
  schema,
  tabLeaves,
  onToggleTab,
  language = "json5",
}: MonacoEditorProps) {
  const box = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<monaco.editor.IStandaloneCodeEditor>();
  const model = editor?.getModel();
  const wordWrap = wrapOf(value);
  const options = useMemo(
    () => ({ ...editorOptions, ariaLabel: label, tabFocusMode: tabLeaves, wordWrap }),
    [label, tabLeaves, wordWrap],
  );

  const toggleTab = useEvent(onToggleTab);
  /** Typed texts that the page has not yet passed back as `value`. */
  const unechoed = useRef<string[]>([]);
  const report = useEvent((text: string) => {
    if (text === value && unechoed.current.length === 0) return;
    unechoed.current.push(text);
    onChange(text);
  });

  const [start] = useState({ id, value, options, language });
  // In a layout effect and drawn at once, so that no frame shows an empty box.
  useLayoutEffect(() => {
    if (!box.current) return undefined;
    const text = monaco.editor.createModel(start.value, start.language);
    const created = monaco.editor.create(box.current, { ...start.options, model: text });
    const input = created.getDomNode()?.querySelector("textarea, [role=textbox]");
    if (input) input.id = start.id;
    created.onDidChangeModelContent(() => report(created.getValue()));
    created.addAction({
      id: "tab-leaves",
      label: "Let Tab leave the editor, or indent",
      keybindings: tabKeys,
      run: toggleTab,
    });
    created.render(true);
    setEditor(created);
    return () => {
      created.dispose();
      text.dispose();
    };
  }, [start, report, toggleTab]);

  useEffect(() => {
    if (options !== start.options) editor?.updateOptions(options);
  }, [editor, options, start]);

  // The editor owns its text while typing; a text set from outside is applied as one edit, so that undo still works.
  useEffect(() => {
    if (!model) return;
    if (model.getValue() === value) {
      unechoed.current = [];
      return;
    }
    // If the page passes back a text typed a moment ago, the text typed since then must be kept.
    const echo = unechoed.current.indexOf(value);
    if (echo >= 0) unechoed.current.splice(0, echo + 1);
    else editor?.executeEdits("outside", [changeBetween(model, value)]);
  }, [editor, model, value]);

  useEffect(() => {
    if (model) setSchema(model, schema);
  }, [model, schema]);

  useEffect(() => {
    if (!model) return undefined;
    const markers = problems.map(({ line, column, start, end, severity, message }) => {
      // The editor normalizes line breaks, so offsets are valid only within a line.
      const from = model.getOffsetAt({ lineNumber: line, column });
      const to = model.getPositionAt(from + end - start);
      return {
        severity: severities[severity],
        message,
        startLineNumber: line,
        startColumn: column,
        endLineNumber: to.lineNumber,
        endColumn: to.column,
      };
    });
    monaco.editor.setModelMarkers(model, "problems", markers);
    const lines = editor?.createDecorationsCollection(
      problems.flatMap(({ severity, line }) =>
        severity === "error" ? { range: new monaco.Range(line, 1, line, 1), options: problemLine } : [],
      ),
    );
    return () => lines?.clear();
  }, [editor, model, problems]);

  useImperativeHandle(
    ref,
    () => ({
      reveal: ({ line, column }) => {
        editor?.setPosition({ lineNumber: line, column });
        editor?.revealLineInCenterIfOutsideViewport(line);
        editor?.focus();
      },
      offset: () => {
        const position = editor?.getPosition();
        return (position && model?.getOffsetAt(position)) ?? 0;
      },
    }),
    [editor, model],
  );

  return <div ref={box} className="size-full" />;
}
