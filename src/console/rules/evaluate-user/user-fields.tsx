import type { DerivedAttributes } from "#contract/event.ts";
import { sourceOf } from "#targeting/evaluate/places.ts";
import { controlClass, Field } from "#console/foundation/forms/field.tsx";
import { ownZone } from "#console/rules/fields/date-text.ts";
import type { ReferencedAttribute } from "./referenced-attributes.ts";
import type { TypedUser } from "./typed-user.ts";

interface UserFieldsProps {
  attributes: readonly ReferencedAttribute[];
  typed: TypedUser;
  /** Attributes derived from the typed user agent and IP address. */
  derived: DerivedAttributes | undefined;
  onChange: (typed: TypedUser) => void;
}

const sourceNames = { userAgent: "user agent", ip: "address" };

/** Placeholder of an empty field: the value that is used instead. */
function placeholderOf(path: string, typed: TypedUser, derived: DerivedAttributes | undefined) {
  if (path === "environment") return "production";
  const source = sourceOf(path);
  if (!source || !typed[source] || !derived) return undefined;
  const value = derived[path];
  return typeof value === "string"
    ? `${value}, by the ${sourceNames[source]}`
    : `Not in the ${sourceNames[source]}`;
}

function AttributeField({
  attribute,
  value,
  placeholder,
  onChange,
}: {
  attribute: ReferencedAttribute;
  value: string;
  placeholder: string | undefined;
  onChange: (text: string) => void;
}) {
  const isTime = attribute.path === "time";
  return (
    <Field label={attribute.label} help={isTime ? `In ${ownZone}. Empty: now.` : undefined}>
      {(control) => (
        <>
          <input
            {...control}
            type={isTime ? "datetime-local" : "text"}
            list={attribute.named.length && !isTime ? `${control.id}-named` : undefined}
            value={value}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            onChange={(event) => onChange(event.target.value)}
            className={`block h-control w-full px-2.5 placeholder:text-text-muted ${controlClass(undefined)}`}
          />
          {attribute.named.length && !isTime ? (
            <datalist id={`${control.id}-named`}>
              {attribute.named.map((text) => (
                <option key={text} value={text} />
              ))}
            </datalist>
          ) : null}
        </>
      )}
    </Field>
  );
}

/** A text field for each attribute that the rules read, with the values that they mention as suggestions. */
export const UserFields = ({ attributes, typed, derived, onChange }: UserFieldsProps) => (
  <div className="grid gap-3">
    {attributes.map((attribute) => (
      <AttributeField
        key={attribute.path}
        attribute={attribute}
        value={typed[attribute.path] ?? ""}
        placeholder={placeholderOf(attribute.path, typed, derived)}
        onChange={(text) => onChange({ ...typed, [attribute.path]: text })}
      />
    ))}
  </div>
);
