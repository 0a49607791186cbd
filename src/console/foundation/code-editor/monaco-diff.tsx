import { DiffEditor } from "@monaco-editor/react";
import { useEffect, useMemo, useState } from "react";
import type { CodeDiffProps } from "./code-diff.tsx";
import { editorOptions, editorProps, wrapOf, type monaco } from "./monaco.ts";

/** Monaco says 0 for the end of a stretch without lines. */
const linesIn = (start: number, end: number) => (end === 0 ? 0 : end - start + 1);

function countOf(changes: readonly monaco.editor.ILineChange[]) {
  const count = { added: 0, removed: 0 };
  for (const change of changes) {
    count.added += linesIn(change.modifiedStartLineNumber, change.modifiedEndLineNumber);
    count.removed += linesIn(change.originalStartLineNumber, change.originalEndLineNumber);
  }
  return count;
}

export function MonacoDiff({
  label,
  before,
  after,
  isWhole = false,
  onCounted,
}: Omit<CodeDiffProps, "height">) {
  const [editor, setEditor] = useState<monaco.editor.IStandaloneDiffEditor>();
  const wordWrap = wrapOf(`${before}\n${after}`);
  const options = useMemo(
    () => ({
      ...editorOptions,
      wordWrap,
      readOnly: true,
      originalEditable: false,
      renderSideBySide: false,
      renderOverviewRuler: false,
      hideUnchangedRegions: { enabled: !isWhole, contextLineCount: 2 },
    }),
    [isWhole, wordWrap],
  );

  useEffect(() => {
    const report = () => {
      const changes = editor?.getLineChanges();
      if (changes) onCounted?.(countOf(changes));
    };
    report();
    const listening = editor?.onDidUpdateDiff(report);
    return () => listening?.dispose();
  }, [editor, onCounted]);

  useEffect(() => {
    // The diff editor's own options for these names do not reach its two text areas, and take them away.
    editor?.getOriginalEditor().updateOptions({ ariaLabel: `${label}, before` });
    editor?.getModifiedEditor().updateOptions({ ariaLabel: `${label}, after` });
  }, [editor, label, options]);

  useEffect(
    () => () => {
      // The package disposes of the texts before the editor that shows them, which Monaco reports as an error.
      const model = editor?.getModel();
      editor?.setModel(null);
      model?.original.dispose();
      model?.modified.dispose();
    },
    [editor],
  );

  return (
    <DiffEditor {...editorProps} original={before} modified={after} options={options} onMount={setEditor} />
  );
}
