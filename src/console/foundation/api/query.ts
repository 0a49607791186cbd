// Reading through one cache. The query key is endpoint name + input: no key factories, no hook per endpoint.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { EndpointName, Endpoints } from "#contract/endpoints.ts";
import { call, type AnswerOf, type Input } from "./call.ts";

type ListName = {
  [Name in EndpointName]: Endpoints[Name] extends { paging: object; query: object } ? Name : never;
}[EndpointName];

export type ReadName = {
  [Name in EndpointName]: Endpoints[Name]["method"] extends "GET" ? Name : never;
}[EndpointName];

export type ItemOf<Name extends ListName> =
  AnswerOf<Name> extends { data: readonly (infer Item)[] } ? Item : never;

/** Query options for one call; the data is the whole answer ({message, data, pagination?}). */
export const query = <Name extends ReadName>(name: Name, input: Input<Name>) =>
  queryOptions({
    queryKey: [name, input],
    queryFn: ({ signal }) => call(name, input, { signal }),
  });

/** The same, showing the previous page until the next one is there. */
export const queryPage = <Name extends ReadName>(name: Name, input: Input<Name>) =>
  queryOptions({ ...query(name, input), placeholderData: keepPreviousData });

/** A page of any list. */
interface Page {
  readonly data: readonly unknown[];
  readonly pagination?: { readonly totalItems: number } | undefined;
}

const pageSize = 100;

/** Items of the list named, since each came out of that list's parsed answer. */
const itemsOf = <Name extends ListName>(items: readonly unknown[]) => items as readonly ItemOf<Name>[];

/** Query options for every item of a list, however many pages it has. */
export const queryAll = <Name extends ListName>(name: Name, input: Omit<Input<Name>, "page" | "limit">) =>
  queryOptions({
    queryKey: [name, input, "all"],
    queryFn: async ({ signal }) => {
      const readPage = async (page: number): Promise<Page> =>
        // The page fields exist on every list; the rest of the input is the caller's.
        call(name, { ...input, page, limit: pageSize } as Input<Name>, { signal });
      const first = await readPage(1);
      const pages = Math.ceil((first.pagination?.totalItems ?? 0) / pageSize);
      const rest = await Promise.all(
        Array.from({ length: Math.max(0, pages - 1) }, (_, index) => readPage(index + 2)),
      );
      return itemsOf<Name>([first, ...rest].flatMap((page) => page.data));
    },
  });
