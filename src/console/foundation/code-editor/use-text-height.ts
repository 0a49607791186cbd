import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { shownLines } from "./shown-lines.ts";

// px, of either editor: a line, a character, the numbers of the lines with the bar at the end, and what is above and below.
const [line, character, aside, around] = [20, 7.25, 64, 20];
/** px; a taller text scrolls. */
const tallest = 440;
/** px, of lines that are folded away; and of the second row of numbers of a comparison, with the signs. */
const [fold, numbers] = [24, 48];

/** The lines of a text that wraps after so many characters, no more than can be shown. */
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

/** Characters of a line. */
const fitting = (width: number) => Math.max(20, Math.floor((width - aside) / character));

/** The height at which a text is read without scrolling, known before it is first drawn. */
export function useTextHeight(text: string) {
  const { box, width } = useWidth(text);
  return { box, height: Math.min(tallest, linesOf(text, fitting(width)) * line + around) };
}

/** That of a comparison of two texts. */
export function useDiffHeight(before: string, after: string, isWhole: boolean) {
  const { box, width } = useWidth(after);
  const shown = useMemo(() => shownLines(before, after, isWhole), [before, after, isWhole]);
  if (!shown) return { box, height: tallest };
  const lines = linesOf(shown.lines.join("\n"), fitting(width - numbers));
  return { box, height: Math.min(tallest, lines * line + shown.folds * fold + around) };
}
