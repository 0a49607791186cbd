// The texts of boxes in two layers above them: from near name and state, from afar the name alone, written large. Which is seen is
// one property of a layer, so that zooming never sets hundreds of texts anew.
import { memo } from "react";
import type { PlacedBox } from "#console/features/gates/dependencies/graph/layout/plan.ts";
import { farLeft, farName, farSize, shortName } from "./box-text.ts";
import type { BoxLook } from "./graph-box.tsx";

interface BoxLabel {
  readonly box: PlacedBox;
  readonly name: string;
  readonly note: string;
  readonly look: BoxLook;
  readonly isDimmed: boolean;
}

const noteColours: Readonly<Record<BoxLook, string>> = {
  start: "fill-text-muted",
  running: "fill-warning font-medium",
  missing: "fill-danger font-medium",
  plain: "fill-text-muted",
};

const dimmed = ({ isDimmed }: BoxLabel) => (isDimmed ? "opacity-30" : undefined);

interface LayerProps {
  labels: readonly BoxLabel[];
}

const NearLabels = memo(function NearLabels({ labels }: LayerProps) {
  return labels.map((label) => (
    <g key={label.box.key} className={dimmed(label)}>
      <text x={label.box.x + 34} y={label.box.y + 17} className="fill-text text-13 font-medium">
        {shortName(label.name)}
      </text>
      <text x={label.box.x + 34} y={label.box.y + 32} className={`text-11 ${noteColours[label.look]}`}>
        {label.note}
      </text>
    </g>
  ));
});

const FarLabels = memo(function FarLabels({ labels }: LayerProps) {
  return labels.map((label) => (
    <text key={label.box.key} x={label.box.x + farLeft} y={label.box.y + 27} className={dimmed(label)}>
      {farName(label.name, label.box.width)}
    </text>
  ));
});

export const BoxLabels = ({ labels, isFar }: LayerProps & { isFar: boolean }) => (
  <g aria-hidden className="pointer-events-none">
    <g className={isFar ? "opacity-0" : undefined}>
      <NearLabels labels={labels} />
    </g>
    <g fontSize={farSize} className={`fill-text font-medium ${isFar ? "" : "opacity-0"}`}>
      <FarLabels labels={labels} />
    </g>
  </g>
);
