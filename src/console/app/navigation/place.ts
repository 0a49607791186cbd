// Where the reader is, and how what is in view is called.
import { useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useCurrentKey } from "#console/foundation/api/current-key.ts";
import { query } from "#console/foundation/api/query.ts";
import { placeOf } from "./sections.ts";

export const usePlace = () => placeOf(useLocation({ select: (location) => location.pathname }));

/** The company of the address, else the one the key belongs to. */
export function useCompany(): string | undefined {
  const key = useCurrentKey();
  return usePlace().company ?? key?.companyID;
}

/** The name of the entity in view once its page has read it, else its id. */
export function useEntityName(): string | undefined {
  const { id, section } = usePlace();
  const given = id ?? "";
  const gate = useQuery({ ...query("readGate", { id: given }), enabled: false });
  const config = useQuery({ ...query("readDynamicConfig", { id: given }), enabled: false });
  const experiment = useQuery({ ...query("readExperiment", { id: given }), enabled: false });
  const read = { gates: gate, dynamic_configs: config, experiments: experiment };
  const named = section && section.path in read ? read[section.path as keyof typeof read] : undefined;
  return named?.data?.data.name ?? id;
}
