import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { shownLines } from "./shown-lines.ts";

// px, for both editors: height of a line, width of a character, width of line numbers and scrollbar, vertical padding.
const [line, character, aside, around] = [20, 7.25, 64, 20];
/** Maximum height in px; a taller text scrolls. */
const tallest = 440;
/** px: height of a fold of unchanged lines, and width of a diff's second column of line numbers with the signs. */
const [fold, numbers] = [24, 48];

/** Number of lines of a text that wraps after `fits` characters, capped at the number that can be shown. */
function linesOf(text: string, fits: number): number {
  const most = tallest / line;
  let lines = 0;
  for (let start = 0; start >= 0 && lines < most;) {
    const end = text.indexOf("\n", start);
    lines += Math.max(1, Math.ceil(((end < 0 ? text.length : end) - start) / fits));
    start = end < 0 ? end : end + 1;
  }
  return lines;
}

function useWidth(text: string) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(600);
  useLayoutEffect(() => {
    const now = box.current?.clientWidth;
    if (now) setWidth(now);
  }, [text]);
  return { box, width };
}

/** Number of characters that fit on a line. */
const fitting = (width: number) => Math.max(20, Math.floor((width - aside) / character));

/** Returns the height at which a text can be read without scrolling, before it is first drawn. */
export function useTextHeight(text: string) {
  const { box, width } = useWidth(text);
  return { box, height: Math.min(tallest, linesOf(text, fitting(width)) * line + around) };
}

/** Returns the height of a diff of two texts. */
export function useDiffHeight(before: string, after: string, isWhole: boolean) {
  const { box, width } = useWidth(after);
  const shown = useMemo(() => shownLines(before, after, isWhole), [before, after, isWhole]);
  if (!shown) return { box, height: tallest };
  const lines = linesOf(shown.lines.join("\n"), fitting(width - numbers));
  return { box, height: Math.min(tallest, lines * line + shown.folds * fold + around) };
}
