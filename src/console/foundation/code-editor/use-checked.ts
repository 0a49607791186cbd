import { useEffect, useMemo, useState } from "react";
import type { Json } from "#contract/json5.ts";
import { valueIn } from "#console/foundation/code-editor/json5/read-text.ts";
import { check } from "#console/foundation/code-editor/json-schema/check-in-worker.ts";
import type { CheckedProblem, Task } from "#console/foundation/code-editor/json-schema/checked.ts";

/** ms without a keystroke before a text is checked; a squiggle should appear within 100 ms of the last one. */
const pause = 10;

const none: readonly CheckedProblem[] = [];

/** Parses a schema from its text; undefined while the text is empty or does not parse. */
export const useSchema = (text: string | undefined): Json | undefined =>
  useMemo(() => (text?.trim() ? valueIn(text) : undefined), [text]);

const start = { line: 1, column: 1, start: 0, end: 1 };

/** Returns the problems of a text, shortly after it was typed. An empty text is not checked. */
export function useChecked(text: string, against: Task["against"]): readonly CheckedProblem[] {
  const [problems, setProblems] = useState(none);
  const isEmpty = text.trim() === "";
  useEffect(() => {
    if (isEmpty) return undefined;
    const unwanted = new AbortController();
    const timer = setTimeout(() => {
      check({ texts: [text], against }, unwanted.signal).then(
        ({ schema, texts }) => {
          if (unwanted.signal.aborted) return;
          const ofSchema = schema.map(({ message }) => ({
            ...start,
            severity: "warning" as const,
            message: `Not checked against the schema: ${message}`,
          }));
          setProblems([...ofSchema, ...(texts[0] ?? [])]);
        },
        () => undefined,
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      unwanted.abort();
    };
  }, [text, against, isEmpty]);
  return isEmpty ? none : problems;
}
