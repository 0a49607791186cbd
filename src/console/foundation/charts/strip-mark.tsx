// Draws the slices of a comparison on one line: a diamond if a slice's change differs from the rest, else a ring; the total is
// dashed.
import type { Place } from "./interval-mark.tsx";
import { type Domain, shareOf } from "./plot-scale.ts";

export interface PlottedStrip {
  /** The row's own scale, if the rows do not share one. */
  domain?: Domain | undefined;
  slices: readonly { value: number; differs: boolean }[];
  total: number;
}

interface StripMarkProps {
  at: Place;
  /** px from the top. */
  y: number;
  strip: PlottedStrip;
  /** Domain of the whole chart. */
  domain: Domain;
}

const diamond = "m0 -5l5 5l-5 5l-5 -5z";
const ring = "m-3 0a3 3 0 1 0 6 0a3 3 0 1 0 -6 0";
const arrow = (side: number) => `m0 -4l${5 * side} 4l${-5 * side} 4z`;

export function StripMark({ at, y, strip: { slices, total, ...own }, domain }: StripMarkProps) {
  const places = [...slices]
    // Slices that differ are drawn on top of the others.
    .sort((a, b) => Number(a.differs) - Number(b.differs))
    .map(({ value, differs }) => {
      const share = shareOf(value, own.domain ?? domain);
      const shape = share < 0 ? arrow(-1) : share > 1 ? arrow(1) : differs ? diamond : ring;
      return { x: at(Math.max(0, Math.min(1, share))), shape, differs };
    });
  const xs = places.map(({ x }) => x);
  const totalShare = shareOf(total, own.domain ?? domain);
  return (
    <g fill="var(--color-surface)" stroke="var(--color-text-muted)" strokeWidth={1.5}>
      {totalShare < 0 || totalShare > 1 ? null : (
        <path d={`M${at(totalShare)} ${y - 14}v28`} strokeDasharray="2 3" strokeWidth={1} />
      )}
      <path d={`M${Math.min(...xs)} ${y}H${Math.max(...xs)}`} stroke="var(--color-border-control)" />
      {places.map(({ x, shape, differs }, index) => (
        <path
          key={index}
          d={`M${x} ${y}${shape}`}
          {...(differs ? { fill: "var(--color-text)", stroke: "var(--color-surface)", strokeWidth: 1 } : {})}
        />
      ))}
    </g>
  );
}
