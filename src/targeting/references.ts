// Which gates a list of rules refers to.
import { type Condition, targetValues } from "#contract/condition.ts";

const gateConditions = new Set(["passes_gate", "fails_gate"]);

/** Ids of the gates that the rules ask about, each once, in the order of first mention. */
export const gateIDsIn = (
  rules: readonly { readonly conditions: readonly Pick<Condition, "type" | "targetValue">[] }[],
): string[] => [
  ...new Set(
    rules
      .flatMap((rule) => rule.conditions)
      .filter((condition) => gateConditions.has(condition.type))
      .flatMap(targetValues),
  ),
];
