// The header above the chart's lines: the legend of their names and numbers, and the changes at each dashed line.
import { formatDateTime } from "#console/foundation/ui/time-format.ts";
import { andList } from "#console/foundation/ui/wording.ts";
import { labelRooms, markText, type ChangeMark } from "./chart-model.ts";
import { marginsOf } from "./series-row.tsx";

interface ChartHeadProps {
  split: string | undefined;
  measure: string;
  isCompared: boolean;
  /** `at` is a share of the width, from the left. */
  marks: readonly { at: number; changes: readonly ChangeMark[] }[];
}

export const ChartHead = ({ split, measure, isCompared, marks }: ChartHeadProps) => {
  const rooms = labelRooms(marks.map(({ at }) => at));
  return (
    <div
      aria-hidden
      className={`relative h-8 text-12 font-medium text-text-muted max-desk:h-0 ${marginsOf({ isNamed: true, isCompared })}`}
    >
      <span
        className="absolute top-2 right-full w-32 truncate pr-3 max-desk:hidden"
        title="Each row to its own scale"
      >
        {split ?? ""}
      </span>
      {marks.map(({ at, changes }, index) => {
        const place = rooms[index];
        return place ? (
          <span
            key={at}
            title={changes.map((one) => `${formatDateTime(one.time)}, ${markText(one)}`).join("\n")}
            style={{
              [place.side === "right" ? "left" : "right"]: `${(place.side === "right" ? at : 1 - at) * 100}%`,
              maxWidth: `${place.room * 100}%`,
            }}
            // On a phone the label is in the line of the scale.
            className="absolute top-2 z-1 truncate text-11 font-regular max-desk:top-1"
          >
            {changes.length === 1
              ? changes.map(markText)
              : andList([...new Set(changes.map(({ name }) => name))])}
          </span>
        ) : null;
      })}
      <span className="absolute top-2 left-full flex justify-end gap-3 max-desk:hidden">
        <span className={`text-right ${isCompared ? "w-17" : "w-20"}`}>{measure}</span>
        {isCompared ? <span className="w-16 text-right">Change</span> : null}
      </span>
    </div>
  );
};
