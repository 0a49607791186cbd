// Reads all items of a list. Separate from reading a page of it, because the first page of the console does not need it.
import { queryOptions } from "@tanstack/react-query";
import { call, type Input } from "./call.ts";
import type { ItemOf, ListName } from "./query.ts";

/** A page of any list. */
interface Page {
  readonly data: readonly unknown[];
  readonly pagination?: { readonly totalItems: number } | undefined;
}

const pageSize = 100;

/** Types the items as those of the named list, since each came out of that list's parsed answer. */
const itemsOf = <Name extends ListName>(items: readonly unknown[]) => items as readonly ItemOf<Name>[];

/** Query options for all items of a list, across its pages. */
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
