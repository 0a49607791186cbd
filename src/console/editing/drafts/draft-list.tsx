import { Suspense, useSyncExternalStore } from "react";
import { listDrafts, type DraftEntry } from "#console/foundation/api/drafts.ts";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";

// Lazily loaded: entity lists are the entry pages, and few users have drafts.
const DraftRows = lazyPart(
  "What can be done with drafts",
  async () => (await import("./draft-rows.tsx")).DraftRows,
);

const listeners = new Set<() => void>();
function subscribe(listener: () => void) {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}
const tellListeners = () => {
  for (const listener of listeners) listener();
};

/** A string, so that unchanged drafts yield an equal snapshot. */
const snapshot = () => JSON.stringify(listDrafts());

const parse = (text: string) => JSON.parse(text) as DraftEntry[];

/** Sections whose entities are edited in drafts. */
export type DraftSection =
  | "gates"
  | "dynamic_configs"
  | "metrics"
  | "experiments"
  | "layers"
  | "segments"
  | "assignment_sources"
  | "metric_sources"
  | "entity_properties"
  | "holdouts";

/** Links to the drafts in this browser, which open where they were left. Renders nothing if there are none. */
export function DraftList({ section }: { section: DraftSection }) {
  const drafts = parse(useSyncExternalStore(subscribe, snapshot)).filter(({ entity }) =>
    entity.startsWith(`${section}/`),
  );
  if (drafts.length === 0) return null;
  // The fallback is as high as the loaded content: a title and the rows.
  return (
    <Suspense fallback={<div className="mb-3" style={{ height: 34 + drafts.length * 32 }} />}>
      <DraftRows section={section} drafts={drafts} onDropped={tellListeners} />
    </Suspense>
  );
}
