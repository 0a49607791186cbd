import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { Suspense, useState } from "react";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { queryAll } from "#console/foundation/api/query.ts";
import { DraftList } from "#console/editing/drafts/draft-list.tsx";
import { ListedTable } from "#console/foundation/table/listed-table.tsx";
import { sortOf } from "#console/foundation/table/listing-search.ts";
import { sortRows } from "#console/foundation/table/sort-rows.ts";
import { Button } from "#console/foundation/ui/button.tsx";
import { PageButtons, usePageActions } from "#console/foundation/ui/page-actions.tsx";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { SkeletonRows } from "#console/foundation/ui/skeleton.tsx";
import { configColumns } from "./config-columns.tsx";
import { ConfigFilters } from "./config-filters.tsx";
import { fits, isArchived } from "./find-configs.ts";
import { NewConfig } from "./new-config.tsx";

const route = getRouteApi("/$company/dynamic_configs");
const count = new Intl.NumberFormat();
function ConfigTable() {
  const { data: configs } = useSuspenseQuery(queryAll("listDynamicConfigs", { includeArchived: true }));
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { company } = route.useParams();
  const found = configs.filter((config) => fits(config, search));
  const current = configs.filter((config) => !isArchived(config));
  const [isCreating, setIsCreating] = useState(false);
  const refusal = useSaveRefusal();
  usePageActions([
    { label: "Create a dynamic config", onSelect: () => setIsCreating(true), disabledReason: refusal },
  ]);
  return (
    <>
      <PageHead
        title="Dynamic configs"
        state={
          <span className="figures text-text-muted max-tablet:hidden">
            {count.format(current.length)} configs
          </span>
        }
      />
      <PageButtons>
        <Button
          variant="primary"
          icon={<Plus size={14} aria-hidden />}
          disabledReason={refusal}
          onClick={() => setIsCreating(true)}
        >
          New config
        </Button>
      </PageButtons>
      {isCreating ? <NewConfig onClose={() => setIsCreating(false)} /> : null}
      <DraftList section="dynamic_configs" />
      <ConfigFilters configs={configs} />
      <ListedTable
        caption="Dynamic configs"
        rows={sortRows(found, configColumns, sortOf(search))}
        columns={configColumns}
        search={search}
        onSearch={(change, replace) =>
          void navigate({ search: (before) => ({ ...before, ...change }), replace })
        }
        onOpen={({ id }) => void navigate({ to: "/$company/dynamic_configs/$id", params: { company, id } })}
        noneFit={configs.length ? "No config fits these filters." : "There are no dynamic configs yet."}
        onClear={configs.length ? () => void navigate({ search: {} }) : undefined}
        noneOnPage="There are no configs on this page."
      />
    </>
  );
}

export const DynamicConfigListPage = () => (
  <Suspense
    fallback={
      <>
        <PageHead title="Dynamic configs" />
        <div className="h-11" />
        <SkeletonRows rows={12} label="Loading the dynamic configs" />
      </>
    }
  >
    <ConfigTable />
  </Suspense>
);
