import { useEffect, useState } from "react";
import { parseJson5, type Json } from "#contract/json5.ts";
import { check } from "#console/schema/check-in-worker.ts";
import type { DraftValue } from "./draft-values.ts";
import { refusalsIn, type Refusal } from "./rehearsal.ts";

export interface Rehearsal {
  schema: Json;
  refusals: readonly Refusal[];
  /** Why the schema cannot be used. */
  schemaProblems: readonly string[];
}

/** A moment after the last keystroke. */
const delay = 150;

/** Checks the values against the schema as it stands; undefined while there is no schema to check, or none yet checked. */
export function useRehearsal(schemaText: string, values: readonly DraftValue[]): Rehearsal | undefined {
  const [rehearsal, setRehearsal] = useState<Rehearsal>();
  useEffect(() => {
    const leaving = new AbortController();
    const timer = setTimeout(() => {
      const schema = parseJson5(schemaText);
      if (schemaText.trim() === "" || !schema.ok) return setRehearsal(undefined);
      const texts = values.map(({ text }) => text);
      check({ texts, against: { schema: schema.value } }, leaving.signal).then(
        (checked) => {
          if (leaving.signal.aborted) return;
          setRehearsal({
            schema: schema.value,
            refusals: refusalsIn(values, checked),
            schemaProblems: checked.schema.map(({ path, message }) =>
              path ? `${path}: ${message}` : message,
            ),
          });
        },
        // A check that is no longer wanted rejects.
        () => undefined,
      );
    }, delay);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [schemaText, values]);
  return rehearsal;
}
