// Counts the events of a logged batch, for the page that shows the activity of apps. Pure.
import type { LastExposure } from "#contract/app-activity.ts";
import type { LoggedEvent } from "#contract/logged-event.ts";
import type { LoggedCounts } from "#service/http/sender.ts";

const exposure = /^statsig::(gate|config|layer)_exposure$/;

const textOf = (value: unknown) =>
  (typeof value === "string" || typeof value === "number" ? String(value) : "").slice(0, 200);

const lastExposureOf = ({ eventName, metadata, user }: LoggedEvent): LastExposure => {
  const kind = exposure.exec(eventName)?.[1] ?? "";
  const [unit = ""] = [user?.userID, ...Object.values(user?.customIDs ?? {})].filter(Boolean);
  return {
    kind,
    name: textOf(metadata?.[kind === "layer" ? "config" : kind]),
    value: kind === "gate" ? textOf(metadata?.["gateValue"]) : null,
    rule: textOf(metadata?.["ruleID"]),
    unit: textOf(unit),
  };
};

export function countsOf(events: readonly LoggedEvent[]): LoggedCounts {
  const exposures = events.filter(({ eventName }) => exposure.test(eventName));
  const others = events.filter(({ eventName }) => !eventName.startsWith("statsig::"));
  const last = exposures.at(-1);
  return {
    events: others.length,
    exposures: exposures.length,
    lastEvent: others.at(-1)?.eventName.slice(0, 200) ?? null,
    lastExposure: last ? lastExposureOf(last) : null,
  };
}
