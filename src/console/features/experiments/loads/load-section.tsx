// The warehouse loads behind an experiment's results: data freshness, cost, and reloading.
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { Database } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import type { Experiment } from "#contract/experiment.ts";
import type { PulseLoadState } from "#contract/pulse-load.ts";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { query } from "#console/foundation/api/query.ts";
import { useSave } from "#console/foundation/api/save.ts";
import { SaveFailure } from "#console/foundation/forms/save-failure.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { Notice } from "#console/foundation/ui/notice.tsx";
import { formatDateTime, formatFull, relativeTime } from "#console/foundation/ui/time-format.ts";
import { LoadChoice, type Refresh } from "./load-choice.tsx";
import { LoadHistory } from "./load-history.tsx";
import { LoadEnded, LoadProgress } from "./load-progress.tsx";
import { LoadSchedule } from "./load-schedule.tsx";
import { costParts, providerName } from "./load-words.ts";

/** Polling interval in ms, while a load runs and while none does. */
const lookEvery = { running: 1000, idle: 60_000 } as const;

/**
 * Invalidates all queries once a load has ended, since results and the home page depend on it; `ended`
 * identifies the last load and its outcome.
 */
function useReadAgain({ id }: Experiment, ended: string | undefined) {
  const client = useQueryClient();
  const before = useRef(ended);
  useEffect(() => {
    if (before.current !== undefined && ended !== before.current) void client.invalidateQueries();
    before.current = ended;
  }, [client, id, ended]);
}

/** Returns the load that ended while the page was open; its line stays until the reader closes it. */
function useEndedHere(state: PulseLoadState | undefined) {
  const [seen, setSeen] = useState<string>();
  const { running, last } = state ?? {};
  if (running && running.id !== seen) setSeen(running.id);
  return {
    ended: !running && seen !== undefined && last?.id === seen ? last : undefined,
    close: () => setSeen(undefined),
  };
}

function Fresh({ state, now }: { state: PulseLoadState; now: number }) {
  const { shown, shownUntil, provider } = state;
  if (!shown || shownUntil === null)
    return (
      <span className="text-text-muted">
        {provider ? `Nothing is loaded from ${providerName(provider)} yet` : "No warehouse is in use"}
      </span>
    );
  return (
    <>
      <span>
        {providerName(shown.provider)} up to{" "}
        <time dateTime={new Date(shownUntil).toISOString()} title={formatFull(shownUntil)}>
          <b className="figures font-medium">{formatDateTime(shownUntil)}</b>
        </time>
        , {relativeTime(shownUntil, now)}
      </span>
      <span className="figures text-text-muted" title={shown.cost}>
        {costParts(shown).join(", ")}
      </span>
    </>
  );
}

function From({ experiment: { assignmentSourceName: id } }: { experiment: Experiment }) {
  const { company = "-" } = useParams({ strict: false });
  return id ? (
    <span className="min-w-0 wrap-anywhere text-text-muted">
      Exposures from{" "}
      <Link to="/$company/assignment_sources/$id" params={{ company, id }} className="link underline">
        {id}
      </Link>
    </span>
  ) : null;
}

/** Shows only the most serious problem; while a load runs, that of the previous load. */
function Trouble({ state }: { state: PulseLoadState }) {
  const { obstacle, last, shown, isOutdated, provider } = state;
  if (obstacle && provider)
    return (
      <Notice tone="warning" title="This experiment cannot be loaded">
        {obstacle}
      </Notice>
    );
  if (last && !["success", "cancelled"].includes(last.finishedState ?? ""))
    return (
      <Notice
        tone="warning"
        title={
          last.finishedState === "partial_failure"
            ? "The last load could not measure everything"
            : `The last load ${last.finishedState === "timeout" ? "took too long" : "failed"}, on ${formatDateTime(last.finishedTime ?? last.createdTime)}`
        }
      >
        {last.message}
        {last.said ? <p className="mt-1 font-mono text-12 wrap-anywhere">{last.said}</p> : null}
        {shown && shown.id !== last.id ? (
          <p className="mt-1">The numbers below are those of the load before.</p>
        ) : null}
      </Notice>
    );
  if (shown && isOutdated)
    return (
      <Notice tone="info" title="The experiment or its metrics were changed since this load">
        The numbers below are those of before. Load again to see the change.
      </Notice>
    );
  return null;
}

