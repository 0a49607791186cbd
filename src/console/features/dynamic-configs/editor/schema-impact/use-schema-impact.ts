import { useEffect, useRef, useState } from "react";
import { parseJson5, type Json, type Parsed } from "#contract/json5.ts";
import { check } from "#console/foundation/code-editor/json-schema/check-in-worker.ts";
import type { CheckedProblem } from "#console/foundation/code-editor/json-schema/checked.ts";
import type { DraftValue } from "./draft-values.ts";
import { refusalsIn, type RejectedValue } from "./schema-impact.ts";

export interface SchemaImpact {
  /** Undefined without a parsable schema, in which case only the syntax of the values is checked. */
  schema: Json | undefined;
  refusals: readonly RejectedValue[];
  /** Why the schema cannot be used. */
  schemaProblems: readonly string[];
}

/** Cache of the validation errors of texts that were checked against one schema. */
interface Known {
  schemaText: string;
  schemaProblems: readonly string[];
  problems: Map<string, readonly CheckedProblem[]>;
}

/** Debounce after the last keystroke, in ms. */
const delay = 200;

/** Parses the schema; undefined if there is none. */
const schemaIn = (text: string): Parsed | undefined => (text.trim() === "" ? undefined : parseJson5(text));

/** Checks the current schema and those values that were not checked before; undefined until the first check is done. */
export function useSchemaImpact(schemaText: string, values: readonly DraftValue[]): SchemaImpact | undefined {
  const [impact, setImpact] = useState<SchemaImpact>();
  const known = useRef<Known>(undefined);
  useEffect(() => {
    const leaving = new AbortController();
    const checkAll = async () => {
      const parsed = schemaIn(schemaText);
      const schema = parsed?.ok ? parsed.value : undefined;
      const unread = parsed?.ok === false ? [parsed.message] : [];
      const before: Known =
        known.current?.schemaText === schemaText
          ? known.current
          : { schemaText, schemaProblems: [], problems: new Map() };
      const texts = [...new Set(values.map(({ text }) => text))].filter((text) => !before.problems.has(text));
      const against = schema === undefined ? undefined : { schema };
      const checked = await check({ texts, against }, leaving.signal);
      if (leaving.signal.aborted) return;
      texts.forEach((text, index) => before.problems.set(text, checked.texts[index] ?? []));
      const problems = checked.schema.map(({ path, message }) => (path ? `${path}: ${message}` : message));
      const schemaProblems = texts.length ? problems : before.schemaProblems;
      known.current = { ...before, schemaProblems };
      setImpact({
        schema,
        schemaProblems: [...unread, ...schemaProblems],
        refusals: refusalsIn(values, before.problems),
      });
    };
    // An aborted check rejects, which is not an error.
    const onFailed = (error: unknown) => {
      if (!leaving.signal.aborted) reportError(error);
    };
    const timer = setTimeout(() => void checkAll().catch(onFailed), delay);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [schemaText, values]);
  return impact;
}
