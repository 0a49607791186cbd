import { controlClass, Field } from "#console/foundation/forms/field.tsx";
import { ownZone } from "#console/rules/fields/date-text.ts";
import type { ReferencedAttribute } from "./referenced-attributes.ts";
import type { TypedUser } from "./typed-user.ts";

interface UserFieldsProps {
  attributes: readonly ReferencedAttribute[];
  typed: TypedUser;
  onChange: (typed: TypedUser) => void;
}

function AttributeField({
  attribute,
  value,
  onChange,
}: {
  attribute: ReferencedAttribute;
  value: string;
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
            placeholder={attribute.path === "environment" ? "production" : undefined}
            onChange={(event) => onChange(event.target.value)}
            className={`block h-control w-full px-2.5 ${controlClass(undefined)}`}
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

/** The attributes that the rules look at, each as a text field that offers the values that the rules name. */
export const UserFields = ({ attributes, typed, onChange }: UserFieldsProps) => (
  <div className="grid gap-3">
    {attributes.map((attribute) => (
      <AttributeField
        key={attribute.path}
        attribute={attribute}
        value={typed[attribute.path] ?? ""}
        onChange={(text) => onChange({ ...typed, [attribute.path]: text })}
      />
    ))}
  </div>
);
