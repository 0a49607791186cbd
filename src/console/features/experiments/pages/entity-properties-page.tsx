import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { EntityPropertySource } from "#contract/entity-property.ts";
import { queryAll } from "#console/foundation/api/query-all.ts";
import { CodeBlock } from "#console/foundation/code-editor/code-block.tsx";
import { SearchField } from "#console/foundation/forms/search-field.tsx";
import type { Column } from "#console/foundation/table/column.ts";
import { Expander } from "#console/foundation/table/expander.tsx";
import { ListPage } from "#console/foundation/table/list-page.tsx";
import { tagsColumn } from "#console/foundation/table/shared-columns.tsx";
import { Table } from "#console/foundation/table/table.tsx";
import { CopyButton } from "#console/foundation/ui/copy.tsx";
import { Empty } from "#console/foundation/ui/empty.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import type { EntityPropertiesSearch } from "./entity-properties-search.ts";

const route = getRouteApi("/$company/entity_properties");

const columnsFor = (
  opened: string | undefined,
  toggle: (source: EntityPropertySource) => void,
): Column<EntityPropertySource>[] => [
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
        <b className="font-medium">{source.name}</b>
        <span className="ml-3 text-text-muted">{source.description}</span>
      </>
    ),
  },
  {
    id: "time",
    header: "Time column",
    width: "200px",
    phone: "second",
    cell: ({ timestampColumn, timestampAsDay }) =>
      timestampColumn ? (
        <>
          <Mono>{timestampColumn}</Mono>
          {timestampAsDay ? ", by day" : ""}
        </>
      ) : (
        "No time column"
      ),
  },
  { ...tagsColumn, width: "200px" },
];

const SourceDetail = ({ source }: { source: EntityPropertySource }) => (
  <div className="pb-4">
    <div className="flex min-h-10 flex-wrap items-center gap-x-6 gap-y-1">
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

function Sources() {
  const { data: sources } = useSuspenseQuery(queryAll("listEntityProperties", {}));
  const { search = "", source: opened } = route.useSearch();
  const setSearch = useSetSearch<EntityPropertiesSearch>();
  const toggle = ({ name }: EntityPropertySource) =>
    setSearch({ source: name === opened ? undefined : name });
  const wanted = search.trim().toLowerCase();
  const found = sources.filter(({ name, description = "", sql }) =>
    `${name} ${description} ${sql}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <PageHead
        title="Entity properties"
        facts={["Where properties of users and other units come from, for breaking results down."]}
      />
      <div className="pb-3">
        <SearchField
          label="Filter by name, description or SQL"
          value={search}
          onChange={(text) => setSearch({ search: text || undefined })}
        />
      </div>
      {found.length === 0 ? (
        <Empty
          title={
            sources.length
              ? "No source fits this filter."
              : "There are no entity property sources yet. Import them with a project file."
          }
        />
      ) : (
        <Table
          caption="Entity property sources"
          rows={found}
          rowKey={({ name }) => name}
          columns={columnsFor(opened, toggle)}
          onOpen={toggle}
          detail={(source) => (source.name === opened ? <SourceDetail source={source} /> : null)}
        />
      )}
    </>
  );
}

export const EntityPropertiesPage = () => (
  <ListPage title="Entity properties">
    <Sources />
  </ListPage>
);
