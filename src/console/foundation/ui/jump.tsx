import type { ReactNode } from "react";
import { flushSync } from "react-dom";

interface JumpProps {
  to: string;
  children: ReactNode;
  /** Opens the target part, if it is hidden. */
  open?: () => void;
  className?: string;
  /** Where the target comes to stand in the window. */
  block?: ScrollLogicalPosition;
}

/** Link that scrolls to a part of the page, and to its first marked line. */
export const Jump = ({ to, children, open, className = "", block = "center" }: JumpProps) => (
  <a
    className={`link ${className}`}
    href={`#${to}`}
    onClick={(event) => {
      event.preventDefault();
      if (open) flushSync(open);
      const target = document.getElementById(to);
      (target?.querySelector("[data-marked]") ?? target)?.scrollIntoView({ block });
      target?.focus({ preventScroll: true });
    }}
  >
    {children}
  </a>
);
