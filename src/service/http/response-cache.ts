// Caches responses of stored documents: each version is converted and serialized only once while the database keeps its document in memory
// (database/value-cache.ts). No invalidation is needed, since every version is a different object.

interface Kept {
  /** Differs for every cached response. */
  readonly id: number;
  /** JSON; undefined until it is first needed. */
  text?: string;
}

const keptOf = new WeakMap<object, Kept>();
let lastID = 0;

const find = (part: unknown) => (typeof part === "object" && part !== null ? keptOf.get(part) : undefined);

/** Serializes a part of a response, reusing the cached JSON if there is one. */
export function serialize(part: unknown): string {
  const kept = find(part);
  return kept ? (kept.text ??= JSON.stringify(part)) : JSON.stringify(part);
}

/** Identifies parts of a response, and with them their JSON; undefined where any of them is not cached. */
export function identityOf(parts: readonly unknown[]): string | undefined {
  let ids = "";
  for (const part of parts) {
    const kept = find(part);
    if (!kept) return undefined;
    ids += `${kept.id},`;
  }
  return ids;
}

const isEqual = (some: readonly unknown[], others: readonly unknown[]) =>
  some.length === others.length && some.every((one, index) => one === others[index]);

/** Caches the last response of each document. `besides` is everything else that the response depends on, compared by identity. */
export function responseCache<Answered extends object>() {
  const kept = new WeakMap<object, { besides: readonly unknown[]; answer: Answered }>();
  return (document: object, besides: readonly unknown[], make: () => Answered): Answered => {
    const known = kept.get(document);
    if (known && isEqual(known.besides, besides)) return known.answer;
    const answer = make();
    kept.set(document, { besides, answer });
    keptOf.set(answer, { id: (lastID += 1) });
    return answer;
  };
}
