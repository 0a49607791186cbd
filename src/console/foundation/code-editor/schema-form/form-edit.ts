// The context that every field of a form uses: functions to change the text, and the problems of its value.
import { createContext, useContext } from "react";
import type { Json } from "#contract/json5.ts";
import type { Path } from "#console/foundation/code-editor/json5/places.ts";
import type { FieldFacts } from "./form-field.ts";

export interface FormEdit {
  set: (path: Path, value: Json) => void;
  /** Moves an item of the list at a path. */
  move: (path: Path, from: number, to: number) => void;
  /** Adds the initial value that the schema suggests, and focuses it. */
  add: (path: Path) => void;
  remove: (path: Path) => void;
  /** The problem of the value at exactly this path. */
  errorAt: (path: Path) => string | undefined;
  /** Id of the control at a path. */
  idOf: (path: Path) => string;
}

export const FormEditContext = createContext<FormEdit | undefined>(undefined);

export function useFormEdit(): FormEdit {
  const form = useContext(FormEditContext);
  if (!form) throw new Error("A field outside of a form");
  return form;
}

/** Classes of an error over the gap below a field, where it moves nothing; the full message stands below the text. */
export const lateError = "absolute inset-x-0 top-full truncate text-12 leading-5 text-danger";

/**
 * Props for the label, help and error of a field's control; within a table, the column has the label and there is no gap
 * below.
 */
export function useControl({ path, title, description }: FieldFacts, hideLabel = false) {
  const form = useFormEdit();
  const help = hideLabel ? "" : description;
  return {
    id: form.idOf(path),
    label: title,
    hideLabel,
    help,
    error: form.errorAt(path),
    lateError: hideLabel ? "sr-only" : lateError,
  };
}
