// Records the sender of each request after the response, for the app activity page and the last use of keys.
import { createMiddleware } from "hono/factory";
import { type Activity, type AppRequest } from "./app-activity.ts";
import { HttpError } from "./errors.ts";
import type { KeyUses } from "./key-uses.ts";
import type { Environment } from "./log-requests.ts";
import type { Rejections } from "./rejections.ts";
import { withoutKeys } from "./sdk-keys.ts";
import { clockErrorOf, isFromBrowser, libraryOf, programOf } from "./sender.ts";

interface Options {
  activity: Activity;
  rejected: Rejections;
  uses: KeyUses;
  now: () => number;
}

const parts: [RegExp, AppRequest["part"]][] = [
  [/\/download_config_specs(\/|$)/, "rules"],
  [/\/(initialize|check_gate|get_config|get_layer)$/, "evaluations"],
  [/\/(log_event|rgstr|rgstr_b|log_event_beacon|log_custom_exposure)$/, "log"],
];
const partOf = (path: string) => parts.find(([pattern]) => pattern.test(path))?.[1];

/** Returns the first problem of an unreadable request. */
function messageOf(error: Error | undefined, status: number): string {
  if (!(error instanceof HttpError)) return `Status ${status}`;
  const [first] = error.errors ?? [];
  const of = first?.property ? `${first.property}: ` : "";
  return withoutKeys(first ? `${of}${first.errorMessage}` : error.message);
}

/** Middleware for the endpoints of apps. */
export const recordAppRequests = ({ activity, rejected, uses, now }: Options) =>
  createMiddleware<Environment>(async (context, next) => {
    await next();
    const { status } = context.res;
    // Errors of the service are not the app's fault; OPTIONS requests are CORS preflights of browsers.
    if (status >= 500 || status === 404 || status === 405 || context.req.method === "OPTIONS") return;
    const { headers } = context.req.raw;
    const query = (name: string) => context.req.query(name);
    const key = context.get("sender");
    const time = now();
    const { library, version } = libraryOf(headers, query);
    const reason = context.get("keyProblem") ?? (status === 413 ? "too_large" : "unreadable");
    const request: AppRequest = {
      // Fields are listed one by one: spreading an object here takes longer than everything below.
      library,
      version,
      key,
      isBrowser: isFromBrowser(headers),
      clockError: clockErrorOf(headers, query, time),
      part: partOf(context.req.path),
      logged: context.get("logged"),
      eventRefusals: context.get("eventRefusals"),
      rules: context.get("rules"),
      refusal: status >= 400 ? { reason, message: messageOf(context.error, status) } : undefined,
    };
    activity.note(request, time);
    const refusedEvents = context.get("refusedEvents") ?? [];
    if (request.refusal || refusedEvents.length > 0)
      rejected.note(request, withoutKeys(context.req.path), refusedEvents, time);
    if (key) uses.note(key.id, { time, library, version });
  });

/** Middleware for the console's endpoints. */
export const recordConsoleRequests = ({ uses, now }: Pick<Options, "uses" | "now">) =>
  createMiddleware<Environment>(async (context, next) => {
    await next();
    const key = context.get("sender");
    if (key) uses.note(key.id, { time: now(), ...programOf(context.req.raw.headers) });
  });
