import { Suspense, useSyncExternalStore } from "react";
import { listDrafts, type DraftEntry } from "#console/foundation/api/drafts.ts";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";

// The lists are the first page, and few readers have drafts.
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

/** A text, so that the same drafts are the same snapshot. */
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

/** The drafts of this browser: each opens where it was left. Shows nothing without drafts. */
export function DraftList({ section }: { section: DraftSection }) {
  const drafts = parse(useSyncExternalStore(subscribe, snapshot)).filter(({ entity }) =>
    entity.startsWith(`${section}/`),
  );
  if (drafts.length === 0) return null;
  // As high as what comes: a title, and the rows.
  return (
    <Suspense fallback={<div className="mb-3" style={{ height: 34 + drafts.length * 32 }} />}>
      <DraftRows section={section} drafts={drafts} onDropped={tellListeners} />
    </Suspense>
  );
}
