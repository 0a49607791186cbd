// The question that the address of the explorer asks: which events, of which time. Pure.
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

/** The parts of the address that choose events. */
export interface Question {
  from?: string | undefined;
  to?: string | undefined;
  where?: string | undefined;
}

/** In ms; the end does not belong to it. */
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

/** Typed conditions; a text without any is looked for in all fields. */
export function readTyped(text: string): ReadWhere {
  const read = readWhere(text);
  const hasCondition = /\s(is|contains|does|exists)(\s|$)|[<>=≤≥]/i.test(` ${text} `);
  if ("terms" in read || hasCondition) return read;
  return { terms: [{ field: { part: "anything" }, condition: "contains", values: [text.trim()] }] };
}

/** The conditions of the address; none where its text cannot be read. */
export const termsOf = ({ where = "" }: Question): EventWhere => {
  const read = readWhere(where);
  return "terms" in read ? read.terms : [];
};

/** The text of conditions for the address, where there are any. */
export const whereText = (terms: EventWhere) => printWhere(terms) || undefined;

/** With more conditions; one that is there already stands once. */
export function withTerms(before: EventWhere, added: EventWhere): EventTerm[] {
  return [...new Map([...before, ...added].map((term) => [printTerm(term), term])).values()];
}

/** With conditions in the place of one, whose text is given; at the end where it is not among them. */
export const withTermsFor = (before: EventWhere, changed: string, added: EventWhere) =>
  withTerms(
    before.flatMap((term) => (printTerm(term) === changed ? added : [term])),
    before.some((term) => printTerm(term) === changed) ? [] : added,
  );

/** Only, or none of, the events with this value. */
export const termOfValue = (field: EventField, value: string, isExcluded: boolean): EventTerm =>
  value === ""
    ? { field, condition: isExcluded ? "exists" : "is empty", values: [] }
    : { field, condition: isExcluded ? "is not" : "is", values: [value] };

const parameters = ["name", "userID", "source"] as const;

/** Parameters of whatever is asked of the event log. What has a parameter of its own goes there, where the service finds it fastest. */
export function filterOf(question: Question) {
  const own = new Map<string, string[]>();
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

/** A time of the address in ms. */
export function momentOf(text: string | undefined, now: number): number | undefined {
  const time = text === undefined ? undefined : readTime(text);
  const moment = time && ("at" in time ? time.at : now - time.ago);
  // Dates have an end at either side.
  return Number.isNaN(new Date(moment ?? Number.NaN).getTime()) ? undefined : moment;
}

/** The part of the time whose rows are in view, in ms; undefined for what is none. */
export function partOf(during = ""): TimeSpan | undefined {
  const [from, to] = during.split("/").map((text) => momentOf(text, Date.now()));
  return from === undefined || to === undefined || from >= to ? undefined : { from, to };
}

const isoText = (ms: number) => new Date(ms).toISOString();

/** It as the address has it. */
export const partText = ({ from, to }: TimeSpan) => `${isoText(from)}/${isoText(to)}`;

/** A time as the parameters of a question. */
export const timesText = ({ from, to }: TimeSpan) => ({
  from: isoText(from),
  to: isoText(to),
});

/** The same events for whoever opens it later: without times that go on. */
export function fixedTimes({ from, to }: Question, now: number): Question {
  const [first, end] = [momentOf(from, now), momentOf(to, now)];
  const isOpen = first === undefined && end === undefined;
  return {
    ...(first !== undefined && { from: isoText(first) }),
    ...(isOpen ? {} : { to: isoText(end ?? now) }),
  };
}
