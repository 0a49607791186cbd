// Formats numbers of metrics and results: three significant digits, a real minus sign.
import { formatCount } from "#console/foundation/ui/wording.ts";

const significant = new Intl.NumberFormat("en", { minimumSignificantDigits: 3, maximumSignificantDigits: 3 });
const tiny = new Intl.NumberFormat("en", { notation: "scientific", maximumSignificantDigits: 3 });
/** Such as "1.50M". */
const large = new Intl.NumberFormat("en", {
  notation: "compact",
  minimumSignificantDigits: 3,
  maximumSignificantDigits: 3,
});

/** Replaces hyphens by real minus signs. */
export const minus = (text: string) => text.replaceAll("-", "−");

/** Formats a number, without a sign if positive. */
export function formatNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e15) return minus(tiny.format(value));
  if (size >= 1e6) return minus(large.format(value));
  if (size >= 1000) return minus(formatCount(value));
  if (size > 0 && size < 0.0001) return minus(tiny.format(value));
  return value === 0 ? "0" : minus(significant.format(value));
}

export const formatSigned = (value: number) => (value > 0 ? `+${formatNumber(value)}` : formatNumber(value));

export const secondsText = (seconds: number) =>
  `${seconds < 10 ? seconds.toFixed(1) : formatCount(seconds)}\u00a0s`;
