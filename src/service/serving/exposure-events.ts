// Creates exposure events like those that libraries log, for requests over plain HTTP that evaluate or log.
import type { AppUser, CustomExposure } from "#contract/evaluation-request.ts";
import type { PreparedEntity, Answer, PreparedValues } from "#targeting/served-values/prepare-values.ts";
import { customIDsOf } from "./user-of-request.ts";

/** Returns the user as it may be logged: with the library's own id among the custom ids, and without private attributes. */
export function loggedUser(user: AppUser, stableID: string | null | undefined): object {
  const { privateAttributes: _private, ...rest } = user;
  return { ...rest, customIDs: customIDsOf({ user, stableID }) };
}

const gateEvent = (user: object, gate: string, passes: boolean, ruleID: string, more: object) => ({
  eventName: "statsig::gate_exposure",
  user,
  metadata: { gate, gateValue: String(passes), ruleID, ...more },
});

const configEvent = (user: object, config: string, ruleID: string, more: object) => ({
  eventName: "statsig::config_exposure",
  user,
  metadata: { config, ruleID, ...more },
});

/** Choice: a request for a layer over plain HTTP exposes the user to the experiment that decided, since all parameters are answered at once. */
const layerEvent = (user: object, layer: string, ruleID: string, delegate: string, reason: string) => ({
  eventName: "statsig::layer_exposure",
  user,
  metadata: {
    config: layer,
    ruleID,
    allocatedExperiment: delegate,
    parameterName: "",
    isExplicitParameter: String(delegate !== ""),
    reason,
  },
});

/** Returns the exposure event of a decision. It has no time, so that it is not taken for a repetition of an earlier one. */
export function exposureEvent(
  kind: "gate" | "config" | "layer",
  user: object,
  name: string,
  { passes, ruleID, reason, delegate }: Pick<Answer, "passes" | "ruleID" | "delegate"> & { reason: string },
) {
  if (kind === "layer") return layerEvent(user, name, ruleID, delegate?.name ?? "", reason);
  return kind === "gate"
    ? gateEvent(user, name, passes, ruleID, { reason })
    : configEvent(user, name, ruleID, { reason, rulePassed: String(passes) });
}

/** Returns the event of an exposure that the app decided. If the app names a group, its id is looked up. */
export function customEvent(exposure: CustomExposure, user: object, { configs }: PreparedValues) {
  const { group, ruleID, time } = exposure;
  const more = { isManualExposure: "true" };
  const idOf = (entity?: PreparedEntity) => ruleID ?? entity?.groupIDs?.get(group ?? "") ?? group ?? "";
  const event =
    "gateName" in exposure
      ? gateEvent(user, exposure.gateName, exposure.passes, idOf(), more)
      : configEvent(user, exposure.experimentName, idOf(configs.get(exposure.experimentName)), more);
  return time === undefined || time === null ? event : { ...event, time };
}
