// Logged events as rows; one opens to show what it carries. Shared by the list of all events and the page of one.
import { Link } from "@tanstack/react-router";
import { ChevronDown, ChevronRight } from "lucide-react";
import { Fragment } from "react";
import type { EventRecord } from "#contract/event.ts";
import { CopyButton } from "#console/foundation/ui/copy.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { formatFull } from "#console/foundation/ui/time-format.ts";

interface EventRowsProps {
  caption: string;
  events: readonly EventRecord[];
  company: string;
  /** Shows the name of each event as a link. */
  named: boolean;
  opened: string | undefined;
  onOpen: (key: string | undefined) => void;
}

const timeFormat = new Intl.DateTimeFormat(undefined, {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
  hour12: false,
});
const head =
  "tablet:sticky tablet:top-bar z-2 h-8 border-y border-border bg-surface pr-3 text-12 font-medium text-text-muted";
const cell = "h-row truncate tablet:border-b tablet:border-border tablet:pr-3";

/** On a phone a row has two lines: what happened and its value, then who and when. */
const phone = {
  row: "max-tablet:grid max-tablet:grid-cols-[32px_minmax(0,1fr)_auto_auto] max-tablet:gap-x-2 max-tablet:border-b max-tablet:border-border max-tablet:py-1",
  open: "max-tablet:row-span-2 max-tablet:flex max-tablet:h-auto max-tablet:items-center",
  first:
    "max-tablet:col-span-2 max-tablet:col-start-2 max-tablet:row-start-1 max-tablet:h-7 max-tablet:leading-7",
  end: "max-tablet:col-start-4 max-tablet:row-start-1 max-tablet:h-7 max-tablet:leading-7",
  second:
    "max-tablet:col-start-2 max-tablet:row-start-2 max-tablet:h-6 max-tablet:text-12 max-tablet:leading-6 max-tablet:text-text-muted",
  endSecond:
    "max-tablet:col-span-2 max-tablet:col-start-3 max-tablet:row-start-2 max-tablet:h-6 max-tablet:text-12 max-tablet:leading-6 max-tablet:text-text-muted",
};

/** Events have no id; place in the page tells equal ones apart. */
const keyOf = (event: EventRecord, index: number) => `${event.timestamp}-${index}`;

const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

const Metadata = ({ event }: { event: EventRecord }) => {
  const entries = Object.entries(event.metadata ?? {});
  return (
    <div className="px-3 pb-3">
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 text-12 text-text-muted">
        {formatFull(Number(event.timestamp))}
        {event.source ? <span className="tablet:hidden">{event.source}</span> : null}
        <span className="ml-auto">
          <CopyButton text={JSON.stringify(event, null, 2)} label="Copy as JSON" />
        </span>
      </div>
      {entries.length === 0 ? (
        <p className="text-text-muted">This event carries no metadata.</p>
      ) : (
        <dl className="grid gap-x-6 tablet:grid-cols-2 desk:grid-cols-3">
          {entries.map(([name, value]) => (
            <div
              key={name}
              className="grid min-h-7 grid-cols-[112px_1fr] items-center border-t border-border"
            >
              <dt className="truncate text-12 text-text-muted" title={name}>
                {name}
              </dt>
              <dd className="min-w-0 truncate" title={text(value)}>
                <Mono>{text(value)}</Mono>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
};

export function EventRows({ caption, events, company, named, opened, onOpen }: EventRowsProps) {
  const columns = named ? 6 : 5;
  return (
    <table className="w-full border-separate border-spacing-0 max-tablet:block tablet:table-fixed">
      <caption className="sr-only">{caption}</caption>
      <colgroup>
        <col className="w-9" />
        <col className="w-44" />
        {named ? <col className="w-56" /> : null}
        <col />
        <col className="w-30" />
        <col className="w-40" />
      </colgroup>
      <thead className="max-tablet:sr-only">
        <tr>
          <th scope="col" className={head}>
            <span className="sr-only">Open</span>
          </th>
          <th scope="col" className={`${head} text-left`}>
            Time
          </th>
          {named ? (
            <th scope="col" className={`${head} text-left`}>
              Event
            </th>
          ) : null}
          <th scope="col" className={`${head} text-left`}>
            User
          </th>
          <th scope="col" className={`${head} text-right`}>
            Value
          </th>
          <th scope="col" className={`${head} pl-3 text-left`}>
            Source
          </th>
        </tr>
      </thead>
      <tbody className="max-tablet:block max-tablet:border-t max-tablet:border-border">
        {events.map((event, index) => {
          const key = keyOf(event, index);
          const isOpen = key === opened;
          const Icon = isOpen ? ChevronDown : ChevronRight;
          return (
            <Fragment key={key}>
              <tr className={`${phone.row} ${isOpen ? "bg-surface-sunken" : "hover:bg-surface-hover"}`}>
                <td className={`${cell} ${phone.open}`}>
                  <button
                    type="button"
                    aria-expanded={isOpen}
                    aria-label={`Details of the event at ${timeFormat.format(Number(event.timestamp))}`}
                    onClick={() => onOpen(isOpen ? undefined : key)}
                    className="flex size-7 items-center justify-center text-text-muted hover:text-text"
                  >
                    <Icon size={16} aria-hidden />
                  </button>
                </td>
                <td
                  className={`${cell} ${phone.endSecond} figures`}
                  title={formatFull(Number(event.timestamp))}
                >
                  {timeFormat.format(Number(event.timestamp))}
                </td>
                {named ? (
                  <td className={`${cell} ${phone.first}`}>
                    <Link
                      to="/$company/events/$name"
                      params={{ company, name: event.name }}
                      className="font-medium hover:underline"
                    >
                      {event.name}
                    </Link>
                  </td>
                ) : null}
                <td className={`${cell} ${named ? phone.second : phone.first}`}>
                  {event.userID ? (
                    <Mono>{event.userID}</Mono>
                  ) : (
                    <span className="text-text-muted">no user</span>
                  )}
                </td>
                <td className={`${cell} ${phone.end} num`}>{event.value}</td>
                <td
                  className={`${cell} ${named ? "max-tablet:hidden" : phone.second} text-text-muted tablet:pl-3`}
                >
                  {event.source}
                </td>
              </tr>
              {isOpen ? (
                <tr className="bg-surface-sunken max-tablet:block">
                  <td colSpan={columns} className="border-b border-border max-tablet:block tablet:pl-6">
                    <Metadata event={event} />
                  </td>
                </tr>
              ) : null}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}
