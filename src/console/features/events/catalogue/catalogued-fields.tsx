// The details of an event in the catalogue: its anomalies, its sources, and its fields.
import { Link, useParams } from "@tanstack/react-router";
import type { CataloguedEvent } from "#contract/event-catalogue.ts";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { countedSentence, fieldSentence, flagSentence } from "./catalogue-words.ts";
import { CataloguedSources } from "./catalogued-sources.tsx";

interface CataloguedFieldsProps {
  event: CataloguedEvent;
  /** Number of days since 1970 in UTC. */
  today: number;
}

export function CataloguedFields({ event, today }: CataloguedFieldsProps) {
  const { company = "-" } = useParams({ strict: false });
  const { fields, flags, metrics, name } = event;
  const counted = countedSentence(event);
  return (
    <div className="grid gap-2 px-3 py-3 whitespace-normal">
      {flags.length > 0 ? (
        <ul aria-label={`To look at in ${name}`} className="text-warning">
          {flags.map((flag, index) => (
            <li key={index}>{flagSentence(flag, name)}</li>
          ))}
        </ul>
      ) : null}
      <p className="text-text-muted">
        {metrics.length > 0 ? (
          <>
            Used by{" "}
            <Link
              to="/$company/metrics"
              params={{ company }}
              search={{ event: [name] }}
              className="link text-text"
            >
              {metrics.join(", ")}
            </Link>
            .
          </>
        ) : (
          "No metric uses it."
        )}
      </p>
      <CataloguedSources event={event} today={today} />
      {counted ? <p className="text-text-muted">{counted}</p> : null}
      {fields.length > 0 ? <p className="-mb-1 text-12 font-medium">Fields</p> : null}
      <dl aria-label={`Fields of ${name}`} className="[&>*:last-child]:border-b">
        {fields.map((field) => (
          <div
            key={field.name}
            className="grid min-h-7 items-center gap-x-4 border-t border-border py-1 tablet:grid-cols-[180px_340px_minmax(0,1fr)]"
          >
            <dt className="font-medium break-words">{field.name}</dt>
            <dd className="text-text-muted">{fieldSentence(field, event)}</dd>
            <dd className="truncate" title={field.examples.join(", ")}>
              <Mono>{field.examples.join(", ")}</Mono>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
