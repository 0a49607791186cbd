// Converts a hypothesis between its sentence and the template's parts: "If we …, then <metric> rises by at
// least 5 %, because …." Pure.
import { parsePercent } from "#console/foundation/forms/percent.ts";

export const hypothesisChanges = ["rises", "falls", "changes"] as const;
export type HypothesisChange = (typeof hypothesisChanges)[number];

/** Parts of the hypothesis template; empty where nothing was entered yet. */
export interface HypothesisParts {
  readonly action: string;
  readonly metric: string;
  readonly change: HypothesisChange;
  /** Percent, as typed. */
  readonly percent: string;
  readonly reason: string;
}

export const noHypothesis: HypothesisParts = {
  action: "",
  metric: "",
  change: "rises",
  percent: "",
  reason: "",
};

const sentence =
  /^If we (?<action>.*?)(?:, then (?<metric>.+?) (?<change>rises|falls|changes)(?: by at least (?<percent>\d+(?:\.\d+)?) %)?)?(?:, because (?<reason>.*))?$/s;

const isChange = (word: string): word is HypothesisChange => hypothesisChanges.some((one) => one === word);

/** Parses a sentence into template parts; undefined if it does not match the template and stays free text. */
export function hypothesisParts(text: string | null | undefined): HypothesisParts | undefined {
  const plain = (text ?? "").trim().replace(/\.$/, "");
  if (plain === "") return noHypothesis;
  const found = sentence.exec(plain)?.groups;
  if (!found) return undefined;
  const { action = "", metric = "", change = "", percent = "", reason = "" } = found;
  const parts = { action, metric, percent, reason, change: isChange(change) ? change : ("rises" as const) };
  // Template words inside a part would be parsed wrongly, so a sentence that does not survive the round trip stays free text.
  return hypothesisSentence(parts) === `${plain}.` ? parts : undefined;
}

/** Returns one sentence from the parts entered so far; empty if there are none. */
export function hypothesisSentence({ action, metric, change, percent, reason }: HypothesisParts): string {
  const [what, why] = [action.trim(), reason.trim().replace(/\.$/, "")];
  if (!what && !metric && !why) return "";
  const typed = parsePercent(percent);
  const effect = typed.ok ? ` by at least ${typed.value} %` : "";
  return `If we ${what}${metric ? `, then ${metric} ${change}${effect}` : ""}${why ? `, because ${why}` : ""}.`;
}

/** Returns the wished effect in percent, positive; undefined if the hypothesis names none. */
export function wishedEffect(text: string | null | undefined): number | undefined {
  const typed = parsePercent(hypothesisParts(text)?.percent ?? "");
  return typed.ok && typed.value > 0 ? typed.value : undefined;
}
