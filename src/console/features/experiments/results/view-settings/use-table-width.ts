import { useLayoutEffect, useRef, useState } from "react";
import { usePrintTime } from "#console/foundation/ui/use-print-time.ts";

/** px; on paper, and where nothing is measured, as in tests: room for every column. */
export const usualWidth = 1172;

/** As the breakpoint `tablet` of the theme, px. */
const widestPhone = 720;

/** The room that the table has. */
export function useTableWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [{ width, isPhone }, setSize] = useState({ width: usualWidth, isPhone: false });
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const measure = () => {
      if (element.clientWidth > 0)
        setSize({ width: element.clientWidth, isPhone: window.innerWidth <= widestPhone });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const isPrinted = usePrintTime() !== undefined;
  return isPrinted
    ? { box, width: usualWidth, isPhone: false, isPrinted }
    : { box, width, isPhone, isPrinted };
}
