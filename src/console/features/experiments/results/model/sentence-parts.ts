// Sentences as data: plain text, names, and numbers that know the bar they stand for. No wording here.
import type { ResultMeaning } from "#console/foundation/ui/result-mark.tsx";
import {
  type ComparisonRow,
  type Effect,
  effectOf,
  type NumberField,
  type NumberSource,
} from "./comparison-rows.ts";
import { directionOf, formatInterval, formatMean, formatNumber, isShare, typeOf } from "./format-result.ts";
import { percentSign } from "#console/foundation/ui/wording.ts";

interface NamePart {
  kind: "name";
  text: string;
}
interface NumberPart {
  kind: "number";
  text: string;
  source: NumberSource;
}
/** A piece of a sentence: plain words, a name in medium weight, or a number that leads to its bar. */
export type Part = string | NamePart | NumberPart;

export interface Sentence {
  /** The mark before it; none where it judges nothing. */
  result: ResultMeaning | undefined;
  parts: Part[];
}

/** A row that has an interval. */
export interface EffectRow extends ComparisonRow {
  effect: Effect;
}

export const rowsWithEffect = (rows: readonly ComparisonRow[]): EffectRow[] =>
  rows.flatMap((row) => {
    const effect = effectOf(row.metric);
    return effect ? [{ ...row, effect }] : [];
  });

export const textOf = (parts: readonly Part[]) =>
  parts.map((part) => (typeof part === "string" ? part : part.text)).join("");

/** A sentence from a template whose variables are parts or lists of parts. */
export const say = (texts: TemplateStringsArray, ...values: (Part | Part[] | number)[]): Part[] =>
  texts
    .flatMap((text, index) => [text, values[index] ?? ""].flat())
    .map((part) => (typeof part === "number" ? String(part) : part))
    .filter((part) => part !== "");

/** "A, B and C"; many more than `most` are counted, as in "A, B, C and 2 more", but a single one has a name. */
export function listed(items: readonly (Part | Part[])[], most = 3): Part[] {
  const shown = items.length > most + 1 ? [...items.slice(0, most), `${items.length - most} more`] : items;
  return shown.flatMap((item, index) => {
    const between = index === shown.length - 1 ? " and " : ", ";
    return [...(index === 0 ? [] : [between]), item].flat();
  });
}

export const named = (text: string): NamePart => ({ kind: "name", text });
export const metricName = ({ metric }: ComparisonRow) => named(metric.metricName);

const numberPart = ({ metric, group }: ComparisonRow, field: NumberField, text: string): NumberPart => ({
  kind: "number",
  text,
  source: { metricID: metric.metricID, group, field },
});

/** Without a sign, which the verb beside it carries. */
function unsigned({ metric, effect }: EffectRow, value: number): string {
  const size = Math.abs(value);
  if (effect.scale === "percent") return `${formatNumber(size)}${percentSign}`;
  return isShare(metric) ? `${formatNumber(size * 100)} percentage points` : formatNumber(size);
}

/** "4.12 %", without the sign. */
export const changeSize = (row: EffectRow) =>
  numberPart(row, row.effect.valueField, unsigned(row, row.effect.value));

/** "+0.91 to +7.33 %" */
export function changeInterval(row: EffectRow): NumberPart {
  const { scale, low, high, intervalField } = row.effect;
  const factor = scale === "absolute" && isShare(row.metric) ? 100 : 1;
  const text = formatInterval(((low + high) / 2) * factor, ((high - low) / 2) * factor, scale);
  return numberPart(row, intervalField, factor === 1 ? text : `${text} percentage points`);
}

const bound = (row: EffectRow, value: number) =>
  numberPart(row, row.effect.intervalField, unsigned(row, value));
export const largestDrop = (row: EffectRow) => bound(row, row.effect.low);
export const largestRise = (row: EffectRow) => bound(row, row.effect.high);

/** Worst change that the interval leaves possible, on the row's scale; 0 when no direction is set. */
function possibleHarm({ metric, effect }: EffectRow): number {
  const direction = directionOf(metric);
  if (direction === undefined) return 0;
  return Math.max(0, direction === "decrease" ? effect.high : -effect.low);
}

/** The row whose interval leaves the most harm possible; among percent changes where there are any, since others do not compare. */
export function leastCertain(rows: readonly [EffectRow, ...EffectRow[]]): EffectRow {
  const comparable = rows.filter(({ effect }) => effect.scale === "percent");
  return comparable.reduce(
    (worst, row) => (possibleHarm(row) > possibleHarm(worst) ? row : worst),
    comparable[0] ?? rows[0],
  );
}

export const detectableChange = (row: ComparisonRow) =>
  row.metric.reversePower === undefined
    ? undefined
    : numberPart(row, "reversePower", `${formatNumber(row.metric.reversePower)}${percentSign}`);

/** A text about the units of a group, such as their share in a slice. */
export const ofUnits = (row: ComparisonRow, field: "controlUnits" | "testUnits", text: string) =>
  numberPart(row, field, text);

/** Control and test mean, where both are known. */
export function meanParts(row: ComparisonRow): [NumberPart, NumberPart] | undefined {
  const { controlMean, testMean } = row.metric;
  if (controlMean === undefined || testMean === undefined) return undefined;
  const type = typeOf(row.metric);
  return [
    numberPart(row, "controlMean", formatMean(controlMean, type)),
    numberPart(row, "testMean", formatMean(testMean, type)),
  ];
}
