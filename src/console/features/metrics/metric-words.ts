// Wording for metrics: their types and their formatted values. Pure.
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

/**
 * Label of a metric type, such as "Count" for event_count; types that are not computed here get a label
 * derived from their name.
 */
export const typeLabel = (type: string) => types[type] ?? labelOf(type);

/** True if metrics of this type are computed here, so that their values are known. */
export const isComputed = (type: string) => type in types;

/** True if values of this type are shares. */
export const isShare = (type: string) => ["event_dau", "event_user", "funnel"].includes(type);

/** Formats a value: shares in percent, everything else as a number. */
export const valueText = (value: number, type: string) =>
  isShare(type) ? `${formatNumber(value * 100)}${percentSign}` : formatNumber(value);

/** The direction in which a change is good. */
export const directionWord = ({ directionality }: Pick<Metric, "directionality">) =>
  directionality === "increase" ? "Higher" : directionality === "decrease" ? "Lower" : "–";
