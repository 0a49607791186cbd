// Answers that index.html has asked for while the code of the console was on its way.
import type { SentRequest } from "./failure.ts";

declare global {
  /** By address, for one key; undefined where none came. */
  var earlyAnswers:
    | { readonly key: string; readonly answers: Map<string, Promise<Response | undefined>> }
    | undefined;
}

/** Takes the early answer to a request, if there is one; what is read again later is asked for again. */
export function takeEarlyAnswer({ method, url }: SentRequest, key: string | undefined) {
  const early = globalThis.earlyAnswers;
  if (method !== "GET" || early?.key !== key) return undefined;
  const answer = early?.answers.get(url);
  early?.answers.delete(url);
  return answer;
}
