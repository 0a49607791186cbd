// The columns of the experiment list: two lines a row at a desk, three on a phone; every row has the same height, whatever is known of it.
import { Check, CircleAlert, Clock, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { changeText, intervalText } from "#console/features/experiments/results/model/reading.ts";
import { dayText } from "#console/features/experiments/results/model/experiment-progress.ts";
import { formatTick } from "#console/features/experiments/results/model/format-result.ts";
import { ListInterval, ListIntervalScale } from "#console/foundation/charts/list-interval.tsx";
import type { Column } from "#console/foundation/table/column.ts";
import { EntityLink } from "#console/foundation/table/shared-columns.tsx";
import { experimentState, experimentTone } from "#console/foundation/ui/entity-state.ts";
import { ResultMark } from "#console/foundation/ui/result-mark.tsx";
import { Status } from "#console/foundation/ui/status.tsx";
import { formatDateTime, formatDay } from "#console/foundation/ui/time-format.ts";
import type { ExperimentColumn } from "./experiment-list-search.ts";
import { aboutText, leftText, type ListEntry } from "./list-entry.ts";

interface LinesProps {
  children: ReactNode;
  /** Left out on a phone. */
  second?: ReactNode;
  title?: string | undefined;
}

const Lines = ({ children, second, title }: LinesProps) => (
  <span className="block tablet:h-12 tablet:py-1.5" title={title}>
    <span className="block truncate">{children}</span>
    <span className="block truncate text-12 text-text-muted max-tablet:hidden">{second}</span>
  </span>
);

const looks = {
  failed: { icon: CircleAlert, colour: "text-danger font-medium" },
  open: { icon: TriangleAlert, colour: "text-warning font-medium" },
  waiting: { icon: Clock, colour: "text-text-muted" },
  passed: { icon: Check, colour: "text-text-muted" },
};

function HealthCell({ entry: { health } }: { entry: ListEntry }) {
  if (!health) return <Lines>–</Lines>;
  const { icon: Icon, colour } = looks[health.state];
  return (
    <Lines second={<span className="pl-5">{health.detail}</span>} title={`${health.text}. ${health.detail}`}>
      <span className={colour}>
        <Icon size={14} aria-hidden className="mr-1.5 inline-block align-[-2px]" />
        {health.text}
      </span>
    </Lines>
  );
}

/** Of the lead result; a percent change alone fits the scale that the rows share. */
function drawnOf({ lead }: ListEntry) {
  const effect = lead?.effect;
  return effect?.scale === "percent" && effect.result
    ? { value: effect.value, margin: effect.margin, result: effect.result }
    : undefined;
}

function LeadCell({ entry, end }: { entry: ListEntry; end: number }) {
  const { lead } = entry;
  if (!lead) return <Lines>No metric</Lines>;
  const { metric, group, effect, word, computedTime, isOld } = lead;
  const interval = effect ? intervalText(effect) : "";
  const drawn = drawnOf(entry);
  const title = [
    `${metric}${group ? ` with ${group}` : ""}`,
    effect ? `${changeText(effect)} (${interval})` : "",
    word,
    computedTime === undefined ? "" : `computed ${formatDateTime(computedTime)}`,
  ];
  const meaning = effect?.result ? <ResultMark result={effect.result} /> : effect ? word : null;
  const age = computedTime === undefined || !effect ? "" : formatDay(computedTime);
  return (
    <Lines
      title={title.filter(Boolean).join(", ")}
      second={
        effect ? (
          <span className="figures flex items-baseline gap-2">
            <span>{interval}</span>
            {meaning}
            {isOld ? <span className="ml-auto truncate">{age}</span> : null}
          </span>
        ) : (
          word
        )
      }
    >
      <span className="flex items-center gap-2">
        <span className="min-w-0 truncate max-tablet:text-text">
          {metric}
          {group ? <span className="text-text-muted">, {group}</span> : null}
        </span>
        {effect ? (
          <span className="figures flex shrink-0 gap-1.5 max-tablet:mr-auto tablet:ml-auto">
            <b className="font-medium">{changeText(effect)}</b>
            <span className="tablet:hidden">{meaning}</span>
          </span>
        ) : (
          <span className="truncate text-text-muted tablet:hidden">{word}</span>
        )}
        {drawn ? (
          <ListInterval end={end} interval={drawn} className="h-5 w-24 shrink-0 tablet:hidden" />
        ) : null}
      </span>
      {isOld ? <span className="block text-12 tablet:hidden">computed {age}</span> : null}
    </Lines>
  );
}

/** `end` is that of the scale which all rows share. */
export const experimentColumns = (end: number): (Column<ListEntry> & { id: ExperimentColumn })[] => [
  {
    id: "name",
    header: "Name",
    cell: ({ experiment }) => (
      <Lines
        second={
          <>
            <Status tone={experimentTone(experiment.status)}>{experimentState(experiment.status)}</Status>
            <span className="ml-3">{aboutText(experiment)}</span>
          </>
        }
      >
        <EntityLink to="/$company/experiments/$id" id={experiment.id} name={experiment.name} />
      </Lines>
    ),
    sortValue: ({ experiment }) => experiment.name,
    phone: "first",
  },
  {
    id: "health",
    header: "Health",
    cell: (entry) => <HealthCell entry={entry} />,
    sortValue: ({ health }) => health?.rank,
    width: "172px",
    phone: "second-start",
  },
  {
    id: "lead",
    header: "Lead metric",
    cell: (entry) => <LeadCell entry={entry} end={end} />,
    sortValue: ({ lead }) => (lead?.effect?.scale === "percent" ? lead.effect.value : undefined),
    width: "256px",
    phone: "third",
  },
  {
    id: "interval",
    header: "Interval",
    head: (
      <>
        <span className="sr-only">Interval</span>
        <ListIntervalScale
          labels={[-1, -0.5, 0, 0.5, 1].map((share) => formatTick(share * end, "percent"))}
        />
      </>
    ),
    cell: (entry) => <ListInterval end={end} interval={drawnOf(entry)} />,
    width: "19%",
    // Names keep 180 px: at narrower pages what is drawn leaves first, its numbers stay.
    className: "max-[1365px]:hidden overflow-hidden",
  },
  {
    id: "days",
    header: "Days",
    cell: ({ days, experiment: { startTime, endTime } }) =>
      days ? (
        <Lines second={days.state === "ended" && endTime ? `ended ${formatDay(endTime)}` : leftText(days)}>
          <span className="figures text-text-muted">{dayText(days)}</span>
        </Lines>
      ) : (
        <Lines second={startTime ? formatDay(startTime) : ""}>
          <span className="text-text-muted">{startTime ? "Starts" : "Not started"}</span>
        </Lines>
      ),
    sortValue: ({ days }) => (days && days.state !== "ended" ? (days.left ?? undefined) : undefined),
    width: "140px",
    phone: "end",
    className: "tablet:max-[859px]:hidden",
  },
  {
    id: "decision",
    header: "Decision",
    cell: ({ decision }) => (
      <Lines second={decision?.detail} title={decision && `${decision.text}, ${decision.detail}`}>
        <span className={decision?.kind === "due" || decision?.winner ? "font-medium" : "text-text-muted"}>
          {decision?.text ?? "–"}
        </span>
      </Lines>
    ),
    // Those that are due first, then those that were decided, the earliest first.
    sortValue: ({ decision }) =>
      decision?.time === undefined
        ? undefined
        : decision.time + (decision.kind === "due" || decision.kind === "open" ? 0 : 1e14),
    width: "140px",
    phone: "second-end",
    className: "tablet:max-[1159px]:hidden",
  },
];
