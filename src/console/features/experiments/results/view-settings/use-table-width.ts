import { useLayoutEffect, useRef, useState } from "react";
import { usePrintTime } from "#console/foundation/ui/use-print-time.ts";
import { usualWidth } from "./columns.ts";

/** Widest stacked layout in px; must match the CSS variant `stacked`. */
const widestStack = 900;

/** Measures the width available to the table, and whether rows are stacked. */
export function useTableWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [{ width, isStacked }, setSize] = useState({ width: usualWidth, isStacked: false });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = () => {
      if (element.clientWidth > 0)
        setSize({ width: element.clientWidth, isStacked: window.innerWidth <= widestStack });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const isPrinted = usePrintTime() !== undefined;
  return isPrinted
    ? { box, width: usualWidth, isStacked: false, isPrinted }
    : { box, width, isStacked, isPrinted };
}
