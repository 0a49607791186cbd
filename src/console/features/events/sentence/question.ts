// The question in the explorer's address: which events, in which time. Pure.
import { readTime } from "#contract/event-query.ts";
import {
  parseWhere,
  printTerm,
  printWhere,
  WhereProblem,
  type EventField,
  type EventTerm,
  type EventWhere,
} from "#contract/event-where.ts";

/** The search parameters that select events. */
export interface Question {
  from?: string | undefined;
  to?: string | undefined;
  where?: string | undefined;
}

/** Times in ms; the end is exclusive. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

export type ReadWhere = { readonly terms: EventWhere } | { readonly problem: string };

export function readWhere(text: string): ReadWhere {
  try {
    return { terms: parseWhere(text) };
  } catch (error) {
    if (!(error instanceof WhereProblem)) throw error;
    return { problem: error.message };
  }
}

export const isUnreadable = ({ where = "" }: Question) => "problem" in readWhere(where);

/** Parses typed conditions; a text that contains none is searched for in all fields. */
export function readTyped(text: string): ReadWhere {
  const read = readWhere(text);
  const hasCondition = /\s(is|contains|does|exists)(\s|$)|[<>=≤≥]/i.test(` ${text} `);
  if ("terms" in read || hasCondition) return read;
  return { terms: [{ field: { part: "anything" }, condition: "contains", values: [text.trim()] }] };
}

/** The conditions in the address; empty if they cannot be parsed. */
export const termsOf = ({ where = "" }: Question): EventWhere => {
  const read = readWhere(where);
  return "terms" in read ? read.terms : [];
};

/** Formats conditions for the address; undefined if there are none. */
export const whereText = (terms: EventWhere) => printWhere(terms) || undefined;

/** Adds conditions without duplicates. */
export function withTerms(before: EventWhere, added: EventWhere): EventTerm[] {
  return [...new Map([...before, ...added].map((term) => [printTerm(term), term])).values()];
}

/** Replaces the condition with the given text; if there is none, adds the new ones at the end. */
export const withTermsFor = (before: EventWhere, changed: string, added: EventWhere) =>
  withTerms(
    before.flatMap((term) => (printTerm(term) === changed ? added : [term])),
    before.some((term) => printTerm(term) === changed) ? [] : added,
  );

/** The condition that includes or excludes events with this value. */
export const termOfValue = (field: EventField, value: string, isExcluded: boolean): EventTerm =>
  value === ""
    ? { field, condition: isExcluded ? "exists" : "is empty", values: [] }
    : { field, condition: isExcluded ? "is not" : "is", values: [value] };

const parameters = ["name", "userID", "source"] as const;

/**
 * Parameters for queries of the event log. Conditions that have their own parameter use it, because the service evaluates it
 * fastest. On the page of one `event` its name takes the parameter, and a condition on the name applies besides.
 */
export function filterOf(question: Question, event?: string) {
  const own = new Map<string, string[]>(event === undefined ? [] : [["name", [event]]]);
  const rest = termsOf(question).filter(({ field, condition, values }) => {
    const parameter = parameters.find((part) => part === field.part);
    if (!parameter || condition !== "is" || own.has(parameter)) return true;
    own.set(parameter, [...values]);
    return false;
  });
  return {
    ...(question.from !== undefined && readTime(question.from) && { from: question.from }),
    ...(question.to !== undefined && readTime(question.to) && { to: question.to }),
    ...Object.fromEntries(own),
    ...(rest.length > 0 && { where: printWhere(rest) }),
  };
}

/** Converts a time of the address to ms. */
export function momentOf(text: string | undefined, now: number): number | undefined {
  const time = text === undefined ? undefined : readTime(text);
  const moment = time && ("at" in time ? time.at : now - time.ago);
  // Dates outside the supported range are not valid.
  return Number.isNaN(new Date(moment ?? Number.NaN).getTime()) ? undefined : moment;
}

/** Parses the part of the time whose rows are listed, in ms; undefined if invalid. */
export function partOf(during = ""): TimeSpan | undefined {
  const [from, to] = during.split("/").map((text) => momentOf(text, Date.now()));
  return from === undefined || to === undefined || from >= to ? undefined : { from, to };
}

const isoText = (ms: number) => new Date(ms).toISOString();

/** Formats such a part for the address. */
export const partText = ({ from, to }: TimeSpan) => `${isoText(from)}/${isoText(to)}`;

/** Formats a time span as query parameters. */
export const timesText = ({ from, to }: TimeSpan) => ({
  from: isoText(from),
  to: isoText(to),
});

/** Converts relative times to absolute ones, so that a link shows the same events whenever it is opened. */
export function fixedTimes({ from, to }: Question, now: number): Question {
  const [first, end] = [momentOf(from, now), momentOf(to, now)];
  const isOpen = first === undefined && end === undefined;
  return {
    ...(first !== undefined && { from: isoText(first) }),
    ...(isOpen ? {} : { to: isoText(end ?? now) }),
  };
}
