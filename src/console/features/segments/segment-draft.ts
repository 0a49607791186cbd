// The draft of a segment: it holds what was typed, even while that is invalid. The id list is edited separately. Pure.
import { z } from "zod/mini";
import type { Problem } from "#contract/api-error.ts";
import { problemsOf } from "#contract/problems.ts";
import { SegmentCreate } from "#contract/segment-update.ts";
import { Segment } from "#contract/segment.ts";
import { changeOf } from "#console/editing/diff-merge/changes.ts";
import { rulesStep } from "#console/editing/diff-merge/draft-fields.ts";
import type { FormKind } from "#console/editing/form/entity-form.tsx";
import { formField, type FormField } from "#console/editing/form/form-kind.ts";
import { conditionsOfDraft } from "#console/rules/fields/condition-draft.ts";
import { textOf, usersParts } from "#console/rules/fields/condition-words.ts";
import { percentProblem, RuleDraft, ruleDraftOf, sentRule } from "#console/rules/fields/rule-draft.ts";
import { capitalise } from "#console/foundation/ui/wording.ts";

export const SegmentDraft = z.object({
  name: z.string(),
  description: z.string(),
  type: z.string(),
  idType: z.string(),
  rules: z.array(RuleDraft),
});
export type SegmentDraft = z.infer<typeof SegmentDraft>;

export const emptySegment: SegmentDraft = {
  name: "",
  description: "",
  type: "id_list",
  idType: "userID",
  rules: [],
};

const draftOf = (segment: Segment): SegmentDraft => ({
  name: segment.name ?? segment.id,
  description: segment.description ?? "",
  type: segment.type,
  idType: segment.idType ?? "userID",
  rules: segment.rules.map(ruleDraftOf),
});

/** Returns a draft with the rules of an earlier version; rules that no longer exist are restored as new ones. */
export function rulesOfVersion(version: Segment, now: Segment | undefined): SegmentDraft {
  const draft = draftOf(version);
  const known = new Set(now?.rules.map((rule) => rule.id));
  const rules = draft.rules.map((rule) =>
    rule.id !== undefined && known.has(rule.id) ? rule : { ...rule, id: undefined, baseID: undefined },
  );
  return { ...draft, rules };
}

const bodyOf = ({ name, description, type, idType, rules }: SegmentDraft) => ({
  name: name.trim(),
  description: description.trim(),
  type,
  idType,
  ...(type === "rule_based" && { rules: rules.map(sentRule) }),
});

function problemsOfSegment(draft: SegmentDraft): readonly Problem[] {
  const body = bodyOf(draft);
  const { error } = SegmentCreate.safeParse(body);
  const own =
    draft.type === "rule_based"
      ? draft.rules.flatMap((rule, index) => percentProblem(rule, `rules.${index}.passPercentage`))
      : [];
  const all = [...own, ...(error ? problemsOf(error, body) : [])];
  return [...new Map(all.toReversed().map((problem) => [problem.property, problem])).values()].toReversed();
}

const asIs = (text: string) => text;
const field = formField<SegmentDraft>();

export const ruleText = ({ passPercentage = 0, conditions }: RuleDraft) =>
  textOf(usersParts(conditionsOfDraft(conditions), passPercentage, () => undefined));

/** Compares the rules one by one, by their key: each is added, removed or changed. */
const rulesField: FormField<SegmentDraft> = {
  step: rulesStep<RuleDraft, SegmentDraft>(),
  changes: (before, after) => {
    const textIn = (rules: readonly RuleDraft[], key: string) => {
      const rule = rules.find((one) => one.key === key);
      return rule ? `${rule.name}: ${ruleText(rule)}` : "";
    };
    const keys = new Set([...before.rules, ...after.rules].map(({ key }) => key));
    const rows = [...keys].flatMap((key) => {
      const [was, is] = [textIn(before.rules, key), textIn(after.rules, key)];
      const name = [...after.rules, ...before.rules].find((one) => one.key === key)?.name ?? "";
      return changeOf(`Rule ${name}`, was, is);
    });
    const order = (rules: readonly RuleDraft[]) =>
      rules
        .filter(({ key }) => [before, after].every((one) => one.rules.some((rule) => rule.key === key)))
        .map(({ name }) => name)
        .join(", ");
    return rows.length > 0 ? rows : changeOf("Order of the rules", order(before.rules), order(after.rules));
  },
};

export const segmentKind: FormKind<Segment, SegmentDraft> = {
  resource: "Segment",
  section: "segments",
  noun: "segment",
  Entity: Segment,
  Draft: SegmentDraft,
  draftOf,
  bodyOf,
  problemsOf: problemsOfSegment,
  fields: [field("Name", "name", asIs), field("Description", "description", asIs), rulesField],
  labelOf: (property) => {
    const [first = "", index, part = ""] = property.split(".");
    if (first === "idType") return "Unit";
    return first === "rules" && index !== undefined
      ? `Rule ${Number(index) + 1}${part === "passPercentage" ? ", share" : part ? `, ${part}` : ""}`
      : capitalise(first);
  },
};
