// The settings of a provider under the headings of their sections.
import type { WarehouseField, WarehouseProvider } from "#contract/warehouse-providers.ts";
import { SettingField } from "./setting-field.tsx";
import type { Draft, FieldEdit, StoredValues } from "./warehouse-draft.ts";

interface SettingSectionsProps {
  provider: WarehouseProvider;
  fields: readonly WarehouseField[];
  draft: Draft;
  stored: StoredValues;
  storedSecrets: readonly string[] | undefined;
  fingerprints: Readonly<Record<string, string>>;
  errorOf: (field: WarehouseField) => string | undefined;
  onEdit: (field: WarehouseField, edit: FieldEdit | undefined) => void;
  /** Called when the user has left a field, or has filled it from a file. */
  onDone: (field: WarehouseField) => void;
}

const gridOf = (fields: readonly WarehouseField[]) =>
  fields.every(({ secret }) => secret)
    ? ""
    : fields.every(({ unit }) => unit)
      ? "grid-cols-2 gap-x-4 tablet:grid-cols-4"
      : "gap-x-6 tablet:grid-cols-2";

export function SettingSections(props: SettingSectionsProps) {
  const { provider, fields, draft, stored, storedSecrets, fingerprints, errorOf, onEdit, onDone } = props;
  const sections = [...new Set(fields.map(({ section }) => section))];
  return sections.map((section) => {
    const own = fields.filter((field) => field.section === section);
    return (
      <section key={section} aria-label={section} className="border-border pt-4 pb-5 not-first:border-t">
        <h2 className="mb-3 text-15 font-strong">{section}</h2>
        <div className={`grid gap-y-4 ${gridOf(own)}`}>
          {own.map((field) => (
            <SettingField
              key={field.name}
              id={`${provider}-${field.name}`}
              provider={provider}
              field={field}
              edit={draft[field.name]}
              stored={stored}
              isSecretSet={storedSecrets?.includes(field.name)}
              fingerprint={fingerprints[field.name]}
              error={errorOf(field)}
              onEdit={(edit) => onEdit(field, edit)}
              onDone={() => onDone(field)}
            />
          ))}
        </div>
      </section>
    );
  });
}
