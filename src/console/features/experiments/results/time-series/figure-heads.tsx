// Titles, summary sentences and legends of the charts over time.
import type { Experiment } from "#contract/experiment.ts";
import { dashOf } from "#console/foundation/charts/share-lines.tsx";
import { levelText } from "#console/features/experiments/results/model/analysis.ts";
import type { ScoreRow } from "#console/features/experiments/results/model/comparison-rows.ts";
import { dayName, isoDay } from "./day-point.ts";

/**
 * Changes made during the experiment by day, such as "EU residents: rules changed". If only some days are
 * drawn (in ms), a change moves to the next drawn day.
 */
export function changesByDay(
  { healthChecks }: Pick<Experiment, "healthChecks">,
  drawn: readonly number[] = [],
): ReadonlyMap<string, string> {
  const changes = new Map<string, string>();
  const days = drawn.map(isoDay);
  for (const { time, name, what } of healthChecks?.flatMap((check) => check.changes ?? []) ?? []) {
    const own = isoDay(time);
    const day = days.find((one) => one >= own) ?? own;
    changes.set(day, [changes.get(day) ?? [], `${name}: ${what.join(", ")}`].flat().join("; "));
  }
  return changes;
}

interface NotesProps {
  beyond: string | undefined;
  changes: readonly string[];
}

const Dashed = ({ changes }: Pick<NotesProps, "changes">) =>
  changes.length > 0 ? <p>Dashed: {changes.join("; ")}.</p> : null;

export const Notes = ({ beyond, changes }: NotesProps) => (
  <div className="mt-1 text-12 text-text-muted">
    {beyond ? <p>{beyond}</p> : null}
    <Dashed changes={changes} />
  </div>
);

/** Lists every change with its day. */
const datedChanges = (experiment: Experiment) =>
  [...changesByDay(experiment)].map(([day, what]) => `${what} (${dayName(Date.parse(day))})`);

const GroupDashes = ({ groups }: Pick<Experiment, "groups">) => (
  <p aria-hidden className="mt-1 flex flex-wrap gap-x-4 text-12 text-text-muted">
    {groups.map(({ id, name }, index) => (
      <span key={id} className="inline-flex items-center gap-1.5">
        <svg width="28" height="8">
          <line
            x2="28"
            y1="4"
            y2="4"
            stroke="var(--color-text)"
            strokeWidth="1.5"
            strokeDasharray={dashOf(index)}
          />
        </svg>
        {name}
      </span>
    ))}
  </p>
);

export function figureHeads(experiment: Experiment, { alpha, whiskerDelta }: ScoreRow) {
  const validity =
    whiskerDelta === undefined
      ? "only the last planned day was made for deciding"
      : "these intervals hold however often you look";
  return {
    soFar: {
      title: "Change so far",
      summary: `As known at the end of each day, at ${levelText(alpha)}, coloured where the interval leaves out 0; ${validity}.`,
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
          <GroupDashes groups={experiment.groups} />
          <div className="text-12 text-text-muted">
            <Dashed changes={datedChanges(experiment)} />
          </div>
        </>
      ),
    },
  };
}
