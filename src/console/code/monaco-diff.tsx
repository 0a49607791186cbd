import { useEffect, useRef } from "react";
import type { CodeDiffProps } from "./code-diff.tsx";
import { editorOptions, monaco } from "./monaco.ts";

export function MonacoDiff({ label, before, after }: Omit<CodeDiffProps, "height">) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return undefined;
    const editor = monaco.editor.createDiffEditor(host.current, {
      ...editorOptions,
      readOnly: true,
      originalEditable: false,
      renderSideBySide: false,
      hideUnchangedRegions: { enabled: true, contextLineCount: 2 },
      renderOverviewRuler: false,
    });
    // The diff editor's own options for these names do not reach its two text areas.
    editor.getOriginalEditor().updateOptions({ ariaLabel: `${label}, before` });
    editor.getModifiedEditor().updateOptions({ ariaLabel: `${label}, after` });
    const model = {
      original: monaco.editor.createModel(before, "json5"),
      modified: monaco.editor.createModel(after, "json5"),
    };
    editor.setModel(model);
    return () => {
      editor.dispose();
      model.original.dispose();
      model.modified.dispose();
    };
  }, [label, before, after]);
  return <div ref={host} className="size-full" />;
}
