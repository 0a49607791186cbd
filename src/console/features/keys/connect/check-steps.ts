// Computes which steps of connecting an app the service has seen completed with a key, and describes problems in words. Pure.
import type { AppActivity, AppCaller, AppRefusal } from "#contract/app-activity.ts";
import type { StoredKey } from "#contract/stored-key.ts";
import { plural } from "#console/foundation/ui/wording.ts";
import { isOfEvents, problemOfRefusal, type Problem } from "./refusal-words.ts";
import { isPublic, readsRules, type App } from "./snippets.ts";

export interface Step {
  name: string;
  /** When the step was last completed, in ms since the epoch. */
  time: number | undefined;
  text: string | undefined;
  problem: Problem | undefined;
}

interface Given {
  app: App;
  key: StoredKey | undefined;
  activity: AppActivity;
  /** The rule that decided the newest exposure, in words. */
  rule?: string | undefined;
}

/** Returns the caller with the latest value of a time. */
const latest = (
  callers: readonly AppCaller[],
  field: "rulesTime" | "evaluationTime" | "exposureTime" | "eventTime",
) => callers.filter((caller) => caller[field] !== null).sort((a, b) => (b[field] ?? 0) - (a[field] ?? 0))[0];

/** Formats a duration, such as "6 min 4 s". */
export function spanText(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000);
  if (seconds >= 7200) return plural(Math.round(seconds / 3600), "hour");
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return minutes ? `${minutes} min ${rest} s` : `${rest} s`;
}

/** Finds a refusal relevant to the current attempt: of this key or, if no step succeeded yet, of an unknown or wrong kind of key. */
function refusalOf(refusals: readonly AppRefusal[], key: StoredKey | undefined, doneTime: number) {
  const isOfWrongKind = (reason: string) => ["console_key", "wrong_kind", "server_key"].includes(reason);
  const concerns = ({ keyID, reason }: AppRefusal) =>
    keyID === key?.id || (doneTime === 0 && (keyID === null || isOfWrongKind(reason)));
  return refusals.find((refusal) => concerns(refusal) && refusal.lastTime > doneTime);
}

/** Describes the newest exposure; `rule` is the deciding rule in words. */
const exposureText = ({ lastExposure }: AppCaller, rule: string | undefined): string | undefined => {
  if (!lastExposure) return undefined;
  const { name, value, unit } = lastExposure;
  const answer = value === null ? "" : value === "true" ? ": pass" : ": fail";
  return `${name}${unit ? ` for ${unit}` : ""}${answer}${rule ? `, by ${rule}` : ""}`;
};

/** Returns the newest exposure that was logged with a key. */
export const lastExposureOf = ({ key, activity }: Pick<Given, "key" | "activity">) =>
  latest(
    activity.callers.filter(({ keyID }) => keyID === key?.id),
    "exposureTime",
  )?.lastExposure;

const clock = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });

/** Describes downloaded rules: "124 gates, 38 configs and 10 experiments, 96 kB." */
function rulesText({ lastRules }: AppCaller): string {
  if (!lastRules) return "";
  const { gates, configs, experiments, characters } = lastRules;
  const size = Math.max(1, Math.round(characters / 1000));
  return ` ${plural(gates, "gate")}, ${plural(configs, "config")} and ${plural(experiments, "experiment")}, ${size} kB.`;
}

/** Milliseconds before missing data counts as a problem. Logged events are seen within a minute of the exposures before them. */
const soon = 20_000;

function evaluationProblem({ app, activity }: Given, callers: readonly AppCaller[]): Problem | undefined {
  const logging = latest(callers, "eventTime");
  if (app === "http" || !logging || latest(callers, "exposureTime")) return undefined;
  if (activity.time - (logging.eventTime ?? 0) < soon) return undefined;
  return {
    title: "Events came, but no exposures.",
    text: "The app logs and asks for no gate, config or experiment, so no experiment counts its users.",
    advice: "Ask with checkGate, getConfig or getExperiment, as in the snippet, for the same user.",
  };
}

