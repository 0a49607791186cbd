// Drafts: edits that are not saved yet, persisted in this browser. Never put a secret into one.
import { z } from "zod/mini";

export interface Draft<Value> {
  readonly value: Value;
  /** Version of the entity the draft started from; null where it has none. */
  readonly basedOn: number | null;
  /** ms since the epoch. */
  readonly time: number;
}

/** A draft in a list of drafts. */
export interface DraftEntry {
  /** Name of the draft in the storage, and of the lock that a tab holds while it edits the draft. */
  readonly slot: string;
  /** Path of the entity, such as "dynamic_configs/shipping". */
  readonly entity: string;
  readonly title: string;
  readonly time: number;
}

const prefix = "assay.draft.";

const StoredDraft = z.object({
  entity: z.optional(z.string()),
  title: z.optional(z.string()),
  value: z.unknown(),
  basedOn: z.nullable(z.number()),
  time: z.number(),
});

function parse(slot: string) {
  const text = localStorage.getItem(prefix + slot);
  if (text === null) return undefined;
  try {
    return StoredDraft.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export interface DraftToPersist {
  readonly entity: string;
  readonly title: string;
  readonly value: unknown;
  readonly basedOn: number | null | undefined;
}

/** Persists a draft. Returns false if the browser's storage is full or forbidden; the draft then exists in the form only. */
export function persistDraft(slot: string, { entity, title, value, basedOn }: DraftToPersist): boolean {
  const persisted = { entity, title, value, basedOn: basedOn ?? null, time: Date.now() };
  try {
    localStorage.setItem(prefix + slot, JSON.stringify(persisted));
    return true;
  } catch {
    return false;
  }
}

export const dropDraft = (slot: string) => localStorage.removeItem(prefix + slot);

/** Returns the draft in a slot; a draft that no longer fits the form's schema is deleted. */
export function readDraft<Schema extends z.ZodMiniType>(
  slot: string,
  schema: Schema,
): Draft<z.output<Schema>> | undefined {
  const persisted = parse(slot);
  const value = persisted && schema.safeParse(persisted.value);
  if (persisted && value?.success)
    return { value: value.data, basedOn: persisted.basedOn, time: persisted.time };
  dropDraft(slot);
  return undefined;
}

/** Lists every draft in this browser, newest first. */
export function listDrafts(): DraftEntry[] {
  const slots = Object.keys(localStorage).flatMap((key) =>
    key.startsWith(prefix) ? [key.slice(prefix.length)] : [],
  );
  return slots
    .flatMap((slot): DraftEntry[] => {
      const persisted = parse(slot);
      if (!persisted) return [];
      const { entity = slot, title = entity, time } = persisted;
      return [{ slot, entity, title, time }];
    })
    .sort((left, right) => right.time - left.time);
}
