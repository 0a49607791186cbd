// Shows the opened row of a link: it scrolls to the row, or first asks for the rows of its time if it is further down than
// those read so far.
import { useRouterState } from "@tanstack/react-router";
import { useEffect, useRef, type RefObject } from "react";
import { useEvent } from "#console/foundation/ui/use-event.ts";
import { partText, type TimeSpan } from "#console/features/events/sentence/question.ts";
import type { EventRows } from "./use-event-rows.ts";

const hour = 3_600_000;

/** Returns the time in a row's key in ms; undefined if the key is not valid. */
const timeIn = (key: string) => (/^\d{1,15}-\d+$/.test(key) ? Number.parseInt(key, 10) : undefined);

/** Calls `onPart` with the part of the time whose newest rows hold the row of the address, if the first rows do not. */
export function useLinkedTime(
  row: string | undefined,
  { rows, hasMore }: Pick<EventRows, "rows" | "hasMore">,
  part: TimeSpan | undefined,
  onPart: (during: string) => void,
) {
  const linked = useRef(row);
  const look = useEvent(() => {
    const last = rows?.at(-1);
    if (!rows || !last) return;
    const time = timeIn(linked.current ?? "");
    linked.current = undefined;
    if (time !== undefined && !part && hasMore && time < Number(last.timestamp))
      onPart(partText({ from: time - hour, to: time + 1 }));
  });
  useEffect(look, [look, rows]);
}

/** Scrolls once to the row that the page was opened with. */
export function useScrollToLinked(
  row: string | undefined,
  openedRow: () => HTMLElement | null | undefined,
  table: RefObject<HTMLElement | null>,
) {
  const linked = useRef(row);
  // The router scrolls to the top when it has opened a page.
  const isOpen = useRouterState({ select: ({ status }) => status === "idle" });
  // After every update, since the rows below the first screen are drawn later.
  useEffect(() => {
    if (linked.current === undefined || !isOpen || !table.current) return;
    if (linked.current !== row) linked.current = undefined;
    const opened = linked.current && openedRow();
    if (!opened) return;
    linked.current = undefined;
    const { top, bottom } = opened.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) opened.scrollIntoView({ block: "center" });
  });
}
