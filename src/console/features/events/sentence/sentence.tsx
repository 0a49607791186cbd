// The query of the event log as a sentence: each part can be changed or removed, and typed or pasted conditions are added.
import { Plus } from "lucide-react";
import { memo, useRef, useState, type ReactNode } from "react";
import { flushSync } from "react-dom";
import { printTerm, type EventTerm } from "#contract/event-where.ts";
import { usePageLink } from "#console/foundation/ui/page-link.ts";
import { ConditionField } from "./condition-field.tsx";
import { fixedTimes, readTyped, readWhere, termsOf, withTermsFor, type Question } from "./question.ts";
import { TermChip } from "./term-chip.tsx";
import { isSubject, leadOf } from "./term-words.ts";
import { TimeChoice } from "./time-choice.tsx";
import { useChangeQuestion } from "./use-question.ts";
import { addClass } from "./word-picker.tsx";

interface SentenceProps extends Question {
  /** Fields for completion, in filter syntax. */
  words: readonly string[];
  /** The first word of the sentence, before the events. */
  lead?: string;
  /** The event name, if the page is about a single one. */
  event?: string | undefined;
  /** False for a live view, whose time is always now. */
  hasTime?: boolean;
  /** In the warehouse there is always a start time, and the log's values are not suggested. */
  isInWarehouse?: boolean;
  /** Content after the time: how the result is drawn. */
  children?: ReactNode;
}

/** Returns a link that shows the same rows whenever it is opened. */
function fixedLink(search: Question): string {
  const link = new URL(location.href);
  for (const [name, time] of Object.entries(fixedTimes(search, Date.now())))
    link.searchParams.set(name, String(time));
  return link.href;
}

/** The text being typed; initially the address's conditions if they cannot be parsed. */
function useTyped(where: string) {
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const given = readWhere(where);
  const unread = "problem" in given ? where : "";
  const ofAddress = typed === undefined && "problem" in given ? given.problem : undefined;
  const write = (next: string | undefined) => {
    setTyped(next);
    setProblem(undefined);
  };
  return {
    text: typed ?? unread,
    isOpen: typed !== undefined || unread !== "",
    error: problem ?? ofAddress,
    write,
    refuse: setProblem,
  };
}

export const Sentence = memo(function Sentence({
  words,
  lead = "How many",
  event,
  hasTime = true,
  isInWarehouse = false,
  from,
  to,
  where = "",
  children,
}: SentenceProps) {
  const ask = useChangeQuestion();
  const search = { from, to, where };
  const { text, isOpen, error, write, refuse } = useTyped(where);
  // Text of the condition being edited; the question keeps it until the edit is applied.
  const [changed, setChanged] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const adds = useRef<HTMLButtonElement>(null);
  const terms = termsOf(search);
  const subjects = terms.filter(isSubject);
  const conditions = terms.filter((term) => !isSubject(term));
  usePageLink(() => (hasTime ? fixedLink(search) : location.href));
  const open = (begun: string, of = "") => {
    flushSync(() => {
      write(begun);
      setChanged(of);
    });
    form.current?.querySelector("input")?.focus();
  };
  const close = () => {
    write(undefined);
    setChanged("");
    adds.current?.focus();
  };
  const add = () => {
    const read = text.trim() ? readTyped(text) : { terms: [] };
    if ("problem" in read) return refuse(read.problem);
    close();
    ask((before) => withTermsFor(before, changed, read.terms));
  };
  const without = (term: EventTerm) => {
    // The button that has the focus disappears with its condition.
    adds.current?.focus({ preventScroll: true });
    ask((before) => before.filter((one) => printTerm(one) !== printTerm(term)));
  };
  const chipOf = (term: EventTerm, said: string) => (
    <li key={printTerm(term)} className="inline">
      {said}{" "}
      <TermChip
        term={term}
        onRemove={() => without(term)}
        onEdit={() => open(printTerm(term), printTerm(term))}
      />{" "}
    </li>
  );
  return (
    <section aria-label="Which events" className={event === undefined ? "pt-5" : "pt-1"}>
      <div className="text-18 leading-9 tracking-[-0.012em] text-pretty text-text-muted max-tablet:text-15 max-tablet:leading-8.5 pointer-coarse:leading-11">
        {lead} {subjects.length === 0 ? <b className="font-medium text-text">{event ?? "events"}</b> : null}{" "}
        {terms.length > 0 ? (
          <ul aria-label="Conditions" className="inline">
            {subjects.map((term, index) => chipOf(term, index > 0 ? "that are" : ""))}
            {conditions.map((term, index) => chipOf(term, leadOf(term, index === 0)))}
          </ul>
        ) : null}
        {hasTime ? (
          <TimeChoice
            hasBegin={isInWarehouse}
            times={search}
            onTimes={(times) => ask((before) => before, { from: undefined, to: undefined, ...times })}
          />
        ) : null}{" "}
        {children}{" "}
        <button
          ref={adds}
          type="button"
          aria-expanded={isOpen}
          onClick={() => open(text)}
          className={addClass}
        >
          <Plus size={14} aria-hidden />
          Filter
        </button>
      </div>
      {isOpen ? (
        <ConditionField
          ref={form}
          text={text}
          changed={changed}
          error={error}
          search={search}
          words={words}
          isInWarehouse={isInWarehouse}
          onText={write}
          onAdd={add}
          onClose={close}
        />
      ) : null}
    </section>
  );
});
