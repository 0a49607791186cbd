// The input and the result of a check of texts. Apart from the check itself, which loads a whole schema validator.
import type { SchemaProblem } from "#contract/json-schema-problems.ts";
import type { Json } from "#contract/json5.ts";
import type { Path } from "#console/foundation/code-editor/json5/places.ts";
import { readText, type TextProblem } from "#console/foundation/code-editor/json5/read-text.ts";
import type { Fix } from "./fix.ts";

export interface Task {
  texts: readonly string[];
  /** "itself" where the texts are schemas. */
  against?: { schema: Json } | "itself" | undefined;
}

export interface CheckedProblem extends TextProblem {
  /** The value that breaks the schema; absent where the text itself is meant. */
  path?: Path;
  /** Absent where more than one answer makes sense. */
  fix?: Fix;
}

export interface Checked {
  /** The reasons why the schema cannot be used; then no text was checked against it. */
  schema: SchemaProblem[];
  /** One list for each text, in the order of the text. */
  texts: CheckedProblem[][];
}

/** The problems found without a schema. */
export const readAlone = ({ texts }: Task): Checked => ({
  schema: [],
  texts: texts.map((text) => readText(text).problems),
});
