// What was typed and not yet saved, kept in this browser. Never give it a secret.
import { z } from "zod";

export interface Draft<Value> {
  readonly value: Value;
  /** Version of the entity the draft started from; null where it has none. */
  readonly basedOn: number | null;
  /** ms since the epoch */
  readonly time: number;
}

const prefix = "assay.draft.";

/** Keeps a draft; when the browser's storage is full it lives on in the form only. */
export function keepDraft(entity: string, value: unknown, basedOn: number | null | undefined) {
  try {
    localStorage.setItem(
      prefix + entity,
      JSON.stringify({ value, basedOn: basedOn ?? null, time: Date.now() }),
    );
  } catch {
    // A full or forbidden storage must not get in the way of typing.
  }
}

export const dropDraft = (entity: string) => localStorage.removeItem(prefix + entity);

/** The draft kept for an entity; one that no longer fits the form's schema is dropped. */
export function readDraft<Schema extends z.ZodType>(
  entity: string,
  schema: Schema,
): Draft<z.output<Schema>> | undefined {
  const text = localStorage.getItem(prefix + entity);
  if (text === null) return undefined;
  try {
    const kept = z.object({ value: z.unknown(), basedOn: z.number().nullable(), time: z.number() });
    const { value, basedOn, time } = kept.parse(JSON.parse(text));
    return { value: schema.parse(value), basedOn, time };
  } catch {
    dropDraft(entity);
    return undefined;
  }
}
