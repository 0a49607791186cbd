// The input and the result of a check of texts. Separate from the check itself, which loads a whole schema validator.
import type { SchemaProblem } from "#contract/json-schema-problems.ts";
import type { Json } from "#contract/json5.ts";
import type { Path } from "#console/foundation/code-editor/json5/places.ts";
import { readText, type TextProblem } from "#console/foundation/code-editor/json5/read-text.ts";
import type { Fix } from "./fix.ts";

export interface Task {
  texts: readonly string[];
  /** "itself" if the texts are schemas. */
  against?: { schema: Json } | "itself" | undefined;
}

export interface CheckedProblem extends TextProblem {
  /** Path of the value that violates the schema; absent if the problem is in the text itself. */
  path?: Path;
  /** Absent if there is more than one sensible fix. */
  fix?: Fix;
}

export interface Checked {
  /** The reasons why the schema cannot be used, in which case no text was checked against it. */
  schema: SchemaProblem[];
  /** One list per text, ordered by position. */
  texts: CheckedProblem[][];
}

/** The problems found without a schema. */
export const checkWithoutSchema = ({ texts }: Task): Checked => ({
  schema: [],
  texts: texts.map((text) => readText(text).problems),
});
