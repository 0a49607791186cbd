// A hypothesis as a sentence and as the parts of the template: "If we …, then <metric> rises by at least 5 %, because …." Pure.
import { parsePercent } from "#console/foundation/forms/percent.ts";

export const hypothesisChanges = ["rises", "falls", "changes"] as const;
export type HypothesisChange = (typeof hypothesisChanges)[number];

/** Empty where nothing is said yet. */
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

/** Undefined where the sentence has another form, so that it stays free text. */
export function hypothesisParts(text: string | null | undefined): HypothesisParts | undefined {
  const plain = (text ?? "").trim().replace(/\.$/, "");
  if (plain === "") return noHypothesis;
  const found = sentence.exec(plain)?.groups;
  if (!found) return undefined;
  const { action = "", metric = "", change = "", percent = "", reason = "" } = found;
  const parts = { action, metric, percent, reason, change: isChange(change) ? change : ("rises" as const) };
  // Words of the template within a part would be read as another one: such a sentence is free text, and stays as it is.
  return hypothesisSentence(parts) === `${plain}.` ? parts : undefined;
}

/** One plain sentence of what is said so far; empty where nothing is. */
export function hypothesisSentence({ action, metric, change, percent, reason }: HypothesisParts): string {
  const [what, why] = [action.trim(), reason.trim().replace(/\.$/, "")];
  if (!what && !metric && !why) return "";
  const typed = parsePercent(percent);
  const effect = typed.ok ? ` by at least ${typed.value} %` : "";
  return `If we ${what}${metric ? `, then ${metric} ${change}${effect}` : ""}${why ? `, because ${why}` : ""}.`;
}

/** The effect that is wished, percent and positive; undefined where none is said. */
export function wishedEffect(text: string | null | undefined): number | undefined {
  const typed = parsePercent(hypothesisParts(text)?.percent ?? "");
  return typed.ok && typed.value > 0 ? typed.value : undefined;
}
