// Lists the sources of the warehouse: assignments of units to groups, and what units did, with the freshness of their rows.
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import type { SourceFreshness } from "#contract/source-preview.ts";
import type { AssignmentSource, MetricSource, WarehouseSource } from "#contract/warehouse-source.ts";
import { DraftList } from "#console/editing/drafts/draft-list.tsx";
import { useSaveRefusal } from "#console/foundation/api/current-key.ts";
import { isFirstFailure, query } from "#console/foundation/api/query.ts";
import { queryAll } from "#console/foundation/api/query-all.ts";
import type { Column } from "#console/foundation/table/column.ts";
import { changedColumn, Muted, wrapsOnPhone } from "#console/foundation/table/shared-columns.tsx";
import { Table } from "#console/foundation/table/table.tsx";
import { Button } from "#console/foundation/ui/button.tsx";
import { Empty } from "#console/foundation/ui/empty.tsx";
import { usePageActions } from "#console/foundation/ui/page-actions.tsx";
import { PageHead } from "#console/foundation/ui/page-head.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";
import { plural } from "#console/foundation/ui/wording.ts";
import { SourceState, useFreshnessOfAll } from "./source-state.tsx";

type Section = "assignment_sources" | "metric_sources";
type Row = WarehouseSource & { id: string; freshness?: SourceFreshness | undefined };

const readsText = ({ sourceType, tableName }: WarehouseSource) =>
  sourceType === "table" && tableName ? tableName : "SQL";

function Name({ section, source }: { section: Section; source: Row }) {
  const { company = "-" } = useParams({ strict: false });
  return (
    <>
      <Link
        to={`/$company/${section}/$id`}
        params={{ company, id: source.id }}
        className="font-medium hover:underline"
      >
        {source.name}
      </Link>
      {source.description ? (
        <span className="ml-3 text-text-muted max-tablet:hidden">{source.description}</span>
      ) : null}
    </>
  );
}

const columnsOf = (section: Section): Column<Row>[] => [
  {
    id: "name",
    header: "Name",
    cell: (source) => <Name section={section} source={source} />,
    phone: "first",
    className: wrapsOnPhone,
  },
  {
    id: "reads",
    header: "Reads",
    cell: (source) => <Muted>{readsText(source)}</Muted>,
    width: "clamp(120px, 18vw, 240px)",
    className: "max-desk:hidden",
  },
  {
    id: "fresh",
    header: "Rows",
    cell: ({ freshness }) => <SourceState freshness={freshness} />,
    width: "clamp(200px, 24vw, 280px)",
    phone: "second",
  },
  { ...changedColumn, isSortable: false, className: "max-[1099px]:hidden" },
];

const usedColumn: Column<Row> = {
  id: "used",
  header: "Used by",
  cell: ({ usedBy }) => (Array.isArray(usedBy) ? plural(usedBy.length, "experiment") : null),
  width: "120px",
  className: "max-desk:hidden",
};

interface SourcesProps {
  section: Section;
  title: string;
  purpose: string;
  sources: readonly (AssignmentSource | MetricSource)[] | undefined;
  freshness: readonly SourceFreshness[];
  refusal: string | undefined;
}

function Sources({ section, title, purpose, sources, freshness, refusal }: SourcesProps) {
  const { company = "-" } = useParams({ strict: false });
  const navigate = useNavigate();
  const create = () => void navigate({ to: `/$company/${section}/$id`, params: { company, id: "new" } });
  const kind = section === "assignment_sources" ? "assignment_source" : "metric_source";
  const noun = kind.replace("_", " ");
  const columns = columnsOf(section);
  const action = (
    <Button icon={Plus} disabledReason={refusal} onClick={create}>
      New {noun}
    </Button>
  );
  return (
    <section aria-label={title} className="pb-6">
      <SectionHead
        title={title}
        note={sources?.length ? plural(sources.length, noun) : ""}
        action={sources?.length ? action : null}
      />
      <DraftList section={section} />
      {sources?.length === 0 ? (
        <Empty title={purpose} action={action} />
      ) : (
        <Table
          caption={title}
          rows={sources?.map((source) => ({
            ...source,
            freshness: freshness.find((one) => one.kind === kind && one.name === source.name),
          }))}
          isSorted
          columns={kind === "assignment_source" ? columns.toSpliced(2, 0, usedColumn) : columns}
          rowKey={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: `/$company/${section}/$id`, params: { company, id } })}
        />
      )}
    </section>
  );
}

export function SourcesPage() {
  const { company = "-" } = useParams({ strict: false });
  const navigate = useNavigate();
  const refusal = useSaveRefusal();
  const read = {
    throwOnError: isFirstFailure,
  };
  const assignments = useQuery({ ...queryAll("listAssignmentSources", {}), ...read });
  const metrics = useQuery({ ...queryAll("listMetricSources", {}), ...read });
  const freshness = useFreshnessOfAll();
  const connection = useQuery(query("readWarehouseConnection", {}));
  const open = (section: Section) => () =>
    void navigate({ to: `/$company/${section}/$id`, params: { company, id: "new" } });
  usePageActions([
    { label: "New assignment source", onSelect: open("assignment_sources"), disabledReason: refusal },
    { label: "New metric source", onSelect: open("metric_sources"), disabledReason: refusal },
  ]);
  const shared = { freshness, refusal };
  const isUnused = connection.data !== undefined && !connection.data.data.active;
  return (
    <>
      <PageHead
        title="Warehouse sources"
        facts={[
          isUnused ? (
            <span key="none">
              No warehouse is in use, so nothing is read from them.{" "}
              <Link to="/$company/warehouse" params={{ company }} className="link font-medium">
                Connect one
              </Link>
            </span>
          ) : (
            "Which tables experiments are measured from, and which column is what."
          ),
          <Link
            key="properties"
            to="/$company/entity_properties"
            params={{ company }}
            className="link font-medium"
          >
            Entity properties
          </Link>,
        ]}
      />
      <Sources
        {...shared}
        section="assignment_sources"
        title="Assignment sources"
        purpose="There are no assignment sources yet. One says who saw which group of an experiment."
        sources={assignments.data}
      />
      {/* Rendered only after the table above is loaded, because it would move when the rows appear. */}
      {assignments.data ? (
        <Sources
          {...shared}
          section="metric_sources"
          title="Metric sources"
          purpose="There are no metric sources yet. One says what users did, a row an event."
          sources={metrics.data}
        />
      ) : null}
    </>
  );
}
