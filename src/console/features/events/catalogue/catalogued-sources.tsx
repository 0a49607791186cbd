// The sources of an event in the catalogue, with the versions of the app that sent it lately.
import { useQuery } from "@tanstack/react-query";
import type { CataloguedEvent } from "#contract/event-catalogue.ts";
import { query } from "#console/foundation/api/query.ts";
import { plural } from "#console/foundation/ui/wording.ts";
import {
  shownDays,
  sourceSentence,
  versionField,
  versionsText,
  type CataloguedSource,
} from "./catalogue-words.ts";

/** Each source needs a query for its versions, so their number is limited. */
const shownSources = 4;
const shownVersions = 3;

interface SourceProps {
  event: CataloguedEvent;
  source: CataloguedSource;
  today: number;
}

function Source({ event, source, today }: SourceProps) {
  const { data, error } = useQuery(
    query("readEventFieldValues", {
      name: [event.name],
      source: [source.name],
      field: versionField(event.fields),
      from: `-${shownDays}d`,
      limit: shownVersions,
    }),
  );
  const versions = data ? versionsText(data.data) : error ? "Its versions could not be read" : "";
  return (
    <div className="grid min-h-7 items-center gap-x-4 border-t border-border py-1 tablet:grid-cols-[180px_340px_minmax(0,1fr)]">
      <dt className="font-medium break-words">{source.name || "no source"}</dt>
      <dd className="text-text-muted">{sourceSentence(source, today)}</dd>
      {/* The line has its height before the versions are read. */}
      <dd className="min-h-5 truncate text-text-muted" title={versions}>
        {versions}
      </dd>
    </div>
  );
}

interface CataloguedSourcesProps {
  event: CataloguedEvent;
  /** Number of days since 1970 in UTC. */
  today: number;
}

export function CataloguedSources({ event, today }: CataloguedSourcesProps) {
  const { name, sources } = event;
  const more = sources.length - shownSources;
  if (sources.length === 0) return null;
  return (
    <div>
      <p className="pb-1 text-12 font-medium">Sources</p>
      <dl aria-label={`Sources of ${name}`} className="[&>*:last-child]:border-b">
        {sources.slice(0, shownSources).map((source) => (
          <Source key={source.name} event={event} source={source} today={today} />
        ))}
      </dl>
      {more > 0 ? <p className="pt-1 text-text-muted">{plural(more, "more source")}</p> : null}
    </div>
  );
}
