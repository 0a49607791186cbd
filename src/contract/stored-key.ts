// Response schemas of API keys. The key itself is returned only once, in the response to its creation.
import { z } from "zod/mini";

/** The last request with a key, accurate to a minute. */
const KeyUse = z.looseObject({
  /** ms since the epoch. */
  time: z.number(),
  library: z.string(),
  /** Empty if the sender did not report a version. */
  version: z.string(),
});

export const StoredKey = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** console, server or client */
  kind: z.string(),
  /** read or write, for console keys; null otherwise. */
  rights: z.nullable(z.string()),
  /** Default environment of an app key; null for console keys. */
  environment: z.nullable(z.string()),
  /** True if a client key may read the rules, for on-device evaluation. */
  readsRules: z.optional(z.boolean()),
  /** The last four characters of the key, if known. */
  ending: z.nullable(z.string()),
  /** Name of the key that created it; null if a command did. */
  creatorName: z.nullable(z.string()),
  createdTime: z.number(),
  revokedTime: z.nullable(z.number()),
  lastUse: z.nullable(KeyUse),
  /** Number of requests in the last 24 hours. */
  requestsOfDay: z.optional(z.number()),
  /** ms; when a rotated key is revoked. Null if it stays valid until somebody revokes it. */
  endsTime: z.nullish(z.number()),
});
export type StoredKey = z.infer<typeof StoredKey>;

export const CreatedKey = z.extend(StoredKey, { key: z.string() });
export type CreatedKey = z.infer<typeof CreatedKey>;
