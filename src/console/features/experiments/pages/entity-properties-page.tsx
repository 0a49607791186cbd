import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import { Suspense } from "react";
import type { EntityPropertySource } from "#contract/entity-property.ts";
import { queryAll } from "#console/foundation/api/query.ts";
import { CodeBlock } from "#console/foundation/code-editor/code-block.tsx";
import { SearchField } from "#console/foundation/forms/search-field.tsx";
import { CopyButton } from "#console/foundation/ui/copy.tsx";
import { Empty } from "#console/foundation/ui/empty.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";

const route = getRouteApi("/$company/entity_properties");

function Source({ source }: { source: EntityPropertySource }) {
  const { source: opened } = route.useSearch();
  const navigate = route.useNavigate();
  const isOpen = opened === source.name;
  return (
    <li className="border-b border-border">
      <details
        open={isOpen}
        onToggle={(event) => {
          if (event.currentTarget.open !== isOpen)
            void navigate({
              search: (before) => ({ ...before, source: isOpen ? undefined : source.name }),
              replace: true,
            });
        }}
      >
        <summary className="group grid list-none min-h-row grid-cols-[minmax(0,1fr)_200px_200px] items-center gap-4 py-1.5 hover:bg-surface-hover max-tablet:grid-cols-1 max-tablet:gap-0 max-tablet:[&>*+*]:pl-6 max-tablet:[&>*:empty]:hidden">
          <span className="flex min-w-0 items-center truncate max-tablet:flex-wrap max-tablet:whitespace-normal">
            <ChevronRight
              aria-hidden
              size={16}
              className={`mr-2 text-text-muted ${isOpen ? "rotate-90" : ""}`}
            />
            <b className="font-medium">{source.name}</b>
            <span className="ml-3 truncate text-text-muted max-tablet:ml-6 max-tablet:basis-full max-tablet:whitespace-normal">
              {source.description}
            </span>
          </span>
          <span className="truncate text-text-muted">
            {source.timestampColumn ? (
              <>
                Time <Mono>{source.timestampColumn}</Mono>
                {source.timestampAsDay ? ", by day" : ""}
              </>
            ) : (
              "No time column"
            )}
          </span>
          <span className="truncate text-text-muted">{source.tags?.join(", ")}</span>
        </summary>
        <div className="pb-4 pl-6">
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
      </details>
    </li>
  );
}

function Sources() {
  const { data: sources } = useSuspenseQuery(queryAll("listEntityProperties", {}));
  const { search = "" } = route.useSearch();
  const navigate = route.useNavigate();
  const wanted = search.trim().toLowerCase();
  const found = sources.filter((source) =>
    `${source.name} ${source.description ?? ""} ${source.sql}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <PageHead
        title="Entity properties"
        facts={["Where properties of users and other units come from, for breaking results down."]}
      />
      <div className="pb-3">
        <SearchField
          label="Filter by name, words or SQL"
          value={search}
          onChange={(text) =>
            void navigate({ search: (before) => ({ ...before, search: text || undefined }), replace: true })
          }
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
        <ul aria-label="Entity property sources" className="border-t border-border">
          {found.map((source) => (
            <Source key={source.name} source={source} />
          ))}
        </ul>
      )}
    </>
  );
}

export const EntityPropertiesPage = () => (
  <Suspense
    fallback={
      <>
        <PageHead title="Entity properties" />
        <SkeletonRows rows={6} label="Loading the entity properties" />
      </>
    }
  >
    <Sources />
  </Suspense>
);
