// How large a drawing is shown, and moving it by hand. It scrolls as anything else on a page does.
import { useEffect, useRef, useState, type PointerEvent } from "react";
import type { Plan } from "./lay-out.ts";

const steps = 1.25;
const [smallest, largest] = [0.03, 2];
/** px that a drawing takes of the page; the frame's own height follows what it shows. */
const highest = 420;
/** Names are still read at this size; a first look is never smaller. */
const readable = 0.7;

const within = (zoom: number) => Math.min(largest, Math.max(smallest, zoom));

export function useZoom(plan: Plan | undefined, startKey: string) {
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  const [chosen, setChosen] = useState<number>();
  const [room, setRoom] = useState(0);
  const drag = useRef<{ x: number; y: number; left: number; top: number }>(undefined);

  useEffect(() => {
    if (!frame) return undefined;
    const observer = new ResizeObserver(() => setRoom(frame.clientWidth));
    observer.observe(frame);
    return () => observer.disconnect();
  }, [frame]);

  const fitting = plan && room > 0 ? Math.min(1, room / plan.width) : 1;
  const zoom = chosen ?? Math.max(readable, fitting);

  /** Keeps the middle of what is in view where it is. */
  const zoomTo = (next: number) => {
    const to = within(next);
    if (frame) {
      const middle = {
        x: frame.scrollLeft + frame.clientWidth / 2,
        y: frame.scrollTop + frame.clientHeight / 2,
      };
      requestAnimationFrame(() => {
        frame.scrollLeft = (middle.x * to) / zoom - frame.clientWidth / 2;
        frame.scrollTop = (middle.y * to) / zoom - frame.clientHeight / 2;
      });
    }
    setChosen(to);
  };

  const fit = () => {
    if (!plan || !frame) return;
    setChosen(within(Math.min(1, frame.clientWidth / plan.width, highest / plan.height)));
  };

  // A new drawing begins where its start is in view.
  useEffect(() => {
    const start = plan?.boxes.find(({ key }) => key === startKey);
    if (!frame || !start) return;
    frame.scrollLeft = start.x * zoom - 24 - (plan && plan.width * zoom > frame.clientWidth ? 180 : 0);
    frame.scrollTop = start.y * zoom - frame.clientHeight / 2;
    // Only for a new plan: zooming keeps its own place.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [plan, frame, startKey]);

  // React listens to wheels passively, which leaves zooming to the browser.
  useEffect(() => {
    if (!frame) return undefined;
    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoomTo(zoom * (event.deltaY < 0 ? 1.1 : 1 / 1.1));
    };
    frame.addEventListener("wheel", onWheel, { passive: false });
    return () => frame.removeEventListener("wheel", onWheel);
  });

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (!frame || event.pointerType !== "mouse" || event.button !== 0) return;
    drag.current = { x: event.clientX, y: event.clientY, left: frame.scrollLeft, top: frame.scrollTop };
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const from = drag.current;
    if (!frame || !from) return;
    frame.scrollLeft = from.left - (event.clientX - from.x);
    frame.scrollTop = from.top - (event.clientY - from.y);
  };
  const release = () => {
    drag.current = undefined;
  };

  return {
    zoom,
    /** For the element that scrolls. */
    frameProps: {
      ref: setFrame,
      onPointerDown,
      onPointerMove,
      onPointerUp: release,
      onPointerLeave: release,
    },
    larger: () => zoomTo(zoom * steps),
    smaller: () => zoomTo(zoom / steps),
    fit,
  };
}
