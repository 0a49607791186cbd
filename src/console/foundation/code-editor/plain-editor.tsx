import { useImperativeHandle, useRef, type Ref } from "react";
import { endOf, offsetOf, type Place, placeOf, type Problem } from "./problems.ts";

/** What an editor lets its frame do. */
export interface EditorHandle {
  /** Moves cursor and focus to a problem. */
  reveal: (problem: Problem) => void;
  /** Where the cursor is. */
  place: () => Place;
}

interface PlainEditorProps {
  id: string;
  ref: Ref<EditorHandle>;
  label: string;
  value: string;
  onChange: (text: string) => void;
  isWrong: boolean;
  describedBy: string | undefined;
  onFocus: () => void;
  onBlur: () => void;
}

/** The text in a text area, until the editor has loaded, and for good where it cannot. */
export function PlainEditor({
  id,
  ref,
  label,
  value,
  onChange,
  isWrong,
  describedBy,
  onFocus,
  onBlur,
}: PlainEditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(
    ref,
    () => ({
      reveal: (problem) => {
        const text = area.current?.value ?? "";
        area.current?.focus();
        area.current?.setSelectionRange(offsetOf(text, problem), offsetOf(text, endOf(problem)));
      },
      place: () => placeOf(area.current?.value ?? "", area.current?.selectionStart ?? 0),
    }),
    [],
  );
  return (
    <textarea
      id={id}
      ref={area}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={isWrong || undefined}
      value={value}
      spellCheck={false}
      onChange={(event) => onChange(event.target.value)}
      onFocus={onFocus}
      onBlur={onBlur}
      className="block size-full resize-none bg-surface-sunken py-2 pr-2 pl-12.5 font-mono text-12 leading-5"
    />
  );
}
