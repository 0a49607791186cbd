// The labelled axis above a plot. Its ends can be dragged or moved by the arrow keys; each side of zero stretches on its own.
import { createContext, type KeyboardEvent, type PointerEvent, Suspense, useContext, useRef } from "react";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { plotInset } from "./interval-mark.tsx";
import { type Domain, unitScale, namedTicks, type PlotScale, shareOf } from "./plot-scale.ts";

const IntervalChart = lazyPart(
  "The intervals",
  async () => (await import("./interval-chart.tsx")).IntervalChart,
);

interface ScaleContext {
  scale: PlotScale;
  /** Called while an end is dragged. */
  move: (domain: Domain) => void;
  settle: (domain: Domain) => void;
}

/** Only what is drawn on the scale reads this context, so the table's rows are not rendered again while the scale moves. */
export const ScaleContext = createContext<ScaleContext>({ scale: unitScale, move() {}, settle() {} });

/** Width in px of a digit, and of the gap between two labels. */
const [digit, between] = [6.5, 12];

interface PlotAxisProps {
  /** px */
  width: number;
  format: (tick: number) => string;
}

export function PlotAxis({ width, format }: PlotAxisProps) {
  const { scale } = useContext(ScaleContext);
  const longest = Math.max(...scale.domain.map((end) => format(end).length));
  const ticks = namedTicks(scale, width - 2 * plotInset, digit * longest + between);
  return (
    <div className="relative h-4 [&_svg]:overflow-visible">
      <div aria-hidden>
        <Suspense fallback={null}>
          <IntervalChart width={width} height={16} rows={[]} scale={scale} axis={{ top: 0, ticks, format }} />
        </Suspense>
      </div>
      <ScaleEnd side={-1} width={width} format={format} />
      <ScaleEnd side={1} width={width} format={format} />
    </div>
  );
}

/** Moves the end on one side (-1 is left) so that `value` stands at `share` of the scale; the other end stays. */
function stretched([low, high]: Domain, side: -1 | 1, value: number, share: number): Domain {
  const held = Math.max(0.02, Math.min(0.98, share));
  return side === 1 ? [low, low + (value - low) / held] : [high - (high - value) / (1 - held), high];
}

/** Moves one end of the scale by one tick; zero stays in view. */
function stepped({ domain: [low, high], ticks }: PlotScale, side: -1 | 1, direction: number): Domain {
  const [first = 0, second = 1] = ticks;
  const step = second - first;
  const next = Math.round((side === 1 ? high : low) / step + direction) * step;
  if (next * side <= 0) return [low, high];
  return side === 1 ? [low, next] : [next, high];
}

const directions: Record<string, number> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

function ScaleEnd({ side, width, format }: PlotAxisProps & { side: -1 | 1 }) {
  const { scale, move, settle } = useContext(ScaleContext);
  const grabbed = useRef<{ domain: Domain; value: number; last: Domain }>(undefined);
  const zero = plotInset + shareOf(0, scale.domain) * (width - 2 * plotInset);
  const end = scale.domain[side === 1 ? 1 : 0];
  const shareAt = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const left = currentTarget.parentElement?.getBoundingClientRect().left ?? 0;
    return (clientX - left - plotInset) / (width - 2 * plotInset);
  };
  const grab = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const [low, high] = scale.domain;
    const value = low + shareAt(event) * (high - low);
    grabbed.current = { domain: scale.domain, value, last: scale.domain };
  };
  const drag = (event: PointerEvent<HTMLElement>) => {
    const from = grabbed.current;
    if (!from) return;
    from.last = stretched(from.domain, side, from.value, shareAt(event));
    move(from.last);
  };
  const drop = () => {
    const from = grabbed.current;
    grabbed.current = undefined;
    if (from && from.last !== from.domain) settle(from.last);
  };
  const moveByKey = (event: KeyboardEvent) => {
    const direction = directions[event.key];
    if (!direction) return;
    event.preventDefault();
    event.stopPropagation();
    settle(stepped(scale, side, direction));
  };
  return (
    <span
      role="slider"
      tabIndex={0}
      aria-label={side === 1 ? "Right end of the scale" : "Left end of the scale"}
      aria-valuenow={end}
      aria-valuetext={format(end)}
      title="Drag to stretch the scale"
      onPointerDown={grab}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
      onKeyDown={moveByKey}
      className="absolute -inset-y-2 min-w-6 cursor-ew-resize touch-pan-y rounded-small select-none print:hidden"
      style={side === 1 ? { left: zero, right: 0 } : { left: 0, width: zero }}
    />
  );
}
