// The needs of every field of a form: ways to change the text, and the problems of its value.
import { createContext, useContext } from "react";
import type { Json } from "#contract/json5.ts";
import type { Path } from "#console/foundation/code-editor/json5/places.ts";
import type { FieldFacts } from "./form-field.ts";

export interface FormEdit {
  set: (path: Path, value: Json) => void;
  /** Moves an item of the list at a path. */
  move: (path: Path, from: number, to: number) => void;
  /** Adds the value that the schema begins with, and gives it the focus. */
  add: (path: Path) => void;
  remove: (path: Path) => void;
  /** The problem of the value at a path itself. */
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

/** Over the gap below a field, where it moves nothing; whole it stands below the text. */
export const lateError = "absolute inset-x-0 top-full truncate text-12 leading-5 text-danger";

/** Label, help and error of the control of a field; in a table the column has the label, and a row no gap. */
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
