import { useRef, useState, type KeyboardEvent } from "react";
import { sameJson, type Json } from "#contract/json5.ts";
import type { MatrixColumn } from "./matrix-columns.ts";
import { readCell, cellFormatOf, formatCell } from "./typed-cell.ts";

interface CellInputProps {
  id: string;
  label: string;
  column: MatrixColumn;
  value: Json | undefined;
  error: string | undefined;
  /** Sets the value; undefined removes the field. */
  onSet: (value: Json | undefined) => void;
  /** Writes an invalid text in place of the value, so that nothing typed is lost and the error is reported there. */
  onLeave: (text: string) => void;
  /** Restores the value from when the cell was opened. */
  onRestore: () => void;
  /** Closes the input; if `isByKey`, focus returns to the cell. */
  onClose: (isByKey: boolean) => void;
}

const look = (error: string | undefined) =>
  `block h-7 w-full rounded border bg-surface px-2 pointer-coarse:h-11 ${error ? "border-danger shadow-[inset_0_0_0_1px_var(--color-danger)]" : "border-accent"}`;

const hints = { number: "", text: "", commas: ", items between commas", json5: ", as JSON5" };

/** The input of a cell in edit mode: every keystroke updates the draft, and Escape reverts all of them. */
export function CellInput(props: CellInputProps) {
  const { id, label, column, value, error, onSet, onLeave, onRestore, onClose } = props;
  const [reading] = useState(() => ({
    writing: cellFormatOf(column, value) ?? "json5",
    column,
    hadValue: value !== undefined,
  }));
  const { writing } = reading;
  const [typed, setTyped] = useState(() => formatCell(writing, value));
  const isClosed = useRef(false);
  const close = (isByKey: boolean, keep: boolean) => {
    if (isClosed.current) return;
    isClosed.current = true;
    if (!keep) onRestore();
    else if (column.kind !== "choice" && !readCell(reading, typed)) {
      if (writing === "json5") onLeave(typed);
      // An unfinished number is stored as a string, which the schema check then reports.
      else onSet(typed);
    }
    onClose(isByKey);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" && event.key !== "Escape") return;
    event.preventDefault();
    const isKept = event.key === "Enter";
    // Closing with an incomplete value would make the row unparsable, and remove its cells and this input.
    if (isKept && writing === "json5" && !readCell(reading, typed)) return;
    close(true, isKept);
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
      aria-label={label + hints[writing]}
      title={hints[writing].slice(2) || undefined}
      value={typed}
      autoComplete="off"
      spellCheck={false}
      inputMode={column.kind === "number" ? "decimal" : undefined}
      onChange={(event) => {
        setTyped(event.target.value);
        const read = readCell(reading, event.target.value);
        if (read) onSet(read.value);
      }}
      className={`${look(error)} ${writing === "number" ? "figures text-right" : writing === "json5" ? "font-mono text-12" : ""}`}
    />
  );
}
