// Zooming and dragging the graph; scrolling is left to the browser.
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type PointerEvent } from "react";
import { flushSync } from "react-dom";
import type { Plan, Point } from "#console/features/gates/dependencies/graph/layout/plan.ts";

const step = 1.25;
const [smallest, largest] = [0.05, 2];
/** Below this scale only names are shown, in a larger font. */
const far = 0.62;
/** Initial scale of a graph that is too large to be readable as a whole; it then shows the area around its anchor. */
const around = 0.7;
/** Maximum height of the graph: as a share of the window, and in px. */
const [share, highest] = [0.7, 640];
/** Pointer movement in px up to which a press still counts as a click. */
const stillAClick = 4;

function scrollTo(frame: HTMLElement | null, { x, y }: Point) {
  if (frame) [frame.scrollLeft, frame.scrollTop] = [x, y];
}

/**
 * `anchor` is the key of the box to show first. `view` identifies the displayed content: when it changes, the scale that the
 * user has chosen is reset.
 */
export function useZoom(plan: Plan | undefined, anchor: string, view: string) {
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const [room, setRoom] = useState({ width: 0, height: 0 });
  /** Set once the user has zoomed or moved the view. */
  const [chosen, setChosen] = useState<{ view: string; zoom: number }>();
  const drag = useRef<Point & { left: number; top: number }>(undefined);

  // Measured before the first paint, because a later change of size would move the content below.
  useLayoutEffect(() => {
    if (!frame) return undefined;
    const measure = () =>
      setRoom({ width: frame.clientWidth, height: Math.min(highest, share * innerHeight) });
    measure();
    // Synchronously, in the frame of the resize: an update in the next frame would move the content below.
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(frame);
    return () => observer.disconnect();
  }, [frame]);

  const whole = plan && room.width > 0 ? Math.min(1, room.width / plan.width, room.height / plan.height) : 1;
  const isChosen = chosen?.view === view;
  const zoom = isChosen ? chosen.zoom : whole >= far ? whole : around;

  /** Zooms around the given point, or else around the centre of the visible area. */
  const zoomTo = (next: number, at?: Point) => {
    const to = Math.min(largest, Math.max(smallest, next));
    const { x, y } = at ?? { x: (frame?.clientWidth ?? 0) / 2, y: (frame?.clientHeight ?? 0) / 2 };
    const [left, top] = [(frame?.scrollLeft ?? 0) + x, (frame?.scrollTop ?? 0) + y];
    flushSync(() => setChosen({ view, zoom: to }));
    scrollTo(frame, { x: (left * to) / zoom - x, y: (top * to) / zoom - y });
  };

  // Scrolls the anchor into view, unless the user has already moved the view.
  const begin = useEffectEvent(() => {
    const box = plan?.boxes.get(anchor);
    if (frame && box && !isChosen)
      scrollTo(frame, { x: box.x * zoom - frame.clientWidth / 4, y: box.y * zoom - frame.clientHeight / 2 });
  });
  useEffect(() => begin(), [plan, frame, anchor, view, room]);

  const keep = () => {
    if (!isChosen) setChosen({ view, zoom });
  };
  const onWheel = useEffectEvent((event: WheelEvent) => {
    keep();
    if (!frame || (!event.ctrlKey && !event.metaKey)) return;
    event.preventDefault();
    const { left, top } = frame.getBoundingClientRect();
    zoomTo(zoom * (event.deltaY < 0 ? 1.1 : 1 / 1.1), { x: event.clientX - left, y: event.clientY - top });
  });
  // React registers wheel listeners as passive, in which the browser's own zoom cannot be prevented.
  useEffect(() => {
    const listener = (event: WheelEvent) => onWheel(event);
    frame?.addEventListener("wheel", listener, { passive: false });
    return () => frame?.removeEventListener("wheel", listener);
  }, [frame]);

  const onPointerDown = ({ pointerType, button, clientX, clientY }: PointerEvent) => {
    keep();
    if (frame && pointerType === "mouse" && button === 0)
      drag.current = { x: clientX, y: clientY, left: frame.scrollLeft, top: frame.scrollTop };
  };
  const onPointerMove = ({ pointerId, clientX, clientY }: PointerEvent) => {
    const from = drag.current;
    if (!frame || !from) return;
    const [x, y] = [clientX - from.x, clientY - from.y];
    // Capturing the pointer prevents its release from counting as a click on a box.
    if (Math.hypot(x, y) > stillAClick) frame.setPointerCapture(pointerId);
    scrollTo(frame, { x: from.left - x, y: from.top - y });
  };
  const release = () => {
    drag.current = undefined;
  };

  return {
    zoom,
    isFar: zoom < far,
    /** Props for the scrolling element. */
    frameProps: {
      ref: setFrame,
      style: { maxHeight: `min(${share * 100}vh, ${highest}px)` },
      onPointerDown,
      onPointerMove,
      onPointerUp: release,
      onPointerLeave: release,
    },
    zoomIn: () => zoomTo(zoom * step),
    zoomOut: () => zoomTo(zoom / step),
    showAll: () => zoomTo(whole),
  };
}
