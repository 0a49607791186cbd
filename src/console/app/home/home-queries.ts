// The queries of the home page, each limited in size whatever the size of the project.
import type { QueryClient } from "@tanstack/react-query";
import { query } from "#console/foundation/api/query.ts";
import { visits } from "./visits.ts";

const twoWeeks = 14 * 86_400_000;

export const openExperiments = query("listOpenExperiments", { limit: 40 });
export const silentEvents = query("listSilentEvents", { limit: 4 });
export const changedReadings = query("listChangedReadings", { limit: 4 });
export const warehouseStatus = query("readWarehouseStatus", {});
export const newestEvent = query("listEvents", { limit: 1 });
/** The stale gates that have not been changed for the longest time come first. */
export const staleGates = query("listGates", {
  type: "STALE",
  sort: "lastModifiedTime",
  order: "ascending",
  limit: 4,
});
/** Includes the gates that are being rolled out now. */
export const decidingGates = query("listGates", {
  status: "In Progress",
  sort: "lastModifiedTime",
  order: "descending",
  limit: 40,
});
/** Changes since the user's last visit; on the first visit, those of the last two weeks. */
export const changesSince = (limit: number) => {
  const { now, last } = visits();
  return query("listChanges", { since: last ?? now - twoWeeks, limit });
};

/** Changes of the given gates since a time in ms, which show the steps of their rollouts. */
export const changesOfGates = (gates: string[], since: number) =>
  query("listChanges", { since, gates, limit: 100 });

/** Number of changes shown at first. */
export const fewChanges = 10;

export const readHomeAhead = (client: QueryClient) => [
  client.prefetchQuery(openExperiments),
  client.prefetchQuery(silentEvents),
  client.prefetchQuery(changedReadings),
  client.prefetchQuery(warehouseStatus),
  client.prefetchQuery(newestEvent),
  client.prefetchQuery(staleGates),
  client.prefetchQuery(decidingGates),
  client.prefetchQuery(changesSince(fewChanges)),
];
