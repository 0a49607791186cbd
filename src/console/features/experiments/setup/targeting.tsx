// Describes in sentences who takes part: the targeting gate and the experiment's inline rules.
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Experiment } from "#contract/experiment.ts";
import type { Rule } from "#contract/rule.ts";
import { query } from "#console/foundation/api/query.ts";
import { CodeBlock } from "#console/foundation/code-editor/code-block.tsx";
import { usersParts } from "#console/rules/fields/condition-words.ts";
import { environmentsText } from "#console/rules/fields/environments.ts";
import { Sentence } from "#console/rules/fields/sentence.tsx";
import { useReferencedGates } from "#console/rules/fields/referenced-gates.ts";
import { readInlineTargeting } from "#targeting/dependencies/references.ts";
import { statusDecision } from "#targeting/evaluate/status-decision.ts";
import { Fact } from "./setup-section.tsx";

const whereText = ({ environments }: Rule) => {
  if (!environments) return null;
  return environments.length ? `, in ${environmentsText(environments)} only` : ", in no environment";
};

function InlineRules({ rules }: { rules: readonly Rule[] }) {
  const { nameOf } = useReferencedGates(rules);
  return (
    <ol className="grid gap-1">
      {rules.map((rule) => (
        <li key={rule.id}>
          {rules.length > 1 && rule.name ? `${rule.name}: ` : null}
          <Sentence parts={usersParts(rule.conditions, rule.passPercentage, nameOf)} />
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

function InlineTargeting({ text }: { text: string | null | undefined }) {
  const { rules, isReadable } = useMemo(() => readInlineTargeting(text), [text]);
  if (rules?.length === 0) return null;
  return (
    <Fact name="Inline targeting">
      {rules ? (
        <InlineRules rules={rules} />
      ) : (
        <>
          {isReadable ? null : (
            <p className="pb-1 text-warning">The targeting cannot be read. It stands here as it came.</p>
          )}
          <CodeBlock label="Inline targeting rules">{text ?? ""}</CodeBlock>
        </>
      )}
    </Fact>
  );
}

export function Targeting({ experiment, company }: { experiment: Experiment; company: string }) {
  const { targetingGateID, inlineTargetingRulesJSON } = experiment;
  return (
    <>
      <InlineTargeting text={inlineTargetingRulesJSON} />
      <Fact name="Targeting gate">
        {targetingGateID ? (
          <TargetingGate id={targetingGateID} company={company} />
        ) : (
          "None, everyone is eligible"
        )}
      </Fact>
    </>
  );
}
