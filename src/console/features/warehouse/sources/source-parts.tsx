// The parts of a source's page that are common to all kinds of sources.
import { Link, useParams } from "@tanstack/react-router";
import type { EntityPropertySource } from "#contract/entity-property.ts";
import type { SourceUse, WarehouseSource } from "#contract/warehouse-source.ts";
import { CodeBlock } from "#console/foundation/code-editor/code-block.tsx";
import { CopyButton } from "#console/foundation/ui/copy.tsx";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { SectionHead } from "#console/foundation/ui/section-head.tsx";

type Source = WarehouseSource | EntityPropertySource;
type ColumnRow = readonly [label: string, column: string | null | undefined];

export const Columns = ({ rows }: { rows: readonly ColumnRow[] }) => (
  <section aria-label="Columns" className="pb-6">
    <SectionHead title="Columns" />
    <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1.5">
      {rows.map(([label, column]) =>
        column ? (
          <div key={label} className="contents">
            <dt className="text-text-muted">{label}</dt>
            <dd>
              <Mono>{column}</Mono>
            </dd>
          </div>
        ) : null,
      )}
    </dl>
  </section>
);

const timeText = ({ timestampColumn, timestampAsDay }: Source) =>
  timestampColumn && `${timestampColumn}${timestampAsDay ? " (by day)" : ""}`;

export const commonRows = (source: Source): ColumnRow[] => [
  ["Time", timeText(source)],
  ...("datePartitionColumn" in source && typeof source.datePartitionColumn === "string"
    ? ([["Partition by day", source.datePartitionColumn]] as const)
    : []),
  ...(source.idTypeMapping ?? []).map(
    ({ statsigUnitID, column }) => [`Unit ${statsigUnitID}`, column] as const,
  ),
];

export const Text = ({ source }: { source: Source }) => (
  <section aria-label="Reads" className="pt-4 pb-6">
    <SectionHead
      title="Reads"
      note={source.sourceType === "table" ? `The table ${source.tableName ?? ""}` : "SQL"}
      action={<CopyButton text={source.sql} label="Copy the SQL" />}
    />
    <CodeBlock label={`SQL of ${source.name}`}>{source.sql}</CodeBlock>
  </section>
);

export function ExperimentLinks({ uses, none }: { uses: readonly SourceUse[]; none: string }) {
  const { company = "-" } = useParams({ strict: false });
  return (
    <section aria-label="Experiments" className="pb-6">
      <SectionHead title="Experiments" note={uses.length ? "" : none} />
      <ul className="grid gap-1">
        {uses.map(({ id, name }) => (
          <li key={id}>
            <Link to="/$company/experiments/$id" params={{ company, id }} className="link font-medium">
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
