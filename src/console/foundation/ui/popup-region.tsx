import type { ReactNode } from "react";

/** A landmark region for a list that floats above the page, because it is rendered outside the page's landmarks. */
export const PopupRegion = ({ label, children }: { label: string; children: ReactNode }) => (
  <section aria-label={label}>{children}</section>
);
