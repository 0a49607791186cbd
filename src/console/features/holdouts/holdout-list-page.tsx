import type { Holdout } from "#contract/holdout.ts";
import { FormList } from "#console/editing/form/form-list.tsx";
import type { Column } from "#console/foundation/table/column.ts";
import { byColumn, changedColumn, Muted } from "#console/foundation/table/shared-columns.tsx";
import { configState } from "#console/foundation/ui/entity-state.ts";
import { Status } from "#console/foundation/ui/status.tsx";
import { andList, percentText, plural } from "#console/foundation/ui/wording.ts";
import { heldOutShare } from "./holdout-draft.ts";

function outOf({ gateIDs, dynamicConfigIDs, experimentIDs, layerIDs }: Holdout): string {
  const parts = [
    gateIDs.length > 0 ? plural(gateIDs.length, "gate") : "",
    dynamicConfigIDs.length > 0 ? plural(dynamicConfigIDs.length, "config") : "",
    experimentIDs.length > 0 ? plural(experimentIDs.length, "experiment") : "",
    layerIDs.length > 0 ? plural(layerIDs.length, "layer") : "",
  ].filter(Boolean);
  return parts.length > 0 ? andList(parts) : "nothing";
}

const columns: Column<Holdout>[] = [
  {
    id: "state",
    header: "State",
    cell: (holdout) => (
      <Status tone={heldOutShare(holdout) > 0 ? "live" : "off"}>{configState(holdout)}</Status>
    ),
    width: "96px",
    phone: "end",
  },
  {
    id: "share",
    header: "Share",
    align: "end",
    cell: ({ passPercentage }) => percentText(passPercentage),
    width: "88px",
    phone: "second-end",
  },
  {
    id: "out",
    header: "Held out of",
    cell: (holdout) => <Muted>{outOf(holdout)}</Muted>,
    width: "clamp(140px, 26vw, 320px)",
    phone: "second-start",
  },
  { ...byColumn, isSortable: false },
  { ...changedColumn, isSortable: false, className: "max-[879px]:hidden" },
];

export const HoldoutListPage = () => (
  <FormList
    title="Holdouts"
    noun="holdout"
    section="holdouts"
    resource="Holdout"
    columns={columns}
    purpose="Keep a few users out of many experiments, to see what all of them do together."
  />
);
