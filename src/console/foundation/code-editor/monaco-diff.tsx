import { DiffEditor } from "@monaco-editor/react";
import { useEffect, useId, useMemo, useState } from "react";
import type { CodeDiffProps } from "./code-diff.tsx";
import { editorOptions, editorProps, monaco, wrapOf } from "./monaco.ts";
import { contextLines, fewestFolded } from "./shown-lines.ts";

/** Monaco reports 0 as the end of a range without lines. */
const linesIn = (start: number, end: number) => (end === 0 ? 0 : end - start + 1);

function countOf(changes: readonly monaco.editor.ILineChange[]) {
  const count = { added: 0, removed: 0 };
  for (const change of changes) {
    count.added += linesIn(change.modifiedStartLineNumber, change.modifiedEndLineNumber);
    count.removed += linesIn(change.originalStartLineNumber, change.originalEndLineNumber);
  }
  return count;
}

/** Sets the accessible name of an editor, and restores it whenever it is removed. */
function keepName(editor: monaco.editor.ICodeEditor, ariaLabel: string) {
  const name = () => {
    if (editor.getOption(monaco.editor.EditorOption.ariaLabel) !== ariaLabel)
      editor.updateOptions({ ariaLabel });
  };
  name();
  editor.onDidChangeConfiguration(name);
}

/**
 * Names both text areas of the diff editor that was just created. The diff editor's own options for these names do not reach
 * them, and remove the names whenever it updates their options.
 */
function nameLatest(label: string) {
  const editor = monaco.editor.getDiffEditors().at(-1);
  if (!editor) return;
  keepName(editor.getOriginalEditor(), `${label}, before`);
  keepName(editor.getModifiedEditor(), `${label}, after`);
}

export function MonacoDiff({ label, before, after, isWhole = false, onCounted }: CodeDiffProps) {
  const [editor, setEditor] = useState<monaco.editor.IStandaloneDiffEditor>();
  const path = `inmemory://diff/${useId()}`;
  const wordWrap = wrapOf(`${before}\n${after}`);
  const options = useMemo(
    () => ({
      ...editorOptions,
      wordWrap,
      readOnly: true,
      originalEditable: false,
      renderSideBySide: false,
      renderOverviewRuler: false,
      hideUnchangedRegions: {
        enabled: !isWhole,
        contextLineCount: contextLines,
        minimumLineCount: fewestFolded,
      },
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

  useEffect(
    () => () => {
      // Monaco complains if models are disposed before the editor that shows them; the package's own clean-up runs after this
      // one.
      queueMicrotask(() => {
        for (const side of ["before", "after"])
          monaco.editor.getModel(monaco.Uri.parse(`${path}/${side}`))?.dispose();
      });
    },
    [path],
  );

  return (
    <DiffEditor
      key={label}
      {...editorProps}
      // The package calls this right after it has created its editor; `onMount` comes two renders later.
      beforeMount={() => nameLatest(label)}
      original={before}
      originalModelPath={`${path}/before`}
      keepCurrentOriginalModel
      modified={after}
      modifiedModelPath={`${path}/after`}
      keepCurrentModifiedModel
      options={options}
      onMount={setEditor}
    />
  );
}
