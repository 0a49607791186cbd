// Enforces the size limits of request bodies. This runs before all other validation, so that no body costs much more than parsing it.
import { isJsonObject } from "./json5.ts";
import type { Problem } from "./api-error.ts";
import { limits } from "./limits.ts";

const fieldOf = (value: unknown, field: string) => (isJsonObject(value) ? value[field] : undefined);
const itemsIn = (value: unknown, field: string): readonly unknown[] => {
  const items = fieldOf(value, field);
  return Array.isArray(items) ? items : [];
};

/** Yields all objects and lists in a value, including the value itself. */
function* holdersIn(root: unknown): Generator<object> {
  const open = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== "object" || value === null) continue;
    yield value;
    for (const inner of Object.values(value)) if (typeof inner === "object") open.push(inner);
  }
}

const isReadText = (field: string) => field.endsWith("Json5") || field === "schema";

/** Reports texts and objects that would take too long to process: meanwhile the process could not serve any other request. */
export function parseCostProblems(body: unknown): Problem[] {
  let [fields, characters] = [0, 0];
  for (const holder of holdersIn(body)) {
    if (!isJsonObject(holder)) continue;
    const names = Object.keys(holder);
    fields += names.length;
    if (fields > limits.allFields)
      return [
        { property: "", errorMessage: `Must have at most ${limits.allFields} fields in all its objects` },
      ];
    for (const field of names) {
      const text = holder[field];
      if (typeof text === "string" && isReadText(field)) characters += text.length;
      if (characters > limits.json5Characters)
        return [
          {
            property: field,
            errorMessage: `JSON5 texts and schema must have at most ${limits.json5Characters} characters together`,
          },
        ];
    }
  }
  return [];
}

export const tooManyParameters: Problem = {
  property: "groups",
  errorMessage: `At most ${limits.parameters} parameters are possible`,
};

/** Reports lists, objects and texts that are too long in an unvalidated body of a gate, a config or one rule. */
export function sizeLimitProblems(body: unknown): Problem[] {
  const fields = Object.keys(isJsonObject(body) ? body : {});
  if (fields.length > limits.topLevelFields)
    return [
      {
        property: "",
        errorMessage: `Must have at most ${limits.topLevelFields} fields, has ${fields.length}`,
      },
    ];
  const problems: Problem[] = [];
  const check = (property: string, { length }: readonly unknown[], most: number) => {
    if (length > most)
      problems.push({ property, errorMessage: `Must have at most ${most} items, has ${length}` });
  };
  for (const field of fields)
    check(field, itemsIn(body, field), field === "rules" ? limits.rules : limits.items);
  if (problems.length) return problems;

  const parameters = itemsIn(body, "groups").flatMap((group) => {
    const values = fieldOf(group, "parameterValues");
    return isJsonObject(values) ? Object.keys(values) : [];
  });
  if (new Set(parameters).size > limits.parameters) return [tooManyParameters];

  let conditions = 0;
  const rules = itemsIn(body, "rules").map((rule, index) => ({ rule, path: `rules.${index}.` }));
  for (const { rule, path } of [{ rule: body, path: "" }, ...rules]) {
    const own = itemsIn(rule, "conditions");
    check(`${path}conditions`, own, limits.conditionsOfRule);
    check(`${path}variants`, itemsIn(rule, "variants"), limits.variants);
    for (const [index, condition] of own.entries())
      check(`${path}conditions.${index}.targetValue`, itemsIn(condition, "targetValue"), limits.items);
    conditions += own.length;
  }
  if (conditions > limits.conditions)
    problems.push({
      property: "rules",
      errorMessage: `Must have at most ${limits.conditions} conditions together, have ${conditions}`,
    });
  return problems.length ? problems : parseCostProblems(body);
}
