import { useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { PageHead } from "./page-head.tsx";
import { SkeletonBlock } from "./skeleton.tsx";

declare module "@tanstack/history" {
  interface HistoryState {
    /** Of the entity that a link leads to, as the list knows it. */
    name?: string;
  }
}

interface LoadingHeadProps {
  label: string;
  /** Placeholders of the lines below the facts. */
  children?: ReactNode;
}

/** The head of an entity that is being read: its name where the link to it knew it. */
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

/** The parts below that head until they are read: nothing of them can be used. */
export const Outline = ({ children }: { children: ReactNode }) => (
  <div aria-hidden inert>
    {children}
  </div>
);
