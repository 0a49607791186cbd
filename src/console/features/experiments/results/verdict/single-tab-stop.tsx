// Makes the links of a text a single tab stop (roving tabindex); the arrow keys move between them.
import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from "react";

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => Math.min(last, at + 1),
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
};

const linksIn = (box: HTMLElement): HTMLElement[] => [...box.querySelectorAll("a")];

export function SingleTabStop({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  // Runs after every render, because sentences and their links come and go.
  useLayoutEffect(() => {
    const links = box.current ? linksIn(box.current) : [];
    for (const [index, link] of links.entries())
      link.tabIndex = index === Math.min(at, links.length - 1) ? 0 : -1;
  });
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const links = linksIn(event.currentTarget);
    const current = links.findIndex((link) => link === event.target);
    const step = steps[event.key];
    if (current === -1 || !step) return;
    event.preventDefault();
    links[step(current, links.length - 1)]?.focus();
  };
  return (
    <div
      ref={box}
      role="group"
      aria-label="In words: the arrow keys go from link to link"
      onKeyDown={move}
      onFocus={({ currentTarget, target }) => {
        const index = linksIn(currentTarget).findIndex((link) => link === target);
        if (index !== -1) setAt(index);
      }}
    >
      {children}
    </div>
  );
}
