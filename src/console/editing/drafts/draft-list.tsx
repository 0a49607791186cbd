import { Link, useParams } from "@tanstack/react-router";
import { Suspense, useSyncExternalStore, useState } from "react";
import { dropDraft, listDrafts, type DraftEntry } from "#console/foundation/api/drafts.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { Time } from "#console/foundation/ui/time.tsx";

// The lists are the first page: a dialog comes when it is asked for.
const Confirm = lazyPart(
  "The question",
  async () => (await import("#console/foundation/ui/dialog.tsx")).Confirm,
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

/** A text, so that the same drafts are the same snapshot. */
const snapshot = () => JSON.stringify(listDrafts());

const parse = (text: string) => JSON.parse(text) as DraftEntry[];

/** The drafts of this browser: each opens where it was left. Shows nothing without drafts. */
export function DraftList({ section }: { section: "gates" | "dynamic_configs" | "metrics" | "experiments" }) {
  const { company = "" } = useParams({ strict: false });
  const drafts = parse(useSyncExternalStore(subscribe, snapshot)).filter(({ entity }) =>
    entity.startsWith(`${section}/`),
  );
  const [dropping, setDropping] = useState<DraftEntry>();
  if (drafts.length === 0) return null;
  return (
    <section aria-label="My drafts" className="mb-3 rounded border border-border bg-surface-sunken px-3 py-2">
      <h2 className="text-12 font-medium text-text-muted">
        My drafts, kept in this browser and not saved yet
      </h2>
      <ul>
        {drafts.map((draft) => (
          <li key={draft.slot} className="flex min-h-8 flex-wrap items-center gap-x-3">
            {/* Of several drafts of one thing the link says which one it opens. */}
            <Link
              to={`/$company/${section}/$id`}
              params={{ company, id: draft.entity.slice(section.length + 1) }}
              search={
                drafts.some(({ entity, slot }) => entity === draft.entity && slot !== draft.slot)
                  ? { draft: draft.slot }
                  : {}
              }
              className="link"
            >
              {draft.title}
            </Link>
            <span className="text-12 text-text-muted">
              <Time value={draft.time} relative />
            </span>
            <span className="-mr-2 ml-auto">
              <Button
                size="small"
                variant="quiet"
                aria-label={`Discard the draft of ${draft.title}`}
                onClick={() => setDropping(draft)}
              >
                Discard
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {dropping ? (
        <Suspense>
          <Confirm
            onClose={() => setDropping(undefined)}
            title={`Discard your draft of ${dropping.title}`}
            consequence="Your changes are lost. What is stored does not change."
            confirmLabel="Discard the draft"
            onConfirm={() => {
              dropDraft(dropping.slot);
              for (const listener of listeners) listener();
            }}
          />
        </Suspense>
      ) : null}
    </section>
  );
}
