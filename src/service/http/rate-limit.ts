// Rate limits for the reads and writes of each key, and for invalid keys from each address.
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { HttpError } from "./errors.ts";

/** A rate limit: `points` requests in `seconds`. */
export interface RateWindow {
  points: number;
  seconds: number;
}

/** Counts a request of a key; sets the RateLimit-* headers of the tightest limit, or throws 429. */
export type CountRequest = (key: string, setHeader: (name: string, value: string) => void) => Promise<void>;

const seconds = (ms: number) => String(Math.max(1, Math.ceil(ms / 1000)));

export function rateLimiter(windows: readonly RateWindow[], what = "requests"): CountRequest {
  const limiters = windows.map(
    (window, index) =>
      new RateLimiterMemory({
        points: window.points,
        duration: window.seconds,
        keyPrefix: `window-${index}`,
      }),
  );
  return async (key, setHeader) => {
    let tightest: { limit: number; state: RateLimiterRes } | undefined;
    for (const limiter of limiters) {
      const state = await limiter.consume(key).catch((refused: unknown) => {
        if (refused instanceof RateLimiterRes) return refused;
        throw refused;
      });
      if (state.consumedPoints > limiter.points) {
        tightest = { limit: limiter.points, state };
        break;
      }
      if (!tightest || state.remainingPoints < tightest.state.remainingPoints)
        tightest = { limit: limiter.points, state };
    }
    if (!tightest) return;
    setHeader("RateLimit-Limit", String(tightest.limit));
    setHeader("RateLimit-Remaining", String(tightest.state.remainingPoints));
    setHeader("RateLimit-Reset", seconds(tightest.state.msBeforeNext));
    if (tightest.state.consumedPoints > tightest.limit)
      throw new HttpError(429, `Too many ${what}. Try again in ${seconds(tightest.state.msBeforeNext)} s.`, {
        headers: { "Retry-After": seconds(tightest.state.msBeforeNext) },
      });
  };
}
