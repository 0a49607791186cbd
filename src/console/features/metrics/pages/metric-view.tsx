// The page of a metric: its values, its definition, the experiments that use it, and its history.
import { Link, useNavigate } from "@tanstack/react-router";
import { Ellipsis, Pencil } from "lucide-react";
import { useState } from "react";
import type { Metric } from "#contract/metric.ts";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { listDrafts } from "#console/foundation/api/drafts.ts";
import { Button, IconButton } from "#console/foundation/ui/button.tsx";
import { Menu } from "#console/foundation/ui/menu.tsx";
import { directionText } from "#console/foundation/ui/metric-sentence.ts";
import { PageButtons, usePageActions } from "#console/foundation/ui/page-actions.tsx";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { Time } from "#console/foundation/ui/time.tsx";
import { Freshness } from "#console/features/metrics/freshness.tsx";
import { isComputed, typeLabel } from "#console/features/metrics/metric-words.ts";
import { DefinitionSection } from "./definition-section.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { ExperimentsSection } from "./experiments-section.tsx";
import { HistorySection } from "./history-section.tsx";
import { ValuesSection } from "./values-section.tsx";

function MetricActions({ metric, onDelete }: { metric: Metric; onDelete: () => void }) {
  const navigate = useNavigate({ from: "/$company/metrics/$id" });
  const key = useSaveRefusal();
  const refusal = key ?? (metric.isReadOnly ? "The metric is read-only." : undefined);
  const edit = () => void navigate({ search: { edit: true } });
  const copy = () => void navigate({ to: "/$company/metrics/new", search: { like: metric.id } });
  usePageActions([
    { label: "Edit the metric", onSelect: edit, disabledReason: refusal },
    { label: "Copy the metric", onSelect: copy, disabledReason: key },
    { label: "Delete the metric", onSelect: onDelete, disabledReason: key },
  ]);
  return (
    <PageButtons>
      <Button icon={Pencil} disabledReason={refusal} reasonAt="page" onClick={edit}>
        Edit
      </Button>
      {key ? null : (
        <Menu
          trigger={<IconButton label="More actions" icon={Ellipsis} className="order-1 max-[359px]:hidden" />}
          items={[
            { label: "Copy", onSelect: copy },
            { label: "Delete", onSelect: onDelete, danger: true },
          ]}
        />
      )}
    </PageButtons>
  );
}

/** Link back to the user's unsaved draft. */
function OwnDraft({ id }: { id: string }) {
  const [draft] = useState(() => listDrafts().find(({ entity }) => entity === `metrics/${id}`));
  return draft ? (
    <p className="pb-2">
      You have changes that are not saved, from <Time value={draft.time} relative />.{" "}
      <Link to="." search={{ edit: true, draft: draft.slot }} className="link font-medium">
        Go on editing
      </Link>
    </p>
  ) : null;
}

/** `now` is the time at which the metric was read, ms. */
export function MetricView({ metric, now }: { metric: Metric; now: number }) {
  const [isDeleting, setIsDeleting] = useState(false);
  const { id, name, description, type, owner, creatorName, lastEventTime } = metric;
  const who = owner?.name ?? creatorName;
  return (
    <>
      <MetricActions metric={metric} onDelete={() => setIsDeleting(true)} />
      <PageHead
        title={name}
        version={metric.version}
        state={metric.isVerified ? <span className="text-text-muted">Verified</span> : null}
        facts={[
          <b key="type">{typeLabel(type)}</b>,
          directionText(metric),
          who ? (
            <span key="owner">
              Owner <b>{who}</b>
            </span>
          ) : null,
          <span key="last">
            Last event <Freshness time={lastEventTime} now={now} />
          </span>,
        ]}
      >
        {description ? <p className="mt-2 max-w-184 break-words">{description}</p> : null}
      </PageHead>
      <OwnDraft id={id} />
      <div className="grid flex-1 content-start desk:grid-cols-[minmax(0,1fr)_392px] desk:gap-x-8">
        <div className="peer min-w-0">
          {isComputed(type) ? <ValuesSection metric={metric} /> : null}
          <ExperimentsSection id={id} />
        </div>
        {/* On narrow screens this is below the other sections and hidden until they have loaded, to avoid a layout shift. */}
        <aside
          aria-label="About the metric"
          className="min-w-0 border-border pb-8 max-desk:peer-has-[[role=status]]:invisible max-desk:mt-4 max-desk:border-t desk:border-l desk:pl-6"
        >
          <DefinitionSection metric={metric} />
          <HistorySection id={id} />
        </aside>
      </div>
      {isDeleting ? <DeleteDialog metric={metric} onClose={() => setIsDeleting(false)} /> : null}
    </>
  );
}
