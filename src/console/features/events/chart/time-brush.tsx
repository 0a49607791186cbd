// The plots of the chart as one place to choose a time: by a drag, or by arrow keys and Enter.
import { useState, type ReactNode } from "react";
import { binAt, movedSpan, spanOf, type Span } from "./chart-model.ts";

interface TimeBrushProps {
  bins: number;
  /** In words, of what is chosen. */
  textOf: (span: Span) => string;
  onZoom: (span: Span) => void;
  children: (chosen: Span | undefined) => ReactNode;
}

type Chosen = Span & { anchor: number; head: number };

export function TimeBrush({ bins, textOf, onZoom, children }: TimeBrushProps) {
  const [chosen, setChosen] = useState<Chosen>();
  const binUnder = (event: React.PointerEvent) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    return binAt(width > 0 ? (event.clientX - left) / width : 0, bins);
  };
  const zoom = () => {
    if (chosen) onZoom(chosen);
    setChosen(undefined);
  };
  const onKey = (event: React.KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      const start = { ...spanOf(bins - 1, bins - 1), anchor: bins - 1, head: bins - 1 };
      setChosen(chosen ? movedSpan(chosen, step, bins, event.shiftKey) : start);
    } else if (event.key === "Enter") zoom();
    else if (event.key === "Escape") setChosen(undefined);
  };
  return (
    <div
      role="group"
      tabIndex={0}
      aria-label="Choose a time: arrow keys, with Shift to extend it, Enter to zoom in"
      className="cursor-crosshair touch-pan-y select-none"
      onKeyDown={onKey}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        const bin = binUnder(event);
        setChosen({ ...spanOf(bin, bin), anchor: bin, head: bin });
      }}
      onPointerMove={(event) => {
        if (!chosen || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
        const head = binUnder(event);
        setChosen({ ...spanOf(chosen.anchor, head), anchor: chosen.anchor, head });
      }}
      onPointerUp={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) zoom();
      }}
      onPointerCancel={() => setChosen(undefined)}
    >
      {children(chosen)}
      <p aria-live="polite" className="min-h-4 text-12 text-text-muted">
        {chosen ? textOf(chosen) : null}
      </p>
    </div>
  );
}
