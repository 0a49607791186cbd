import type { BacktestResult } from "#targeting/backtest/backtest-gate.ts";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { plural } from "#console/foundation/ui/wording.ts";
import type { EvaluatedUser, UnloggedAttribute } from "./event-users.ts";

const sourceTexts = {
  userAgent: "the user agent that it is read from",
  ip: "the address that it is looked up by",
};

function unreportedText({ label, users, isUnit, source }: UnloggedAttribute, total: number): string {
  const who = users === total ? "No event tells it" : `The events of ${plural(users, "user")} do not tell it`;
  if (source)
    return `${label}: ${who.toLowerCase()}, nor ${sourceTexts[source]}, so where it decides they are not judged.`;
  return isUnit
    ? `${label}: ${who.toLowerCase()}, so they all fall on the same side of a percentage.`
    : `${label}: ${who.toLowerCase()}, so they count as users without it.`;
}

interface LimitationsProps {
  result: BacktestResult<EvaluatedUser>;
  unreported: readonly UnloggedAttribute[];
  /** Names of the draft's rules, in evaluation order. */
  ruleNames: readonly string[];
}

/** Lists the limits of the back-test: users who could not be evaluated, attributes that are not logged, ids not yet assigned. */
export function Limitations({ result, unreported, ruleNames }: LimitationsProps) {
  const { reasons, unsettled, users } = result;
  if (reasons.length + unreported.length + unsettled.length === 0) return null;
  return (
    <section aria-labelledby="not-judged">
      <SectionHead id="not-judged" title="What this does not know" />
      <ul className="grid list-disc gap-1 pb-4 pl-5 break-words">
        {reasons.map((reason) => (
          <li key={reason.message}>
            {plural(reason.users, "user")} could not be judged: {reason.message}.
          </li>
        ))}
        {unreported.map((attribute) => (
          <li key={attribute.label}>{unreportedText(attribute, users)}</li>
        ))}
        {unsettled.map((index) => (
          <li key={index}>
            Rule {index + 1}, {ruleNames[index]}, is new: how many it takes is right, but who they are is
            settled when it is saved.
          </li>
        ))}
      </ul>
    </section>
  );
}
