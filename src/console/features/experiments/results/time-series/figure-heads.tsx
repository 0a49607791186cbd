// Titles, sentences and legends of the charts over time, and the room that the charts take before their days are known.
import type { ReactNode } from "react";
import type { Experiment } from "#contract/experiment.ts";
import { shadeOf } from "#console/foundation/charts/chart-style.ts";
import { DayFigure } from "#console/foundation/charts/day-figure.tsx";
import { levelText } from "#console/features/experiments/results/model/analysis.ts";
import type { ScoreRow } from "#console/features/experiments/results/model/comparison-rows.ts";
import { dayName, isoDay } from "./day-point.ts";

/** The changes under the experiment by day, such as "EU residents: rules changed". */
export function changesByDay({ healthChecks }: Experiment): ReadonlyMap<string, string> {
  const changes = new Map<string, string>();
  for (const { time, name, what } of healthChecks?.flatMap((check) => check.changes ?? []) ?? []) {
    const day = isoDay(time);
    changes.set(day, [changes.get(day) ?? [], `${name}: ${what.join(", ")}`].flat().join("; "));
  }
  return changes;
}

interface NotesProps {
  /** Has a line of its own, also without words: it is known last. */
  beyond?: string | undefined;
  changes: readonly string[];
}

const Dashed = ({ changes }: Pick<NotesProps, "changes">) =>
  changes.length > 0 ? <p>Dashed: {changes.join("; ")}.</p> : null;

export const Notes = ({ beyond, changes }: NotesProps) => (
  <div className="mt-1 text-12 text-text-muted">
    <p className="min-h-4">{beyond}</p>
    <Dashed changes={changes} />
  </div>
);

/** Every change with its day. */
const datedChanges = (experiment: Experiment) =>
  [...changesByDay(experiment)].map(([day, what]) => `${what} (${dayName(Date.parse(day))})`);

const GroupShades = ({ groups }: Pick<Experiment, "groups">) => (
  <p aria-hidden className="mt-1 flex flex-wrap gap-x-3 text-12 text-text-muted">
    {groups.map(({ id, name }, index) => (
      <span key={id} className="inline-flex items-center gap-1.5">
        <i className="size-2 rounded-small" style={{ background: shadeOf(index) }} />
        {name}
      </span>
    ))}
  </p>
);

export function figureHeads(experiment: Experiment, { alpha, whiskerDelta }: ScoreRow) {
  const validity =
    whiskerDelta === undefined
      ? "only the last planned day was made for deciding"
      : "the pale band holds however often you look";
  return {
    soFar: {
      title: "Change so far",
      summary: `As known at the end of each day, at ${levelText(alpha)}; ${validity}.`,
    },
    sinceExposure: {
      title: "Change by days since exposure",
      summary:
        "Each day after exposure alone: a falling line hints at novelty wearing off, a rising one at learning.",
    },
    exposures: {
      title: "Exposures per day",
      legend: (
        <>
          <GroupShades groups={experiment.groups} />
          <div className="text-12 text-text-muted">
            <Dashed changes={datedChanges(experiment)} />
          </div>
        </>
      ),
    },
  };
}

export const Figures = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-3 gap-6 max-desk:grid-cols-2 max-tablet:grid-cols-1">{children}</div>
);

const empty = { columns: [], points: [], inset: [0, 0], draw: () => null } as const;

interface FiguresRoomProps {
  experiment: Experiment;
  row: ScoreRow;
  /** The charts, or what stands there without them. */
  children: ReactNode;
}

export function FiguresRoom({ experiment, row, children }: FiguresRoomProps) {
  const { soFar, sinceExposure, exposures } = figureHeads(experiment, row);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] *:[grid-area:1/1]">
      <div aria-hidden className="invisible">
        <Figures>
          <DayFigure {...soFar} {...empty} legend={<Notes changes={datedChanges(experiment)} />} />
          <DayFigure {...sinceExposure} {...empty} legend={<Notes changes={[]} />} />
          <DayFigure {...exposures} {...empty} summary="" />
        </Figures>
      </div>
      <div className="relative flex flex-col">{children}</div>
    </div>
  );
}
