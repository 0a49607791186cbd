import { X } from "lucide-react";
import { useRef, useState, type ClipboardEvent, type KeyboardEvent } from "react";
import { controlClass, Field, type FieldProps } from "./field.tsx";
import type { Option } from "./select.tsx";

interface TokensFieldProps extends FieldProps {
  values: readonly string[];
  onChange: (values: string[]) => void;
  /** Suggestions; other values can be typed as well. */
  options?: readonly Option<string>[];
  placeholder?: string;
  /** Maximum number of values. */
  max?: number;
  /** Called with the typed text, for suggestions that depend on it. */
  onType?: (text: string) => void;
}

const split = (text: string) =>
  text
    .split(/[\n\r\t,;]+/)
    .map((part) => part.trim())
    .filter(Boolean);

/** Maximum number of suggestions shown at once; typing narrows them down. */
const longest = 100;

/** Whether a suggestion was chosen: browsers then report a replacement, older ones no InputEvent at all. */
const isChosen = (event: Event) =>
  !(event instanceof InputEvent) || event.inputType === "insertReplacementText";

/** Values as chips: Enter or comma adds one, Backspace removes the last, pasted lines and comma lists become values. */
export function TokensField({
  values,
  onChange,
  options = [],
  placeholder = "Add",
  max = Infinity,
  onType,
  ...field
}: TokensFieldProps) {
  const [text, setText] = useState("");
  const setTyped = (typed: string) => {
    setText(typed);
    onType?.(typed.trim());
  };
  const input = useRef<HTMLInputElement>(null);
  const isFull = values.length >= max;
  const valueOf = (typed: string) => options.find((option) => option.label === typed)?.value ?? typed;
  const add = (parts: string[]) => {
    if (!isFull) onChange([...new Set([...values, ...parts.map(valueOf)])].slice(0, max));
    setTyped("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.key === "Enter" || event.key === ",") && text.trim()) {
      event.preventDefault();
      add(split(text));
    }
    if (event.key === "Backspace" && text === "") onChange(values.slice(0, -1));
  };
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData("text");
    if (!/[\n\r\t,;]/.test(pasted)) return;
    event.preventDefault();
    add(split(text + pasted));
  };
  const wanted = text.trim().toLowerCase();
  const offered = options.filter((option) => option.label.toLowerCase().includes(wanted)).slice(0, longest);
  const labelOf = (value: string) => options.find((option) => option.value === value)?.label ?? value;
  return (
    <Field {...field}>
      {(control) => (
        <div
          className={`flex min-h-control flex-wrap items-center gap-1 px-1 py-0.75 ${controlClass(field.error)}`}
        >
          {values.map((value) => (
            <span key={value} className="flex max-w-full items-center gap-1 rounded-small bg-tint pl-2">
              <span className="truncate">{labelOf(value)}</span>
              <button
                type="button"
                aria-label={`Remove ${labelOf(value)}`}
                className="flex size-6 shrink-0 items-center justify-center text-text-muted hover:text-text pointer-coarse:size-9"
                onClick={() => {
                  input.current?.focus();
                  onChange(values.filter((other) => other !== value));
                }}
              >
                <X size={12} aria-hidden />
              </button>
            </span>
          ))}
          {/* Stays even when full: it is the labelled control, and the focus must not be lost to the page. */}
          <input
            {...control}
            ref={input}
            value={text}
            readOnly={isFull}
            placeholder={isFull ? undefined : placeholder}
            list={options.length && !isFull ? `${control.id}-options` : undefined}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              const typed = event.target.value;
              // Only a value chosen from the list is added at once; a typed one may continue.
              if (isChosen(event.nativeEvent) && options.some((option) => option.label === typed))
                add([typed]);
              else setTyped(typed);
            }}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            onBlur={() => text.trim() && add(split(text))}
            className={`h-6 flex-1 bg-transparent shadow-none! outline-none placeholder:text-text-muted ${isFull ? "w-0 min-w-1" : "min-w-12 px-1.5"}`}
          />
          {options.length ? (
            <datalist id={`${control.id}-options`}>
              {offered.map((option) => (
                <option key={option.value} value={option.label} />
              ))}
            </datalist>
          ) : null}
        </div>
      )}
    </Field>
  );
}
