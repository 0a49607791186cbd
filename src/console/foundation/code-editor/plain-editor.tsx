import { useImperativeHandle, useRef, type Ref } from "react";
import type { CheckedProblem } from "#console/foundation/code-editor/json-schema/checked.ts";

/** Lets the component around an editor move its cursor. */
export interface EditorHandle {
  /** Moves the cursor and the focus to a problem. */
  reveal: (problem: CheckedProblem) => void;
  /** Offset of the cursor. */
  offset: () => number;
}

/** Props of both editors, plain and Monaco. */
export interface EditorProps {
  id: string;
  ref: Ref<EditorHandle>;
  label: string;
  value: string;
  onChange: (text: string) => void;
}

interface PlainEditorProps extends EditorProps {
  isWrong: boolean;
  describedBy: string | undefined;
  onTyping: (isTyping: boolean) => void;
}

/** A text area counts a Windows line break as one character. */
const carriageReturns = (text: string) => text.split("\r\n").length - 1;

/** A text area for the text until the editor has loaded, and permanently if it cannot be loaded. */
export function PlainEditor({
  id,
  ref,
  label,
  value,
  onChange,
  isWrong,
  describedBy,
  onTyping,
}: PlainEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(
    ref,
    () => ({
      reveal: ({ start, end }) => {
        area.current?.focus();
        area.current?.setSelectionRange(
          start - carriageReturns(value.slice(0, start)),
          end - carriageReturns(value.slice(0, end)),
        );
      },
      offset: () => {
        const before = area.current?.value.slice(0, area.current.selectionStart) ?? "";
        return before.length + Math.min(before.split("\n").length - 1, carriageReturns(value));
      },
    }),
    [value],
  );
  return (
    <textarea
      id={id}
      ref={area}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={isWrong || undefined}
      value={value.replaceAll("\r\n", "\n")}
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
      onFocus={() => onTyping(true)}
      onBlur={() => onTyping(false)}
      className="block size-full resize-none bg-surface-sunken py-2 pr-2 pl-12.5 font-mono text-12 leading-5"
    />
  );
}
