// Finds all problems of texts, each with its token: those of the parser, those of the schema, and risks.
import { checkAgainstSchema, type SchemaVerdict } from "#contract/json-schema.ts";
import type { SchemaProblem } from "#contract/json-schema-problems.ts";
import type { Json } from "#contract/json5.ts";
import { placeSchemaProblems } from "#console/foundation/code-editor/json5/places.ts";
import { readText, type ReadText } from "#console/foundation/code-editor/json5/read-text.ts";
import { inTextOrder } from "#console/foundation/code-editor/json5/tokens.ts";
import type { Checked, CheckedProblem, Task } from "./checked.ts";
import { fixOf } from "./fix.ts";

interface Read extends ReadText {
  text: string;
}

function placed(
  { text, tree }: Read,
  value: Json,
  problems: readonly SchemaProblem[],
  against: Task["against"],
): CheckedProblem[] {
  if (!tree || problems.length === 0) return [];
  return placeSchemaProblems(text, tree, problems).map((problem) => {
    const fix = typeof against === "object" ? fixOf(problem, against.schema, value) : undefined;
    return fix ? { ...problem, fix } : problem;
  });
}

async function verdictOn(values: readonly Json[], against: Task["against"]): Promise<SchemaVerdict> {
  if (against === undefined) return { schema: [], values: [] };
  if (against !== "itself") return checkAgainstSchema(against.schema, values);
  const verdicts = await Promise.all(values.map((value) => checkAgainstSchema(value, [])));
  return { schema: [], values: verdicts.map(({ schema }) => schema) };
}

/** Texts that have no value are not checked against the schema. */
export async function checkTexts({ texts, against }: Task): Promise<Checked> {
  const read = texts.map((text) => ({ text, ...readText(text) }));
  const values = read.flatMap(({ value }) => (value === undefined ? [] : [value]));
  const verdict = await verdictOn(values, against);
  const verdicts = verdict.values.values();
  return {
    schema: verdict.schema,
    texts: read.map((one) => {
      const { value, problems } = one;
      const ofSchema = value === undefined ? [] : placed(one, value, verdicts.next().value ?? [], against);
      return [...problems, ...ofSchema].sort(inTextOrder);
    }),
  };
}
