// Draws a box, both on the page and in the exported file, in the colours of the theme.
import { memo } from "react";
import { entityIcons } from "#console/features/gates/dependencies/model/entity-icon.tsx";
import { cutName, sizes, textLeft } from "./box-text.ts";
import type { BoxLook, DrawnNode } from "./drawing.ts";
import { boxHeight } from "#console/features/gates/dependencies/graph/layout/plan.ts";

const plain = {
  fill: "var(--color-surface)",
  edge: "var(--color-border-strong)",
  mark: "var(--color-text-muted)",
};
const looks: Readonly<Record<BoxLook, typeof plain>> = {
  plain,
  start: { fill: "var(--color-surface-selected)", edge: "var(--color-accent)", mark: "var(--color-accent)" },
  running: { ...plain, edge: "var(--color-warning)", mark: "var(--color-warning)" },
  missing: { ...plain, edge: "var(--color-danger)", mark: "var(--color-danger)" },
};

interface BoxPictureProps {
  drawn: DrawnNode;
  /** Width of the box in px. */
  width: number;
}

const iconID = (kind: string) => `icon-of-${kind}`;

/** Defines each icon once for all boxes, because hundreds of copies would make up most of a large drawing. */
export const BoxIcons = () => (
  <defs>
    {Object.entries(entityIcons).map(([kind, Icon]) => (
      <g key={kind} id={iconID(kind)}>
        <Icon x={10} y={12} size={16} aria-hidden />
      </g>
    ))}
  </defs>
);

export function BoxShape({ drawn, width, className }: BoxPictureProps & { className?: string }) {
  const { fill, edge, mark } = looks[drawn.look];
  return (
    <>
      <rect
        width={width}
        height={boxHeight}
        rx={6}
        fill={fill}
        stroke={edge}
        strokeDasharray={drawn.look === "missing" ? "4 3" : undefined}
        className={className}
      />
      <use href={`#${iconID(drawn.node.kind)}`} color={mark} />
    </>
  );
}

export const BoxTexts = memo(function BoxTexts({ drawn: { node, note, look }, width }: BoxPictureProps) {
  const isMarked = look === "running" || look === "missing";
  return (
    <>
      <text x={textLeft} y={17} fontSize={sizes.name} fontWeight={530} fill="var(--color-text)">
        {cutName(node.name, width, sizes.name)}
      </text>
      <text
        x={textLeft}
        y={32}
        fontSize={sizes.note}
        fontWeight={isMarked ? 530 : undefined}
        fill={isMarked ? looks[look].mark : "var(--color-text-muted)"}
      >
        {note}
      </text>
    </>
  );
});

/** Shows only the name, in a larger font, while zoomed out. */
export const FarName = memo(({ drawn, width }: BoxPictureProps) => (
  <text x={textLeft} y={27} fontSize={sizes.far} fontWeight={530} fill="var(--color-text)">
    {cutName(drawn.node.name, width, sizes.far)}
  </text>
));
