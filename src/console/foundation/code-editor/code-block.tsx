import type { ReactNode } from "react";

interface CodeBlockProps {
  label: string;
  /** A long text stands in a window of its own. */
  isShort?: boolean;
  children: ReactNode;
}

/** Static code on a sunken ground; scrolls in itself and can be reached by keyboard. */
export const CodeBlock = ({ label, isShort = false, children }: CodeBlockProps) => (
  // A scrolling region must take focus, or keyboards cannot scroll it.
  <pre
    tabIndex={0}
    aria-label={label}
    className={`${isShort ? "max-h-80 " : ""}overflow-auto print:whitespace-pre-wrap rounded border border-border bg-surface-sunken p-3 font-mono text-12 leading-5`}
  >
    <code>{children}</code>
  </pre>
);
