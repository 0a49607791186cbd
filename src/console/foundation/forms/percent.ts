// Percentages as people type and read them: 0 to 100 in steps of 0.01, comma or point.
import { formatCount } from "#console/foundation/ui/wording.ts";

type ParsedPercent = { ok: true; value: number } | { ok: false; message: string };

export function parsePercent(text: string): ParsedPercent {
  const trimmed = text.trim().replace(/\s*%$/, "").replace(",", ".");
  if (trimmed === "") return { ok: false, message: "Enter a percentage from 0 to 100" };
  if (!/^\d*\.?\d*$/.test(trimmed) || trimmed === ".")
    return { ok: false, message: "Enter a number, such as 12.5" };
  const value = Number(trimmed);
  if (value > 100) return { ok: false, message: "Must be at most 100" };
  if ((trimmed.split(".")[1] ?? "").replace(/0+$/, "").length > 2)
    return { ok: false, message: "Steps of 0.01 are the finest" };
  return { ok: true, value };
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** Expresses a percentage as a share of users: "1 in 20 users"; `noun` names the unit in the plural. */
export function percentInUsers(percent: number, noun = "users"): string {
  if (percent === 0) return `No ${noun}`;
  if (percent === 100) return `All ${noun}`;
  const hundredths = Math.round(percent * 100);
  const divisor = gcd(hundredths, 10_000);
  const [share, whole] = [hundredths / divisor, 10_000 / divisor];
  if (whole <= 20 || share === 1) return `${share} in ${formatCount(whole)} ${noun}`;
  return `About 1 in ${formatCount(Number((10_000 / hundredths).toPrecision(2)))} ${noun}`;
}
