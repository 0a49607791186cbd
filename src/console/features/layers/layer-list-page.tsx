import type { Layer } from "#contract/layer.ts";
import { FormList } from "#console/editing/form/form-list.tsx";
import type { Column } from "#console/foundation/table/column.ts";
import { changedColumn, Muted } from "#console/foundation/table/shared-columns.tsx";
import { andList, percentText, plural } from "#console/foundation/ui/wording.ts";
import { ShareBar } from "./layer-shares.tsx";

const columns: Column<Layer>[] = [
  {
    id: "experiments",
    header: "Under way",
    cell: ({ experiments = [] }) => {
      const names = experiments.filter(({ share }) => share > 0).map(({ name }) => name);
      return names.length > 0 ? (
        <span title={andList(names)}>{andList(names)}</span>
      ) : (
        <Muted>
          {experiments.length > 0 ? `none of ${plural(experiments.length, "experiment")}` : "none"}
        </Muted>
      );
    },
    width: "clamp(140px, 24vw, 320px)",
    phone: "second",
  },
  {
    id: "taken",
    header: "Taken",
    cell: (layer) => <ShareBar layer={layer} />,
    width: "136px",
  },
  {
    id: "free",
    header: "Free",
    align: "end",
    cell: ({ freeShare = 100 }) => `${percentText(freeShare)} free`,
    width: "104px",
    phone: "end",
  },
  { ...changedColumn, isSortable: false, className: "max-[879px]:hidden" },
];

export const LayerListPage = () => (
  <FormList
    title="Layers"
    noun="layer"
    section="layers"
    resource="Layer"
    columns={columns}
    purpose="Put experiments that must not share users into one layer."
  />
);
