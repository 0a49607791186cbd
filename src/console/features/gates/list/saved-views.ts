// Views of the gate list: each is an address. Those that somebody named are kept in this browser; a shared link is one as well.
import { z } from "zod/mini";
import { GateListSearch } from "./gate-search.ts";

const View = z.object({ name: z.string().check(z.minLength(1)), search: GateListSearch });
export type View = z.infer<typeof View>;

const key = "assay.views.gates";

export const usualViews: readonly View[] = [
  { name: "Everything in use", search: {} },
  { name: "Most checked first", search: { sort: "checks", order: "descending" } },
  { name: "Changed last first", search: { sort: "changed", order: "descending" } },
  { name: "Archived", search: { status: ["Archived"] } },
];

/** Views that cannot be read are none. */
export function readViews(): View[] {
  try {
    return z.array(View).parse(JSON.parse(localStorage.getItem(key) ?? "[]"));
  } catch {
    return [];
  }
}

/** False when the browser's storage takes nothing. */
function write(views: readonly View[]): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(views));
    return true;
  } catch {
    return false;
  }
}

/** A view of the same name is replaced. */
export const saveView = (view: View): boolean =>
  write([...readViews().filter(({ name }) => name !== view.name), view]);

export const forgetView = (gone: string): boolean => write(readViews().filter(({ name }) => name !== gone));
