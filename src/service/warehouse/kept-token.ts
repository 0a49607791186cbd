// A token that is made once for many requests, and again before it ends or when the engine no longer takes it.
import type { Ask } from "./ask-json.ts";

export interface Token {
  readonly text: string;
  /** ms since the epoch. */
  readonly until: number;
}

/** A minute before its end a token is as good as ended: requests take time, and clocks differ. */
const reserveMs = 60_000;

/** As `askJson` asks for it; of many requests that were refused with one token, the first makes the next. */
export function keptToken(make: () => Promise<Token>): NonNullable<Ask["authorize"]> {
  let kept: Promise<Token> | undefined;
  return async (refused) => {
    const current = kept;
    const token = await current?.catch(() => undefined);
    const isGood =
      token && token.until - reserveMs > Date.now() && refused?.["Authorization"] !== `Bearer ${token.text}`;
    // Another request may have made one meanwhile.
    if (!isGood && kept === current) kept = make();
    return { Authorization: `Bearer ${(await kept)?.text}` };
  };
}
