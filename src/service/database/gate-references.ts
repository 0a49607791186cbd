// Finds the gates that a stored document refers to; every write stores this list with the document. Pure, without queries.
import { referencesOf, type Referring } from "#targeting/dependencies/references.ts";

/** Takes the place of the references in a document whose inline targeting cannot be read; no gate has this id. */
export const unreadableReference = "";

/** Ids of the gates that rules, a targeting gate or inline targeting name, without duplicates. */
export function gateReferences(document: Referring): string[] {
  const { references, isReadable } = referencesOf(document);
  const ids = references.map(({ gateID }) => gateID).filter((id) => id !== unreadableReference);
  return [...new Set(isReadable ? ids : [...ids, unreadableReference])];
}
