import type { ReactNode } from "react";

/** A list that floats above the page: a landmark of its own, since it stands outside those of the page. */
export const PopupRegion = ({ label, children }: { label: string; children: ReactNode }) => (
  <section aria-label={label}>{children}</section>
);
