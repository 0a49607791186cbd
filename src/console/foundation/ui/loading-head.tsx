import { useLocation } from "@tanstack/react-router";
import { PageHead } from "./page-head.tsx";
import { SkeletonBlock } from "./skeleton.tsx";

declare module "@tanstack/history" {
  interface HistoryState {
    /** Of the entity that a link leads to, as the list knows it. */
    name?: string;
  }
}

/** The head of an entity that is being read: its name where the link to it knew it. */
export function LoadingHead({ label }: { label: string }) {
  const name = useLocation({ select: ({ state }) => state.name });
  return name === undefined ? (
    <SkeletonBlock className="mt-5 h-14 w-1/2" label={label} />
  ) : (
    <PageHead title={name} facts={[<SkeletonBlock key="facts" className="my-1 h-4 w-72" label={label} />]} />
  );
}
