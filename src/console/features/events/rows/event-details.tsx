// The details of an event below its row: each field with its actions, the user, the JSON, and what a gate would answer.
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { UserRound } from "lucide-react";
import { Suspense, useState } from "react";
import type { EventRecord } from "#contract/event.ts";
import { printField } from "#contract/event-where.ts";
import { buttonClass } from "#console/foundation/ui/button.tsx";
import { CopyButton } from "#console/foundation/ui/copy.tsx";
import { lazyPart } from "#console/foundation/ui/lazy-part.tsx";
import { formatFull } from "#console/foundation/ui/time-format.ts";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import type { EventsSearch } from "#console/features/events/sentence/event-searches.ts";
import { filterFieldsOf } from "#console/features/events/sentence/filter-fields.ts";
import { useFilterByValue } from "#console/features/events/sentence/use-question.ts";
import { mostFields } from "./event-fields.ts";
import { ValueLine } from "./value-line.tsx";

const GateResultForEvent = lazyPart(
  "The answer of a gate",
  async () => (await import("./gate-result-for-event.tsx")).GateResultForEvent,
);
const ConditionDialog = lazyPart(
  "The choice of a gate",
  async () => (await import("#console/rules/fields/condition-dialog.tsx")).ConditionDialog,
);

interface EventDetailsProps {
  row: EventRecord & { key: string };
  /** Fields that have a column. */
  fields: readonly string[];
  /** Absent if columns cannot be chosen. */
  onFields?: (fields: readonly string[]) => void;
}

interface Chosen {
  part: string;
  key: string;
  value: string;
}

export function EventDetails({ row, fields, onFields }: EventDetailsProps) {
  const { key: _, ...event } = row;
  const { company = "-" } = useParams({ strict: false });
  const { gate } = useSearch({ strict: false });
  const [chosen, setChosen] = useState<Chosen>();
  const include = useFilterByValue();
  const setSearch = useSetSearch<EventsSearch>({ resetScroll: false });
  const columnOf = (name: string) =>
    onFields && {
      isShown: fields.includes(name),
      onToggle: () =>
        onFields(
          fields.includes(name)
            ? fields.filter((field) => field !== name)
            : [...fields, name].slice(-mostFields),
        ),
    };
  return (
    <div className="px-3 pb-3">
      <div className="flex min-h-8 flex-wrap items-center gap-x-2 text-12 text-text-muted">
        <span className="mr-auto">
          {formatFull(Number(event.timestamp))}
          {event.source ? <span className="tablet:hidden">, {event.source}</span> : null}
        </span>
        {event.userID ? (
          <Link
            to="/$company/users/$id"
            params={{ company, id: event.userID }}
            className={buttonClass("quiet", "small")}
          >
            <UserRound size={14} aria-hidden />
            This user
          </Link>
        ) : null}
        <CopyButton text={JSON.stringify(event, null, 2)} label="Copy JSON" />
      </div>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,340px),1fr))] gap-x-6 pb-2">
        {filterFieldsOf(event).map(({ field, text }) => (
          <ValueLine
            key={printField(field)}
            field={field}
            text={text}
            onChoose={(isExcluded) => include(field, text, isExcluded)}
            onRule={"key" in field ? () => setChosen({ ...field, value: text }) : undefined}
            onValues={onFields && (() => setSearch({ field: printField(field) }))}
            column={"key" in field ? columnOf(field.key) : undefined}
          />
        ))}
      </dl>
      {/* Reserves the height of the question and one line of the answer, so that nothing below moves when they arrive. */}
      <Suspense fallback={<div className="min-h-22 border-t border-border" />}>
        <GateResultForEvent event={event} gate={gate} onGate={(id) => setSearch({ gate: id })} />
      </Suspense>
      {chosen ? (
        <Suspense>
          <ConditionDialog attribute={chosen} onClose={() => setChosen(undefined)} />
        </Suspense>
      ) : null}
    </div>
  );
}
