// Views of a list: each is an address. Those that somebody named are kept in this browser; a shared link is one as well.
import { z } from "zod/mini";

export interface View<Search> {
  name: string;
  search: Search;
}

/** Of the list with this name. */
export function savedViews<Search extends object>(list: string, schema: z.ZodMiniType<Search>) {
  const key = `assay.views.${list}`;
  const Views = z.array(z.object({ name: z.string().check(z.minLength(1)), search: schema }));

  /** Views that cannot be read are none. */
  function read(): View<Search>[] {
    try {
      return Views.parse(JSON.parse(localStorage.getItem(key) ?? "[]"));
    } catch {
      return [];
    }
  }

  /** False when the browser's storage takes nothing. */
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
    /** A view of the same name is replaced. */
    save: (view: View<Search>): boolean => write([...read().filter(({ name }) => name !== view.name), view]),
    forget: (gone: string): boolean => write(read().filter(({ name }) => name !== gone)),
  };
}
