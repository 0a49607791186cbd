import { Plus, Trash2 } from "lucide-react";
import type { Segment as StoredSegment } from "#contract/segment.ts";
import { sameJson } from "#contract/json5.ts";
import { EntityForm, type FormPart } from "#console/editing/form/entity-form.tsx";
import { formFieldID, problemAt } from "#console/editing/form/form-kind.ts";
import type { FormPlace } from "#console/editing/form/form-page.tsx";
import { newRule } from "#console/editing/rule-list/new-rule.ts";
import { PercentField } from "#console/foundation/forms/percent-field.tsx";
import { Segment } from "#console/foundation/forms/segment.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { useFocusLater } from "#console/foundation/ui/use-focus-later.ts";
import { andList, capitalise } from "#console/foundation/ui/wording.ts";
import { ConditionsField, problemsUnder } from "#console/rules/fields/conditions-field.tsx";
import type { RuleDraft } from "#console/rules/fields/rule-draft.ts";
import { emptySegment, rulesOfVersion, type SegmentDraft, segmentKind } from "./segment-draft.ts";
import { unitsOf } from "./segment-words.ts";

/** The rules of a segment; the first one that matches a unit decides whether the unit is in the segment. */
function Rules({ draft, change, problems }: FormPart<SegmentDraft>) {
  const { rules } = draft;
  const focusLater = useFocusLater();
  const units = unitsOf(draft);
  const set = (index: number, part: Partial<RuleDraft>) =>
    change({ rules: rules.with(index, { ...(rules[index] as RuleDraft), ...part }) });
  const add = () => {
    change({ rules: [...rules, newRule(rules, { passPercentage: 100 })] });
    focusLater(formFieldID(`rules.${rules.length}.name`));
  };
  const remove = (index: number) => {
    change({ rules: rules.toSpliced(index, 1) });
    focusLater(formFieldID("rules"));
  };
  return (
    <section aria-label="Rules" className="border-t border-border pt-1 pb-5">
      <SectionHead title="Rules" note="The first rule that fits decides who is in it." />
      <ul className="grid gap-4">
        {rules.map((rule, index) => {
          const at = (part: string) => `rules.${index}.${part}`;
          return (
            <li key={rule.key} className="grid gap-3 border-l-2 border-border pl-4">
              <TextField
                label={`Name of rule ${index + 1}`}
                id={formFieldID(at("name"))}
                isRequired
                value={rule.name}
                error={problemAt(problems, at("name"))}
                onChange={(name) => set(index, { name })}
              />
              <ConditionsField
                label={`${capitalise(units)} where`}
                conditions={rule.conditions}
                problems={problemsUnder(problems, at("conditions"))}
                idPrefix={formFieldID(at("conditions"))}
                onChange={(conditions) => set(index, { conditions })}
              />
              <PercentField
                label="Share of them"
                id={formFieldID(at("passPercentage"))}
                share={rule}
                error={problemAt(problems, at("passPercentage"))}
                noun={units}
                onChange={(share) => set(index, share)}
              />
              <div className="-ml-2">
                <Button
                  variant="quiet"
                  size="small"
                  icon={Trash2}
                  aria-label={`Remove rule ${index + 1}`}
                  onClick={() => remove(index)}
                >
                  Remove rule
                </Button>
              </div>
            </li>
          );
        })}
      </ul>
      {rules.length === 0 ? <p className="text-text-muted">Without a rule nobody is in it.</p> : null}
      <div className="-ml-2 pt-2">
        <Button id={formFieldID("rules")} variant="quiet" icon={Plus} onClick={add}>
          Add rule
        </Button>
      </div>
    </section>
  );
}

const effectOf = (stored: StoredSegment | undefined) => (before: SegmentDraft, after: SegmentDraft) => {
  const uses = stored?.usedBy ?? [];
  if (sameJson(before.rules, after.rules)) return "";
  if (uses.length === 0) return "No rule asks for the segment, so nobody gets anything else by it yet.";
  return `Who is in it changes for apps within seconds, in ${andList(uses.map(({ name }) => name))}.`;
};

const types = [
  { value: "id_list", label: "A list of ids" },
  { value: "rule_based", label: "Rules" },
];

export function SegmentForm({ stored, startsWith, ...place }: FormPlace<StoredSegment>) {
  return (
    <EntityForm
      {...place}
      kind={segmentKind}
      stored={stored}
      initial={emptySegment}
      start={startsWith && rulesOfVersion(startsWith, stored)}
      effectOf={effectOf(stored)}
    >
      {(part) => (
        <>
          <section aria-label="Segment" className="grid gap-4 pt-2 pb-5">
            <TextField
              label="Name"
              id={formFieldID("name")}
              isRequired
              value={part.draft.name}
              error={problemAt(part.problems, "name")}
              onChange={(name) => part.change({ name })}
            />
            <TextField
              label="Description"
              id={formFieldID("description")}
              multiline
              value={part.draft.description}
              error={problemAt(part.problems, "description")}
              onChange={(description) => part.change({ description })}
            />
            {stored ? null : (
              <>
                <div className="grid gap-1">
                  <span className="text-12 font-medium">Who is in it is said by</span>
                  <Segment
                    label="Who is in it is said by"
                    value={part.draft.type}
                    options={types}
                    onChange={(type) => part.change({ type })}
                  />
                  <p className="text-12 text-text-muted">
                    {part.draft.type === "id_list"
                      ? "The ids are added once the segment is made. It stays a list."
                      : "It stays with rules."}
                  </p>
                </div>
                <TextField
                  label="Unit"
                  id={formFieldID("idType")}
                  value={part.draft.idType}
                  error={problemAt(part.problems, "idType")}
                  help="The ID type of its ids, such as userID or stableID. It stays."
                  onChange={(idType) => part.change({ idType })}
                />
              </>
            )}
          </section>
          {part.draft.type === "rule_based" ? <Rules {...part} /> : null}
        </>
      )}
    </EntityForm>
  );
}
