// Limits the stored size of a gate or dynamic config, so that everything written can be read, sent back and compared. Pure.
import type { Problem } from "#contract/api-error.ts";
import { limits } from "#contract/limits.ts";

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? "");

/** A problem of the largest field where the document is too large; a document that was larger before may shrink step by step. */
export function sizeProblems(noun: string, document: object, stored: object | undefined): Problem[] {
  const size = bytesOf(document);
  if (size <= limits.documentBytes || (stored && size <= bytesOf(stored))) return [];
  const fields = Object.entries(document).map(([property, value]) => ({ property, size: bytesOf(value) }));
  const [largest] = fields.sort((a, b) => b.size - a.size);
  const [is, most] = [size, limits.documentBytes].map((bytes) => bytes.toLocaleString("en"));
  return [
    {
      property: largest?.property ?? "",
      errorMessage: `The ${noun.toLowerCase()} would be stored in ${is} bytes; at most ${most} are allowed`,
    },
  ];
}
