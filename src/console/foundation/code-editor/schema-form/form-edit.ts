// What the fields of a form share: how they change the text, and what is wrong with their values.
import { createContext, useContext } from "react";
import type { Path } from "#console/foundation/code-editor/json5/places.ts";

/** Changes a text. */
export type Edit = (text: string) => string;

export interface FormEdit {
  edit: (edit: Edit) => void;
  /** Adds the value that the schema begins with, and gives it the focus. */
  add: (path: Path) => void;
  /** Takes a value out. */
  remove: (path: Path) => void;
  /** What is wrong with the value at a path itself. */
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
