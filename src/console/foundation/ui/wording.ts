// The wording of numbers, lists and labels on every page: one plural, one number format, one way to list. Pure.
import { once } from "./once.ts";

const numbers = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const pluralRules = new Intl.PluralRules("en");
const conjunctions = once(() => new Intl.ListFormat("en-GB", { type: "conjunction" }));
const disjunctions = once(() => new Intl.ListFormat("en-GB", { type: "disjunction" }));

/** "12,345" */
export const formatCount = (count: number) => numbers.format(count);

/** With a no-break space. */
export const percentSign = "\u00a0%";

/** A share as somebody set it: "60 %", at most two decimals. */
export const percentText = (percent: number) => `${Number(percent.toFixed(2))}${percentSign}`;

/** The word that agrees with a number: `one` for 1, `many` for any other. */
export const agree = (count: number, one: string, many: string) =>
  pluralRules.select(count) === "one" ? one : many;

/** "1 rule", "1,200 rules"; `many` where the plural is not `one` with an "s". */
export const plural = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${agree(count, one, many)}`;

/** "a, b and c" */
export const andList = (texts: readonly string[]) => conjunctions().format(texts);
/** "a, b or c" */
export const orList = (texts: readonly string[]) => disjunctions().format(texts);

export const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
/** A label within a sentence: "App version" begins in lower case, "IP address" does not. */
export const uncapitalise = (text: string) =>
  /^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

/** A constant as a label: "STALE_CODE" becomes "Stale code". */
export const labelOf = (constant: string) => capitalise(constant.toLowerCase().replaceAll("_", " "));
