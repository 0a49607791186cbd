// Logging requests of client SDKs (API 7.2). Fields that are never read are omitted.
import { z } from "zod/mini";

const id = z.nullish(z.union([z.string(), z.number()]));
const fields = z.nullish(z.record(z.string(), z.unknown()));

/** A user as sent by an app. Private attributes are never read. */
export const LoggedUser = z.object({
  userID: id,
  customIDs: z.nullish(z.record(z.string(), id)),
  email: z.nullish(z.string()),
  ip: z.nullish(z.string()),
  userAgent: z.nullish(z.string()),
  country: z.nullish(z.string()),
  locale: z.nullish(z.string()),
  appVersion: z.nullish(z.string()),
  custom: fields,
  statsigEnvironment: fields,
});
export type LoggedUser = z.infer<typeof LoggedUser>;

export const LoggedEvent = z.object({
  eventName: z.string().check(z.minLength(1)),
  user: z.nullish(LoggedUser),
  value: z.nullish(z.union([z.string(), z.number()])),
  metadata: fields,
  /** ms since the epoch, or ISO 8601; defaults to the current time. */
  time: z.nullish(z.union([z.string(), z.number()])),
});
export type LoggedEvent = z.infer<typeof LoggedEvent>;

/** Metadata of the sending SDK. */
const LibraryMetadata = z.object({
  sdkType: z.nullish(z.string()),
  sdkVersion: z.nullish(z.string()),
  sessionID: z.nullish(z.string()),
  stableID: z.nullish(z.string()),
});

/** A logging request; each event is parsed separately, so that one invalid event does not reject the others. */
export const LoggedBatch = z.object({
  events: z.array(z.unknown()),
  statsigMetadata: z.nullish(LibraryMetadata),
  /** User of all events that have none of their own. */
  user: z.nullish(LoggedUser),
});
export type LoggedBatch = z.infer<typeof LoggedBatch>;
