// Adds the value of any cell to the filter, or excludes it: by buttons beside the hovered value, or by keys. All cells share
// one group of buttons, so that rows stay light.
import { ChartBarDecreasing, Equal, EqualNot } from "lucide-react";
import { useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import type { EventField } from "#contract/event-where.ts";
import type { Column } from "#console/foundation/table/column.ts";
import { useFilterByValue } from "#console/features/events/sentence/use-question.ts";
import { cellsBeside, placeBeside, valueAt, type CellValue } from "./cell-place.ts";
import type { EventRow } from "./event-rows.ts";

interface ValueActionsProps {
  rows: readonly EventRow[];
  columns: readonly Column<EventRow>[];
  onField: (field: EventField) => void;
  children: ReactNode;
}

type Place = CellValue & ReturnType<typeof placeBeside>;

const actions = [
  { key: "i", word: "Only", icon: Equal },
  { key: "x", word: "Without", icon: EqualNot },
  { key: "v", word: "Values of", icon: ChartBarDecreasing },
] as const;
type Key = (typeof actions)[number]["key"];
const isKey = (key: string): key is Key => actions.some((action) => action.key === key);

/** Width of the buttons in px. */
const width = 28 * actions.length;
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
const rowKeys = new Set(["j", "k", "ArrowUp", "ArrowDown"]);

function focusCell(cell: HTMLTableCellElement | undefined) {
  if (!cell) return;
  cell.tabIndex = -1;
  cell.focus();
}

export function ValueActions({ rows, columns, onField, children }: ValueActionsProps) {
  const include = useFilterByValue();
  const frame = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<Place>();
  const valueOf = (target: EventTarget | null) => valueAt(target, rows, columns);
  const isOfValue = (cell: Element) => valueOf(cell) !== undefined;

  function show(target: EventTarget | null) {
    // The buttons stay while they are used.
    if (target instanceof Element && target.closest("[role=toolbar]")) return;
    const value = valueOf(target);
    const box = frame.current?.getBoundingClientRect();
    if (value?.cell === place?.cell && value?.text === place?.text) return;
    setPlace(value && box && { ...value, ...placeBeside(value.cell, box, width) });
  }

  function act(key: Key, { field, text }: CellValue) {
    setPlace(undefined);
    if (key === "v") onField(field);
    else include(field, text, key === "x");
  }

  function onKeyDown(event: KeyboardEvent) {
    const { target, key } = event;
    if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.altKey) return;
    const value = valueOf(target);
    const cell = value?.cell;
    const step = steps[key];
    if (step !== undefined && (cell || target.matches("tr[tabindex]"))) {
      const cells = cellsBeside(target, isOfValue);
      const next = cell ? cells.indexOf(cell) + step : step > 0 ? 0 : -1;
      event.preventDefault();
      focusCell(cells.at(Math.min(next, cells.length - 1)));
    } else if (value && isKey(key)) act(key, value);
    else if (cell && rowKeys.has(key)) {
      // By now the table has focused another row; the focus moves on to its cell in the same column.
      const row = document.activeElement;
      if (row instanceof HTMLTableRowElement) focusCell(row.cells[cell.cellIndex]);
    }
  }

  return (
    <div
      ref={frame}
      role="presentation"
      className="relative"
      onPointerOver={({ target, pointerType }) => {
        if (pointerType === "mouse") show(target);
      }}
      onPointerLeave={() => setPlace(undefined)}
      onFocus={({ target }) => show(target)}
      onBlur={({ target }) => {
        if (target instanceof HTMLTableCellElement) setPlace(undefined);
      }}
      onKeyDown={onKeyDown}
    >
      {children}
      {place ? <Buttons place={place} onChoose={(key) => act(key, place)} /> : null}
    </div>
  );
}

function Buttons({ place, onChoose }: { place: Place; onChoose: (key: Key) => void }) {
  const { field, text, left, top, height } = place;
  const name = "key" in field ? field.key : field.part;
  const value = `${name} ${text || "empty"}`;
  return (
    <div
      role="toolbar"
      aria-label={value}
      style={{ left, top, height }}
      className="absolute z-1 flex items-center"
    >
      <div className="flex rounded border border-border bg-surface-raised">
        {actions.map(({ key, word, icon: Icon }) => (
          <button
            key={key}
            type="button"
            tabIndex={-1}
            aria-label={`${word} ${key === "v" ? name : value}`}
            title={`${word} ${key === "v" ? name : value} (${key})`}
            onClick={() => onChoose(key)}
            className="flex size-7 items-center justify-center text-accent first:rounded-l last:rounded-r hover:bg-tint"
          >
            <Icon size={14} aria-hidden />
          </button>
        ))}
      </div>
    </div>
  );
}
