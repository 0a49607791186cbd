// Detects content that moves without user input: the browser's layout shifts, with the elements that moved.
import type { BrowserContext } from "@playwright/test";

/** TypeScript's DOM types do not include it. */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly lastInputTime: number;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

const mark = "Moved by itself: ";

/** Runs in the page, before the page's own code. */
function reportShifts(mark: string) {
  performance.setResourceTimingBufferSize(10_000);
  const isShift = (entry: PerformanceEntry): entry is LayoutShift => "lastInputTime" in entry;
  const placeOf = ({ x, y, width, height }: DOMRectReadOnly) =>
    [x, y, width, height].map(Math.round).join(" ");
  const nameOf = (node: Node | null) => {
    const element = node instanceof Element ? node : node?.parentElement;
    const text = (node?.textContent ?? "").trim().replaceAll(/\s+/g, " ").slice(0, 50);
    return `<${element?.localName ?? "removed"} ${element?.className ?? ""}> “${text}”`;
  };
  // The browser counts only keys and the pointer as input, not a field that a test fills.
  let filled = 0;
  /** Each spans from an input's handlers to the end of the frame that draws their effect, however long a slow machine takes. */
  const frames: { from: number; to: number }[] = [];
  const onInput = ({ type }: Event) => {
    const frame = { from: performance.now(), to: Infinity };
    if (type === "input") filled = frame.from;
    frames.push(frame);
    requestAnimationFrame(() => setTimeout(() => (frame.to = performance.now())));
  };
  for (const type of ["pointerdown", "pointerup", "click", "keydown", "keyup", "input", "resize"])
    addEventListener(type, onInput, true);
  /**
   * The direct effect of an input waits for no answer or file, so a shift in a later frame than that of an input is not
   * caused by it.
   */
  const isOwn = ({ lastInputTime, startTime }: LayoutShift) => {
    const input = Math.max(lastInputTime, filled);
    if (frames.some(({ from, to }) => from <= startTime && startTime <= to)) return true;
    return (
      input > 0 &&
      !performance
        .getEntriesByType("resource")
        .some(
          (entry) =>
            entry instanceof PerformanceResourceTiming &&
            entry.responseEnd > input &&
            entry.responseEnd < startTime,
        )
    );
  };
  /** Ignores shifts by a fraction of a pixel, such as when a number grows by a digit of another width. */
  const hasMoved = ({ previousRect, currentRect }: LayoutShift["sources"][number]) =>
    placeOf(previousRect) !== placeOf(currentRect);
  /** Ignores removed elements, and the code editor, which keeps its position and lays out its own lines. */
  const counts = ({ node }: LayoutShift["sources"][number]) => {
    const element = node instanceof Element ? node : node?.parentElement;
    return element && !element.closest(".monaco-editor, .monaco-diff-editor");
  };
  const observer = new PerformanceObserver((list) => {
    // The layout for print differs, and nobody sees it move.
    if (matchMedia("print").matches) return;
    for (const shift of list.getEntries().filter(isShift)) {
      if (isOwn(shift)) continue;
      const sources = shift.sources.filter((source) => hasMoved(source) && counts(source));
      if (sources.length === 0) continue;
      const moved = sources.map(
        ({ node, previousRect, currentRect }) =>
          `\n    ${nameOf(node)} from ${placeOf(previousRect)} to ${placeOf(currentRect)}`,
      );
      const time = Math.round(shift.startTime);
      // oxlint-disable-next-line no-console -- how the page tells the test
      console.debug(`${mark}${shift.value.toFixed(5)} after ${time} ms at ${location.href}${moved.join("")}`);
    }
  });
  observer.observe({ type: "layout-shift", buffered: true });
}

/** Returns the shifts in all pages of the context that no user input caused; the list is filled while the pages are used. */
export async function watchShifts(context: BrowserContext): Promise<readonly string[]> {
  const shifts: string[] = [];
  context.on("console", (message) => {
    if (message.text().startsWith(mark)) shifts.push(message.text().slice(mark.length));
  });
  await context.addInitScript(reportShifts, mark);
  return shifts;
}
