// How large a drawing is shown, and moving it by hand. It scrolls as anything else on a page does.
import { useEffect, useRef, useState, type MouseEvent, type PointerEvent } from "react";
import type { Plan } from "#console/features/gates/dependencies/graph/layout/plan.ts";

const step = 1.25;
const [smallest, largest] = [0.05, 2];
/** Below this size names alone are shown, written large. */
const far = 0.62;
/** A drawing that can be read as a whole is first seen as a whole; of any other, what is around its start, at this size. */
const around = 0.7;
/** Of the window and in px: what a drawing takes of the page at most. */
const [share, highest] = [0.7, 640];

/** px that a hand moves with a click. */
const stillAClick = 4;

const within = (zoom: number) => Math.min(largest, Math.max(smallest, zoom));

interface Room {
  readonly width: number;
  readonly height: number;
}

/** How large the whole drawing can be shown; never larger than it is. */
function fitting(plan: Plan | undefined, room: Room | undefined): number {
  if (!plan || !room || room.width === 0) return 1;
  return Math.min(1, room.width / plan.width, room.height / plan.height);
}

/**
 * `anchor` is the key of the box to begin at. `view` names what is looked at: with another one the size chosen for the last is
 * forgotten.
 */
export function useZoom(plan: Plan | undefined, anchor: string, view: string) {
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const [room, setRoom] = useState<Room>();
  const [chosen, setChosen] = useState<{ view: string; zoom: number }>();
  const moved = useRef<string>(undefined);
  const isDragged = useRef(false);
  const drag = useRef<{ x: number; y: number; left: number; top: number }>(undefined);

  useEffect(() => {
    if (!frame) return undefined;
    const observer = new ResizeObserver(() =>
      setRoom({ width: frame.clientWidth, height: Math.min(highest, share * innerHeight) }),
    );
    observer.observe(frame);
    return () => observer.disconnect();
  }, [frame]);

  const whole = fitting(plan, room);
  const zoom = chosen?.view === view ? chosen.zoom : whole >= far ? whole : around;
  const choose = (next: number) => {
    moved.current = view;
    setChosen({ view, zoom: within(next) });
  };

  /** Keeps the middle of what is in view, or the point given, where it is. */
  const zoomTo = (next: number, at?: { x: number; y: number }) => {
    const to = within(next);
    if (frame) {
      const { x, y } = at ?? { x: frame.clientWidth / 2, y: frame.clientHeight / 2 };
      const [left, top] = [frame.scrollLeft + x, frame.scrollTop + y];
      requestAnimationFrame(() => {
        frame.scrollLeft = (left * to) / zoom - x;
        frame.scrollTop = (top * to) / zoom - y;
      });
    }
    choose(to);
  };

  // A drawing begins where its anchor is in view, and stays where it was moved to while more is found.
  useEffect(() => {
    const start = plan?.boxes.find(({ key }) => key === anchor);
    if (!frame || !plan || !start || moved.current === view) return;
    frame.scrollLeft =
      start.x * zoom - 24 - (plan.width * zoom > frame.clientWidth ? frame.clientWidth / 6 : 0);
    frame.scrollTop = start.y * zoom - frame.clientHeight / 2;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- not when the size changes: zooming keeps its own place
  }, [plan, frame, anchor, view, room]);

  // React listens to wheels passively, which leaves zooming to the browser.
  useEffect(() => {
    if (!frame) return undefined;
    const onWheel = (event: WheelEvent) => {
      moved.current = view;
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { left, top } = frame.getBoundingClientRect();
      zoomTo(zoom * (event.deltaY < 0 ? 1.1 : 1 / 1.1), { x: event.clientX - left, y: event.clientY - top });
    };
    frame.addEventListener("wheel", onWheel, { passive: false });
    return () => frame.removeEventListener("wheel", onWheel);
  });

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    moved.current = view;
    isDragged.current = false;
    if (!frame || event.pointerType !== "mouse" || event.button !== 0) return;
    drag.current = { x: event.clientX, y: event.clientY, left: frame.scrollLeft, top: frame.scrollTop };
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const from = drag.current;
    if (!frame || !from) return;
    isDragged.current ||= Math.hypot(event.clientX - from.x, event.clientY - from.y) > stillAClick;
    frame.scrollLeft = from.left - (event.clientX - from.x);
    frame.scrollTop = from.top - (event.clientY - from.y);
  };
  const release = () => {
    drag.current = undefined;
  };
  /** What a drawing is dragged by moves along with the pointer, and is not meant by letting go. */
  const onClickCapture = (event: MouseEvent<HTMLDivElement>) => {
    if (isDragged.current) event.stopPropagation();
    isDragged.current = false;
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
      onClickCapture,
    },
    larger: () => zoomTo(zoom * step),
    smaller: () => zoomTo(zoom / step),
    fit: () => choose(whole),
  };
}
