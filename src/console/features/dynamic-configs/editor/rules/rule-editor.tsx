import { getRouteApi } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import type { Problem } from "#contract/api-error.ts";
import {
  configDraftOf,
  type ConfigRuleDraft,
  type VariantDraft,
} from "#console/features/dynamic-configs/draft/config-draft.ts";
import type { ConfigEdit } from "#console/features/dynamic-configs/draft/edited-config.ts";
import { ShareBar } from "#console/rules/fields/share-bar.tsx";
import { PercentField } from "#console/foundation/forms/percent-field.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import { useFocusLater } from "#console/foundation/ui/use-focus-later.ts";
import { ConditionsField, problemsUnder } from "#console/rules/fields/conditions-field.tsx";
import { EnvironmentsField } from "#console/rules/fields/environments-field.tsx";
import { knownEnvironments } from "#console/rules/fields/environments.ts";
import { restOfVariants, sharesOf } from "./rule-shares.ts";
import { ValueEditor } from "./value-editor.tsx";
import { withoutVariant, withVariant } from "./variant-drafts.ts";
import { VariantFields } from "./variant-fields.tsx";
import { VariantsField } from "./variants-field.tsx";

const route = getRouteApi("/$company/dynamic_configs/$id");

interface RuleEditorProps {
  edit: ConfigEdit;
  rule: ConfigRuleDraft;
  /** From 0. */
  number: number;
  /** Buttons for the rule as a whole. */
  actions: ReactNode;
  /** The findings about the rule. */
  findings: ReactNode;
}

const isAbout = (field: string) => (problem: Problem) =>
  [field, `${field}Json5`].some(
    (name) => problem.property === name || problem.property.startsWith(`${name}.`),
  );

/** Numbers, from 0, of the variants that have a problem. */
const variantNumbers = (problems: readonly Problem[]) =>
  new Set(problems.flatMap(({ property }) => /^variants\.(\d+)/.exec(property)?.slice(1).map(Number) ?? []));

export function RuleEditor(props: RuleEditorProps) {
  const { edit, rule, number } = props;
  const { rules, schema } = edit.draft;
  // A problem brings its variant into view where none is chosen.
  const { variant } = route.useSearch();
  const setSearch = useSetSearch<{ variant: string }>();
  const before = configDraftOf(edit.base).rules.find(({ key }) => key === rule.key);
  const problems = problemsUnder(edit.problems, `rules.${number}`);
  const onChange = (part: Partial<ConfigRuleDraft>) =>
    edit.change({ rules: rules.with(number, { ...rule, ...part }) });
  const id = `rule-${number}`;
  const errorOf = (field: string) => problems.find(({ property }) => property === field)?.errorMessage;
  const withProblem = variantNumbers(problems);
  const [isRenaming, setIsRenaming] = useState(before === undefined);
  const first = rule.variants.find((_, index) => withProblem.has(index)) ?? rule.variants[0];
  const chosen = rule.variants.find(({ key }) => key === variant) ?? first;
  const place = chosen ? rule.variants.indexOf(chosen) : -1;
  const rest = restOfVariants(rule);
  const shares = sharesOf(rule);
  const focusLater = useFocusLater();
  const setVariant = (part: Partial<VariantDraft>) =>
    onChange({
      variants: rule.variants.map((other) => (other === chosen ? { ...other, ...part } : other)),
    });
  return (
    <section
      id="rule-editor"
      aria-label={`Rule ${number + 1}`}
      className="grid min-w-0 scroll-mt-16 grid-cols-[minmax(0,1fr)] content-start gap-5 pt-3 pb-6"
    >
      <div className="flex flex-wrap items-center gap-x-2">
        <h2 className="min-w-0 text-15 break-words">
          <span className="font-regular text-text-muted">Rule {number + 1}</span>{" "}
          <b className="font-strong wrap-anywhere">{rule.name}</b>
        </h2>
        <span className="ml-auto flex flex-wrap max-tablet:-ml-2 tablet:-mr-2">
          <Button variant="quiet" aria-expanded={isRenaming} onClick={() => setIsRenaming(!isRenaming)}>
            Rename
          </Button>
          {props.actions}
        </span>
      </div>
      {props.findings}
      {isRenaming || errorOf("name") ? (
        <TextField
          id={`${id}-name`}
          label="Name"
          isRequired
          value={rule.name}
          error={errorOf("name")}
          onChange={(name) => onChange({ name })}
        />
      ) : null}
      <ConditionsField
        label="Users where"
        conditions={rule.conditions}
        onChange={(conditions) => onChange({ conditions })}
        problems={problemsUnder(problems, "conditions")}
        idPrefix={`${id}-conditions`}
      />
      <div className="flex flex-wrap gap-x-10 gap-y-5">
        <PercentField
          id={`${id}-passPercentage`}
          label="Rollout"
          share={rule}
          error={errorOf("passPercentage")}
          was={before?.passPercentage}
          onChange={onChange}
        />
        <EnvironmentsField
          value={rule.environments}
          onChange={(environments) => onChange({ environments })}
          known={knownEnvironments(rule.environments ?? [])}
        />
        <VariantsField
          id={`${id}-variants`}
          rule={rule}
          chosen={chosen?.key}
          onChoose={(key) => setSearch({ variant: key })}
          withProblem={withProblem}
          error={errorOf("variants")}
          onAdd={() => {
            const key = `new-${Date.now()}`;
            onChange(withVariant(rule, key));
            setSearch({ variant: key });
          }}
        />
      </div>
      {shares.length > 1 ? <ShareBar label="Who gets what, of the users that fit" shares={shares} /> : null}
      {chosen ? (
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 border-t border-border pt-4">
          <VariantFields
            key={chosen.key}
            id={`${id}-variants-${place}`}
            variant={chosen}
            problems={problemsUnder(problems, `variants.${place}`)}
            onChange={setVariant}
            onDelete={() => {
              onChange(withoutVariant(rule, chosen));
              focusLater(`${id}-variants`);
            }}
          />
          <ValueEditor
            key={`value ${chosen.key}`}
            id={`${id}-variants-${place}-value`}
            title={`Value of “${chosen.name}”`}
            label={`Value of variant ${chosen.name}`}
            value={chosen.value}
            schema={schema}
            problems={problemsUnder(problems, `variants.${place}`).filter(isAbout("returnValue"))}
            onChange={(value) => setVariant({ value })}
          />
        </div>
      ) : null}
      {chosen === undefined || (rest > 0 && rule.value.trim() !== "") ? (
        <div className="border-t border-border pt-4">
          <ValueEditor
            id={`${id}-value`}
            title={chosen ? "Value for those that no variant takes" : "Value"}
            label={`Value of ${rule.name}`}
            value={rule.value}
            schema={schema}
            problems={problems.filter(isAbout("returnValue"))}
            onChange={(value) => onChange({ value })}
          />
        </div>
      ) : null}
    </section>
  );
}
