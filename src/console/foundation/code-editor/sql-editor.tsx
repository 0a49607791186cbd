// The editor of an SQL text: a text area until it scrolls near the viewport and Monaco has loaded.
import { useRef, useState } from "react";
import { type EditorHandle, PlainEditor } from "./plain-editor.tsx";
import { lazyModule, useModuleNearViewport } from "./use-module-near-viewport.ts";
import { useTextHeight } from "./use-text-height.ts";

const sqlModule = lazyModule(() => import("./monaco-sql.tsx"));
const least = 164;

interface SqlEditorProps {
  label: string;
  id: string;
  value: string;
  onChange: (text: string) => void;
  problem?: string | undefined;
  help: string;
}

export function SqlEditor({ label, id, value, onChange, problem, help }: SqlEditorProps) {
  const { element, loaded } = useModuleNearViewport(sqlModule);
  const { box, height } = useTextHeight(value);
  const handle = useRef<EditorHandle>(null);
  const [isTyping, setIsTyping] = useState(false);
  const [tabLeaves, setTabLeaves] = useState(true);
  // Monaco replaces the text area only while the user is not typing in it.
  const Editor = isTyping ? undefined : loaded?.MonacoSql;
  const noteID = `${id}-note`;
  const shared = { id, ref: handle, label, value, onChange };
  return (
    <div ref={element} className="min-w-0">
      <p aria-hidden className="mb-1 text-12 font-medium">
        {label}
      </p>
      <div
        ref={box}
        style={{ height: Math.max(least, height) }}
        className={`overflow-hidden rounded border focus-within:border-accent ${problem ? "border-danger" : "border-border-control"}`}
      >
        {Editor ? (
          <Editor {...shared} tabLeaves={tabLeaves} onToggleTab={() => setTabLeaves((leaves) => !leaves)} />
        ) : (
          <PlainEditor
            {...shared}
            isWrong={problem !== undefined}
            describedBy={noteID}
            onTyping={setIsTyping}
          />
        )}
      </div>
      <p
        id={noteID}
        aria-live="polite"
        className={`mt-1 min-h-5 text-12 wrap-anywhere ${problem ? "text-danger" : "text-text-muted"}`}
      >
        {problem ?? help}
      </p>
    </div>
  );
}
