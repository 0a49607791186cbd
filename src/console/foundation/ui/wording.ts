// The wording of numbers, lists and labels on every page: pluralization, number format, enumerations. Pure.
import { once } from "./once.ts";

const numbers = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const pluralRules = new Intl.PluralRules("en");
const conjunctions = once(() => new Intl.ListFormat("en-GB", { type: "conjunction" }));
const disjunctions = once(() => new Intl.ListFormat("en-GB", { type: "disjunction" }));

/** Such as "12,345". */
export const formatCount = (count: number) => numbers.format(count);

/** Preceded by a no-break space. */
export const percentSign = "\u00a0%";

/** Formats a percentage: "60 %", at most two decimals. */
export const percentText = (percent: number) => `${Number(percent.toFixed(2))}${percentSign}`;

/** Returns the word that agrees with a number: `one` for 1, `many` for any other. */
export const agree = (count: number, one: string, many: string) =>
  pluralRules.select(count) === "one" ? one : many;

/** "1 rule", "1,200 rules"; `many` is needed if the plural is not `one` with an "s". */
export const plural = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${agree(count, one, many)}`;

/** Such as "a, b and c". */
export const andList = (texts: readonly string[]) => conjunctions().format(texts);
/** Such as "a, b or c". */
export const orList = (texts: readonly string[]) => disjunctions().format(texts);

export const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
/** Adapts a label for use within a sentence: "App version" becomes lower case, "IP address" does not. */
export const uncapitalise = (text: string) =>
  /^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

/** Turns a constant into a label: "STALE_CODE" becomes "Stale code". */
export const labelOf = (constant: string) => capitalise(constant.toLowerCase().replaceAll("_", " "));
