// The gate that a request asks for: where it differs from the answer, something else was stored.
import type { Gate } from "#contract/gate.ts";
import { baseIDOf, type Rule } from "#contract/rule.ts";
import type { GateRequest } from "./gate-request.ts";

type SentRule = Partial<Rule> | Extract<GateRequest, { endpoint: "updateGateRule" }>["body"];

/** The rule with the fields that were sent; one value or a list of one is the same to a condition. */
const withSent = (rule: Rule, sent: SentRule): Rule => ({
  ...rule,
  name: sent.name ?? rule.name,
  passPercentage: sent.passPercentage ?? rule.passPercentage,
  conditions: sent.conditions ?? rule.conditions,
  environments: sent.environments === undefined ? rule.environments : sent.environments,
});

const states = {
  enableGate: { status: "In Progress", isEnabled: true },
  disableGate: { status: "Disabled", isEnabled: false },
  launchGate: { status: "Launched", isEnabled: true },
} as const;

/** `answer` lends what the request leaves to the service, such as the ids of new rules. */
export function requestedGate(request: GateRequest, before: Gate, answer: Gate): Gate {
  if (request.endpoint === "updateGateRule")
    return {
      ...before,
      rules: before.rules.map((rule) =>
        baseIDOf(rule) === request.ruleID ? withSent(rule, request.body) : rule,
      ),
    };
  if (request.endpoint !== "patchGate") return { ...before, ...states[request.endpoint] };
  const { name, description, tags, type, status, rules } = request.body;
  return {
    ...before,
    ...(status === undefined ? {} : { status, isEnabled: status !== "Disabled" }),
    name: name ?? before.name,
    description: description ?? before.description,
    tags: tags ?? before.tags,
    type: type ?? before.type,
    rules: rules
      ? rules.map((sent, index) => {
          const stored = answer.rules[index];
          const identity = {
            id: stored?.id ?? sent.name,
            baseID: sent.baseID ?? (stored ? baseIDOf(stored) : sent.name),
          };
          return withSent({ ...identity, name: "", passPercentage: 0, conditions: [] }, sent);
        })
      : before.rules,
  };
}
