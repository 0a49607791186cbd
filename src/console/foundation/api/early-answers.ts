// Answers to requests that index.html sent while the code of the console was still loading.
import type { SentRequest } from "./failure.ts";

/** The parts of a response that are read, with its text. */
type EarlyAnswer = Pick<Response, "status" | "ok" | "statusText"> & { readonly text: () => string };

declare global {
  /** Answers by address, for one key; undefined for a request that failed. */
  var earlyAnswers:
    | { readonly key: string; readonly answers: Map<string, Promise<EarlyAnswer | undefined>> }
    | undefined;
}

/** Takes the early answer to a request, if there is one. Each is used once: a later read of the same address sends a request. */
export function takePrefetchedAnswer({ method, url }: SentRequest, key: string | undefined) {
  const early = globalThis.earlyAnswers;
  if (method !== "GET" || early?.key !== key) return undefined;
  const answer = early?.answers.get(url);
  early?.answers.delete(url);
  return answer;
}
