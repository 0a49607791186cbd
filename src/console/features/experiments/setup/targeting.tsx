// Who takes part, in sentences: the targeting gate and the rules that the experiment carries itself.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { z } from "zod/mini";
import type { Experiment } from "#contract/experiment.ts";
import { Rule } from "#contract/rule.ts";
import { query, queryAll } from "#console/foundation/api/query.ts";
import { CodeBlock } from "#console/foundation/code-editor/code-block.tsx";
import type { NameOf } from "#console/rules/fields/condition-words.ts";
import { environmentsText } from "#console/rules/fields/environments.ts";
import { Users } from "#console/rules/fields/who.tsx";
import { statusDecision } from "#targeting/evaluate/evaluate.ts";
import { Fact } from "./fact.tsx";

const Rules = z.array(Rule);

/** The rules, or the text as it came where it says none that are known. */
function readRules(text: string): Rule[] | string {
  try {
    const rules = Rules.safeParse(JSON.parse(text));
    return rules.success ? rules.data : text;
  } catch {
    return text;
  }
}

const whereText = ({ environments }: Rule) => {
  if (!environments) return null;
  return environments.length ? `, in ${environmentsText(environments)} only` : ", in no environment";
};

function InlineRules({ rules }: { rules: readonly Rule[] }) {
  const { data: gates } = useQuery(queryAll("listGates", {}));
  const nameOf: NameOf = (id) => gates?.find((gate) => gate.id === id)?.name;
  return (
    <ol className="grid gap-1">
      {rules.map((rule) => (
        <li key={rule.id}>
          {rules.length > 1 ? `${rule.name}: ` : null}
          <Users conditions={rule.conditions} percent={rule.passPercentage} nameOf={nameOf} />
          {whereText(rule)}
        </li>
      ))}
    </ol>
  );
}

function TargetingGate({ id, company }: { id: string; company: string }) {
  const { data } = useQuery(query("readGate", { id }));
  const gate = data?.data;
  const decided = gate && statusDecision(gate);
  return (
    <>
      <Link to="/$company/gates/$id" params={{ company, id }} className="link">
        {gate?.name ?? id}
      </Link>
      {decided ? (
        <p className={`mt-1 ${decided.outcome === "fail" ? "text-warning" : "text-text-muted"}`}>
          {decided.reason}
          {decided.outcome === "fail" ? ": nobody is eligible" : ""}.
        </p>
      ) : gate?.rules.length ? (
        <div className="mt-1 text-text-muted">
          <InlineRules rules={gate.rules} />
        </div>
      ) : null}
    </>
  );
}

export function Targeting({ experiment, company }: { experiment: Experiment; company: string }) {
  const { targetingGateID, inlineTargetingRulesJSON } = experiment;
  const inline = readRules(inlineTargetingRulesJSON || "[]");
  return (
    <>
      <Fact name="Targeting gate">
        {targetingGateID ? (
          <TargetingGate id={targetingGateID} company={company} />
        ) : (
          "None, everyone is eligible"
        )}
      </Fact>
      {inline.length > 0 ? (
        <Fact name="Inline targeting">
          {typeof inline === "string" ? (
            <CodeBlock label="Inline targeting rules">{inline}</CodeBlock>
          ) : (
            <InlineRules rules={inline} />
          )}
        </Fact>
      ) : null}
    </>
  );
}
