// The sources of all kinds on the page of the warehouse, with the freshness of their rows and the next step to a first result.
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { query } from "#console/foundation/api/query.ts";
import { queryAll } from "#console/foundation/api/query-all.ts";
import type { Column } from "#console/foundation/table/column.ts";
import { Muted, wrapsOnPhone } from "#console/foundation/table/shared-columns.tsx";
import { Table } from "#console/foundation/table/table.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { FailureNotice } from "#console/foundation/ui/failure-notice.tsx";
import { Menu } from "#console/foundation/ui/menu.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { NextStep } from "./next-step.tsx";
import { nextStep, sourceRows, type SourceRow } from "./source-rows.ts";
import { SourceState, useFreshnessOfAll } from "./source-state.tsx";

export const sourcesID = "sources";

function Name({ section, id, name }: SourceRow) {
  const { company = "-" } = useParams({ strict: false });
  return (
    <Link to={`/$company/${section}/$id`} params={{ company, id }} className="font-medium hover:underline">
      {name}
    </Link>
  );
}

const columns: readonly Column<SourceRow>[] = [
  {
    id: "name",
    header: "Source",
    phone: "first",
    className: wrapsOnPhone,
    cell: (row) => <Name {...row} />,
  },
  { id: "kind", header: "Kind", width: "148px", phone: "end", cell: ({ kind }) => <Muted>{kind}</Muted> },
  {
    id: "reads",
    header: "Reads",
    width: "clamp(120px, 18vw, 240px)",
    className: "max-desk:hidden",
    cell: ({ reads }) => (reads === "SQL" ? <Muted>SQL</Muted> : <Mono>{reads}</Mono>),
  },
  {
    id: "units",
    header: "Unit",
    width: "132px",
    className: "max-desk:hidden",
    cell: ({ units }) => units,
  },
  {
    id: "fresh",
    header: "Rows",
    width: "clamp(200px, 24vw, 280px)",
    phone: "second",
    // A no-break space reserves the line on a phone until the freshness is loaded.
    cell: ({ freshness }) => (freshness ? <SourceState freshness={freshness} /> : "\u00a0"),
  },
  {
    id: "used",
    header: "Used by",
    align: "end",
    width: "120px",
    className: "max-desk:hidden",
    cell: ({ used }) => used,
  },
];

const sections = [
  ["assignment_sources", "Assignment source"],
  ["metric_sources", "Metric source"],
  ["entity_properties", "Entity property source"],
] as const;

function AddSource() {
  const { company = "-" } = useParams({ strict: false });
  const navigate = useNavigate();
  const refusal = useSaveRefusal();
  const add = (section: (typeof sections)[number][0]) =>
    void navigate({ to: `/$company/${section}/$id`, params: { company, id: "new" } });
  const trigger = (
    <Button icon={Plus} disabledReason={refusal}>
      Add source
    </Button>
  );
  return refusal ? (
    trigger
  ) : (
    <Menu
      trigger={trigger}
      items={sections.map(([section, label]) => ({ label, onSelect: () => add(section) }))}
    />
  );
}

interface SourcesSectionProps {
  /** Whether any warehouse is in use. */
  isInUse: boolean;
  /** The content below the section; rendered only once the sources are loaded, because their rows would move it. */
  children: ReactNode;
}

export function SourcesSection({ isInUse, children }: SourcesSectionProps) {
  const { company = "-" } = useParams({ strict: false });
  const navigate = useNavigate();
  const mayFail = { throwOnError: false };
  const assignments = useQuery({ ...queryAll("listAssignmentSources", {}), ...mayFail });
  const metrics = useQuery({ ...queryAll("listMetricSources", {}), ...mayFail });
  const properties = useQuery({ ...queryAll("listEntityProperties", {}), ...mayFail });
  const loads = useQuery({ ...query("readWarehouseLoads", {}), ...mayFail });
  const freshness = useFreshnessOfAll();
  const reads = [assignments, metrics, properties];
  const failed = reads.filter(({ isLoadingError }) => isLoadingError);
  const isLoading = reads.some(({ isPending }) => isPending);
  const sources = {
    assignments: assignments.data ?? [],
    metrics: metrics.data ?? [],
    properties: properties.data ?? [],
  };
  const rows = sourceRows(sources, freshness);
  const next =
    isLoading || failed.length > 0 || !loads.data
      ? undefined
      : nextStep(isInUse, sources, loads.data.data.last.length > 0);
  return (
    <>
      <section
        id={sourcesID}
        tabIndex={-1}
        aria-label="Sources"
        className="scroll-mt-16 border-t border-border pb-6 desk:col-span-2"
      >
        <SectionHead
          title="Sources"
          note={next ? <NextStep step={next} company={company} /> : "Read with the stored settings."}
          action={<AddSource />}
        />
        {failed[0]?.error ? (
          <FailureNotice
            error={failed[0].error}
            title="Some sources could not be read"
            retry={() => failed.map(({ refetch }) => void refetch())}
          />
        ) : null}
        {isLoading || rows.length > 0 ? (
          <Table
            caption="Sources"
            rows={isLoading ? undefined : rows}
            isSorted
            columns={columns}
            rowKey={({ section, id }) => `${section} ${id}`}
            onOpen={({ section, id }) =>
              void navigate({ to: `/$company/${section}/$id`, params: { company, id } })
            }
          />
        ) : (
          <p className="pb-4 text-text-muted">There are no sources yet.</p>
        )}
      </section>
      {isLoading || loads.isPending ? null : children}
    </>
  );
}
