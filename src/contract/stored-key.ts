// Keys as they are listed and as they are made. The key itself is answered once, to whoever made it.
import { z } from "zod/mini";

/** The last request with a key, within a minute. */
const KeyUse = z.looseObject({
  /** ms since the epoch. */
  time: z.number(),
  library: z.string(),
  /** Empty where the sender named none. */
  version: z.string(),
});

export const StoredKey = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** console, server or client */
  kind: z.string(),
  /** read or write; of console keys alone. */
  rights: z.nullable(z.string()),
  /** Of keys of apps alone. */
  environment: z.nullable(z.string()),
  /** A client key that reads the rules, for evaluation on the device. */
  readsRules: z.optional(z.boolean()),
  /** The last four characters of the key, where they are known. */
  ending: z.nullable(z.string()),
  /** Name of the key that made it; null where a command did. */
  creatorName: z.nullable(z.string()),
  createdTime: z.number(),
  revokedTime: z.nullable(z.number()),
  lastUse: z.nullable(KeyUse),
  /** In the last 24 hours. */
  requestsOfDay: z.optional(z.number()),
  /** ms; a key that another one of its name replaces is revoked then. Null where it stays until somebody revokes it. */
  endsTime: z.nullish(z.number()),
});
export type StoredKey = z.infer<typeof StoredKey>;

export const MadeKey = z.extend(StoredKey, { key: z.string() });
export type MadeKey = z.infer<typeof MadeKey>;
