import type { ReactNode } from "react";
import type { Problem } from "#contract/api-error.ts";
import { isJsonObject } from "#contract/json5.ts";
import { valueIn } from "#console/foundation/code-editor/json5/read-text.ts";
import { formatCount } from "#console/foundation/ui/wording.ts";
import { cellOf, type RowValue } from "./cell-values.ts";
import { MatrixCell } from "./matrix-cell.tsx";
import type { MatrixColumn } from "./matrix-columns.ts";

interface MatrixRowProps {
  id: string;
  /** The number of the rule and its drag handle. */
  order?: ReactNode;
  name: string;
  /** Marks shown beside the name. */
  marks?: ReactNode;
  /** Shown below the name: the users whom the row applies to. */
  sentence: ReactNode;
  share?: ReactNode;
  /** Number of recent users who get the stored value; null if unknown. */
  users?: number | null | undefined;
  isChosen: boolean;
  isVariant?: boolean;
  columns: readonly MatrixColumn[];
  /** Undefined if the row has no value of its own; `instead` is then shown in place of the cells. */
  value: RowValue | undefined;
  instead?: string | undefined;
  defaultText: string;
  problems: readonly Problem[];
  /** Selects the row; "cell": the value is edited in its cell; "text": in the text editor, which receives the focus. */
  onChoose: (from: "row" | "cell" | "text") => void;
  onEdit: (change: (text: string) => string) => void;
}

/** Class of a column that is hidden on narrower pages, to leave space for the fields. */
export const hiddenWhenNarrow = "max-[959px]:hidden";

const cellClass =
  "max-tablet:block tablet:h-13 tablet:overflow-hidden tablet:px-2 tablet:pt-1.5 tablet:align-top";

/** The row of one value of the config: who gets it, and its fields. */
export function MatrixRow(props: MatrixRowProps) {
  const { id, name, isChosen, columns, value, defaultText, problems, onChoose } = props;
  const parsed = value && valueIn(value.text);
  const fields = isJsonObject(parsed ?? null) ? columns : [];
  const ground = isChosen ? "bg-surface-selected" : "bg-surface";
  return (
    <tr
      aria-current={isChosen ? "true" : undefined}
      className={`${ground} max-tablet:-mx-gutter max-tablet:block max-tablet:px-gutter max-tablet:py-2.5 tablet:[&>*]:border-b tablet:[&>*]:border-border ${isChosen ? "shadow-[inset_2px_0_0_var(--color-accent)]" : ""}`}
    >
      <td className={`${cellClass} max-tablet:hidden! tablet:px-0! tablet:pt-0.5!`}>{props.order}</td>
      <th
        scope="row"
        className={`${cellClass} ${ground} left-0 z-1 text-left font-regular tablet:sticky ${props.isVariant ? "tablet:pl-7!" : ""}`}
      >
        <span className="flex items-baseline gap-x-2">
          <button
            type="button"
            id={id}
            aria-current={isChosen ? "true" : undefined}
            onClick={() => onChoose("row")}
            className="min-w-0 truncate text-left font-strong hover:underline pointer-coarse:-my-3 pointer-coarse:min-h-11"
          >
            {name || "No name"}
          </button>
          {props.marks}
          <span className="figures ml-auto tablet:hidden">{props.share}</span>
        </span>
        <span className="block truncate text-12 leading-4.5 text-text-muted max-tablet:whitespace-normal">
          {props.sentence}
        </span>
      </th>
      <td className={`${cellClass} figures text-right max-tablet:hidden!`}>{props.share}</td>
      <td
        className={`${cellClass} ${hiddenWhenNarrow} figures text-right text-text-muted max-tablet:hidden!`}
      >
        {props.users === null ? (
          <span title="No event tells everything that the rules read">?</span>
        ) : props.users === undefined ? null : (
          formatCount(props.users)
        )}
      </td>
      {value && fields.length > 0 ? (
        fields.map((column) => {
          const cell = cellOf(column, value, defaultText, problems);
          // On a phone, rows that are not selected show only the fields that differ from the default.
          const isFolded = !isChosen && cell.standing === "same" && !cell.isDrafted && !cell.error;
          return (
            <td
              key={column.name}
              className={`${cellClass} ${isFolded ? "max-tablet:hidden" : ""} ${column.kind === "number" ? "" : "tablet:pl-5"}`}
            >
              <MatrixCell
                id={`${id}-${column.name}`}
                rowName={name}
                column={column}
                cell={cell}
                text={value.text}
                onEdit={props.onEdit}
                onChoose={onChoose}
              />
            </td>
          );
        })
      ) : (
        <td
          colSpan={Math.max(1, columns.length)}
          className={`${cellClass} truncate text-text-muted tablet:pl-5`}
        >
          {props.instead ?? (parsed === undefined ? "The text has a mistake." : (value?.text ?? ""))}
        </td>
      )}
    </tr>
  );
}
