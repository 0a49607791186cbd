import type { ReactNode } from "react";
import type { TimeSeries } from "#contract/time-series.ts";
import type { Experiment } from "#contract/experiment.ts";
import { barsInset, StackedBars } from "#console/foundation/charts/stacked-bars.tsx";
import { dayName, isoDay } from "./day-point.ts";
import { changesByDay } from "./figure-heads.tsx";
import { ExportedFigure } from "./exported-figure.tsx";
import { formatCount, plural } from "#console/foundation/ui/wording.ts";

const compact = new Intl.NumberFormat("en", { notation: "compact" });
const format = (value: number) => compact.format(value);

interface ExposuresByDayProps {
  turn: number;
  title: string;
  legend: ReactNode;
  exposures: TimeSeries["exposures"];
  experiment: Experiment;
  noun: string;
}

/** Newly exposed units of every group of the experiment, each unit on its first day. */
export function ExposuresByDay({ exposures, experiment, noun, ...figure }: ExposuresByDayProps) {
  const { id: experimentID, name: subject, groups } = experiment;
  const marks = changesByDay(experiment);
  const days = exposures.map(({ time, units }) => ({
    label: dayName(time),
    key: isoDay(time),
    counts: groups.map(({ id }) => units[id] ?? 0),
    mark: marks.get(isoDay(time)),
  }));
  const total = days.reduce((sum, { counts }) => sum + counts.reduce((a, b) => a + b, 0), 0);
  const names = groups.map(({ name }) => name);
  return (
    <ExportedFigure
      {...figure}
      subject={subject}
      summary={`${formatCount(total)} ${noun} were exposed for the first time over ${plural(days.length, "day")}.`}
      shades={` From below: ${names.join(", ")}.`}
      columns={["Day", ...names]}
      points={days.map(({ label, counts, mark }) => ({
        sentence: `${label}: ${names.map((name, index) => `${formatCount(counts[index] ?? 0)} ${name}`).join(", ")}.${mark ? ` ${mark}.` : ""}`,
        cells: [label, ...counts.map((number) => formatCount(number))],
      }))}
      inset={barsInset}
      name={`${experimentID}-exposures`}
      rows={[["day", ...names], ...days.map(({ key, counts }) => [key, ...counts])]}
      draw={(how) => <StackedBars bars={days} names={names} format={format} {...how} />}
    />
  );
}
