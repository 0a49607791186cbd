import type { ReactNode } from "react";
import type { Gate } from "#contract/gate.ts";
import { staleMessage } from "#targeting/lint/type-reason.ts";
import type { NameOf } from "#console/rules/fields/condition-words.ts";
import type { Column } from "#console/foundation/table/column.ts";
import {
  byColumn,
  changedColumn,
  EntityLink,
  Muted,
  tagsColumn,
  wrapsOnPhone,
} from "#console/foundation/table/shared-columns.tsx";
import { gateStateText, switchTone } from "#console/foundation/ui/entity-state.ts";
import { Status } from "#console/foundation/ui/status.tsx";
import { formatCount } from "#console/foundation/ui/wording.ts";
import type { GateColumn } from "./gate-search.ts";
import { staleText, typeText, whoPasses } from "./gate-words.ts";

function GateType({ gate: { type, typeReason } }: { gate: Gate }) {
  const why = staleMessage(typeReason);
  if (!why || !typeReason) return <Muted>{typeText(type)}</Muted>;
  return (
    <span title={`${staleText(typeReason)}. ${why}`} className="text-warning">
      Stale<span className="sr-only">, {staleText(typeReason).toLowerCase()}</span>
    </span>
  );
}

interface GateColumnsProps {
  nameOf: NameOf;
  /** An element before the name, such as a checkbox. */
  mark?: ((gate: Gate) => ReactNode) | undefined;
  /** A bar of how many users pass; its space is reserved. */
  bar: (gate: Gate) => ReactNode;
  /** Whether the tags are shown, in which case other columns are hidden at wider widths, so that names keep their 200 px. */
  hasTags: boolean;
}

export const gateColumnsOf = ({
  nameOf,
  mark,
  bar,
  hasTags,
}: GateColumnsProps): (Column<Gate> & { id: GateColumn })[] => [
  {
    id: "name",
    header: "Name",
    cell: (gate) => (
      <>
        {mark?.(gate)}
        <EntityLink to="/$company/gates/$id" id={gate.id} name={gate.name} />
      </>
    ),
    isSortable: true,
    phone: "first",
    className: wrapsOnPhone,
  },
  {
    id: "status",
    header: "Status",
    cell: (gate) => <Status tone={switchTone(gate)}>{gateStateText(gate)}</Status>,
    isSortable: true,
    width: "112px",
    phone: "end",
  },
  {
    id: "who",
    header: "Who passes",
    cell: (gate) => (
      <span className="flex items-center gap-3">
        <span className="w-16 shrink-0">{bar(gate)}</span>
        <span className="min-w-0 text-text-muted tablet:truncate" title={whoPasses(gate, nameOf)}>
          {whoPasses(gate, nameOf)}
        </span>
      </span>
    ),
    // On a narrower page less important columns are hidden first, so that this column and the names stay readable.
    width: "max(min(320px, 26vw), 23vw)",
    phone: "second",
    className: wrapsOnPhone,
  },
  {
    id: "type",
    header: "Type",
    cell: (gate) => <GateType gate={gate} />,
    isSortable: true,
    width: "104px",
    className: hasTags ? "max-[1249px]:hidden" : "max-[959px]:hidden",
  },
  { ...tagsColumn, width: "clamp(116px, 10.2vw, 140px)" },
  {
    id: "checks",
    header: "Checks/hour",
    cell: ({ checksPerHour }) => <Muted>{checksPerHour ? formatCount(checksPerHour) : "–"}</Muted>,
    isSortable: true,
    align: "end",
    width: "104px",
    className: "max-[1365px]:hidden",
  },
  { ...byColumn, className: hasTags ? "max-[1567px]:hidden" : "max-[1535px]:hidden" },
  hasTags ? { ...changedColumn, className: "max-[879px]:hidden" } : changedColumn,
];
