// The scale of an exported plot and the mark of one comparison on it: the same bar, whisker and point as on the page, written as SVG.
import {
  type Estimate,
  formatTick,
  type Scale,
  type Unit,
} from "#console/features/experiments/results/model/format-result.ts";
import type { Verdict } from "#console/features/experiments/results/model/verdict.ts";
import type { ResultMeaning } from "#console/foundation/ui/result-mark.tsx";
import type { PlotDomains } from "#console/features/experiments/results/view-settings/plot-domains.ts";
import { xmlText } from "#console/foundation/export/escapes.ts";
import type { Colours } from "#console/foundation/export/export-style.ts";

/** px */
const plot = { left: 650, width: 300, aside: 8 };

export interface Pen {
  colours: Colours;
  scale: Scale;
  verdict: Verdict;
  domains: PlotDomains;
  /** px, height of a row. */
  row: number;
}

export const round = (value: number) => Number(value.toFixed(1));

/** px from the left, where the scale ends at the latest. */
export const place = (value: number, [low, high]: [number, number]) =>
  round(
    plot.left +
      plot.aside +
      ((Math.max(low, Math.min(high, value)) - low) / (high - low)) * (plot.width - 2 * plot.aside),
  );

const shapes: Record<ResultMeaning, (x: number, y: number, colour: string, surface: string) => string> = {
  better: (x, y, colour, surface) =>
    `<path d="M${x} ${y - 5}l5 8.5h-10z" fill="${colour}" stroke="${surface}"/>`,
  worse: (x, y, colour, surface) =>
    `<path d="M${x} ${y + 5}l5 -8.5h-10z" fill="${colour}" stroke="${surface}"/>`,
  inconclusive: (x, y, colour, surface) =>
    `<circle cx="${x}" cy="${y}" r="3.25" fill="${surface}" stroke="${colour}" stroke-width="1.5"/>`,
};

/** An end of the interval, left (-1) or right (1): a cap, or an arrow where it leaves the scale. */
function end(value: number, y: number, side: 1 | -1, hasCap: boolean, domain: [number, number]) {
  const [low, high] = domain;
  const x = place(value, domain);
  if (side < 0 ? value < low : value > high)
    return `<path d="M${x - side} ${y - 4}L${x + 5 * side} ${y}L${x - side} ${y + 4}" fill="none"/>`;
  return hasCap && value >= low && value <= high ? `<path d="M${x} ${y - 4}v8"/>` : "";
}

export function bar(
  { value, delta, whiskerDelta }: Estimate,
  result: ResultMeaning,
  y: number,
  domain: [number, number],
  colours: Colours,
): string {
  if (value === undefined || delta === undefined) return "";
  const colour = colours[result];
  const margin = whiskerDelta ?? delta;
  const [left, right] = [place(value - delta, domain), place(value + delta, domain)];
  const whisker =
    whiskerDelta === undefined
      ? ""
      : `<path d="M${place(value - margin, domain)} ${y}H${place(value + margin, domain)}"/>`;
  const isInside = value >= domain[0] && value <= domain[1];
  const hasCap = whiskerDelta !== undefined;
  return [
    `<g stroke="${colour}" stroke-width="1.25">${whisker}${end(value - margin, y, -1, hasCap, domain)}${end(value + margin, y, 1, hasCap, domain)}</g>`,
    `<rect x="${left}" y="${y - 4}" width="${round(Math.max(1, right - left))}" height="8" fill="${colour}" fill-opacity=".48"/>`,
    isInside ? shapes[result](place(value, domain), y, colour, colours.surface) : "",
  ].join("");
}

/** Ends and halves of a scale; zero last, so that it is drawn over the others. */
export const halves = ([low, high]: [number, number]) => [low, low / 2, high / 2, high, 0];

/** The numbers of a scale. */
export const drawTicks = (
  domain: [number, number],
  ticks: readonly number[],
  y: number,
  unit: Unit,
  { colours }: Pen,
) =>
  ticks
    .map(
      (value) =>
        `<text x="${place(value, domain)}" y="${round(y)}" fill="${colours.muted}" font-size="11" text-anchor="middle">${xmlText(formatTick(value, unit))}</text>`,
    )
    .join("");

/** Lines of the scale behind rows. */
export const drawLines = (from: number, to: number, { domains, colours }: Pen) => {
  const domain = domains.shared ?? [-1, 1];
  return halves(domain)
    .map(
      (value) =>
        `<path d="M${place(value, domain)} ${from}V${to}" stroke="${value === 0 ? colours.faint : colours.border}"/>`,
    )
    .join("");
};
