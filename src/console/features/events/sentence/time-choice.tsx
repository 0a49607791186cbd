// Chooses the time of the events: the last hours or days, or a range between two times.
import { useState } from "react";
import { TextField } from "#console/foundation/forms/text-field.tsx";
import { Dialog } from "#console/foundation/ui/dialog.tsx";
import { formatMoment } from "#console/foundation/ui/instant-format.ts";
import { momentOf, type Question } from "./question.ts";
import { spanLabel } from "./span-label.ts";
import { WordPicker } from "./word-picker.tsx";

type Times = Pick<Question, "from" | "to">;

const spans = {
  "": "the beginning",
  "-30m": "the last 30 minutes",
  "-1h": "the last hour",
  "-24h": "the last 24 hours",
  "-7d": "the last 7 days",
  "-14d": "the last 14 days",
  "-30d": "the last 30 days",
};
const between = "between";

function labelOf({ from, to }: Times) {
  const [first, end] = [from, to].map((text) => momentOf(text, Date.now()));
  if (first === undefined) return end === undefined ? spans[""] : `until ${formatMoment(end)}`;
  return end === undefined ? `since ${formatMoment(first)}` : spanLabel({ from: first, to: end });
}

/** Formats a time for the browser's own input: local, to the minute. */
function localText(text: string | undefined): string {
  const moment = momentOf(text, Date.now());
  if (moment === undefined) return "";
  return new Date(moment - new Date(moment).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const ids = { from: "events-from", to: "events-to" };

/** The browser reads a two-digit year as one of the first century, and accepts six-digit years. */
const yearProblem = (text: string) =>
  text === "" || /^[12]\d{3}-/.test(text) ? undefined : "Give the year with four digits";

/** A partly typed date has an empty value; only the input element knows of it. */
const isTypedInPart = (id: string) => {
  const field = document.getElementById(id);
  return field instanceof HTMLInputElement && field.validity.badInput;
};
const partProblem = "Give the whole date and time, or leave it empty";

function BetweenDialog({
  times,
  onTimes,
  onClose,
}: {
  times: Times;
  onTimes: (times: Times) => void;
  onClose: () => void;
}) {
  const [from, setFrom] = useState(localText(times.from));
  const [to, setTo] = useState(localText(times.to));
  /** Ids of the partly filled inputs. */
  const [inPart, setInPart] = useState<readonly string[]>([]);
  const problems = { from: yearProblem(from), to: yearProblem(to) };
  const isEmpty = !problems.from && !problems.to && from !== "" && to !== "" && from >= to;
  const change = (set: (text: string) => void) => (text: string) => {
    setInPart([]);
    set(text);
  };
  const fixed = (text: string) => (text === "" ? undefined : new Date(text).toISOString());
  return (
    <Dialog
      onClose={onClose}
      title="Events between two moments"
      description="In the time zone of this browser. Either may be left open."
      cancelLabel="Cancel"
      startsAt={ids.from}
      action={{
        label: "Show these",
        refusal: isEmpty ? "The first moment must come before the second" : (problems.from ?? problems.to),
        field: problems.from ? ids.from : ids.to,
        onClick: () => {
          const found = Object.values(ids).filter(isTypedInPart);
          setInPart(found);
          if (found.length > 0) return;
          onTimes({ from: fixed(from), to: fixed(to) });
          onClose();
        },
      }}
    >
      <div className="grid gap-4 pt-3 tablet:grid-cols-2">
        <TextField
          id={ids.from}
          label="From"
          type="datetime-local"
          value={from}
          onChange={change(setFrom)}
          error={inPart.includes(ids.from) ? partProblem : problems.from}
        />
        <TextField
          id={ids.to}
          label="To, not included"
          type="datetime-local"
          value={to}
          onChange={change(setTo)}
          error={
            inPart.includes(ids.to) ? partProblem : isEmpty ? "Must be after the first moment" : problems.to
          }
        />
      </div>
    </Dialog>
  );
}

interface TimeChoiceProps {
  times: Times;
  onTimes: (times: Times) => void;
  /** For data that cannot be read from its beginning, so that a start is required. */
  hasBegin?: boolean;
}

export function TimeChoice({ times, onTimes, hasBegin = false }: TimeChoiceProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { from = "", to } = times;
  const isSpan = to === undefined && Object.hasOwn(spans, from);
  const shown = { value: "now", label: labelOf(times) };
  // An open-ended range has its own wording.
  const hasOwnWord = to === undefined ? !isSpan : from === "";
  return (
    <>
      {hasOwnWord ? "" : "from "}
      <WordPicker
        label={hasOwnWord ? "Time:" : "from"}
        value={isSpan ? from : shown.value}
        options={[
          ...Object.entries(spans).flatMap(([value, label]) =>
            value === "" && hasBegin ? [] : [{ value, label }],
          ),
          ...(isSpan ? [] : [shown]),
          { value: between, label: "between two moments …" },
        ]}
        onChange={(value) => {
          if (value === between) setIsOpen(true);
          else if (value !== shown.value) onTimes({ from: value || undefined, to: undefined });
        }}
      />
      {isOpen ? <BetweenDialog times={times} onTimes={onTimes} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
