import { useNavigate, useParams } from "@tanstack/react-router";
import { useCallback } from "react";
import type { EventField, EventWhere } from "#contract/event-where.ts";
import { termOfValue, termsOf, whereText, withTerms, type Question } from "./question.ts";

/**
 * Changes the question from any page that shows events: conditions are added to those in the address, and the first page is
 * shown.
 */
export function useChangeQuestion() {
  const navigate = useNavigate();
  const { company = "-", name } = useParams({ strict: false });
  return useCallback(
    (change: (terms: EventWhere) => EventWhere, times?: Pick<Question, "from" | "to">) => {
      const search = (before: object) => {
        const { page: _, row: __, ...kept }: Record<string, unknown> = { ...before };
        // The selected part belongs to the previous time, so it is cleared.
        return {
          ...kept,
          ...(times && { ...times, during: undefined }),
          where: whereText(change(termsOf(kept))),
        };
      };
      // From far down in the rows, the page would end up at the bottom of the first new ones.
      const resetScroll = scrollY > innerHeight;
      void (name === undefined
        ? navigate({ to: "/$company/events", params: { company }, search, resetScroll })
        : navigate({ to: "/$company/events/$name", params: { company, name }, search, resetScroll }));
    },
    [navigate, company, name],
  );
}

/** Returns a function that shows only the events with a value, or only those without it. */
export function useFilterByValue() {
  const ask = useChangeQuestion();
  return (field: EventField, value: string, isExcluded: boolean) =>
    ask((terms) => withTerms(terms, [termOfValue(field, value, isExcluded)]));
}