function loggingProblem({ app, activity }: Given, callers: readonly AppCaller[]): Problem | undefined {
  const asking = latest(callers, "evaluationTime");
  if (!isPublic(app) || !asking || latest(callers, "eventTime") || latest(callers, "exposureTime"))
    return undefined;
  if (asking.isBrowser || activity.time - (asking.evaluationTime ?? 0) < soon) return undefined;
  return {
    title: "It runs outside a browser, where this library logs nothing.",
    text: "Values were fetched by a program, and neither events nor exposures came.",
    advice: "Set loggingEnabled: 'always' in the options, or use the library for servers.",
  };
}

/** Problems of an app that works otherwise: a wrong clock, or a server key in a browser. */
export function warningsOf({ app, key, activity }: Omit<Given, "rule">): Problem[] {
  const callers = activity.callers.filter(({ keyID }) => keyID === key?.id);
  // When connecting a public app, any server key used from a browser is reported, not only the chosen key.
  const leaked = (isPublic(app) ? activity.callers : callers).find(
    ({ isBrowser, kind }) => isBrowser && kind === "server",
  );
  const wrong = callers.find(({ clockError }) => clockError !== null)?.clockError ?? undefined;
  const problems: Problem[] = [];
  if (leaked)
    problems.push({
      title: "A server key is in a browser.",
      text: "Whoever opens that page can read every rule with it.",
      advice: "Give the page a client key, and revoke this one.",
      facts: [["Key", leaked.keyName]],
    });
  if (wrong !== undefined)
    problems.push({
      title: `The clock of this app is ${spanText(wrong)} ${wrong > 0 ? "ahead" : "behind"}.`,
      text: "The times of its events are corrected by that here; rules by time decide by its own clock.",
      advice: "Set the clock by NTP.",
      facts: [
        ["Its time", clock.format(activity.time + wrong)],
        ["Our time", clock.format(activity.time)],
      ],
    });
  return problems;
}

export function stepsOf(given: Given): Step[] {
  const { app, key, activity } = given;
  const callers = activity.callers.filter(({ keyID }) => keyID === key?.id);
  const fetched = latest(callers, readsRules(app) ? "rulesTime" : "evaluationTime");
  const evaluated = latest(callers, app === "http" ? "evaluationTime" : "exposureTime");
  const logged = latest(callers, "eventTime");
  const library = fetched && `${fetched.environment}, ${[fetched.library, fetched.version].join(" ").trim()}`;
  const first: Step = {
    name: readsRules(app) ? "Rules fetched" : "Values fetched",
    time: (readsRules(app) ? fetched?.rulesTime : fetched?.evaluationTime) ?? undefined,
    text: library && `For ${library}.${readsRules(app) ? rulesText(fetched) : ""}`,
    problem: undefined,
  };
  const steps: Step[] = [
    ...(app === "http" ? [] : [first]),
    {
      name: "Evaluated",
      time: (app === "http" ? evaluated?.evaluationTime : evaluated?.exposureTime) ?? undefined,
      text: evaluated && exposureText(evaluated, given.rule),
      problem: evaluationProblem(given, callers),
    },
    {
      name: "Logged",
      time: logged?.eventTime ?? undefined,
      text: logged && `${logged.lastEvent ?? ""}, ${plural(logged.events, "event")} in the last hour.`,
      problem: loggingProblem(given, callers),
    },
  ];
  const done = Math.max(0, ...steps.map(({ time }) => time ?? 0));
  const refused = refusalOf(activity.refusals, key, done);
  // A refusal is shown at the first incomplete step or, if all are complete or it is of events, at the last one.
  const at =
    (refused && isOfEvents(refused) ? undefined : steps.find(({ time }) => time === undefined)) ??
    steps.at(-1);
  if (refused && at) at.problem = problemOfRefusal(refused, app);
  return steps;
}
