// Caches responses of stored documents: each version is converted and serialized only once while the database keeps its document in memory
// (database/value-cache.ts). No invalidation is needed, since every version is a different object.

/** JSON of cached responses; an empty text until it is first needed. */
const texts = new WeakMap<object, string>();

/** Serializes a part of a response, reusing the cached JSON if there is one. */
export function serialize(part: unknown): string {
  const isKept = typeof part === "object" && part !== null && texts.has(part);
  const text = (isKept && texts.get(part)) || JSON.stringify(part);
  if (isKept) texts.set(part, text);
  return text;
}

/** Caches the last response of each document. `variant` identifies everything else that the response depends on. */
export function responseCache<Answered extends object>() {
  const kept = new WeakMap<object, { variant: string; answer: Answered }>();
  return (document: object, variant: string, make: () => Answered): Answered => {
    const known = kept.get(document);
    if (known?.variant === variant) return known.answer;
    const answer = make();
    kept.set(document, { variant, answer });
    texts.set(answer, "");
    return answer;
  };
}
