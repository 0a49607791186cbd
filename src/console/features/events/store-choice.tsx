// Chooses where the page's events are read from: the log of the service, or the warehouse if one is in use.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { query } from "#console/foundation/api/query.ts";
import { Segment } from "#console/foundation/forms/segment.tsx";
import { useSetSearch } from "#console/foundation/ui/use-set-search.ts";
import type { EventsSearch } from "./sentence/event-searches.ts";

export const inWarehouse = "warehouse";

const stores = [
  { value: "", label: "Recorded here" },
  { value: inWarehouse, label: "In the warehouse" },
];

interface StoreChoiceProps {
  store: string | undefined;
  /** Beside it: the choice of the part of the store. */
  children?: ReactNode;
}

export function StoreChoice({ store = "", children }: StoreChoiceProps) {
  const setSearch = useSetSearch<EventsSearch>();
  const { data } = useQuery({ ...query("readWarehouseStatus", {}), retry: false });
  const isInUse = typeof data?.data.provider === "string";
  if (!isInUse && store !== inWarehouse) return null;
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-3">
      <Segment
        label="Where the events are"
        value={store}
        options={stores}
        onChange={(next) => setSearch({ store: next || undefined, row: undefined, field: undefined })}
      />
      {children}
    </div>
  );
}
