import { useLayoutEffect, useRef, useState } from "react";

// px, of either editor: a line, a character, the numbers of the lines with the bar at the end, and what is above and below.
const [line, character, aside, around] = [20, 7.25, 64, 20];
/** px; a taller text scrolls. */
const tallest = 440;

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

/** The height at which a text is read without scrolling, known before it is first drawn. */
export function useTextHeight(text: string) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(600);
  useLayoutEffect(() => {
    const now = box.current?.clientWidth;
    if (now) setWidth(now);
  }, [text]);
  const fits = Math.max(20, Math.floor((width - aside) / character));
  return { box, height: Math.min(tallest, linesOf(text, fits) * line + around) };
}
