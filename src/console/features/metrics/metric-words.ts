// Metrics in words: their types, and their values as numbers with what they count. Pure.
import type { Metric } from "#contract/metric.ts";
import { formatNumber } from "#console/foundation/ui/number-format.ts";
import { labelOf, percentSign } from "#console/foundation/ui/wording.ts";

const types: Readonly<Record<string, string>> = {
  event_count: "Count",
  event_count_custom: "Count",
  event_user: "Units",
  event_dau: "Active days",
  sum: "Sum",
  mean: "Mean",
  ratio: "Ratio",
  funnel: "Funnel",
};

/** "Count" of event_count; of a type that is not computed here its name. */
export const typeLabel = (type: string) => types[type] ?? labelOf(type);

/** Its numbers are known here. */
export const isComputed = (type: string) => type in types;

/** Values are shares of something. */
export const isShare = (type: string) => ["event_dau", "event_user", "funnel"].includes(type);

/** A value as it is read: shares in percent, the rest as numbers. */
export const valueText = (value: number, type: string) =>
  isShare(type) ? `${formatNumber(value * 100)}${percentSign}` : formatNumber(value);

/** "better when higher" */
export const directionWord = ({ directionality }: Pick<Metric, "directionality">) =>
  directionality === "increase" ? "Higher" : directionality === "decrease" ? "Lower" : "–";
