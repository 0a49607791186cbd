// Draws the arrows, and the frames around boxes with identical arrows, both on the page and in the exported file.
import { memo } from "react";
import type { Plan, PlacedArrow, Point } from "#console/features/gates/dependencies/graph/layout/plan.ts";

const rounded = (px: number) => Math.round(px * 10) / 10;
const at = ({ x, y }: Point) => `${rounded(x)} ${rounded(y)}`;

/** SVG path of a curve that is horizontal at each of its points. */
function curve([first, ...rest]: readonly Point[]): string {
  if (!first) return "";
  let before = first;
  const parts = rest.map((point) => {
    const middle = (before.x + point.x) / 2;
    const part = `C${at({ x: middle, y: before.y })} ${at({ x: middle, y: point.y })} ${at(point)}`;
    before = point;
    return part;
  });
  return `M${at(first)}${parts.join("")}`;
}

function Arrow({ points, isBack }: Pick<PlacedArrow, "points" | "isBack">) {
  const tip = points.at(-1) ?? { x: 0, y: 0 };
  const back = isBack ? 6 : -6;
  const colour = isBack ? "var(--color-warning)" : "var(--color-border-control)";
  return (
    <g stroke={colour} fill="none">
      <path d={curve(points)} strokeDasharray={isBack ? "4 3" : undefined} />
      <path d={`M${at(tip)}l${back} -3.5v7Z`} fill={colour} />
    </g>
  );
}

interface ArrowsPictureProps {
  plan: Plan;
  /** Keys of the nodes that stay in full colour; all if undefined. */
  through?: ReadonlySet<string> | undefined;
}

export const ArrowsPicture = memo(function ArrowsPicture({ plan, through }: ArrowsPictureProps) {
  const isOn = (keys: readonly string[]) => !through || keys.some((key) => through.has(key));
  const drawn = (isWanted: boolean) =>
    plan.arrows
      .filter(({ from, to }) => (isOn(from) && isOn(to)) === isWanted)
      .map((arrow) => <Arrow key={`${arrow.from[0]} ${arrow.to[0]}`} {...arrow} />);
  return (
    <g aria-hidden>
      {plan.frames.map((area) => (
        <rect
          key={`${area.x} ${area.y}`}
          {...area}
          rx={9}
          fill="var(--color-surface-sunken)"
          stroke="var(--color-border)"
        />
      ))}
      {/* Faded as a group, because overlapping translucent lines would add up. */}
      <g opacity={0.2}>{drawn(false)}</g>
      {drawn(true)}
    </g>
  );
});
