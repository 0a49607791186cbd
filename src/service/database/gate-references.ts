// The gates that a stored document refers to; every write stores this list with the document. Pure: no query here.
import { referencesOf, type Referring } from "#targeting/dependencies/references.ts";

/** Stands among the references of a document whose inline targeting cannot be read; no gate has this id. */
export const unreadableReference = "";

/** Ids of the gates named by rules, a targeting gate or inline targeting, each once. */
export function gateReferences(document: Referring): string[] {
  const { references, isReadable } = referencesOf(document);
  const ids = references.map(({ gateID }) => gateID).filter((id) => id !== unreadableReference);
  return [...new Set(isReadable ? ids : [...ids, unreadableReference])];
}
