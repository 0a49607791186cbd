import { useEffect, useRef } from "react";
import type { CodeDiffProps } from "./code-diff.tsx";
import { editorOptions, monaco } from "./monaco.ts";

type DiffEditor = ReturnType<typeof monaco.editor.createDiffEditor>;

/** Monaco says 0 for the end of a stretch without lines. */
const linesIn = (start: number, end: number) => (end === 0 ? 0 : end - start + 1);

const countOf = (changes: readonly monaco.editor.ILineChange[]) => ({
  added: changes.reduce(
    (sum, { modifiedStartLineNumber: start, modifiedEndLineNumber: end }) => sum + linesIn(start, end),
    0,
  ),
  removed: changes.reduce(
    (sum, { originalStartLineNumber: start, originalEndLineNumber: end }) => sum + linesIn(start, end),
    0,
  ),
});

export function MonacoDiff({
  label,
  before,
  after,
  isWhole = false,
  onCounted,
}: Omit<CodeDiffProps, "height">) {
  const host = useRef<HTMLDivElement>(null);
  const shown = useRef<DiffEditor>(null);
  useEffect(() => {
    if (!host.current) return undefined;
    const editor = monaco.editor.createDiffEditor(host.current, {
      ...editorOptions,
      readOnly: true,
      originalEditable: false,
      renderSideBySide: false,
      renderOverviewRuler: false,
    });
    shown.current = editor;
    editor.onDidUpdateDiff(() => onCounted?.(countOf(editor.getLineChanges() ?? [])));
    const model = {
      original: monaco.editor.createModel(before, "json5"),
      modified: monaco.editor.createModel(after, "json5"),
    };
    editor.setModel(model);
    return () => {
      shown.current = null;
      editor.dispose();
      model.original.dispose();
      model.modified.dispose();
    };
  }, [before, after, onCounted]);
  useEffect(() => {
    const editor = shown.current;
    editor?.updateOptions({ hideUnchangedRegions: { enabled: !isWhole, contextLineCount: 2 } });
    // The diff editor's own options for these names do not reach its two text areas, and take them away.
    editor?.getOriginalEditor().updateOptions({ ariaLabel: `${label}, before` });
    editor?.getModifiedEditor().updateOptions({ ariaLabel: `${label}, after` });
  }, [label, before, after, onCounted, isWhole]);
  return <div ref={host} className="size-full" />;
}
