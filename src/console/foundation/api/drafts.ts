// What was typed and not yet saved, kept in this browser. Never give it a secret.
import { z } from "zod";

export interface Draft<Value> {
  readonly value: Value;
  /** Version of the entity the draft started from; null where it has none. */
  readonly basedOn: number | null;
  /** ms since the epoch */
  readonly time: number;
}

/** What a list of drafts shows of one. */
export interface DraftEntry {
  /** Where it is kept; the same name as the lock that a tab holds while it edits it. */
  readonly slot: string;
  /** Path of the entity, such as "dynamic_configs/shipping". */
  readonly entity: string;
  readonly title: string;
  readonly time: number;
}

const prefix = "assay.draft.";

const Kept = z.object({
  entity: z.string().optional(),
  title: z.string().optional(),
  value: z.unknown(),
  basedOn: z.number().nullable(),
  time: z.number(),
});

function parse(slot: string): z.output<typeof Kept> | undefined {
  const text = localStorage.getItem(prefix + slot);
  if (text === null) return undefined;
  try {
    return Kept.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export interface DraftToKeep {
  readonly entity: string;
  readonly title: string;
  readonly value: unknown;
  readonly basedOn: number | null | undefined;
}

/** Keeps a draft; false when the browser's storage is full or forbidden, so that it lives on in the form only. */
export function keepDraft(slot: string, { entity, title, value, basedOn }: DraftToKeep): boolean {
  const kept = { entity, title, value, basedOn: basedOn ?? null, time: Date.now() };
  try {
    localStorage.setItem(prefix + slot, JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

export const dropDraft = (slot: string) => localStorage.removeItem(prefix + slot);

/** The draft kept in a slot; one that no longer fits the form's schema is dropped. */
export function readDraft<Schema extends z.ZodType>(
  slot: string,
  schema: Schema,
): Draft<z.output<Schema>> | undefined {
  const kept = parse(slot);
  const value = kept && schema.safeParse(kept.value);
  if (kept && value?.success) return { value: value.data, basedOn: kept.basedOn, time: kept.time };
  dropDraft(slot);
  return undefined;
}

/** Every draft kept in this browser, newest first. */
export function listDrafts(): DraftEntry[] {
  const slots = Object.keys(localStorage).flatMap((key) =>
    key.startsWith(prefix) ? [key.slice(prefix.length)] : [],
  );
  return slots
    .flatMap((slot): DraftEntry[] => {
      const kept = parse(slot);
      if (!kept) return [];
      const { entity = slot, title = entity, time } = kept;
      return [{ slot, entity, title, time }];
    })
    .sort((left, right) => right.time - left.time);
}
