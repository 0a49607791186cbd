// Texts about checks: which client asked, and what the result was.
import type { CheckTally, RecentCheck } from "#contract/checks.ts";

export type CheckedKind = "gate" | "config";

/** Readable name of a client library; unknown ones keep their name. */
export function libraryName(library: string): string {
  if (/^(javascript-client|js-mono|js-client|statsig-js)/.test(library)) return "web";
  if (/node/.test(library)) return "Node";
  return library === "http" ? "HTTP" : library;
}

export const clientName = ({ library, version }: { library: string; version: string }) =>
  `${libraryName(library)} ${version}`.trim();

/** Names of the three counts of a tally. */
export const outcomeNames: Record<CheckedKind, readonly [string, string, string]> = {
  gate: ["passed", "failed", "no answer"],
  config: ["value of a rule", "default value", "no answer"],
};

export const countsOf = ({
  passed,
  failed,
  unanswered,
}: Pick<CheckTally, "passed" | "failed" | "unanswered">) => [passed, failed, unanswered] as const;

export const outcomeText = (kind: CheckedKind, { outcome }: Pick<RecentCheck, "outcome">) =>
  outcomeNames[kind][{ pass: 0, fail: 1, none: 2 }[outcome]] ?? "";

const withoutRule: Record<string, string> = {
  "": "No rule was known to the app",
  default: "No rule took the user",
  disabled: "It was off",
  launched: "It was launched",
};

/** Name of the rule that decided, or a text with its id if the rule no longer exists. */
export const ruleText = (ruleID: string, name: string | null) =>
  name ?? withoutRule[ruleID] ?? `A rule that is gone: ${ruleID}`;
