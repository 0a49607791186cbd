// Above the lines of the chart: what their names and numbers are, and what changed where there is a dashed line.
import { andList } from "#console/foundation/ui/wording.ts";
import { marginsOf } from "./series-row.tsx";

/** Shares of the width: a label has this much room, and no other begins in it. */
const room = 0.25;

interface ChartHeadProps {
  split: string | undefined;
  measure: string;
  isCompared: boolean;
  /** At shares of the width, from the left. */
  marks: readonly { at: number; names: readonly string[] }[];
}

export const ChartHead = ({ split, measure, isCompared, marks }: ChartHeadProps) => {
  const apart = marks.filter(({ at }, index) => at - (marks[index - 1]?.at ?? -1) >= room);
  return (
    <div
      aria-hidden
      className={`relative h-8 text-12 font-medium text-text-muted max-desk:h-6 ${marginsOf({ isNamed: true, isCompared })} ${apart.length === 0 ? "max-desk:hidden" : ""}`}
    >
      <span
        className="absolute top-2 right-full w-32 truncate pr-3 max-desk:hidden"
        title="Each row to its own scale"
      >
        {split ?? ""}
      </span>
      {apart.map(({ at, names }) => (
        <span
          key={at}
          style={at > 0.5 ? { right: `${(1 - at) * 100}%` } : { left: `${at * 100}%` }}
          className="absolute top-2 max-w-1/4 truncate text-11 font-regular"
        >
          {andList(names)}
        </span>
      ))}
      <span className="absolute top-2 left-full flex justify-end gap-3 max-desk:hidden">
        <span className={`text-right ${isCompared ? "w-17" : "w-20"}`}>{measure}</span>
        {isCompared ? <span className="w-16 text-right">Change</span> : null}
      </span>
    </div>
  );
};
