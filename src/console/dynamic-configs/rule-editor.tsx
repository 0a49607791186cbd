import { Plus } from "lucide-react";
import type { Problem } from "#contract/api-error.ts";
import { PercentField } from "#console/forms/percent-field.tsx";
import type { Option } from "#console/forms/select.tsx";
import { TextField } from "#console/forms/text-field.tsx";
import { ConditionsField, problemsUnder } from "#console/rules/conditions-field.tsx";
import { EnvironmentsField } from "#console/rules/environments-field.tsx";
import { knownEnvironments } from "#console/rules/environments.ts";
import { Button } from "#console/ui/button.tsx";
import { unusedName, type ConfigRuleDraft, type VariantDraft } from "./config-draft.ts";
import { ValueEditor } from "./value-editor.tsx";

export interface RuleEditorProps {
  rule: ConfigRuleDraft;
  /** From 0. */
  number: number;
  /** Problems with properties relative to this rule, such as `conditions.0.targetValue`. */
  problems: readonly Problem[];
  gates: readonly Option<string>[];
  onChange: (part: Partial<ConfigRuleDraft>) => void;
  onDuplicate: () => void;
  onDelete: () => void;
}

const isAbout = (field: string) => (problem: Problem) =>
  [field, `${field}Json5`].some(
    (name) => problem.property === name || problem.property.startsWith(`${name}.`),
  );

export function RuleEditor({
  rule,
  number,
  problems,
  gates,
  onChange,
  onDuplicate,
  onDelete,
}: RuleEditorProps) {
  const id = `rule-${number}`;
  const errorOf = (field: string) => problems.find(({ property }) => property === field)?.errorMessage;
  const setVariants = (variants: VariantDraft[]) => onChange({ variants });
  return (
    <section
      aria-label={`Rule ${number + 1}`}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5 pt-3 pb-6"
    >
      <div className="flex flex-wrap items-center gap-x-2">
        <h2 className="min-w-0 text-15 break-words">
          <span className="font-regular text-text-muted">Rule {number + 1}</span>{" "}
          <b className="font-strong">{rule.name}</b>
        </h2>
        <span className="ml-auto -mr-2 flex">
          <Button variant="quiet" onClick={onDuplicate}>
            Duplicate
          </Button>
          <Button variant="quiet" onClick={onDelete}>
            Delete
          </Button>
        </span>
      </div>
      <TextField
        id={`${id}-name`}
        label="Name"
        value={rule.name}
        error={errorOf("name")}
        onChange={(name) => onChange({ name })}
      />
      <ConditionsField
        label="Users where"
        conditions={rule.conditions}
        onChange={(conditions) => onChange({ conditions })}
        problems={problemsUnder(problems, "conditions")}
        idPrefix={`${id}-conditions`}
        gates={gates}
      />
      <div className="grid gap-5 tablet:grid-cols-2">
        <PercentField
          id={`${id}-passPercentage`}
          label="Passes"
          value={rule.passPercentage}
          error={errorOf("passPercentage")}
          onChange={(passPercentage) => onChange({ passPercentage })}
        />
        <EnvironmentsField
          value={rule.environments}
          onChange={(environments) => onChange({ environments })}
          known={knownEnvironments(rule.environments ?? [])}
        />
      </div>
      {rule.variants.length === 0 ? (
        <div>
          <h3 className="pb-2 font-strong">Value</h3>
          <ValueEditor
            id={`${id}-value`}
            label={`Value of ${rule.name}`}
            value={rule.value}
            problems={problems.filter(isAbout("returnValue"))}
            onChange={(value) => onChange({ value })}
          />
        </div>
      ) : (
        <Variants id={id} variants={rule.variants} problems={problems} onChange={setVariants} />
      )}
      <div className="-ml-2">
        <Button
          variant="quiet"
          icon={<Plus size={14} aria-hidden />}
          onClick={() =>
            setVariants([
              ...rule.variants,
              {
                key: `new-${Date.now()}`,
                name: unusedName("Variant", rule.variants),
                passPercentage: rule.variants.length ? 0 : 100,
                value: rule.variants.at(-1)?.value ?? rule.value,
              },
            ])
          }
        >
          {rule.variants.length ? "Add variant" : "Split into variants"}
        </Button>
      </div>
    </section>
  );
}

interface VariantsProps {
  id: string;
  variants: readonly VariantDraft[];
  problems: readonly Problem[];
  onChange: (variants: VariantDraft[]) => void;
}

function Variants({ id, variants, problems, onChange }: VariantsProps) {
  const total = +variants.reduce((sum, variant) => sum + (variant.passPercentage ?? 0), 0).toFixed(2);
  const whole = problems.find(({ property }) => property === "variants")?.errorMessage;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h3 id={`${id}-variants`} className="font-strong">
        Variants{" "}
        <span className={`figures font-regular ${whole ? "text-danger" : "text-text-muted"}`}>
          {whole ??
            (total === 100
              ? "add up to 100 %"
              : `add up to ${total} %; the other ${+(100 - total).toFixed(2)} % get the default value`)}
        </span>
      </h3>
      {variants.map((variant, index) => {
        const own = problemsUnder(problems, `variants.${index}`);
        const errorOf = (field: string) => own.find(({ property }) => property === field)?.errorMessage;
        const set = (part: Partial<VariantDraft>) =>
          onChange(variants.map((other) => (other.key === variant.key ? { ...other, ...part } : other)));
        return (
          <fieldset
            key={variant.key}
            className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 border-t border-border pt-3"
          >
            <legend className="sr-only">Variant {variant.name}</legend>
            <div className="grid items-start gap-4 tablet:grid-cols-[minmax(0,1fr)_220px_auto]">
              <TextField
                id={`${id}-variants-${index}-name`}
                label="Variant"
                value={variant.name}
                error={errorOf("name")}
                onChange={(name) => set({ name })}
              />
              <PercentField
                id={`${id}-variants-${index}-passPercentage`}
                label="Share"
                value={variant.passPercentage}
                error={errorOf("passPercentage")}
                onChange={(passPercentage) => set({ passPercentage })}
              />
              <span className="tablet:pt-5">
                <Button
                  variant="quiet"
                  onClick={() => onChange(variants.filter(({ key }) => key !== variant.key))}
                >
                  Delete
                </Button>
              </span>
            </div>
            <ValueEditor
              id={`${id}-variants-${index}-value`}
              label={`Value of variant ${variant.name}`}
              value={variant.value}
              problems={own.filter(isAbout("returnValue"))}
              onChange={(value) => set({ value })}
              height={180}
            />
          </fieldset>
        );
      })}
    </div>
  );
}
