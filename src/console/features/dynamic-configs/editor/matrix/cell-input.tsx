import { useRef, useState, type KeyboardEvent } from "react";
import { sameJson, type Json } from "#contract/json5.ts";
import { readNumber } from "#console/foundation/code-editor/schema-form/read-number.ts";
import type { MatrixColumn } from "./matrix-columns.ts";

interface CellInputProps {
  id: string;
  label: string;
  column: MatrixColumn;
  value: Json | undefined;
  error: string | undefined;
  /** Sets the value; without one the field is taken out. */
  onSet: (value: Json | undefined) => void;
  /** Puts back what stood there when the cell was opened. */
  onRestore: () => void;
  /** `isByKey`: the focus goes back to the cell. */
  onClose: (isByKey: boolean) => void;
}

const look = (error: string | undefined) =>
  `block h-7 w-full rounded border bg-surface px-2 pointer-coarse:h-11 ${error ? "border-danger shadow-[inset_0_0_0_1px_var(--color-danger)]" : "border-accent"}`;

/** The number that a text is, or the text itself where it is none; undefined while it may still become one. */
function readCell({ kind, isRequired }: MatrixColumn, text: string, hadValue: boolean) {
  if (text === "" && !isRequired && (kind === "number" || !hadValue)) return { value: undefined };
  const value = kind === "number" ? readNumber(text) : text;
  return value === undefined ? undefined : { value };
}

/** The field of one cell while it is edited: every keystroke goes into the draft, Escape takes all of them back. */
export function CellInput({ id, label, column, value, error, onSet, onRestore, onClose }: CellInputProps) {
  const [typed, setTyped] = useState(
    typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value),
  );
  const [hadValue] = useState(value !== undefined);
  const isClosed = useRef(false);
  const close = (isByKey: boolean, keep: boolean) => {
    if (isClosed.current) return;
    isClosed.current = true;
    // An unfinished number must not be lost: it goes into the text, where the schema reports it.
    if (!keep) onRestore();
    else if (column.kind !== "choice" && !readCell(column, typed, hadValue)) onSet(typed);
    onClose(isByKey);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    close(true, event.key === "Enter");
  };
  const onBlur = () => close(false, true);
  const shared = { id, "aria-label": label, "aria-invalid": error ? true : undefined, onKeyDown, onBlur };
  if (column.kind === "choice")
    return (
      <select
        {...shared}
        ref={(select) => select?.focus()}
        value={column.options.findIndex((option) => value !== undefined && sameJson(option.value, value))}
        onChange={(event) => onSet(column.options[Number(event.target.value)]?.value)}
        className={look(error)}
      >
        {column.isRequired && value !== undefined ? null : <option value={-1}>Not set</option>}
        {column.options.map((option, index) => (
          <option key={option.label} value={index}>
            {option.label}
          </option>
        ))}
      </select>
    );
  return (
    <input
      {...shared}
      ref={(input) => {
        if (input && document.activeElement !== input) input.select();
      }}
      value={typed}
      autoComplete="off"
      spellCheck={false}
      inputMode={column.kind === "number" ? "decimal" : undefined}
      onChange={(event) => {
        setTyped(event.target.value);
        const read = readCell(column, event.target.value, hadValue);
        if (read) onSet(read.value);
      }}
      className={`${look(error)} ${column.kind === "number" ? "figures text-right" : ""}`}
    />
  );
}
