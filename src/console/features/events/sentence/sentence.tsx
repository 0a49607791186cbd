// The question to the event log as a sentence of chips: each condition is changed or taken away, and typed or pasted ones are added.
import { useQuery } from "@tanstack/react-query";
import { Check, Link2, X } from "lucide-react";
import { memo, useMemo, useRef, useState } from "react";
import { printField, printTerm, printValue, type EventTerm } from "#contract/event-where.ts";
import { queryPage } from "#console/foundation/api/query.ts";
import { SuggestField, type Suggestion } from "#console/foundation/forms/suggest-field.tsx";
import { Button, IconButton } from "#console/foundation/ui/button.tsx";
import { usePageActions } from "#console/foundation/ui/page-actions.tsx";
import { useCopy } from "#console/foundation/ui/use-copy.ts";
import { formatCount } from "#console/foundation/ui/wording.ts";
import { filterOf, fixedTimes, readTyped, readWhere, termsOf, withTerms, type Question } from "./question.ts";
import { TimeChoice } from "./time-choice.tsx";
import { useAsk } from "./use-question.ts";

interface ChipProps {
  term: EventTerm;
  onEdit: () => void;
  onRemove: () => void;
}

const part = "h-7 pointer-coarse:h-11 hover:bg-surface-hover";

const Chip = ({ term, onEdit, onRemove }: ChipProps) => (
  <li className="inline-flex max-w-full items-center overflow-hidden rounded bg-surface-selected text-text">
    <button
      type="button"
      title="Change this condition"
      onClick={onEdit}
      className={`${part} min-w-0 truncate rounded-l pl-2`}
    >
      <span className="text-text-muted">
        {printField(term.field)} {term.condition}
      </span>{" "}
      <b className="font-medium">{term.values.join(", ")}</b>
    </button>
    <button
      type="button"
      aria-label={`Remove ${printTerm(term)}`}
      onClick={onRemove}
      className={`${part} flex w-7 shrink-0 items-center justify-center rounded-r text-text-muted pointer-coarse:w-11`}
    >
      <X size={14} aria-hidden />
    </button>
  </li>
);

/** A link to the events that are in view now, whenever it is opened. */
function CopyFixed({ search }: { search: Question }) {
  const { copied, copy } = useCopy(() => {
    const link = new URL(location.href);
    for (const [name, time] of Object.entries(fixedTimes(search, Date.now())))
      link.searchParams.set(name, String(time));
    return link.href;
  });
  usePageActions([{ label: "Copy a link with fixed times", onSelect: copy }]);
  return (
    <IconButton
      label={copied ? "Copied" : "Copy a link with fixed times"}
      icon={copied ? Check : Link2}
      onClick={copy}
    />
  );
}

/** The field and the begin of the value that are being typed last. */
const typedValue = /^(?:(.*)\sand\s)?\s*(.+?)\s+(is not|is)\s+([^,]*)$/is;

/** Fields by their words, then the values of the field that is being typed. */
function useSuggestions(text: string, search: Question, words: readonly string[]): readonly Suggestion[] {
  const [, , field = "", condition = "", begun = ""] = typedValue.exec(text) ?? [];
  const before = field === "" ? "" : text.slice(0, text.length - begun.length);
  const isField = field !== "" && "terms" in readWhere(`${field} exists`);
  const values = useQuery({
    ...queryPage("readEventFieldValues", { ...filterOf(search), field, limit: 50 }),
    enabled: isField,
  }).data?.data.values;
  const fields = useMemo(() => words.map((name) => ({ value: `${name} is ` })), [words]);
  if (isField && condition)
    return (values ?? []).map(({ value, events: count }) => ({
      value: before + printValue(value),
      note: formatCount(count),
    }));
  return fields;
}

interface SentenceProps extends Question {
  /** Fields that what is typed is completed by, in the words of a filter. */
  words: readonly string[];
  /** False for what goes on in time by itself. */
  hasTime?: boolean;
  /** There is always a begin, and values of the log are not those of the warehouse. */
  isInWarehouse?: boolean;
}

export const Sentence = memo(function Sentence({
  words,
  hasTime = true,
  isInWarehouse = false,
  from,
  to,
  where = "",
}: SentenceProps) {
  const ask = useAsk();
  const search = { from, to, where };
  const unread = "problem" in readWhere(where) ? where : "";
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const form = useRef<HTMLFormElement>(null);
  const text = typed ?? unread;
  const given = readWhere(unread);
  const error = problem ?? (typed === undefined && "problem" in given ? given.problem : undefined);
  const suggestions = useSuggestions(isInWarehouse ? "" : text, search, words);
  const terms = termsOf(search);
  const write = (next: string) => {
    setTyped(next);
    setProblem(undefined);
  };
  const add = () => {
    const read = readTyped(text);
    if ("problem" in read) return setProblem(read.problem);
    write("");
    ask((before) => withTerms(before, read.terms));
  };
  const without = (term: EventTerm) =>
    ask((before) => before.filter((one) => printTerm(one) !== printTerm(term)));
  return (
    <section aria-label="Which events" className="grid gap-2 pt-4">
      <div className="flex flex-wrap items-center gap-x-1.5 gap-y-2 text-16 text-text-muted">
        <span>{terms.length > 0 ? "Events where" : "All events"}</span>
        {terms.length > 0 ? (
          <ul aria-label="Conditions" className="contents">
            {terms.map((term) => (
              <Chip
                key={printTerm(term)}
                term={term}
                onRemove={() => without(term)}
                onEdit={() => {
                  without(term);
                  write(printTerm(term));
                  form.current?.querySelector("input")?.focus();
                }}
              />
            ))}
          </ul>
        ) : null}
        {hasTime ? (
          // The link stays beside the time that it fixes.
          <span className="inline-flex max-w-full items-center gap-x-1.5">
            <TimeChoice
              hasBegin={isInWarehouse}
              times={search}
              onTimes={(times) => ask((before) => before, { from: undefined, to: undefined, ...times })}
            />
            {search.from === undefined ? null : <CopyFixed search={search} />}
          </span>
        ) : null}
      </div>
      <form
        ref={form}
        role="search"
        aria-label="Add a condition"
        className="flex max-w-160 items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim()) add();
        }}
      >
        <div className="min-w-0 flex-1">
          <SuggestField
            label="Condition"
            hideLabel
            placeholder="Add a condition: country is DE, SE and value >= 50"
            value={text}
            onChange={write}
            suggestions={suggestions}
            error={error}
          />
        </div>
        <Button type="submit">Add</Button>
      </form>
    </section>
  );
});
