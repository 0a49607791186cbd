import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { dropDraft, type DraftEntry } from "#console/foundation/api/drafts.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { Confirm } from "#console/foundation/ui/dialog.tsx";
import { Time } from "#console/foundation/ui/time.tsx";
import type { DraftSection } from "./draft-list.tsx";

interface DraftRowsProps {
  section: DraftSection;
  drafts: readonly DraftEntry[];
  onDropped: () => void;
}

export function DraftRows({ section, drafts, onDropped }: DraftRowsProps) {
  const { company = "" } = useParams({ strict: false });
  const [dropping, setDropping] = useState<DraftEntry>();
  return (
    <section aria-label="My drafts" className="mb-3 rounded border border-border bg-surface-sunken px-3 py-2">
      <h2 className="text-12 font-medium text-text-muted">
        My drafts, kept in this browser and not saved yet
      </h2>
      <ul>
        {drafts.map((draft) => (
          <li key={draft.slot} className="flex min-h-8 flex-wrap items-center gap-x-3">
            {/* If an entity has several drafts, the link names the slot of the one to open. */}
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
        <Confirm
          onClose={() => setDropping(undefined)}
          title={`Discard your draft of ${dropping.title}`}
          consequence="Your changes are lost. What is stored does not change."
          confirmLabel="Discard the draft"
          onConfirm={() => {
            dropDraft(dropping.slot);
            onDropped();
          }}
        />
      ) : null}
    </section>
  );
}
