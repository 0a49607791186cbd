// The plot column of a table: its cells register their content, and one chart over the table draws it at their positions. One
// chart per row would make a table of hundreds of rows sluggish.
import {
  createContext,
  type ReactNode,
  type RefCallback,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { IntervalPicture } from "./interval-mark.tsx";
import type { PlotRow } from "./interval-chart.tsx";
import { ScaleContext } from "./plot-axis.tsx";
import { type Domain, unitScale, type PlotScale, scaleOf } from "./plot-scale.ts";

const IntervalChart = lazyPart(
  "The intervals",
  async () => (await import("./interval-chart.tsx")).IntervalChart,
);

export interface PlotContent extends Pick<PlotRow, "id" | "interval" | "strip" | "labels"> {
  /** px */
  width: number;
}

/**
 * px. Rows are drawn at the position of their cells, also beyond this height: a chart as tall as the table would be laid out
 * again with every new row.
 */
const chartHeight = 32;

interface PlotColumn {
  /** px from the left edge of the area. */
  left: number;
  width: number;
  rows: PlotRow[];
}

/** Groups cells into columns: cells below each other form one column, groups beside each other one column each. */
function columnsOf(area: Element, contents: ReadonlyMap<Element, PlotContent>) {
  const origin = area.getBoundingClientRect();
  const columns = new Map<number, PlotColumn>();
  for (const [cell, { width, ...content }] of contents) {
    const { left, top, height } = cell.getBoundingClientRect();
    const from = Math.round(left - origin.left);
    const column = columns.get(from) ?? { left: from, width, rows: [] };
    const border = cell.clientTop;
    column.rows.push({ ...content, top: top - origin.top + border, height: height - border });
    columns.set(from, column);
  }
  for (const { rows } of columns.values()) rows.sort((a, b) => a.top - b.top);
  return [...columns.values()];
}

type PutContent = (cell: Element, content: PlotContent) => () => void;
const Contents = createContext<PutContent | undefined>(undefined);

interface PlotCellProps extends PlotContent {
  /** px */
  height: number;
  className?: string;
}

/** A table cell that the shared chart draws in. In print, where rows break across pages, the cell draws its own content. */
export function PlotCell({ id, interval, strip, labels, width, height, className = "" }: PlotCellProps) {
  const put = useContext(Contents);
  const ref: RefCallback<Element> = useCallback(
    (cell) => (cell ? put?.(cell, { id, interval, strip, labels, width }) : undefined),
    [put, id, interval, strip, labels, width],
  );
  return (
    <td ref={ref} className={`relative box-content p-0 ${className}`} style={{ height }}>
      {put ? null : <Printed {...{ interval, strip, labels, width, height }} />}
    </td>
  );
}

const Printed = (content: Omit<PlotCellProps, "id">) => (
  <IntervalPicture {...content} scale={useContext(ScaleContext).scale} className="absolute inset-0 h-full" />
);

interface PlotColumnProps {
  isPrinted: boolean;
  /** The scale that all rows share; absent if each row has its own. */
  scale?: PlotScale | undefined;
  onScale: (domain: Domain) => void;
  children: ReactNode;
}

/** Returns the scale as dragged by the user, until the caller passes another scale. */
function useDragged(scale: PlotScale, settle: (domain: Domain) => void) {
  const [dragged, setDragged] = useState({ from: scale, scale });
  const shown = dragged.from === scale ? dragged.scale : scale;
  return useMemo(
    () => ({
      scale: shown,
      move: (domain: Domain) => setDragged({ from: scale, scale: scaleOf(domain) }),
      settle,
    }),
    [shown, scale, settle],
  );
}

export function PlotColumn({ isPrinted, scale = unitScale, onScale, children }: PlotColumnProps) {
  const held = useDragged(scale, onScale);
  const area = useRef<HTMLDivElement>(null);
  const [columns, setColumns] = useState<PlotColumn[]>([]);
  const [{ put, drawSoon, drawResized }] = useState(() => {
    const contents = new Map<Element, PlotContent>();
    const drawn = { frame: 0, height: 0, width: 0 };
    const draw = () => {
      if (!area.current) return;
      const { clientHeight, clientWidth } = area.current;
      Object.assign(drawn, { frame: 0, height: clientHeight, width: clientWidth });
      setColumns(columnsOf(area.current, contents));
    };
    // Drawn before the next frame is painted, so that an interval is never seen beside the wrong row.
    const drawSoon = () => {
      drawn.frame ||= requestAnimationFrame(() => flushSync(draw));
    };
    const drawResized = () => {
      if (area.current?.clientHeight !== drawn.height || area.current.clientWidth !== drawn.width)
        flushSync(draw);
    };
    const put: PutContent = (cell, content) => {
      contents.set(cell, content);
      drawSoon();
      return () => {
        contents.delete(cell);
        drawSoon();
      };
    };
    return { put, drawSoon, drawResized };
  });
  // The rows may have changed places.
  useEffect(drawSoon, [children, drawSoon]);
  useEffect(() => {
    if (!area.current) return undefined;
    const observer = new ResizeObserver(drawResized);
    observer.observe(area.current);
    return () => observer.disconnect();
  }, [drawResized]);
  return (
    <div ref={area} className="relative">
      <ScaleContext value={held}>
        <Contents value={isPrinted ? undefined : put}>{children}</Contents>
      </ScaleContext>
      <Suspense fallback={null}>
        {(isPrinted ? [] : columns).map(({ left, width, rows }) => (
          <div
            key={left}
            aria-hidden
            className="pointer-events-none absolute top-0 [&_svg]:overflow-visible"
            style={{ left }}
          >
            <IntervalChart width={width} height={chartHeight} rows={rows} scale={held.scale} />
          </div>
        ))}
      </Suspense>
    </div>
  );
}
