// Form fields for column names of a source, with the columns found by the preview as options.
import { Plus, X } from "lucide-react";
import type { SourceColumn } from "#contract/warehouse-source.ts";
import type { FormPart } from "#console/editing/form/entity-form.tsx";
import { formFieldID, problemAt } from "#console/editing/form/form-kind.ts";
import { SuggestField } from "#console/foundation/forms/suggest-field.tsx";
import { Button, IconButton } from "#console/foundation/ui/button.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import type { SourceDraft } from "./source-draft.ts";

interface ColumnFieldProps extends FormPart<SourceDraft> {
  columns: readonly SourceColumn[];
  label: string;
  name: keyof SourceDraft & `${string}Column`;
  help?: string | undefined;
  isRequired?: boolean;
}

const suggestionsOf = (columns: readonly SourceColumn[]) =>
  columns.map(({ name, type }) => ({ value: name, note: type }));

export const ColumnField = ({
  draft,
  change,
  problems,
  columns,
  label,
  name,
  help,
  isRequired,
}: ColumnFieldProps) => (
  <SuggestField
    label={label}
    id={formFieldID(name)}
    isRequired={isRequired}
    value={draft[name]}
    error={problemAt(problems, name)}
    suggestions={suggestionsOf(columns)}
    help={help}
    onChange={(column) => change({ [name]: column })}
  />
);

interface PairsProps extends FormPart<SourceDraft> {
  columns: readonly SourceColumn[];
  title: string;
  note: string;
  part: "units" | "dimensions";
  property: string;
  keyLabel: string;
  keys: readonly string[];
  add: string;
}

export function Pairs({ draft, change, problems, columns, part, property, ...words }: PairsProps) {
  const all = draft[part];
  const set = (index: number, next: Partial<(typeof all)[number]>) =>
    change({ [part]: all.map((one, at) => (at === index ? { ...one, ...next } : one)) });
  const whole = problems.find((one) => one.property === property)?.errorMessage;
  return (
    <section aria-label={words.title} className="border-t border-border pb-5">
      <SectionHead title={words.title} note={words.note} />
      <ul className="grid gap-3">
        {all.map((pair, index) => (
          <li key={index} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_32px] items-start gap-2">
            <SuggestField
              label={`${words.keyLabel} ${index + 1}`}
              hideLabel
              placeholder={words.keyLabel}
              value={pair.key}
              suggestions={words.keys.map((value) => ({ value }))}
              onChange={(key) => set(index, { key })}
            />
            <SuggestField
              label={`Column of ${pair.key || `${words.keyLabel.toLowerCase()} ${index + 1}`}`}
              hideLabel
              id={formFieldID(`${property}.${index}.column`)}
              placeholder="Column"
              value={pair.column}
              error={problemAt(problems, `${property}.${index}.column`)}
              suggestions={suggestionsOf(columns)}
              onChange={(column) => set(index, { column })}
            />
            {part === "units" && all.length === 1 ? null : (
              <IconButton
                label={`Remove ${pair.key || `${words.keyLabel.toLowerCase()} ${index + 1}`}`}
                icon={X}
                onClick={() => change({ [part]: all.filter((_, at) => at !== index) })}
              />
            )}
          </li>
        ))}
      </ul>
      {whole ? <p className="pt-1 text-12 text-danger">{whole}</p> : null}
      <div className="-ml-2 pt-1">
        <Button
          id={formFieldID(property)}
          variant="quiet"
          icon={Plus}
          onClick={() => change({ [part]: [...all, { key: "", column: "" }] })}
        >
          {words.add}
        </Button>
      </div>
    </section>
  );
}
