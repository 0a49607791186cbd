// Sentences as data: plain text, names, and numbers linked to their bar in the chart. Contains no wording.
import type { ResultMeaning } from "#console/foundation/ui/result-mark.tsx";
import type { ComparisonRow } from "./comparison-rows.ts";
import { formatChange, formatMean, formatSize, type Scale, spelledOut } from "./format-result.ts";
import { formatNumber } from "#console/foundation/ui/number-format.ts";
import { directionOf, effectOf, intervalText } from "./reading.ts";
import { percentSign } from "#console/foundation/ui/wording.ts";

/** The bar that a number refers to: its row and, if the number is on another scale than the page, that scale. */
export interface NumberSource {
  mark: string;
  scale?: Scale | undefined;
}

/** A name in medium weight, or a number that links to its bar. */
interface MarkedPart {
  text: string;
  /** Set for a number. */
  source?: NumberSource;
}
/** A piece of a sentence; plain words are strings. */
export type SentencePart = string | MarkedPart;

export interface Sentence {
  /** The icon before the sentence; undefined if it judges nothing. */
  result: ResultMeaning | undefined;
  parts: SentencePart[];
}

/** The rows that have an interval. */
export function rowsWithEffect(rows: readonly ComparisonRow[]) {
  /** True if there are other test groups, so that sentences must name this one. */
  const isOneOfMany = new Set(rows.map(({ group }) => group)).size > 1;
  return rows.flatMap((row) => {
    const effect = effectOf(row.metric);
    return effect ? [{ ...row, effect, isOneOfMany }] : [];
  });
}

export type EffectRow = ReturnType<typeof rowsWithEffect>[number];

type Write = (text: string) => string;

/** Renders parts in an output format: `escaped` escapes text for it, `bold` marks up a name. */
export const markedUp = (parts: readonly SentencePart[], escaped: Write, bold: Write) =>
  parts
    .map((part) => {
      if (typeof part === "string") return escaped(part);
      return part.source ? escaped(part.text) : bold(escaped(part.text));
    })
    .join("");

export const textOf = (parts: readonly SentencePart[]) =>
  parts.map((part) => (typeof part === "string" ? part : part.text)).join("");

/** Template tag that builds a sentence; its values are parts or lists of parts. */
export const say = (
  texts: TemplateStringsArray,
  ...values: (SentencePart | SentencePart[] | number)[]
): SentencePart[] =>
  texts
    .flatMap((text, index) => [text, values[index] ?? ""].flat())
    .map((part) => (typeof part === "number" ? String(part) : part))
    .filter((part) => part !== "");

/** Joins items as "A, B and C". Beyond `most` they are counted, as in "A, B, C and 2 more", but never "1 more". */
export function listed(items: readonly (SentencePart | SentencePart[])[], most = 3): SentencePart[] {
  const shown = items.length > most + 1 ? [...items.slice(0, most), `${items.length - most} more`] : items;
  return shown.flatMap((item, index) => {
    const between = index === shown.length - 1 ? " and " : ", ";
    return [...(index === 0 ? [] : [between]), item].flat();
  });
}

export const named = (text: string): MarkedPart => ({ text });
export const metricName = ({ metric }: ComparisonRow) => named(metric.metricName);

export const numberPart = ({ mark }: ComparisonRow, text: string, scale?: Scale): MarkedPart => ({
  text,
  source: { mark, scale },
});

const effectPart = (row: EffectRow, text: string) => numberPart(row, spelledOut(text), row.effect.scale);

/** Size without a sign, such as "4.12 %"; the verb beside it tells the direction. */
const sizePart = (row: EffectRow, value: number) => effectPart(row, formatSize(value, row.effect.unit));
export const changeSize = (row: EffectRow) => sizePart(row, row.effect.value);
export const largestDrop = (row: EffectRow) => sizePart(row, row.effect.value - row.effect.margin);
export const largestRise = (row: EffectRow) => sizePart(row, row.effect.value + row.effect.margin);

/** The smallest change within an interval that excludes 0. */
export const leastChange = (row: EffectRow) => sizePart(row, Math.abs(row.effect.value) - row.effect.margin);

/** The smallest change with its sign: "+0.91 %". */
export const nearestChange = (row: EffectRow) => {
  const { value, margin, unit } = row.effect;
  return effectPart(row, formatChange(value - Math.sign(value) * margin, unit));
};

/** The deciding interval as a part: "+0.91 to +7.33 %". */
export const changeInterval = (row: EffectRow) => effectPart(row, intervalText(row.effect));

/** Largest harm within the interval, on the row's scale; 0 if no direction is set. */
function possibleHarm({ metric, effect: { value, margin } }: EffectRow): number {
  const direction = directionOf(metric);
  if (direction === undefined) return 0;
  return Math.max(0, margin + (direction === "decrease" ? value : -value));
}

/** The row whose interval allows the most harm. Prefers rows in percent, since other units are not comparable. */
export function leastCertain(rows: readonly EffectRow[]): EffectRow | undefined {
  const comparable = rows.filter(({ effect }) => effect.scale === "percent");
  const harms = comparable.map(possibleHarm);
  return comparable[harms.indexOf(Math.max(...harms))] ?? rows[0];
}

export const detectableChange = (row: ComparisonRow) =>
  row.metric.reversePower === undefined
    ? undefined
    : numberPart(row, `${formatNumber(row.metric.reversePower)}${percentSign}`);

/** Control and test mean; undefined unless both are known. */
export function meanParts(row: ComparisonRow): [MarkedPart, MarkedPart] | undefined {
  const { controlMean, testMean } = row.metric;
  if (controlMean === undefined || testMean === undefined) return undefined;
  return [
    numberPart(row, formatMean(controlMean, row.metric)),
    numberPart(row, formatMean(testMean, row.metric)),
  ];
}
