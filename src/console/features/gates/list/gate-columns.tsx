import { getRouteApi, Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Gate } from "#contract/gate.ts";
import { staleMessage } from "#targeting/lint/type-reason.ts";
import type { NameOf } from "#console/rules/fields/condition-words.ts";
import { changedColumn } from "#console/foundation/table/changed-column.tsx";
import type { Column } from "#console/foundation/table/column.ts";
import { Mono } from "#console/foundation/ui/mono.tsx";
import { Status } from "#console/foundation/ui/status.tsx";
import type { GateColumn } from "./gate-search.ts";
import { staleText, statusText, statusTone, typeText, whoPasses } from "./gate-words.ts";

const route = getRouteApi("/$company/gates");
const count = new Intl.NumberFormat();

const Muted = ({ children }: { children: ReactNode }) => <span className="text-text-muted">{children}</span>;

function GateName({ gate }: { gate: Gate }) {
  const { company } = route.useParams();
  return (
    <>
      <Link
        to="/$company/gates/$id"
        params={{ company, id: gate.id }}
        className="font-medium hover:underline"
      >
        {gate.name}
      </Link>
      <span className="ml-3 text-text-muted max-tablet:hidden">
        <Mono>{gate.id}</Mono>
      </span>
    </>
  );
}

function GateType({ gate: { type, typeReason } }: { gate: Gate }) {
  const why = staleMessage(typeReason);
  if (!why || !typeReason) return <Muted>{typeText(type)}</Muted>;
  return (
    <span title={why} className="text-warning">
      Stale, {staleText(typeReason).toLowerCase()}
    </span>
  );
}

interface GateColumnsProps {
  nameOf: NameOf;
  /** What stands before a name, such as a box to tick. */
  mark?: ((gate: Gate) => ReactNode) | undefined;
}

export const gateColumnsOf = ({ nameOf, mark }: GateColumnsProps): (Column<Gate> & { id: GateColumn })[] => [
  {
    id: "name",
    header: "Name",
    cell: (gate) => (
      <>
        {mark?.(gate)}
        <GateName gate={gate} />
      </>
    ),
    sortValue: ({ name }) => name,
    width: "27%",
    phone: "first",
  },
  {
    id: "status",
    header: "Status",
    cell: ({ status }) => <Status tone={statusTone(status)}>{statusText(status)}</Status>,
    sortValue: ({ status }) => status,
    width: "116px",
    phone: "end",
  },
  {
    id: "who",
    header: "Who passes",
    cell: (gate) => (
      <span className="figures text-text-muted" title={whoPasses(gate, nameOf)}>
        {whoPasses(gate, nameOf)}
      </span>
    ),
    phone: "second",
  },
  {
    id: "type",
    header: "Type",
    cell: (gate) => <GateType gate={gate} />,
    sortValue: ({ type, typeReason }) => (staleMessage(typeReason) ? `stale ${typeReason}` : (type ?? null)),
    width: "192px",
    phone: "hidden",
  },
  {
    id: "tags",
    header: "Tags",
    cell: ({ tags }) => <Muted>{tags?.join(", ") || "–"}</Muted>,
    sortValue: ({ tags }) => tags?.join(", ") || null,
    width: "140px",
    phone: "hidden",
  },
  {
    id: "checks",
    header: "Checks/hour",
    cell: ({ checksPerHour }) => <Muted>{checksPerHour ? count.format(checksPerHour) : "–"}</Muted>,
    sortValue: ({ checksPerHour }) => checksPerHour ?? null,
    align: "end",
    width: "104px",
    phone: "hidden",
  },
  {
    id: "by",
    header: "By",
    cell: ({ lastModifierName }) => <Muted>{lastModifierName ?? "–"}</Muted>,
    sortValue: ({ lastModifierName }) => lastModifierName ?? null,
    width: "128px",
    phone: "hidden",
  },
  changedColumn,
];
