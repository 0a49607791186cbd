import { X } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";

interface SidePanelProps {
  title: string;
  /** Shown in place of the title. */
  heading?: ReactNode;
  isNarrow?: boolean;
  onClose: () => void;
  /** Warnings that come and go while typing; they have an area of fixed height above the footer. */
  warnings?: ReactNode;
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * Focuses the panel while it is open. Where the panel covers the page, the page is made inert, except for popups over the
 * panel; and the covered part is hidden, so that a longer name in it moves nothing that is visible.
 */
function focusWhileOpen(panel: HTMLElement | null) {
  if (!panel) return undefined;
  const before = document.activeElement;
  panel.focus({ preventScroll: true });
  const covered: HTMLElement[] = [];
  if (matchMedia("(width < 721px)").matches)
    for (let inner: Element = panel; inner.parentElement; inner = inner.parentElement)
      covered.push(
        ...[...inner.parentElement.children].filter(
          (other): other is HTMLElement =>
            other instanceof HTMLElement && other !== inner && !other.matches("[inert], [role=status]"),
        ),
      );
  const cover = (isCovered: boolean) => {
    for (const element of covered) {
      element.toggleAttribute("inert", isCovered);
      element.style.visibility = isCovered ? "hidden" : "";
    }
  };
  cover(true);
  return () => {
    cover(false);
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  };
}

/** A panel over the right of the page, which can make room for it on wide screens; on a phone, a full-height sheet. */
export const SidePanel = ({
  title,
  heading = <h2 className="text-15 font-strong">{title}</h2>,
  isNarrow = false,
  onClose,
  warnings,
  footer,
  children,
}: SidePanelProps) => (
  <aside
    ref={focusWhileOpen}
    tabIndex={-1}
    aria-label={title}
    className={`fixed top-bar right-0 bottom-0 z-10 flex flex-col border-border bg-surface max-tablet:inset-0 max-tablet:z-20 max-tablet:w-auto outline-none focus-visible:shadow-none tablet:border-l max-desk:tablet:bg-surface-raised max-desk:tablet:shadow-float ${isNarrow ? "w-78" : "w-98"}`}
  >
    <header className="flex h-14 shrink-0 items-center justify-between pr-3 pl-6 max-tablet:pl-gutter">
      {heading}
      <IconButton label="Close" icon={X} onClick={onClose} />
    </header>
    <div className="grid flex-1 content-start gap-5 overflow-auto overscroll-contain px-6 pb-6 max-tablet:px-gutter">
      {children}
    </div>
    {warnings === undefined ? null : (
      <section
        aria-label="Warnings"
        aria-live="polite"
        tabIndex={0}
        className="focus-inside grid h-[clamp(72px,18vh,168px)] shrink-0 content-start gap-2 overflow-y-auto overscroll-contain border-t border-border px-6 py-2.5 max-tablet:px-gutter"
      >
        {warnings}
      </section>
    )}
    {footer ? (
      <footer className="flex min-h-14 shrink-0 flex-wrap items-center gap-2 border-t border-border bg-surface px-6 py-2 max-tablet:px-gutter">
        {footer}
      </footer>
    ) : null}
  </aside>
);
