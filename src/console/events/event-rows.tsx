// Logged events as rows; one opens to show what it carries. Shared by the list of all events and the page of one.
import { Link } from "@tanstack/react-router";
import { ChevronDown, ChevronRight } from "lucide-react";
import { Fragment } from "react";
import type { EventRecord } from "#contract/event.ts";
import { CopyButton } from "#console/ui/copy.tsx";
import { Mono } from "#console/ui/mono.tsx";
import { formatFull } from "#console/ui/time-format.ts";

export interface EventRowsProps {
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
const cell = "h-row truncate border-b border-border pr-3";

/** Events have no id; place in the page tells equal ones apart. */
const keyOf = (event: EventRecord, index: number) => `${event.timestamp}-${index}`;

const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

const Metadata = ({ event }: { event: EventRecord }) => {
  const entries = Object.entries(event.metadata ?? {});
  return (
    <div className="px-3 pb-3">
      <div className="flex min-h-8 flex-wrap items-center gap-x-4 text-12 text-text-muted">
        {formatFull(Number(event.timestamp))}
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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must take focus
    <div className="max-tablet:overflow-x-auto" role="region" aria-label={caption} tabIndex={0}>
      <table className="w-full border-separate border-spacing-0 max-tablet:min-w-160 tablet:table-fixed">
        <caption className="sr-only">{caption}</caption>
        <colgroup>
          <col className="w-9" />
          <col className="w-44" />
          {named ? <col className="w-56" /> : null}
          <col />
          <col className="w-30" />
          <col className="w-40" />
        </colgroup>
        <thead>
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
        <tbody>
          {events.map((event, index) => {
            const key = keyOf(event, index);
            const isOpen = key === opened;
            const Icon = isOpen ? ChevronDown : ChevronRight;
            return (
              <Fragment key={key}>
                <tr className={isOpen ? "bg-surface-sunken" : "hover:bg-surface-hover"}>
                  <td className={cell}>
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
                  <td className={`${cell} figures`} title={formatFull(Number(event.timestamp))}>
                    {timeFormat.format(Number(event.timestamp))}
                  </td>
                  {named ? (
                    <td className={cell}>
                      <Link
                        to="/$company/events/$name"
                        params={{ company, name: event.name }}
                        className="font-medium hover:underline"
                      >
                        {event.name}
                      </Link>
                    </td>
                  ) : null}
                  <td className={cell}>
                    {event.userID ? (
                      <Mono>{event.userID}</Mono>
                    ) : (
                      <span className="text-text-muted">no user</span>
                    )}
                  </td>
                  <td className={`${cell} num`}>{event.value}</td>
                  <td className={`${cell} pl-3 text-text-muted`}>{event.source}</td>
                </tr>
                {isOpen ? (
                  <tr className="bg-surface-sunken">
                    <td colSpan={columns} className="border-b border-border pl-6">
                      <Metadata event={event} />
                    </td>
                  </tr>
                ) : null}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
