// Saved views of a list: each is an address. Named views are kept in this browser; a shared link is a view as well.
import { z } from "zod/mini";

export interface View<Search> {
  name: string;
  search: Search;
}

/** Returns the storage of the saved views of a list. */
export function savedViews<Search extends object>(list: string, schema: z.ZodMiniType<Search>) {
  const key = `assay.views.${list}`;
  const Views = z.array(z.object({ name: z.string().check(z.minLength(1)), search: schema }));

  /** Malformed views count as none. */
  function read(): View<Search>[] {
    try {
      return Views.parse(JSON.parse(localStorage.getItem(key) ?? "[]"));
    } catch {
      return [];
    }
  }

  /** Returns false if the browser's storage rejects the views. */
  function write(views: readonly View<Search>[]): boolean {
    try {
      localStorage.setItem(key, JSON.stringify(views));
      return true;
    } catch {
      return false;
    }
  }

  return {
    read,
    /** Replaces a view of the same name. */
    save: (view: View<Search>): boolean => write([...read().filter(({ name }) => name !== view.name), view]),
    forget: (gone: string): boolean => write(read().filter(({ name }) => name !== gone)),
  };
}
