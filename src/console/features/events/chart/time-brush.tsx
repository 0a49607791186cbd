// The area around the chart's plots in which a time is selected: by dragging, by the ends of the selection, or by arrow keys
// and Enter.
import { useState, type ReactNode } from "react";
import {
  axisHeight,
  binAt,
  draggedFrom,
  movedSpan,
  spanOf,
  type DraggedSpan,
  type Span,
} from "./chart-model.ts";

interface TimeBrushProps {
  bins: number;
  /** The time whose events are listed. */
  chosen: Span | undefined;
  /** Describes the span that is being selected. */
  textOf: (span: Span) => string;
  /** Undefined clears the selection. */
  onChoose: (span: Span | undefined) => void;
  /** Content below the plots. */
  below: (shown: Span | undefined) => ReactNode;
  children: ReactNode;
}

/** The selection: its band is behind the bars, its grips in front of them. */
function Band({ span: { first, last }, bins }: { span: Span; bins: number }) {
  const place = { left: `${(first / bins) * 100}%`, width: `${((last + 1 - first) / bins) * 100}%` };
  const shared = "pointer-events-none absolute";
  const grip = `${shared} pointer-events-auto top-9 z-1 h-5 w-1.75 cursor-ew-resize rounded-small border border-accent bg-surface`;
  return (
    <>
      <span
        aria-hidden
        style={{ ...place, bottom: axisHeight }}
        className={`${shared} top-0 border-x border-accent bg-accent/12`}
      />
      <span aria-hidden style={place} className={`${shared} inset-y-0`}>
        <span className={`${grip} -left-1`} />
        <span className={`${grip} -right-1`} />
      </span>
    </>
  );
}

export function TimeBrush({ bins, chosen, textOf, onChoose, below, children }: TimeBrushProps) {
  const [dragged, setDragged] = useState<DraggedSpan>();
  const shown = dragged ?? chosen;
  const placeOf = (event: React.PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return width > 0 ? { share: (event.clientX - left) / width, width } : { share: 0, width: 1 };
  };
  const choose = () => {
    if (dragged) onChoose({ first: dragged.first, last: dragged.last });
    setDragged(undefined);
  };
  const onKey = (event: React.KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const start = { ...spanOf(bins - 1, bins - 1), anchor: bins - 1, head: bins - 1 };
      const from = dragged ?? (chosen && { ...chosen, anchor: chosen.first, head: chosen.last });
      setDragged(from ? movedSpan(from, step, bins, event.shiftKey) : start);
    } else if (event.key === "Enter") choose();
    else if (event.key === "Escape") {
      if (!dragged && chosen) onChoose(undefined);
      setDragged(undefined);
    }
  };
  return (
    <div
      role="group"
      tabIndex={0}
      aria-label="Choose a time: arrow keys, with Shift to extend it, Enter to see its events"
      className="cursor-crosshair touch-pan-y select-none"
      onKeyDown={onKey}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const { share, width } = placeOf(event);
        setDragged(draggedFrom(share, bins, chosen, (event.pointerType === "mouse" ? 8 : 22) / width));
      }}
      onPointerMove={(event) => {
        if (!dragged || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
        const head = binAt(placeOf(event).share, bins);
        if (head !== dragged.head)
          setDragged({ ...spanOf(dragged.anchor, head), anchor: dragged.anchor, head });
      }}
      onPointerUp={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) choose();
      }}
      onPointerCancel={() => setDragged(undefined)}
    >
      <div className="relative">
        {shown ? <Band span={shown} bins={bins} /> : null}
        {children}
      </div>
      {below(shown)}
      <p aria-live="polite" className="min-h-4 text-12 text-text-muted">
        {dragged ? textOf(dragged) : null}
      </p>
    </div>
  );
}
