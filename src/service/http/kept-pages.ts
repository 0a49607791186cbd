// Keeps pages of lists as they were sent, so that a page whose entities have not changed is neither put together nor hashed again.
import { LRUCache } from "lru-cache";
import { identityOf, serialize } from "./response-cache.ts";
import { keptList, type KeptList } from "./send-json.ts";

/** Characters of all pages together, before compression. */
const mostCharacters = 4 * 1024 * 1024;

/** The JSON of a page: its items between two texts. */
export interface PageParts {
  readonly before: string;
  readonly items: readonly unknown[];
  readonly after: string;
}

export const textOf = ({ before, items, after }: PageParts) =>
  `${before}${items.map(serialize).join(",")}${after}`;

export function keptPages() {
  // No invalidation is needed, since each version of an item has another identity.
  const pages = new LRUCache<string, KeptList>({
    maxSize: mostCharacters,
    sizeCalculation: ({ characters }) => characters,
  });
  /** Returns the page as it is sent; undefined where an item may change. */
  return (parts: PageParts): KeptList | undefined => {
    const identity = identityOf(parts.items);
    if (identity === undefined) return undefined;
    const key = `${parts.before}${identity}${parts.after}`;
    const page = pages.get(key) ?? keptList(textOf(parts));
    pages.set(key, page);
    return page;
  };
}
