import type { TimeSeries } from "#contract/time-series.ts";
import type { Experiment } from "#contract/experiment.ts";
import { barsInset, shadeOf, StackedBars } from "#console/foundation/charts/stacked-bars.tsx";
import { DayFigure } from "#console/foundation/charts/day-figure.tsx";
import { dayName, isoDay } from "./day-point.ts";
import { figureSize } from "./figure-drawing.ts";
import { FigureExportMenu } from "./figure-export-menu.tsx";
import { formatCount, plural } from "#console/foundation/ui/wording.ts";

const title = "Exposures per day";
const compact = new Intl.NumberFormat("en", { notation: "compact" });

interface ExposuresByDayProps {
  turn: number;
  exposures: TimeSeries["exposures"];
  groups: Experiment["groups"];
  /** The experiment, for pictures that stand alone. */
  subject: string;
  /** Start of the names of saved files. */
  fileName: string;
  noun: string;
}

/** Newly exposed units of every group of the experiment, each unit on its first day. */
export function ExposuresByDay({ turn, exposures, groups, subject, fileName, noun }: ExposuresByDayProps) {
  const days = exposures.map(({ time, units }) => ({
    label: dayName(time),
    key: isoDay(time),
    counts: groups.map(({ id }) => units[id] ?? 0),
  }));
  const total = days.reduce((sum, { counts }) => sum + counts.reduce((a, b) => a + b, 0), 0);
  const summary = `${formatCount(total)} ${noun} were exposed for the first time over ${plural(days.length, "day")}.`;
  const names = groups.map(({ name }) => name);
  const chart = { bars: days, names, format: (value: number) => compact.format(value) };
  return (
    <DayFigure
      turn={turn}
      title={title}
      summary={summary}
      columns={["Day", ...names]}
      points={days.map(({ label, counts }) => ({
        sentence: `${label}: ${names.map((name, index) => `${formatCount(counts[index] ?? 0)} ${name}`).join(", ")}.`,
        cells: [label, ...counts.map((number) => formatCount(number))],
      }))}
      inset={barsInset}
      actions={
        <FigureExportMenu
          chart={<StackedBars {...chart} size={figureSize} />}
          title={title}
          heading={`${subject}: ${title.toLowerCase()}`}
          summary={`${summary} From below: ${names.join(", ")}.`}
          name={fileName}
          rows={[["day", ...names], ...days.map(({ key, counts }) => [key, ...counts])]}
        />
      }
      legend={<Legend names={names} />}
      draw={(active) => <StackedBars {...chart} active={active} />}
    />
  );
}

const Legend = ({ names }: { names: readonly string[] }) => (
  <p aria-hidden className="flex flex-wrap gap-x-3 text-12 text-text-muted">
    {names.map((name, index) => (
      <span key={name} className="inline-flex items-center gap-1.5">
        <i className="size-2 rounded-small" style={{ background: shadeOf(index) }} />
        {name}
      </span>
    ))}
  </p>
);
