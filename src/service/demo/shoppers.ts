// Generates the users of the demo shop, and how often each of them visits.
import { normal, pick } from "./random.ts";

export interface Shopper {
  id: string;
  country: string;
  platform: string;
  tier: string;
  appVersion: string;
  /** Expected number of visits in 30 days beyond the first. */
  visits: number;
}

const countries = [
  ["DE", 34],
  ["SE", 20],
  ["NL", 15],
  ["DK", 11],
  ["NO", 8],
  ["FI", 7],
  ["AT", 5],
] as const;
const platforms = [
  ["web", 55],
  ["ios", 27],
  ["android", 18],
] as const;
const tiers = [
  ["none", 70],
  ["silver", 22],
  ["gold", 8],
] as const;
const versions = [
  ["5.2.1", 45],
  ["5.2.0", 25],
  ["5.1.4", 20],
  ["4.9.8", 10],
] as const;
const loyalty: Record<string, number> = { none: 0.85, silver: 1.3, gold: 2 };

export const shopperCount = 40_000;

/** Generates a shopper. The number of visits varies widely: most visit once or twice, some nearly daily. */
export function makeShopper(random: () => number, number: number): Shopper {
  const tier = pick(random, tiers);
  // An odd factor permutes the 32-bit numbers, so ids look random and never collide.
  const id = (Math.imul(number + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, "0");
  return {
    id: `u_${id}`,
    country: pick(random, countries),
    platform: pick(random, platforms),
    tier,
    appVersion: pick(random, versions),
    visits: Math.min(25, 1.9 * (loyalty[tier] ?? 1) * Math.exp(0.8 * normal(random) - 0.32)),
  };
}
