import { useState, type ReactNode } from "react";
import type { Problem } from "#contract/api-error.ts";
import {
  configDraftOf,
  type ConfigRuleDraft,
  type VariantDraft,
} from "#console/features/dynamic-configs/draft/config-draft.ts";
import type { ConfigEdit } from "#console/features/dynamic-configs/draft/config-adapter.ts";
import { ShareBar } from "#console/rules/fields/share-bar.tsx";
import { PercentField } from "#console/foundation/forms/percent-field.tsx";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { useFocusLater } from "#console/foundation/ui/use-focus-later.ts";
import { ConditionsField, problemsUnder } from "#console/rules/fields/conditions-field.tsx";
import { EnvironmentsField } from "#console/rules/fields/environments-field.tsx";
import { knownEnvironments } from "#console/rules/fields/environments.ts";
import { restOfVariants, sharesOf } from "#console/features/dynamic-configs/draft/rule-shares.ts";
import { RuleSentence } from "./rule-sentence.tsx";
import { ValueEditor } from "./value-editor.tsx";
import { withoutVariant, withVariant } from "./variant-drafts.ts";
import { VariantFields } from "./variant-fields.tsx";
import { VariantsField } from "./variants-field.tsx";

interface RuleEditorProps {
  edit: ConfigEdit;
  rule: ConfigRuleDraft;
  /** 0-based index of the rule. */
  number: number;
  /** Key of the selected variant. */
  variant: string | undefined;
  /** Names of the fields that are edited in the matrix. */
  elsewhere: ReadonlySet<string>;
  onChoose: (variant: string) => void;
  /** Buttons for actions on the whole rule. */
  actions: ReactNode;
  /** Lint findings about the rule. */
  findings: ReactNode;
  /** Lint findings by the index of the condition. */
  marks: ReadonlyMap<number, string>;
}

const isAbout = (field: string) => (problem: Problem) =>
  [field, `${field}Json5`].some(
    (name) => problem.property === name || problem.property.startsWith(`${name}.`),
  );

export function RuleEditor(props: RuleEditorProps) {
  const { edit, rule, number, elsewhere } = props;
  const { rules, schema } = edit.draft;
  const before = configDraftOf(edit.base).rules.find(({ key }) => key === rule.key);
  const problems = problemsUnder(edit.problems, `rules.${number}`);
  const onChange = (part: Partial<ConfigRuleDraft>) =>
    edit.change({ rules: rules.with(number, { ...rule, ...part }) });
  const id = `rule-${number}`;
  const errorOf = (field: string) => problems.find(({ property }) => property === field)?.errorMessage;
  const ofConditions = problemsUnder(problems, "conditions");
  const isNew = before === undefined;
  const [isRenaming, setIsRenaming] = useState(isNew);
  const [isOpen, setIsOpen] = useState(isNew);
  const place = rule.variants.findIndex(({ key }) => key === props.variant);
  const chosen = rule.variants[place];
  const rest = restOfVariants(rule);
  const shares = sharesOf(rule);
  const focusLater = useFocusLater();
  const setVariant = (part: Partial<VariantDraft>) =>
    onChange({
      variants: rule.variants.map((other) => (other === chosen ? { ...other, ...part } : other)),
    });
  const editorID = chosen ? `${id}-variants-${place}-value` : `${id}-value`;
  const settings = (
    <>
      <div className="flex min-h-8 flex-wrap items-center gap-x-2 desk:flex-nowrap">
        <h2 title={rule.name} className="min-w-0 break-words desk:truncate">
          <span className="font-regular text-text-muted">Rule {number + 1}</span>{" "}
          <b className="font-strong wrap-anywhere">{rule.name}</b>
        </h2>
        <span className="-mr-2 ml-auto flex flex-wrap max-tablet:-ml-2 desk:shrink-0">
          <Button variant="quiet" aria-expanded={isRenaming} onClick={() => setIsRenaming(!isRenaming)}>
            Rename
          </Button>
          {props.actions}
        </span>
      </div>
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
      {isOpen || ofConditions.length > 0 ? (
        <ConditionsField
          label="Users where"
          conditions={rule.conditions}
          onChange={(conditions) => onChange({ conditions })}
          problems={ofConditions}
          idPrefix={`${id}-conditions`}
          marks={props.marks}
        />
      ) : (
        <div className="flex flex-wrap items-baseline gap-x-3">
          <p className="min-w-0 flex-1 basis-60 wrap-anywhere text-text-muted">
            <RuleSentence rule={rule} nameOf={edit.nameOf} />
          </p>
          <Button
            variant="quiet"
            size="small"
            className="-mr-2 max-tablet:-ml-2"
            onClick={() => {
              setIsOpen(true);
              focusLater(rule.conditions.length ? `${id}-conditions-0-type` : `${id}-conditions-add`);
            }}
          >
            Edit conditions
          </Button>
        </div>
      )}
      <div className="flex flex-wrap gap-x-8 gap-y-4">
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
      </div>
      <VariantsField
        id={`${id}-variants`}
        rule={rule}
        error={errorOf("variants")}
        onAdd={() => {
          const key = `new-${Date.now()}`;
          onChange(withVariant(rule, key));
          props.onChoose(key);
        }}
      />
      {chosen ? (
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
      ) : null}
      {shares.length > 1 ? <ShareBar label="Who gets what, of the users that fit" shares={shares} /> : null}
      {/* Always rendered at a fixed height, so that new findings move no field. */}
      <div className="h-12 overflow-y-auto">
        {props.findings}
        <p className="hidden text-12 text-text-muted only:block">No warnings.</p>
      </div>
    </>
  );
  return (
    <section
      id="rule-editor"
      aria-label={`Rule ${number + 1}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
    >
      <ValueEditor
        id={editorID}
        title={chosen ? `Value of “${chosen.name}”` : "Value"}
        label={chosen ? `Value of variant ${chosen.name}` : `Value of ${rule.name}`}
        value={chosen ? chosen.value : rule.value}
        before={chosen ? before?.variants.find(({ key }) => key === chosen.key)?.value : before?.value}
        schema={schema}
        elsewhere={elsewhere}
        problems={(chosen ? problemsUnder(problems, `variants.${place}`) : problems).filter(
          isAbout("returnValue"),
        )}
        onChange={(value) => (chosen ? setVariant({ value }) : onChange({ value }))}
        aside={settings}
      />
      {chosen && rest > 0 && rule.value.trim() !== "" ? (
        <ValueEditor
          id={`${id}-value`}
          title="Value for those that no variant takes"
          label={`Value of ${rule.name}`}
          value={rule.value}
          before={before?.value}
          schema={schema}
          elsewhere={elsewhere}
          problems={problems.filter(isAbout("returnValue"))}
          onChange={(value) => onChange({ value })}
        />
      ) : null}
    </section>
  );
}
