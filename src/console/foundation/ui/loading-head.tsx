import { useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PageHead } from "./page-head.tsx";
import { SkeletonBlock } from "./skeleton.tsx";

declare module "@tanstack/history" {
  interface HistoryState {
    /** Name of the entity that a link leads to, as known to the list. */
    name?: string;
  }
}

interface LoadingHeadProps {
  label: string;
  /** Placeholders for the lines below the facts. */
  children?: ReactNode;
}

/** The head of an entity that is loading: shows the name if the link passed it. */
export function LoadingHead({ label, children }: LoadingHeadProps) {
  const name = useLocation({ select: ({ state }) => state.name });
  const facts = <SkeletonBlock key="facts" className="my-1 h-3 w-72" label={label} />;
  return name === undefined ? (
    <div className="pt-5 pb-3">
      <SkeletonBlock className="my-1 h-6 w-60" label={label} />
      {facts}
      {children}
    </div>
  ) : (
    <PageHead title={name} facts={[facts]}>
      {children}
    </PageHead>
  );
}

/** Placeholder for the parts below the head; not interactive. */
export const Outline = ({ children }: { children: ReactNode }) => (
  <div aria-hidden inert>
    {children}
  </div>
);
