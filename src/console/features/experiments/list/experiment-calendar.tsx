// The listed experiments on a time axis of weeks, newest first, and the same dates as a table.
import { Link, useParams } from "@tanstack/react-router";
import { type KeyboardEvent, useId } from "react";
import { NumbersTable } from "#console/foundation/charts/numbers-table.tsx";
import {
  mondayOf,
  type WeekAxis,
  weekAxis,
  WeekNames,
  WeekTrack,
} from "#console/foundation/charts/week-axis.tsx";
import { experimentStatus } from "#console/foundation/ui/entity-state.ts";
import { formatDate, formatDay } from "#console/foundation/ui/time-format.ts";
import { plural } from "#console/foundation/ui/wording.ts";
import { type ExperimentRun, RunBar, RunLegend, runOf, runText } from "./experiment-run.tsx";
import { daysText, type ListEntry } from "./list-entry.ts";

const week = 604_800_000;
/** Longest axis in weeks, so that bars stay visible; earlier weeks are cut off. */
const mostWeeks = 53;

/** An axis of whole weeks around the runs; it includes today if a run is not over. */
function axisAround(runs: readonly ExperimentRun[], now: number): WeekAxis {
  const last = Math.max(...runs.map(({ until }) => until));
  const end = mondayOf(last) + week;
  const first = Math.min(...runs.map(({ start }) => start), now > last ? last : now);
  const weeks = Math.round((end - mondayOf(first)) / week);
  return weekAxis(
    weeks > mostWeeks ? mondayOf(last, mostWeeks - 1) : mondayOf(first),
    Math.min(weeks, mostWeeks),
  );
}

/** The outcome of an experiment or its next step: "Shipped Express", "ends Dec 2". */
function outcomeOf({ days, step, band }: ListEntry, run: ExperimentRun | undefined): string {
  if (!run) return "no start planned";
  if (!days) return `starts ${formatDay(run.start)}`;
  return band === "running" ? step.detail : step.text;
}

const columns = "tablet:grid-cols-[200px_minmax(0,1fr)_168px] grid-cols-[minmax(0,1fr)_auto] gap-x-4";

interface RowProps {
  entry: ListEntry;
  run: ExperimentRun | undefined;
  axis: WeekAxis;
  /** ms */
  now: number;
}

function Row({ entry, run, axis, now }: RowProps) {
  const { company = "-" } = useParams({ strict: false });
  const { id, name } = entry;
  return (
    <li className={`grid items-center border-b border-border max-tablet:py-1 ${columns}`}>
      <Link
        to="/$company/experiments/$id"
        params={{ company, id }}
        state={{ name }}
        className="truncate font-medium hover:underline"
        title={name}
      >
        {name}
        <span className="sr-only">
          : {experimentStatus(entry.experiment, now).text}
          {run ? `, ${runText(entry, run)}` : ""}
        </span>
      </Link>
      <div className="max-tablet:order-1 max-tablet:col-span-2">
        <WeekTrack axis={axis} now={now}>
          {run ? <RunBar run={run} axis={axis} /> : null}
        </WeekTrack>
      </div>
      <span className="figures truncate text-right text-12 text-text-muted">{outcomeOf(entry, run)}</span>
    </li>
  );
}

/** ↑ ↓ Home End move between the experiments. */
function moveAmongLinks(event: KeyboardEvent<HTMLUListElement>) {
  const links = [...event.currentTarget.querySelectorAll("a")];
  const current = links.findIndex((link) => link === event.target);
  const to = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: links.length - 1 }[event.key];
  if (current < 0 || to === undefined) return;
  event.preventDefault();
  links[to]?.focus();
}

const dateText = (time: number | undefined) => (time === undefined ? "–" : formatDate(time));

/** `now` in ms. */
function cellsOf(entry: ListEntry, run: ExperimentRun | undefined, now: number): string[] {
  const { experiment, name } = entry;
  const end = run && (run.isPlanned ? `${dateText(run.until)}, planned` : dateText(run.done));
  return [
    name,
    experimentStatus(experiment, now).text,
    dateText(run?.start),
    end ?? "–",
    daysText(entry.days, experiment) || "–",
    outcomeOf(entry, run),
  ];
}

interface ExperimentCalendarProps {
  /** Newest first; entries without a start come last. */
  entries: readonly ListEntry[];
  /** ms */
  now: number;
}

export function ExperimentCalendar({ entries, now }: ExperimentCalendarProps) {
  const title = useId();
  const rows = entries.map((entry) => ({ entry, run: runOf(entry, now) }));
  const runs = rows.flatMap(({ run }) => run ?? []);
  const axis = runs.length ? axisAround(runs, now) : weekAxis(mondayOf(now), 4);
  const cut = runs.filter(({ start }) => start < axis.start).length;
  const summary = `${plural(entries.length, "experiment")} by the weeks in which they ran, from ${formatDate(axis.start)} to ${formatDate(axis.end - 1)}.`;
  return (
    <section aria-labelledby={title} className="min-w-0">
      <div className="flex min-h-10 flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id={title} className="sr-only">
          Calendar
        </h2>
        <p className="text-text-muted">
          {summary}
          {cut ? ` ${plural(cut, "bar")} began before: see Numbers.` : ""}
        </p>
        <div className="tablet:ml-auto">
          <RunLegend />
        </div>
      </div>
      <div className={`grid border-b border-border ${columns}`}>
        <div className="max-tablet:col-span-2 tablet:col-start-2">
          <WeekNames axis={axis} now={now} />
        </div>
      </div>
      {/* The arrow keys are a shortcut: each row is reached by Tab as well. */}
      <ul onKeyDown={moveAmongLinks}>
        {rows.map(({ entry, run }) => (
          <Row key={entry.id} entry={entry} run={run} axis={axis} now={now} />
        ))}
      </ul>
      <details className="mt-2 text-12">
        <summary className="link inline-flex min-h-6 cursor-pointer list-none items-center">
          Numbers<span className="sr-only"> of the calendar</span>
        </summary>
        <div
          className="max-h-80 overflow-auto"
          tabIndex={0}
          role="region"
          aria-label="Numbers of the calendar"
        >
          <NumbersTable
            caption={summary}
            columns={["Experiment", "State", "Start", "End", "Days", "What became of it"]}
            rows={rows.map(({ entry, run }) => cellsOf(entry, run, now))}
          />
        </div>
      </details>
    </section>
  );
}
