import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";

interface SidePanelProps {
  title: string;
  onClose: () => void;
  footer?: ReactNode;
  children: ReactNode;
}

/** Over the right of the page, which can make room for it on wide screens; below it on a phone. */
export const SidePanel = ({ title, onClose, footer, children }: SidePanelProps) => (
  <aside
    aria-label={title}
    className="flex flex-col border-border bg-surface max-tablet:-mx-gutter max-tablet:border-t tablet:fixed tablet:top-bar tablet:right-0 tablet:bottom-0 tablet:z-10 tablet:w-98 tablet:border-l max-desk:tablet:bg-surface-raised max-desk:tablet:shadow-float"
  >
    <header className="flex h-14 shrink-0 items-center justify-between pr-3 pl-6 max-tablet:pl-gutter">
      <h2 className="text-15 font-strong">{title}</h2>
      <IconButton label="Close" icon={X} onClick={onClose} />
    </header>
    <div className="grid flex-1 content-start gap-5 overflow-auto px-6 pb-6 max-tablet:px-gutter">
      {children}
    </div>
    {footer ? (
      <footer className="flex min-h-14 shrink-0 flex-wrap items-center gap-2 border-t border-border bg-surface px-6 py-2 max-tablet:sticky max-tablet:bottom-0 max-tablet:px-gutter">
        {footer}
      </footer>
    ) : null}
  </aside>
);
