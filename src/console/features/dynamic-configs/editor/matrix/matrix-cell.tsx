import { useState } from "react";
import { changeText, setInvalidText } from "#console/foundation/code-editor/json5/edit-text.ts";
import { useFocusLater } from "#console/foundation/ui/use-focus-later.ts";
import { shownValue, type CellValue } from "./cell-values.ts";
import { CellInput } from "./cell-input.tsx";
import type { MatrixColumn } from "./matrix-columns.ts";
import { cellFormatOf } from "./typed-cell.ts";

interface MatrixCellProps {
  id: string;
  /** Name of the rule or the variant. */
  rowName: string;
  column: MatrixColumn;
  cell: CellValue;
  text: string;
  onEdit: (change: (text: string) => string) => void;
  /** Selects the row and shows its value in the text editor, where values that do not fit a cell are edited. */
  onChoose: (from: "cell" | "text") => void;
}

/** Classes that mark values changed in the draft and not yet live. */
export const draftEdge = "border-l-2 border-warning pl-2";

const looks = { default: "text-text", same: "text-text-muted", other: "font-strong text-text" };

/** Shows one field of one value, and edits it in place. */
export function MatrixCell({ id, rowName, column, cell, text, onEdit, onChoose }: MatrixCellProps) {
  const { name, kind, unit, note } = column;
  const { value, before, isDrafted, standing, error } = cell;
  const [opened, setOpened] = useState<string>();
  const focusLater = useFocusLater();
  const shown = shownValue(value, column);
  const label = `${name} of ${rowName}`;
  const isHere = kind === "choice" || cellFormatOf(column, value) !== undefined;
  const isNumber = kind === "number";
  const head = (
    <span
      className={`mr-auto font-mono text-12 leading-4 text-text-muted tablet:hidden ${error ? "self-start" : ""}`}
    >
      {unit ? `${name}, ${unit}` : name}
    </span>
  );
  const below = error ? (
    <span
      id={`${id}-error`}
      className={`block truncate text-12 leading-4 text-danger ${isNumber ? "tablet:text-right" : ""} max-tablet:absolute max-tablet:bottom-0 max-tablet:left-0 max-tablet:max-w-[calc(100%-11rem)]`}
    >
      {error}
    </span>
  ) : isDrafted && opened === undefined ? (
    <span className="block text-12 leading-4 text-text-muted max-tablet:hidden">in your draft</span>
  ) : null;
  if (opened !== undefined)
    return (
      <span className="relative flex items-center gap-3 max-tablet:py-0.5 tablet:-mt-1.5 tablet:block tablet:pt-0.5">
        {head}
        <span className="block min-w-0 max-tablet:w-40">
          <CellInput
            id={id}
            label={unit ? `${label}, ${unit}` : label}
            column={column}
            value={value}
            error={error}
            onSet={(next) => onEdit((whole) => changeText(whole, [{ path: [name], value: next }]))}
            onLeave={(typed) => onEdit((whole) => setInvalidText(whole, [name], typed))}
            onRestore={() => onEdit(() => opened)}
            onClose={(isByKey) => {
              setOpened(undefined);
              if (isByKey) focusLater(id);
            }}
          />
          {below}
        </span>
      </span>
    );
  return (
    <button
      type="button"
      id={id}
      data-cell={name}
      title={note}
      aria-label={`${label}: ${[shown, value === undefined ? "" : unit].join(" ").trim()}${isDrafted ? `, before ${shownValue(before, column)}` : ""}`}
      aria-describedby={error ? `${id}-error` : undefined}
      onClick={() => {
        onChoose(isHere ? "cell" : "text");
        if (isHere) setOpened(text);
      }}
      className={`relative flex w-full items-center rounded-small hover:bg-surface-hover max-tablet:min-h-8 max-tablet:gap-3 pointer-coarse:min-h-11 tablet:-my-1 tablet:min-h-11 tablet:items-start tablet:py-1 ${isNumber ? "figures tablet:justify-end tablet:text-right" : "text-left"}`}
    >
      {head}
      <span className={`min-w-0 ${isDrafted ? draftEdge : ""}`}>
        <span className="block truncate">
          {isDrafted ? <span className="text-text-muted">{shownValue(before, column)} → </span> : null}
          <span className={looks[isDrafted ? "other" : standing]}>{shown}</span>
        </span>
        {below}
      </span>
    </button>
  );
}
