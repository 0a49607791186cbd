import { useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react";
import { readableMessage } from "#console/foundation/code-editor/problems.ts";
import { applyValue, move, remove, setValue } from "#console/foundation/code-editor/json5/edit-text.ts";
import type { Path } from "#console/foundation/code-editor/json5/places.ts";
import { valueIn } from "#console/foundation/code-editor/json5/read-text.ts";
import { significantFrom } from "#console/foundation/code-editor/json5/tokens.ts";
import type { CheckedProblem } from "#console/foundation/code-editor/json-schema/checked.ts";
import { defaultAt } from "#console/foundation/code-editor/json-schema/default-of.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { FieldControl, ObjectFields } from "./field-view.tsx";
import { FormEditContext, type FormEdit } from "./form-edit.ts";
import type { FieldOf } from "./form-field.ts";
import { formOf } from "./form-of.ts";

interface SchemaFormProps {
  id?: string;
  label: string;
  /** The JSON5 text whose value the form shows. */
  text: string;
  /** JSON5 text of the schema. */
  schema: string;
  /** Problems found by a check of the text; those with a path are shown at their fields. */
  problems: readonly CheckedProblem[];
  /** Called with an edit that changes only the tokens concerned. */
  onEdit: (edit: (text: string) => string) => void;
  /** Names of fields that are edited in another place. */
  elsewhere?: ReadonlySet<string> | undefined;
}

/** Omits the fields that are edited in another place. */
const without = (field: FieldOf<"object">, elsewhere: ReadonlySet<string> | undefined) =>
  elsewhere
    ? { ...field, fields: field.fields.filter(({ path }) => !elsewhere.has(path.at(-1) ?? "")) }
    : field;

const keyOf = (path: Path) => path.join("\n");

const idOf = (id: string, path: Path) => [id, ...path].join("-");

const controls = "input, textarea, button, [role=switch]";

/** A missing property is reported at its own field, not at the object's. */
const isAboutItself = ({ message, severity }: CheckedProblem) =>
  severity === "error" && !message.startsWith("Missing property");

/** The value of a text as a form. While the text does not parse, the form shows the last valid value and is inert. */
export function SchemaForm({
  id: givenID,
  label,
  text,
  schema,
  problems,
  onEdit,
  elsewhere,
}: SchemaFormProps) {
  const ownID = useId();
  const id = givenID ?? ownID;
  const box = useRef<HTMLDivElement>(null);
  const added = useRef<Path>(undefined);
  const root = useMemo(() => valueIn(schema), [schema]);
  // Deferred, so that typing in the text does not wait for the form.
  const shown = useDeferredValue(text);
  const isEmpty = !significantFrom(shown, 0);
  const value = useMemo(() => (isEmpty ? undefined : valueIn(shown)), [shown, isEmpty]);
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  const isBroken = value === undefined && !isEmpty;
  const current = isBroken ? last : value;

  const field = useMemo(() => (root === undefined ? undefined : formOf(root, current)), [root, current]);
  const errors = useMemo(
    () =>
      new Map(
        problems
          .filter(isAboutItself)
          .map(({ path, message }) => [path && keyOf(path), readableMessage(message).must]),
      ),
    [problems],
  );
  const form = useMemo<FormEdit>(
    () => ({
      set: (path, next) => onEdit((whole) => setValue(whole, path, next)),
      move: (path, from, to) => onEdit((whole) => move(whole, path, from, to)),
      add: (path) => {
        if (root === undefined) return;
        added.current = path;
        const begin = defaultAt(root, path, current);
        onEdit((whole) => (path.length ? setValue(whole, path, begin) : applyValue(whole, begin)));
      },
      remove: (path) => {
        onEdit((whole) => remove(whole, path));
        // The focused button is removed with its field, so the focus moves to the form.
        box.current?.focus();
      },
      errorAt: (path) => errors.get(keyOf(path)),
      idOf: (path) => idOf(id, path),
    }),
    [current, errors, id, onEdit, root],
  );
  useEffect(() => {
    const place = added.current && document.getElementById(idOf(id, added.current));
    if (!place) return;
    added.current = undefined;
    const control = place.matches(controls) ? place : place.querySelector<HTMLElement>(controls);
    (control ?? box.current)?.focus();
  }, [field, id]);
  if (!field) return null;
  return (
    <FormEditContext value={form}>
      <div
        ref={box}
        id={id}
        role="group"
        aria-label={label}
        tabIndex={-1}
        className="relative min-w-0 outline-none"
      >
        {isBroken ? (
          <p role="status" className="absolute inset-x-0 top-0 z-1 bg-surface pb-1 text-text-muted">
            The text has a mistake. The form follows again when it is corrected there.
          </p>
        ) : null}
        {current === undefined ? (
          isBroken ? null : (
            <Button onClick={() => form.add([])}>Begin with the defaults</Button>
          )
        ) : (
          <div inert={isBroken} className={isBroken ? "opacity-60" : ""}>
            {field.kind === "object" ? (
              <ObjectFields field={without(field, elsewhere)} />
            ) : (
              <FieldControl field={field} />
            )}
          </div>
        )}
      </div>
    </FormEditContext>
  );
}
