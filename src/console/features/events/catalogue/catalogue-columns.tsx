// The columns of the catalogue of events.
import { Link, useParams } from "@tanstack/react-router";
import type { CataloguedEvent } from "#contract/event-catalogue.ts";
import type { Column } from "#console/foundation/table/column.ts";
import { Expander } from "#console/foundation/table/expander.tsx";
import { Muted } from "#console/foundation/table/shared-columns.tsx";
import { formatDate, formatFull } from "#console/foundation/ui/time-format.ts";
import { formatCount } from "#console/foundation/ui/wording.ts";
import { flagSentence } from "./catalogue-words.ts";
import { VolumeBars } from "./volume-bars.tsx";

const Flags = ({ event: { flags, name } }: { event: CataloguedEvent }) => {
  const [first] = flags;
  if (!first) return null;
  const sentences = flags.map((flag) => flagSentence(flag, name));
  return (
    <span className="text-warning max-tablet:whitespace-normal" title={sentences.join("\n")}>
      {sentences[0]}
      {flags.length > 1 ? `, and ${formatCount(flags.length - 1)} more` : ""}
    </span>
  );
};

function NameLink({ name }: { name: string }) {
  const { company = "-" } = useParams({ strict: false });
  return (
    <Link
      to="/$company/events/$name"
      params={{ company, name }}
      title={name}
      className="inline-block min-w-6 font-medium hover:underline"
    >
      {name}
    </Link>
  );
}

const Day = ({ time }: { time: number }) => (
  <time dateTime={new Date(time).toISOString()} title={formatFull(time)}>
    {formatDate(time)}
  </time>
);

interface ColumnsInput {
  opened: string | undefined;
  toggle: (event: CataloguedEvent) => void;
  /** Number of days since 1970 in UTC. */
  today: number;
}

export const catalogueColumns = ({ opened, toggle, today }: ColumnsInput): Column<CataloguedEvent>[] => [
  {
    id: "name",
    header: "Event",
    phone: "first",
    cell: (event) => (
      <>
        <Expander
          label={`Fields of ${event.name}`}
          isOpen={event.name === opened}
          onToggle={() => toggle(event)}
        />
        <NameLink name={event.name} />
      </>
    ),
  },
  {
    id: "volume",
    header: "Last 30 days",
    width: "144px",
    phone: "second-start",
    cell: ({ days }) => <VolumeBars days={days} today={today} />,
  },
  {
    id: "events",
    header: "Events",
    width: "96px",
    align: "end",
    phone: "end",
    cell: ({ events }) => formatCount(events),
  },
  {
    id: "first",
    header: "First",
    width: "116px",
    className: "max-desk:hidden",
    cell: ({ firstTime }) => <Day time={firstTime} />,
  },
  {
    id: "last",
    header: "Last",
    width: "116px",
    phone: "second-end",
    cell: ({ lastTime }) => <Day time={lastTime} />,
  },
  {
    id: "fields",
    header: "Fields",
    width: "72px",
    align: "end",
    className: "max-desk:hidden",
    cell: ({ fields }) => (fields.length > 0 ? formatCount(fields.length) : <Muted>–</Muted>),
  },
  {
    id: "used",
    header: "Metrics",
    width: "80px",
    align: "end",
    className: "max-desk:hidden",
    cell: ({ metrics }) => (metrics.length > 0 ? formatCount(metrics.length) : <Muted>–</Muted>),
  },
  { id: "flags", header: "To look at", phone: "third", cell: (event) => <Flags event={event} /> },
];
