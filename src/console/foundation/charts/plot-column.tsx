// The plot column of a table: its cells say what they hold, and one chart over the table draws it where they stand.
// A chart of its own in each row would cost hundreds of rows their fluency.
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
import { HeldScale } from "./plot-axis.tsx";
import { type Domain, evenScale, type PlotScale, scaleOf } from "./plot-scale.ts";

const IntervalChart = lazyPart(
  "The intervals",
  async () => (await import("./interval-chart.tsx")).IntervalChart,
);

export interface PlotContent extends Pick<PlotRow, "id" | "interval" | "strip" | "labels"> {
  /** px */
  width: number;
}

/** px; rows stand where their cells are, also beyond it: a chart that grew with the table would be laid out anew with each row. */
const chartHeight = 32;

interface PlotColumn {
  /** px from the left of the area. */
  left: number;
  width: number;
  rows: PlotRow[];
}

/** Cells one below the other are one column; groups that stand beside each other have one each. */
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

/** A cell that the chart over the table draws in. On paper, where rows break across pages, it draws its own content. */
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
  <IntervalPicture {...content} scale={useContext(HeldScale).scale} className="absolute inset-0 h-full" />
);

interface PlotColumnProps {
  isPrinted: boolean;
  /** That of all rows; absent where each has its own. */
  scale?: PlotScale | undefined;
  onScale: (domain: Domain) => void;
  children: ReactNode;
}

/** As it is dragged, until another one is given. */
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

export function PlotColumn({ isPrinted, scale = evenScale, onScale, children }: PlotColumnProps) {
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
    // Before the next frame is painted, so that no interval is ever seen beside another row.
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
  // Rows may have changed places.
  useEffect(drawSoon, [children, drawSoon]);
  useEffect(() => {
    if (!area.current) return undefined;
    const observer = new ResizeObserver(drawResized);
    observer.observe(area.current);
    return () => observer.disconnect();
  }, [drawResized]);
  return (
    <div ref={area} className="relative">
      <HeldScale value={held}>
        <Contents value={isPrinted ? undefined : put}>{children}</Contents>
      </HeldScale>
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
