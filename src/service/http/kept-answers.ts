// Answers of stored documents: each version is made into an answer once, and into JSON once, as long as the database keeps its
// document in memory (database/memory.ts). Nothing here has to be told of a change: another version is another document.

/** The texts of kept answers; empty until it is asked for. */
const texts = new WeakMap<object, string>();

/** The JSON of a part of an answer. */
export function encoded(part: unknown): string {
  const isKept = typeof part === "object" && part !== null && texts.has(part);
  const text = (isKept && texts.get(part)) || JSON.stringify(part);
  if (isKept) texts.set(part, text);
  return text;
}

/** Keeps the last answer of each document. `variant` names all that the answer depends on beside the document. */
export function keptAnswers<Answered extends object>() {
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
