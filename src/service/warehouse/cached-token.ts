// Caches a token for many requests; renews it before it expires or when the engine no longer accepts it.
import type { HttpRequest } from "./json-request.ts";

export interface Token {
  readonly text: string;
  /** Time of expiry, ms since the epoch. */
  readonly until: number;
}

/** A token is renewed a minute before it expires, because requests take time and clocks differ. */
const reserveMs = 60_000;

/**
 * Returns an `authorize` function for `sendJsonRequest`. Of concurrent requests that were rejected with one token, only the
 * first requests a new one.
 */
export function cachedToken(make: () => Promise<Token>): NonNullable<HttpRequest["authorize"]> {
  let kept: Promise<Token> | undefined;
  return async (refused) => {
    const current = kept;
    const token = await current?.catch(() => undefined);
    const isGood =
      token && token.until - reserveMs > Date.now() && refused?.["Authorization"] !== `Bearer ${token.text}`;
    // Another request may have renewed the token meanwhile.
    if (!isGood && kept === current) kept = make();
    return { Authorization: `Bearer ${(await kept)?.text}` };
  };
}
