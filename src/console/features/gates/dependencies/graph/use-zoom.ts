// How large the graph is shown, and moving it by hand. It scrolls as everything else on a page does.
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type PointerEvent } from "react";
import { flushSync } from "react-dom";
import type { Plan, Point } from "#console/features/gates/dependencies/graph/layout/plan.ts";

const step = 1.25;
const [smallest, largest] = [0.05, 2];
/** Below this size names alone are shown, written large. */
const far = 0.62;
/** A graph that can be read as a whole is first seen as a whole; of any other, what is around its anchor, at this size. */
const around = 0.7;
/** Of the window, and px: the part of the page that a graph takes at most. */
const [share, highest] = [0.7, 640];
/** px that a hand moves with a click. */
const stillAClick = 4;

function scrollTo(frame: HTMLElement | null, { x, y }: Point) {
  if (frame) [frame.scrollLeft, frame.scrollTop] = [x, y];
}

/**
 * `anchor` is the key of the box to begin at. `view` names what is looked at: with another one the size chosen for the last is
 * forgotten.
 */
export function useZoom(plan: Plan | undefined, anchor: string, view: string) {
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const [room, setRoom] = useState({ width: 0, height: 0 });
  /** Since the view was zoomed or moved by hand. */
  const [chosen, setChosen] = useState<{ view: string; zoom: number }>();
  const drag = useRef<Point & { left: number; top: number }>(undefined);

  // Measured before it is seen: what stands below would move with the size.
  useLayoutEffect(() => {
    if (!frame) return undefined;
    const measure = () =>
      setRoom({ width: frame.clientWidth, height: Math.min(highest, share * innerHeight) });
    measure();
    // In the frame of the new width: in the next one what stands below would move.
    const observer = new ResizeObserver(() => flushSync(measure));
    observer.observe(frame);
    return () => observer.disconnect();
  }, [frame]);

  const whole = plan && room.width > 0 ? Math.min(1, room.width / plan.width, room.height / plan.height) : 1;
  const isChosen = chosen?.view === view;
  const zoom = isChosen ? chosen.zoom : whole >= far ? whole : around;

  /** Leaves the middle of what is in view, or the point given, where it is. */
  const zoomTo = (next: number, at?: Point) => {
    const to = Math.min(largest, Math.max(smallest, next));
    const { x, y } = at ?? { x: (frame?.clientWidth ?? 0) / 2, y: (frame?.clientHeight ?? 0) / 2 };
    const [left, top] = [(frame?.scrollLeft ?? 0) + x, (frame?.scrollTop ?? 0) + y];
    flushSync(() => setChosen({ view, zoom: to }));
    scrollTo(frame, { x: (left * to) / zoom - x, y: (top * to) / zoom - y });
  };

  // A graph begins where its anchor is in view, and stays where it was moved to while its boxes change.
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
  // React listens to wheels passively, which leaves zooming to the browser.
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
    // From then on the pointer is the frame's, and letting go is no click on a box.
    if (Math.hypot(x, y) > stillAClick) frame.setPointerCapture(pointerId);
    scrollTo(frame, { x: from.left - x, y: from.top - y });
  };
  const release = () => {
    drag.current = undefined;
  };

  return {
    zoom,
    isFar: zoom < far,
    /** For the element that scrolls. */
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
