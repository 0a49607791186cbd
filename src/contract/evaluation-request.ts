// Requests of apps to evaluate gates, configs and experiments for a user (API 7.3, 7.4). Fields that are never read are omitted.
import { z } from "zod/mini";

const text = z.nullish(z.string());
const value = z.optional(z.unknown());
const fields = z.nullish(z.record(z.string(), z.unknown()));

/** A user as sent by an app. Rules ignore an attribute of an unexpected type. */
export const AppUser = z.object({
  userID: value,
  customIDs: fields,
  email: value,
  ip: value,
  userAgent: value,
  country: value,
  locale: value,
  appVersion: value,
  custom: fields,
  /** Attributes used in evaluation only: they are never stored, logged or sent back. */
  privateAttributes: fields,
  statsigEnvironment: fields,
});
export type AppUser = z.infer<typeof AppUser>;

/** Metadata of the requesting SDK. */
const LibraryMetadata = z.looseObject({
  stableID: text,
  exposureLoggingDisabled: z.nullish(z.boolean()),
});

export const InitializeRequest = z.object({
  user: z.nullish(AppUser),
  /** How entity names are hashed in the response. */
  hash: z.nullish(z.enum(["djb2", "none", "sha256"])),
  /** `time` of the response that the app already has for this user. */
  sinceTime: z.nullish(z.number()),
  /** Checksum of that response, since the same rules can evaluate differently with another request or at another time. */
  full_checksum: text,
  statsigMetadata: z.nullish(LibraryMetadata),
});

/** Fields of all evaluation requests over plain HTTP: the user and the client's metadata. */
const asking = { user: z.nullish(AppUser), statsigMetadata: z.nullish(LibraryMetadata) };
const name = z.string().check(z.minLength(1));

export const CheckGateRequest = z.union([
  z.object({ ...asking, gateName: name }),
  z.object({ ...asking, gateNames: z.array(name).check(z.minLength(1), z.maxLength(100)) }),
]);
export const GetConfigRequest = z.object({ ...asking, configName: name });
export const GetLayerRequest = z.object({ ...asking, layerName: name });

const exposed = {
  user: z.nullish(AppUser),
  /** Name of the experiment group. */
  group: text,
  ruleID: text,
  time: z.nullish(z.union([z.string(), z.number()])),
};
const CustomExposure = z.union([
  z.object({ ...exposed, experimentName: name }),
  z.object({ ...exposed, gateName: name, passes: z.boolean() }),
]);
export type CustomExposure = z.infer<typeof CustomExposure>;

/** Exposures to values that an app chose itself. */
export const CustomExposuresRequest = z.object({
  ...asking,
  exposures: z.array(CustomExposure).check(z.minLength(1), z.maxLength(10_000)),
});
