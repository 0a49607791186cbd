// Gates in words: state, type, and who passes in one line.
import type { Gate } from "#contract/gate.ts";
import type { Rule } from "#contract/rule.ts";
import { textOf, whoParts, type NameOf } from "#console/rules/condition-words.ts";
import { percentText } from "#console/rules/percent.ts";
import type { StatusTone } from "#console/ui/status.tsx";

const sentence = (text: string) =>
  text.charAt(0).toUpperCase() + text.slice(1).toLowerCase().replaceAll("_", " ");

export const statusText = (status: string) => sentence(status);

export const statusTone = (status: string): StatusTone => {
  if (status === "In Progress") return "live";
  return status === "Launched" ? "finished" : "off";
};

export const typeText = (type: string | null | undefined) => (type ? sentence(type) : "–");

const uncapitalised = (text: string) =>
  /^[A-Z][a-z]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;

/** "who pass EU residents", "where country is DE". */
function ofUsers(who: string): string {
  if (who.startsWith("passes ")) return `who pass ${who.slice("passes ".length)}`;
  return who.startsWith("does not pass ")
    ? `who do not pass ${who.slice("does not pass ".length)}`
    : `where ${who}`;
}

function singleRule(rule: Rule, nameOf: NameOf): string {
  const everyone = rule.conditions.every(({ type }) => type === "public");
  if (everyone)
    return rule.passPercentage === 100 ? "Everyone" : `${percentText(rule.passPercentage)} of everyone`;
  const who = ofUsers(uncapitalised(textOf(whoParts(rule.conditions, nameOf))));
  return rule.passPercentage === 100 ? `Users ${who}` : `${percentText(rule.passPercentage)} of users ${who}`;
}

/** Who passes the gate, in one line. */
export function whoPasses(gate: Gate, nameOf: NameOf): string {
  if (gate.status === "Launched") return "Everyone";
  if (gate.status === "Disabled" || !gate.isEnabled) return "Nobody";
  const giving = gate.rules.filter((rule) => rule.passPercentage > 0);
  const [first, ...rest] = giving;
  if (!first) return "Nobody";
  if (rest.length === 0) return singleRule(first, nameOf);
  const share = first.passPercentage === 100 ? "" : `${percentText(first.passPercentage)} of `;
  return `${share}${first.name}, and ${rest.length} more ${rest.length === 1 ? "rule" : "rules"}`;
}
