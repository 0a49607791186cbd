// Evaluates whether a user meets a condition. A condition is prepared once and then tested for many users.
import { targetValues, type Condition } from "#contract/condition.ts";
import { isJudged, operators, type Answer, type NotJudged } from "./operators.ts";
import { attributeOf, placeOf, sourceOf, type Place, type User } from "./places.ts";
import { referencesOfCondition, refersToGates, refersToSegments } from "./references.ts";
import { isMissing } from "./values.ts";

export type Test = (user: User) => Answer;

export interface PreparedCondition {
  readonly condition: Condition;
  readonly test: Test;
  /** Reads the user's value that the condition compares. */
  readonly value: Place["read"];
}

/** Returns the test whether a user passes a gate, given the gate's id, or is in a segment, given its name. */
type GateTest = (gateID: string) => Test;

const unread = {
  userAgent: { notJudged: "The service has not read it from the user agent" },
  ip: { notJudged: "The service has not looked it up by the IP address" },
} as const;

const unrecorded = {
  userAgent: { notJudged: "No event of the user tells it, nor the user agent that it is read from" },
  ip: { notJudged: "No event of the user tells it, nor the IP address that it is looked up by" },
} as const;

/** Returns why a missing value is unknown rather than absent; undefined if it is absent. */
function unknownWithout({ type }: Condition, user: User): NotJudged | undefined {
  if (type === "time") return { notJudged: "No time is given" };
  if (type === "experiment_group") return { notJudged: "The group of the user is not known" };
  const source = sourceOf(attributeOf(type) ?? "");
  if (!source) return undefined;
  if (user.unrecorded?.includes(source)) return unrecorded[source];
  return user.derived || isMissing(user[source]) ? undefined : unread[source];
}

/** Choice: if a condition names several gates, one that passes (or fails) is enough, as in clients. */
function gateTest(targets: readonly string[], wanted: boolean, decide: GateTest): Test {
  const tests = targets.map(decide);
  return (user) => {
    let unsure: NotJudged | undefined;
    for (const test of tests) {
      const answer = test(user);
      if (answer === wanted) return true;
      if (!isJudged(answer)) unsure ??= answer;
    }
    return unsure ?? false;
  };
}

const cannotBeJudged = (condition: Condition, notJudged: string): PreparedCondition => {
  const answer = { notJudged };
  return { condition, test: () => answer, value: () => undefined };
};

/**
 * Prepares a condition; segments are tested like gates. Scripts and condition types of other services are never
 * evaluated; the result gives the reason.
 */
export function prepareCondition(condition: Condition, decide: GateTest): PreparedCondition {
  const { type } = condition;
  const targets = targetValues(condition);
  if (type === "public") return { condition, test: () => true, value: () => undefined };
  const asked = referencesOfCondition(condition);
  if (refersToGates(condition) || refersToSegments(condition))
    return { condition, test: gateTest(asked, type.startsWith("passes"), decide), value: () => undefined };
  const read = placeOf(condition)?.read;
  if (!read) return cannotBeJudged(condition, `Conditions of the type ${type} are kept, not judged here`);
  const operator = condition.operator?.toLowerCase() ?? "";
  const holds = operators.get(operator)?.(targets);
  if (!operator) return cannotBeJudged(condition, "It has no operator");
  if (!holds) return cannotBeJudged(condition, `The operator ${operator} is kept, not judged here`);
  const test: Test = (user) => {
    const value = read(user);
    return (isMissing(value) ? unknownWithout(condition, user) : undefined) ?? holds(value);
  };
  return { condition, test, value: read };
}
