import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import type { EntityPropertySource, RecordedProperty } from "#contract/entity-property.ts";
import { isFirstFailure, query } from "#console/foundation/api/query.ts";
import { queryAll } from "#console/foundation/api/query-all.ts";
import { CodeBlock } from "#console/foundation/code-editor/code-block.tsx";
import { DraftList } from "#console/editing/drafts/draft-list.tsx";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { SearchField } from "#console/foundation/forms/search-field.tsx";
import type { Column } from "#console/foundation/table/column.ts";
import { Expander } from "#console/foundation/table/expander.tsx";
import { Muted, tagsColumn } from "#console/foundation/table/shared-columns.tsx";
import { Table } from "#console/foundation/table/table.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { CopyButton } from "#console/foundation/ui/copy.tsx";
import { Empty } from "#console/foundation/ui/empty.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { usePageActions } from "#console/foundation/ui/page-actions.tsx";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { formatFull, relativeTime } from "#console/foundation/ui/time-format.ts";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import type { EntityPropertiesSearch } from "./entity-properties-search.ts";
import { propertiesOf, RecordedValues, usesText, valuesText } from "./recorded-values.tsx";

const route = getRouteApi("/$company/entity_properties");

/** A property source with the properties that exposures recorded for it; undefined while loading. */
interface Row extends EntityPropertySource {
  recorded: readonly RecordedProperty[] | undefined;
}

function Name({ source: { name } }: { source: Row }) {
  const { company } = route.useParams();
  return (
    <Link
      to="/$company/entity_properties/$id"
      params={{ company, id: name }}
      className="font-medium hover:underline"
    >
      {name}
    </Link>
  );
}

const columnsFor = (opened: string | undefined, toggle: (source: Row) => void): Column<Row>[] => [
  {
    id: "name",
    header: "Source",
    phone: "first",
    cell: (source) => (
      <>
        <Expander
          label={`Details of ${source.name}`}
          isOpen={source.name === opened}
          onToggle={() => toggle(source)}
        />
        <Name source={source} />
        <span className="ml-3 text-text-muted max-desk:hidden">{source.description}</span>
      </>
    ),
  },
  {
    id: "values",
    header: "Values",
    phone: "second",
    // Its own line on a phone; a no-break space reserves it until the values are loaded.
    cell: ({ recorded }) => <Muted>{recorded ? valuesText(recorded) : "\u00a0"}</Muted>,
  },
  {
    id: "fresh",
    header: "Last recorded",
    width: "132px",
    className: "max-desk:hidden",
    cell: ({ recorded = [] }) => {
      const time = Math.max(0, ...recorded.map(({ lastTime }) => lastTime));
      return time ? <span title={formatFull(time)}>{relativeTime(time)}</span> : null;
    },
  },
  {
    id: "used",
    header: "Used by",
    width: "132px",
    phone: "end",
    cell: ({ recorded }) => recorded && usesText(recorded),
  },
  { ...tagsColumn, width: "132px", className: "max-desk:hidden" },
];

const SourceDetail = ({ source }: { source: Row }) => (
  <div className="pb-4">
    {source.description ? <p className="pt-2 desk:hidden">{source.description}</p> : null}
    <RecordedValues properties={source.recorded ?? []} />
    <div className="flex min-h-10 flex-wrap items-center gap-x-6 gap-y-1">
      {source.timestampColumn ? (
        <span className="text-text-muted">
          Time column <Mono>{source.timestampColumn}</Mono>
          {source.timestampAsDay ? ", by day" : ""}
        </span>
      ) : null}
      {source.idTypeMapping?.map((mapping) => (
        <span key={mapping.statsigUnitID} className="text-text-muted">
          Unit <Mono>{mapping.statsigUnitID}</Mono> is column <Mono>{mapping.column}</Mono>
        </span>
      ))}
      <span className="ml-auto">
        <CopyButton text={source.sql} label="Copy SQL" />
      </span>
    </div>
    <CodeBlock label={`SQL of ${source.name}`}>{source.sql}</CodeBlock>
  </div>
);

function useNewSource(): ReactNode {
  const { company } = route.useParams();
  const navigate = route.useNavigate();
  const refusal = useSaveRefusal();
  const open = () => void navigate({ to: "/$company/entity_properties/$id", params: { company, id: "new" } });
  usePageActions([{ label: "New entity property source", onSelect: open, disabledReason: refusal }]);
  return (
    <Button icon={Plus} disabledReason={refusal} onClick={open}>
      New entity property source
    </Button>
  );
}

export function EntityPropertiesPage(): ReactNode {
  const { data: sources } = useQuery({
    ...queryAll("listEntityProperties", {}),
    throwOnError: isFirstFailure,
  });
  const recorded = useQuery(query("listRecordedProperties", {}));
  const { search = "", source: opened } = route.useSearch();
  const setSearch = useSetSearch<EntityPropertiesSearch>();
  const toggle = ({ name }: Row) => setSearch({ source: name === opened ? undefined : name });
  const wanted = search.trim().toLowerCase();
  const found = sources?.filter(({ name, description = "", sql }) =>
    `${name} ${description} ${sql}`.toLowerCase().includes(wanted),
  );
  const create = useNewSource();
  return (
    <>
      <PageHead
        title="Entity properties"
        facts={["Where properties of users and other units come from, for breaking results down."]}
      />
      <DraftList section="entity_properties" />
      <div className="flex flex-wrap items-center justify-between gap-3 pb-3">
        <SearchField
          label="Filter by name, description or SQL"
          value={search}
          onChange={(text) => setSearch({ search: text || undefined })}
        />
        {sources?.length === 0 ? null : create}
      </div>
      {recorded.error ? (
        <FailureNotice
          error={recorded.error}
          title="The recorded values could not be read"
          retry={() => void recorded.refetch()}
        />
      ) : null}
      {found?.length === 0 ? (
        <Empty
          title={
            sources?.length
              ? "No source fits this filter."
              : "There are no entity property sources yet. One says what users are: their country, their tier."
          }
          action={sources?.length ? undefined : create}
        />
      ) : (
        <Table
          caption="Entity property sources"
          rows={found?.map((source) => ({
            ...source,
            recorded: recorded.data && propertiesOf(source, recorded.data.data),
          }))}
          rowKey={({ name }) => name}
          columns={columnsFor(opened, toggle)}
          onOpen={toggle}
          detail={(source) => (source.name === opened ? <SourceDetail source={source} /> : null)}
        />
      )}
    </>
  );
}
