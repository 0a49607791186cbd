import type { ReactNode } from "react";
import type { TimeSeries } from "#contract/time-series.ts";
import type { Experiment } from "#contract/experiment.ts";
import { ShareLines, sharesInset } from "#console/foundation/charts/share-lines.tsx";
import { formatCount, percentSign, plural } from "#console/foundation/ui/wording.ts";
import { dayName, isoDay } from "./day-point.ts";
import { dayScale } from "./day-scale.ts";
import { ExportedFigure } from "./exported-figure.tsx";
import { changesByDay } from "./figure-heads.tsx";

const format = (value: number) => `${Number(value.toPrecision(3))}${percentSign}`;
const rounded = (share: number) => share.toFixed(1);

interface ExposuresByDayProps {
  title: string;
  legend: ReactNode;
  exposures: TimeSeries["exposures"];
  experiment: Experiment;
  noun: string;
}

/** Charts each group's share of the units first exposed on each day. */
export function ExposuresByDay({ exposures, experiment, noun, ...figure }: ExposuresByDayProps) {
  const { id: experimentID, name: subject, groups } = experiment;
  const marks = changesByDay(
    experiment,
    exposures.map(({ time }) => time),
  );
  const days = exposures.map(({ time, units }) => {
    const counts = groups.map(({ id }) => units[id] ?? 0);
    const all = counts.reduce((sum, count) => sum + count, 0);
    return {
      label: dayName(time),
      key: isoDay(time),
      all,
      counts,
      shares: all ? counts.map((count) => (100 * count) / all) : [],
      mark: marks.get(isoDay(time)),
    };
  });
  const total = days.reduce((sum, { all }) => sum + all, 0);
  const names = groups.map(({ name }) => name);
  const ranges = names.map((name, index) => {
    const shares = days.flatMap((day) => day.shares[index] ?? []);
    const ends = [...new Set([Math.min(...shares), Math.max(...shares)].map(rounded))];
    return `${ends.join(" to ")}${percentSign} got ${name}`;
  });
  const texts = ({ counts, shares }: (typeof days)[number]) =>
    counts.map((count, index) => `${formatCount(count)} (${rounded(shares[index] ?? 0)}${percentSign})`);
  return (
    <ExportedFigure
      {...figure}
      subject={subject}
      summary={`${formatCount(total)} ${noun} were exposed for the first time over ${plural(days.length, "day")}. Each day ${ranges.join(", ")}.`}
      columns={["Day", ...names]}
      points={days.map((day) => ({
        sentence: `${day.label}: ${texts(day)
          .map((text, index) => `${text} ${names[index] ?? ""}`)
          .join(", ")}.${day.mark ? ` ${day.mark}.` : ""}`,
        cells: [day.label, ...texts(day)],
      }))}
      inset={sharesInset}
      name={`${experimentID}-exposures`}
      rows={[["day", ...names], ...days.map(({ key, counts }) => [key, ...counts])]}
      draw={(how) => (
        <ShareLines
          days={days}
          names={names}
          {...dayScale(days.flatMap(({ shares }) => shares.map((share): [number, number] => [share, share])))}
          format={format}
          {...how}
        />
      )}
    />
  );
}
