// Reads through one cache. The query key is endpoint name + input: no key factories, no hook per endpoint.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { EndpointName, Endpoints } from "#contract/endpoints.ts";
import { call, type ResponseOf, type Input } from "./call.ts";

export type ListName = {
  [Name in EndpointName]: Endpoints[Name] extends { paging: object; query: object } ? Name : never;
}[EndpointName];

export type ReadName = {
  [Name in EndpointName]: Endpoints[Name] extends { method: "GET" } | { isReading: true } ? Name : never;
}[EndpointName];

export type ItemOf<Name extends ListName> =
  ResponseOf<Name> extends { data: readonly (infer Item)[] } ? Item : never;

/** Query options for one call; the data is the whole answer ({message, data, pagination?}). */
export const query = <Name extends ReadName>(name: Name, input: Input<Name>) =>
  queryOptions({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(name, input, { signal }),
  });

/** Like `query`, but shows the previous page until the next one has arrived. */
export const queryPage = <Name extends ReadName>(name: Name, input: Input<Name>) =>
  queryOptions({ ...query(name, input), placeholderData: keepPreviousData });

/** A `throwOnError`: the page shows an error only if nothing was read before; otherwise what was read stays visible. */
export const isFirstFailure = (_: Error, { state }: { state: { data?: unknown } }) =>
  state.data === undefined;
