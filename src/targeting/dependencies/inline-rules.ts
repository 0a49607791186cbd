import { z } from "zod";
import { Rule } from "#contract/rule.ts";

const Rules = z.array(Rule);

/** Rules of an experiment's inline targeting. Choice: inline targeting that is no list of rules refers to nothing. */
export function inlineRules(text: string | null | undefined): Rule[] {
  try {
    return Rules.safeParse(JSON.parse(text || "[]")).data ?? [];
  } catch {
    return [];
  }
}
