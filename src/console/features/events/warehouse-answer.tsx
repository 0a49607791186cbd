// The result of a question to the warehouse, or the estimate, the progress or the failure in its place.
import { Suspense } from "react";
import { z } from "zod/mini";
import { warehouseProviderNames, warehouseProviders } from "#contract/warehouse-providers.ts";
import { ApiFailure } from "#console/foundation/api/failure.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { CopyButton } from "#console/foundation/ui/copy.tsx";
import { Empty } from "#console/foundation/ui/empty.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { SkeletonBlock } from "#console/foundation/ui/skeleton.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { costText } from "#console/features/events/warehouse/cost-words.ts";
import {
  useWarehouseAnswers,
  type WarehouseFilter,
} from "#console/features/events/warehouse/use-warehouse-answers.ts";
import { WaitingQuestion } from "#console/features/events/warehouse/waiting-question.tsx";
import { WarehouseCounts } from "#console/features/events/warehouse/warehouse-counts.tsx";
import type { EventsSearch } from "./sentence/event-searches.ts";
import { timesText } from "./sentence/question.ts";
import { LoggedEventsTable } from "./rows/logged-events-table.tsx";

const titles: Readonly<Record<number, string>> = {
  400: "This cannot be asked of the source",
  409: "A limit or a setting is in the way",
  502: "The warehouse refused the question",
  503: "The warehouse cannot be reached",
  504: "The warehouse took too long",
};

const Said = z.object({ said: z.string() });

function Failure({ error, retry }: { error: Error; retry: () => void }) {
  const title = (error instanceof ApiFailure && titles[error.status]) || "The warehouse could not be asked";
  const { success, data } = Said.safeParse(error instanceof ApiFailure ? error.data : undefined);
  return (
    <div className="pt-4">
      <FailureNotice error={error} title={title} retry={retry}>
        {success ? <p className="font-mono text-12 break-words">{data.said}</p> : null}
      </FailureNotice>
    </div>
  );
}

const providerLabel = (name: string | null | undefined) => {
  const known = warehouseProviderNames.find((one) => one === name);
  return known ? warehouseProviders[known].label : "The warehouse";
};

interface WarehouseAnswerProps {
  filter: WarehouseFilter;
  search: EventsSearch;
  /** The event name, if the page is about a single one. */
  event: string | undefined;
  /** The warehouse provider in use; undefined until known. */
  provider: string | null | undefined;
}

export function WarehouseAnswer({ filter, search, event, provider: inUse }: WarehouseAnswerProps) {
  const setSearch = useSetSearch<EventsSearch>({ resetScroll: false });
  const answers = useWarehouseAnswers(filter);
  const { counts, rows, isAsking, failure, waiting, costs, accept, stop, askAgain } = answers;
  const provider = providerLabel(answers.provider ?? inUse);
  if (failure && !isAsking) return <Failure error={failure} retry={askAgain} />;
  if (waiting.length > 0 && !isAsking)
    return <WaitingQuestion waiting={waiting} provider={provider} onAccept={accept} />;
  const isStopped = !isAsking && (!counts || !rows.rows);
  return (
    <>
      <div className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1 pt-2 text-12 text-text-muted">
        <p role="status">
          {isAsking
            ? `Asking ${provider} …`
            : isStopped
              ? "Stopped: the statement was ended in the warehouse, too."
              : costText(costs, provider)}
        </p>
        {isAsking ? (
          <Button size="small" onClick={stop}>
            Stop
          </Button>
        ) : (
          <>
            <Button size="small" variant="quiet" onClick={askAgain}>
              Ask again
            </Button>
            {costs.length > 0 ? (
              <CopyButton text={costs.map(({ sql }) => `${sql};`).join("\n\n")} label="Copy SQL" />
            ) : null}
          </>
        )}
      </div>
      {/* Reserves the height of its chart from the beginning. */}
      <div className={isAsking || counts?.events ? "flow-root min-h-68" : ""}>
        {counts ? (
          <Suspense fallback={<SkeletonBlock className="mt-14 h-36" label="Drawing the times" />}>
            <WarehouseCounts
              counts={counts}
              isOfUnits={search.measure === "units"}
              onMeasure={(measure) => setSearch({ measure })}
              onZoom={(time) => setSearch({ ...timesText(time), row: undefined }, { replace: false })}
            />
          </Suspense>
        ) : isAsking ? (
          <SkeletonBlock className="mt-14 h-36" label="Counting in the warehouse" />
        ) : null}
      </div>
      {rows.rows?.length === 0 ? (
        <Empty
          title={
            search.where
              ? "No event of this time fits. Take a condition away, or choose a longer time."
              : "There is no event of this time. Choose a longer one, or another metric source."
          }
        />
      ) : rows.rows || isAsking ? (
        <LoggedEventsTable
          caption={`Newest events${event === undefined ? "" : ` named ${event}`} in the warehouse`}
          rows={rows}
          total={counts?.events}
          row={search.row}
          fields={search.fields}
          name={event ?? ""}
          isNamed={event === undefined}
        />
      ) : null}
    </>
  );
}
