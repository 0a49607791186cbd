// Which page is open, and the name of the entity on it.
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useCurrentKey } from "#console/foundation/api/current-key.ts";
import { isNotFound } from "#console/foundation/api/failure.ts";
import { query } from "#console/foundation/api/query.ts";
import { placeOf } from "./sections.ts";

export const usePlace = () => placeOf(useLocation({ select: (location) => location.pathname }));

/** Like `usePlace`; on the events page, the id is that of the open saved view. */
export function usePlaceOrView() {
  const place = usePlace();
  const view = useLocation({ select: ({ search }) => ("view" in search ? String(search.view) : undefined) });
  return place.section?.path === "events" && place.id === undefined ? { ...place, id: view } : place;
}

/** Returns the company of the address, else the one that the key belongs to. */
export function useCompany(): string | undefined {
  const key = useCurrentKey();
  return usePlace().company ?? key?.companyID;
}

const reads = {
  gates: "readGate",
  dynamic_configs: "readDynamicConfig",
  experiments: "readExperiment",
  metrics: "readMetric",
  layers: "readLayer",
  segments: "readSegment",
  holdouts: "readHoldout",
  events: "readEventView",
} as const;

/** Returns the name of the current entity once its page has read it, else its id. */
export function useEntityName(): string | undefined {
  const { id, section } = usePlaceOrView();
  const isRead = section && section.path in reads;
  const name = isRead ? reads[section.path as keyof typeof reads] : "readGate";
  const read = useQuery({ ...query(name, { id: id ?? "" }), enabled: false });
  // After a deletion the cache still holds the data that was read before.
  if (section?.path === "events" && isNotFound(read.error)) return "Deleted view";
  return (isRead && read.data?.data.name) || (id === "new" ? `New ${section?.noun}` : id);
}
