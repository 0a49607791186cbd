// Starts a metric from an event filter, and lists the parts of the filter that a metric cannot express. Pure.
import { z } from "zod/mini";
import { criteriaOf, termsWithoutCriterion } from "#contract/event-criteria.ts";
import { parseWhere, printTerm, WhereProblem, type EventWhere } from "#contract/event-where.ts";
import { draftWith, emptyDraft, type MetricDraft } from "./metric-draft.ts";

const Texts = z.catch(
  z.optional(
    z.pipe(
      z.union([z.string(), z.array(z.string())]),
      z.transform((given) => (typeof given === "string" ? [given] : given)),
    ),
  ),
  undefined,
);

/** The filter as it appears in an address: the search parameters of the event list. */
const AddressedFilter = z.catch(
  z.object({
    name: Texts,
    userID: Texts,
    unit: Texts,
    source: Texts,
    from: z.optional(z.unknown()),
    to: z.optional(z.unknown()),
    where: z.catch(z.optional(z.string()), undefined),
  }),
  {},
);

function termsOf(where: string): { terms: EventWhere; unread: string[] } {
  try {
    return { terms: where ? parseWhere(where) : [], unread: [] };
  } catch (error) {
    if (!(error instanceof WhereProblem)) throw error;
    return { terms: [], unread: [where] };
  }
}

/** Returns the draft and, in words, the parts of the filter that were left out. */
export function metricOfFilter(given: unknown): { draft: MetricDraft; left: string[] } {
  const { name = [], userID, unit, source, from, to, where = "" } = AddressedFilter.parse(given);
  const { terms, unread } = termsOf(where);
  const named = terms.filter(({ field, condition }) => field.part === "name" && condition === "is");
  const [only] = named;
  // All conditions must hold, so event names can be taken from a name condition only if it is the only one.
  const names = name.length === 0 && named.length === 1 && only ? only.values : name;
  const isTaken = names.length > 0 && names !== name;
  const rest = isTaken ? terms.filter((term) => term !== only) : terms;
  const left = [
    ...unread,
    ...(names.length === 0 ? ["events of every name"] : []),
    ...termsWithoutCriterion(rest).map(printTerm),
    ...(userID ?? []).map((id) => `the user ${id}`),
    ...(unit ?? []).map((id) => `the unit ${id}`),
    ...(source ?? []).map((text) => `the source ${text}`),
    ...(from === undefined && to === undefined ? [] : ["the time"]),
  ];
  return { draft: names.length > 0 ? draftWith(names, criteriaOf(rest)) : emptyDraft(), left };
}
