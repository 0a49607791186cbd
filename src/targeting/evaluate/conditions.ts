// Decides whether a user meets a condition. A condition is prepared once and then tested for many users.
import { targetValues, type Condition } from "#contract/condition.ts";
import { isJudged, operators, type Answer, type NotJudged } from "./operators.ts";
import { placeOf, type Place, type User } from "./places.ts";
import { isMissing } from "./values.ts";

export type Test = (user: User) => Answer;

export interface PreparedCondition {
  readonly condition: Condition;
  readonly test: Test;
  /** Reads the value that the condition compares. */
  readonly value: Place["read"];
}

/** Decides a gate for a user, by the gate's id. */
type GateTest = (gateID: string) => Test;

const unread = {
  userAgent: { notJudged: "Clients read it from the user agent, which is not done here" },
  ip: { notJudged: "Clients look it up by IP address, which is not done here" },
} as const;

/** By type of condition: the attribute that clients derive a missing value from. */
const derivedFrom: ReadonlyMap<string, keyof typeof unread> = new Map([
  ["browser_name", "userAgent"],
  ["browser_version", "userAgent"],
  ["os_name", "userAgent"],
  ["os_version", "userAgent"],
  ["country", "ip"],
]);

/** The reason why a missing value is unknown instead of absent; undefined where it is absent. */
function unknownWithout({ type }: Condition, user: User): NotJudged | undefined {
  if (type === "time") return { notJudged: "No time is given" };
  if (type === "experiment_group") return { notJudged: "The group of the user is not known" };
  const source = derivedFrom.get(type);
  return source === undefined || user.derived || isMissing(user[source]) ? undefined : unread[source];
}

/** Choice: where a condition names several gates, one that passes (or fails) is enough, as in clients. */
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

/** Prepares a condition. Segments, scripts and types of another service are never judged; the answer gives the reason. */
export function prepareCondition(condition: Condition, decide: GateTest): PreparedCondition {
  const { type } = condition;
  const targets = targetValues(condition);
  if (type === "public") return { condition, test: () => true, value: () => undefined };
  if (type === "passes_gate" || type === "fails_gate")
    return { condition, test: gateTest(targets, type === "passes_gate", decide), value: () => undefined };
  if (type === "passes_segment" || type === "fails_segment")
    return cannotBeJudged(condition, "Who is in a segment is not known here");
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
