// Where the reader is, and how what is in view is called.
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useCurrentKey } from "#console/foundation/api/current-key.ts";
import { isNotFound } from "#console/foundation/api/failure.ts";
import { query } from "#console/foundation/api/query.ts";
import { placeOf } from "./sections.ts";

export const usePlace = () => placeOf(useLocation({ select: (location) => location.pathname }));

/** The same; of the events, the saved view that is open is what is in view. */
export function usePlaceOrView() {
  const place = usePlace();
  const view = useLocation({ select: ({ search }) => ("view" in search ? String(search.view) : undefined) });
  return place.section?.path === "events" && place.id === undefined ? { ...place, id: view } : place;
}

/** The company of the address, else the one the key belongs to. */
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

/** The name of the entity in view once its page has read it, else its id. */
export function useEntityName(): string | undefined {
  const { id, section } = usePlaceOrView();
  const isRead = section && section.path in reads;
  const name = isRead ? reads[section.path as keyof typeof reads] : "readGate";
  const read = useQuery({ ...query(name, { id: id ?? "" }), enabled: false });
  // All that was read of it before it was deleted is still there.
  if (section?.path === "events" && isNotFound(read.error)) return "Deleted view";
  return (isRead && read.data?.data.name) || (id === "new" ? `New ${section?.noun}` : id);
}
