// The home page: what needs a decision, what is broken, what changed, what is running. Each line links to the page to deal with
// it.
import { useSuspenseQueries } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Suspense } from "react";
import { entryOf, isAwaited } from "#console/features/experiments/list/list-entry.ts";
import { buttonClass } from "#console/foundation/ui/button.tsx";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { formatDateTime } from "#console/foundation/ui/time-format.ts";
import { agree, formatCount } from "#console/foundation/ui/wording.ts";
import { needOf } from "#statistics/experiment-need.ts";
import { BrokenSection } from "./broken-section.tsx";
import { brokenThings } from "./broken-things.ts";
import { ChangesColumn } from "./changes-column.tsx";
import { DecideSection } from "./decide-section.tsx";
import { HomeActions } from "./home-actions.tsx";
import {
  changedReadings,
  changesSince,
  decidingGates,
  fewChanges,
  newestEvent,
  openExperiments,
  silentEvents,
  staleGates,
  warehouseStatus,
} from "./home-queries.ts";
import { rolloutsOf } from "./rollouts.ts";
import { RunningTimeline } from "./running-timeline.tsx";
import { visits } from "./visits.ts";

const route = getRouteApi("/$company");

const today = new Intl.DateTimeFormat(undefined, {
  weekday: "long",
  day: "numeric",
  month: "short",
  year: "numeric",
});

const columns = "desk:grid desk:grid-cols-[minmax(0,1fr)_336px] desk:grid-rows-[auto_1fr] desk:gap-x-8";

function FirstSteps() {
  const { company } = route.useParams();
  return (
    <>
      <PageHead title="Nothing here yet" />
      <ol className="grid max-w-160 list-decimal gap-4 py-2 pl-5 marker:text-text-muted">
        <li>
          <p className="font-medium">Create a gate</p>
          <p className="mt-0.5 mb-2 text-text-muted">
            It starts with nobody. You choose who passes, and see before every save whom it changes.
          </p>
          <Link
            to="/$company/gates"
            params={{ company }}
            search={{ create: true }}
            className={buttonClass("primary")}
          >
            New gate
          </Link>
        </li>
        <li>
          <p className="font-medium">Connect your app</p>
          <p className="mt-0.5 text-text-muted">
            <Link to="/$company/connect" params={{ company }} className="link font-medium">
              Connect an app
            </Link>{" "}
            makes its key and gives the lines to paste. Its first check turns up there at once.
          </p>
        </li>
        <li>
          <p className="font-medium">Bring your experiments and their log</p>
          <p className="mt-0.5 text-text-muted">
            <Link
              to="/$company/events"
              params={{ company }}
              search={{ import: true }}
              className="link font-medium"
            >
              Import files
            </Link>{" "}
            of exposures and events; <code className="text-text">npm run import</code> reads a project, too.
            Results are computed when you open an experiment.
          </p>
        </li>
        <li>
          <p className="font-medium">Connect your warehouse</p>
          <p className="mt-0.5 text-text-muted">
            Its settings can be stored now, on the page{" "}
            <Link to="/$company/warehouse" params={{ company }} className="link font-medium">
              Warehouse
            </Link>
            .
          </p>
        </li>
      </ol>
    </>
  );
}

function headline(decide: number, broken: number): string {
  if (decide + broken === 0) return "Nothing waits for you";
  const parts = [
    decide ? `${formatCount(decide)} to decide` : "",
    broken ? `${formatCount(broken)} broken` : "",
  ];
  return parts.filter(Boolean).join(", ");
}

function Home() {
  const [open, silent, newest, stale, deciding, readings, loads] = useSuspenseQueries({
    // The changes are read together with the rest, so that nothing moves when they arrive.
    queries: [
      openExperiments,
      silentEvents,
      newestEvent,
      staleGates,
      decidingGates,
      changedReadings,
      warehouseStatus,
      changesSince(fewChanges),
    ],
  });
  const now = open.dataUpdatedAt;
  const experiments = open.data.data.map((experiment) => ({
    ...entryOf(experiment, now),
    need: needOf(experiment, now),
  }));
  const rollouts = rolloutsOf(deciding.data.data);
  const needs = new Map(
    open.data.counts?.values.flatMap(({ values }) => values).map(({ value, count }) => [value, count]),
  );
  const running = open.data.pagination?.totalItems ?? experiments.length;
  const events = newest.data.data[0];
  const isEmpty =
    running + (deciding.data.pagination?.totalItems ?? 0) + (stale.data.pagination?.totalItems ?? 0) === 0 &&
    !events;
  if (isEmpty) return <FirstSteps />;
  const broken = brokenThings({
    experiments: experiments.filter(({ need }) => need === "fix"),
    failing: needs.get("fix") ?? 0,
    silent: silent.data,
    newest: events && Number(events.timestamp),
    stale: stale.data,
    readings: readings.data,
    loads: loads.data,
  });
  const decide = experiments.filter(({ need }) => need === "decide");
  const { last } = visits();
  const awaited = open.data.data.filter(isAwaited).length;
  return (
    <div className={columns}>
      <div className="min-w-0">
        <PageHead
          title={headline(needs.get("decide") ?? 0, broken.total)}
          facts={[
            <b key="day">{today.format(now)}</b>,
            <>
              <b>{formatCount(running)}</b> {agree(running, "experiment", "experiments")} and{" "}
              <b>{formatCount(rollouts.length)}</b> {agree(rollouts.length, "rollout runs", "rollouts run")}
            </>,
            awaited === 0 ? null : (
              <span key="awaited">
                Results of {formatCount(awaited)} are being computed.{" "}
                <button type="button" className="link font-medium" onClick={() => void open.refetch()}>
                  Read again
                </button>
              </span>
            ),
            last === undefined ? null : (
              <span key="last" className="max-tablet:hidden">
                You were last here on <b>{formatDateTime(last)}</b>
              </span>
            ),
          ]}
        />
        <DecideSection entries={decide} total={needs.get("decide") ?? 0} />
        <BrokenSection broken={broken} />
      </div>
      <Suspense fallback={<RestOutline />}>
        <ChangesColumn />
        <RunningTimeline entries={experiments} total={running} rollouts={rollouts} now={now} />
      </Suspense>
    </div>
  );
}

const RestOutline = () => (
  <>
    <div className="min-w-0 border-border max-desk:hidden desk:col-start-2 desk:row-span-2 desk:row-start-1 desk:border-l desk:pt-20 desk:pl-6">
      <SkeletonRows rows={12} label="Loading the changes" />
    </div>
    <div className="min-w-0">
      <SectionHead title="Running now" />
      <SkeletonRows rows={8} label="Loading what runs" />
    </div>
  </>
);

/** The layout of the page with placeholder rows. */
const Outline = () => (
  <div className={columns}>
    <div className="min-w-0">
      <div className="h-20" />
      <SectionHead title="Decide" />
      <SkeletonRows rows={3} label="Loading what waits for a decision" />
      <SectionHead title="Broken" />
      <SkeletonRows rows={3} label="Loading what is broken" />
    </div>
    <RestOutline />
  </div>
);

export const HomePage = () => (
  <>
    <HomeActions />
    <Suspense fallback={<Outline />}>
      <Home />
    </Suspense>
  </>
);
