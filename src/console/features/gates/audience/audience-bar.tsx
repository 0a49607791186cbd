// A bar of the users of recent events, divided by the rule that decides for them.
import type { EnvironmentAudience, GateAudience } from "#contract/gate-audience.ts";
import { ShareParts, shareLooks } from "#console/rules/fields/share-bar.tsx";
import { andList, formatCount } from "#console/foundation/ui/wording.ts";

interface AudienceBarProps {
  /** The counts of the gate in all environments; `audience` is one of these. */
  gate: GateAudience;
  audience: EnvironmentAudience;
  ruleNames: ReadonlyMap<string, string>;
}

/** Returns "908 of 3,000 recent users pass in production: 12 by Staff and 896 by EU web shoppers." */
function audienceText({ gate: { users, unreported }, audience, ruleNames }: AudienceBarProps): string {
  const { name, passing, unknown, rules } = audience;
  const byRule = rules.map(
    (rule) => `${formatCount(rule.users)} by ${ruleNames.get(rule.baseID) ?? "a rule"}`,
  );
  const how = byRule.length > 0 ? `: ${andList(byRule)}` : "";
  const notJudged = unknown > 0 ? ` ${formatCount(unknown)} could not be judged.` : "";
  const open =
    unreported.length > 0 ? ` No event tells ${andList(unreported)}: they count as without it.` : "";
  return `${formatCount(passing)} of ${formatCount(users)} recent users pass in ${name}${how}.${notJudged}${open}`;
}

export function AudienceBar(props: AudienceBarProps) {
  const { passing, unknown, rules } = props.audience;
  const { users, unreported } = props.gate;
  // If some attributes are not logged, users who do not pass according to their events might pass in reality.
  const isOpen = unreported.length > 0;
  const byNoRule = passing - rules.reduce((sum, rule) => sum + rule.users, 0);
  const text = audienceText(props);
  const parts = [
    ...rules.map(({ baseID, users }) => ({ key: baseID, users, look: shareLooks.keep })),
    { key: "status", users: byNoRule, look: shareLooks.keep },
    { key: "unknown", users: unknown, look: shareLooks.unknown },
    { key: "none", users: users - passing - unknown, look: isOpen ? shareLooks.unknown : shareLooks.none },
  ];
  return (
    // The key remounts the bar when the counts change, so that this does not count as a layout shift.
    <span key={text} role="img" aria-label={text} title={text} className="block">
      <ShareParts
        shares={parts
          .filter((part) => part.users > 0)
          .map((part) => ({ ...part, percent: (100 * part.users) / users }))}
      />
    </span>
  );
}
