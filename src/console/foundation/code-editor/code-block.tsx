import type { ReactNode } from "react";

interface CodeBlockProps {
  label: string;
  /** A long text scrolls in a box of limited height. */
  isShort?: boolean;
  children: ReactNode;
}

/** Static code on a sunken background; it scrolls on its own and can be focused. */
export const CodeBlock = ({ label, isShort = false, children }: CodeBlockProps) => (
  // A scrolling region must be focusable, or it cannot be scrolled by keyboard.
  <pre
    tabIndex={0}
    aria-label={label}
    className={`${isShort ? "max-h-80 " : ""}overflow-auto print:whitespace-pre-wrap rounded border border-border bg-surface-sunken p-3 font-mono text-12 leading-5`}
  >
    <code>{children}</code>
  </pre>
);
