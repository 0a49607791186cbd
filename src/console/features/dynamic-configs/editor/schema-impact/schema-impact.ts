// Finds the current values that a schema would reject, before anything is sent, and fixes for several of them at once.
import type { Problem } from "#contract/api-error.ts";
import { parseJson5, type Json } from "#contract/json5.ts";
import type { ConfigDraft } from "#console/features/dynamic-configs/draft/config-draft.ts";
import { changeText } from "#console/foundation/code-editor/json5/edit-text.ts";
import type { CheckedProblem } from "#console/foundation/code-editor/json-schema/checked.ts";
import { fixOf, type Fix } from "#console/foundation/code-editor/json-schema/fix.ts";
import { mapValues, type DraftValue } from "./draft-values.ts";
import { plural } from "#console/foundation/ui/wording.ts";

/** A value that the schema rejects. */
export interface RejectedValue {
  value: DraftValue;
  problems: readonly CheckedProblem[];
}

/** A fix for all values with the same error. */
interface QuickFix {
  key: string;
  /** Such as "Add cta as \"\" in 4 values". */
  label: string;
  apply: (draft: ConfigDraft) => ConfigDraft;
}

/** Returns the rejected values; `found` maps each text to its validation errors. */
export const refusalsIn = (
  values: readonly DraftValue[],
  found: ReadonlyMap<string, readonly CheckedProblem[]>,
): RejectedValue[] =>
  values.flatMap((value) => {
    const problems = (found.get(value.text) ?? []).filter(({ severity }) => severity === "error");
    return problems.length ? [{ value, problems }] : [];
  });

/** Converts refusals to validation errors in the format of the service. */
export const problemsOfRefusals = (refusals: readonly RejectedValue[]): Problem[] =>
  refusals.flatMap(({ value, problems }) =>
    problems.map(({ path = [], message }) => ({
      property: [value.property, ...path].join("."),
      errorMessage: message,
    })),
  );

interface CommonFix {
  fix: Fix;
  values: DraftValue[];
}

/** Returns the available fixes; equal fixes for several values are combined. */
export function quickFixes(refusals: readonly RejectedValue[], schema: Json): QuickFix[] {
  const found = new Map<string, CommonFix>();
  for (const { value, problems } of refusals) {
    const parsed = parseJson5(value.text);
    for (const { message, path } of parsed.ok ? problems : []) {
      const fix = path && fixOf({ message, path }, schema, parsed.ok ? parsed.value : undefined);
      if (!fix) continue;
      const known = found.get(fix.key) ?? { fix, values: [] };
      found.set(fix.key, { ...known, values: [...known.values, value] });
    }
  }
  return [...found].map(([key, { fix, values }]) => ({
    key,
    label: `${fix.label} in ${plural(values.length, "value")}`,
    // The user may have typed since the check, so the fix is applied to the current text of each value.
    apply: (draft) => {
      const wanted = new Set(values.map(({ property }) => property));
      return mapValues(draft, ({ property, text }) =>
        wanted.has(property) && text.trim() !== "" ? changeText(text, [fix.change]) : text,
      );
    },
  }));
}
