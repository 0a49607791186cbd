import { useLayoutEffect, useRef, type ReactNode } from "react";

/**
 * A container in which a wide table scrolls sideways, also by keyboard; the edge is shaded while more content lies beyond
 * it. On a phone it is as wide as the page.
 */
export function SidewaysScroll({ label, children }: { label: string; children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null);
  const shade = useRef<HTMLDivElement>(null);
  /** Sets the style without a render, because a table of many rows would be rendered again with every pixel scrolled. */
  const measure = () => {
    const { current: box } = region;
    if (!box || !shade.current) return;
    const rest = box.scrollWidth - box.clientWidth - box.scrollLeft;
    shade.current.style.opacity = rest > 1 ? "1" : "0";
  };
  useLayoutEffect(() => {
    const box = region.current;
    if (!box) return undefined;
    measure();
    const observer = new ResizeObserver(measure);
    for (const part of [box, ...box.children]) observer.observe(part);
    return () => observer.disconnect();
  }, []);
  return (
    <div className="relative">
      <div
        ref={region}
        role="region"
        aria-label={label}
        tabIndex={0}
        onScroll={measure}
        className="max-tablet:-mx-gutter max-tablet:px-gutter tablet:overflow-x-auto"
      >
        {children}
      </div>
      <div
        ref={shade}
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-0 z-2 w-8 bg-linear-to-l from-text/15 to-transparent opacity-0 max-tablet:hidden"
      />
    </div>
  );
}