type Opened = "load" | "history" | undefined;

interface LoadSectionProps {
  experiment: Experiment;
  /** Content below, rendered once the height of this section is known, to avoid a layout shift. */
  children: ReactNode;
}

export function LoadSection({ experiment, children }: LoadSectionProps) {
  const { id } = experiment;
  const [opened, setOpened] = useState<Opened>();
  const save = useSave("loadPulse");
  const refusal = useSaveRefusal();
  const read = useQuery({
    ...query("readPulseLoad", { id }),
    refetchInterval: ({ state: { data } }) => (data?.data.running ? lookEvery.running : lookEvery.idle),
  });
  const state = read.data?.data;
  useReadAgain(experiment, state && `${state.shown?.id} ${state.last?.id} ${state.last?.finishedState}`);
  const { ended, close } = useEndedHere(state);
  if (!state)
    return (
      <>
        <div className="min-h-12 border-b border-border py-2">
          {read.error ? (
            <FailureNotice
              error={read.error}
              title="The state of the loads could not be read"
              retry={() => void read.refetch()}
            />
          ) : null}
        </div>
        {read.error ? children : null}
      </>
    );
  const begin = (refresh: Refresh) => {
    setOpened(undefined);
    save.mutate({ id, body: { refresh } });
  };
  const toggle = (next: Opened) => setOpened(opened === next ? undefined : next);
  const cannotLoad =
    refusal ??
    (state.provider
      ? state.running || save.isPending
        ? "A load is under way"
        : undefined
      : "No warehouse is in use");
  return (
    <>
      <section aria-label="Loads from the warehouse" className="border-b border-border py-2 print:hidden">
        <div className="flex min-h-8 flex-wrap items-center gap-x-5 gap-y-1">
          <div className="grid min-h-8 min-w-0 flex-1 basis-96 grid-cols-[minmax(0,1fr)] items-center *:[grid-area:1/1]">
            <div
              className={`flex flex-wrap items-center gap-x-5 gap-y-1 ${state.running || ended ? "invisible" : ""}`}
            >
              <Database size={14} aria-hidden className="-mr-3 text-text-muted max-tablet:hidden" />
              <Fresh state={state} now={read.dataUpdatedAt} />
              <From experiment={experiment} />
            </div>
            {state.running ? <LoadProgress experimentID={id} load={state.running} /> : null}
            {ended ? <LoadEnded load={ended} onClose={close} /> : null}
          </div>
          <span className="ml-auto flex flex-wrap items-center gap-2 max-tablet:ml-0">
            <Button
              size="small"
              aria-expanded={opened === "load"}
              disabledReason={state.obstacle ? "It cannot be loaded" : cannotLoad}
              reasonAt="page"
              onClick={() => toggle("load")}
            >
              Load now …
            </Button>
            <Button
              size="small"
              variant="quiet"
              aria-expanded={opened === "history"}
              onClick={() => toggle("history")}
            >
              History and schedule
            </Button>
          </span>
        </div>
        {save.error ? <SaveFailure error={save.error} reassurance="Nothing was loaded." /> : null}
        {ended ? null : (
          <div className="empty:hidden pt-2">
            <Trouble state={state} />
          </div>
        )}
        {opened === "load" ? (
          <LoadChoice experimentID={id} state={state} begin={begin} close={() => setOpened(undefined)} />
        ) : null}
        {opened === "history" ? (
          <>
            <LoadSchedule experiment={experiment} state={state} />
            <LoadHistory experimentID={id} count={Number((state.running ?? state.last)?.id ?? 0)} />
          </>
        ) : null}
        {state.shown || state.obstacle ? null : <BeforeFirst provider={state.provider} />}
      </section>
      {children}
    </>
  );
}

const BeforeFirst = ({ provider }: { provider: string | null }) => (
  <div className="max-w-3xl pt-3 pb-2">
    <h2 className="mb-1 text-18 font-regular tracking-[-0.012em]">No results are loaded yet.</h2>
    <ol className="grid list-decimal gap-1 pl-5 text-text-muted">
      {provider ? null : <li>Choose the warehouse in use on the page Warehouse.</li>}
      <li>
        Load now: you see before what would be read. The results are computed there, and only sums come back.
      </li>
      <li>Choose an hour at which they are loaded each day, under History and schedule.</li>
    </ol>
  </div>
);
