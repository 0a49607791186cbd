// Requests of apps that ask what a user gets (API 7.3, 7.4). Fields that nothing here reads are left out.
import { z } from "zod/mini";

const text = z.nullish(z.string());
const value = z.optional(z.unknown());
const fields = z.nullish(z.record(z.string(), z.unknown()));

/** A user as an app states it. What an attribute is of another type than it should be, no rule takes it for. */
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
  /** They take part in decisions, and are neither stored nor logged nor sent back. */
  privateAttributes: fields,
  statsigEnvironment: fields,
});
export type AppUser = z.infer<typeof AppUser>;

/** About the library that asks. */
const LibraryMetadata = z.looseObject({
  stableID: text,
  exposureLoggingDisabled: z.nullish(z.boolean()),
});

export const InitializeRequest = z.object({
  user: z.nullish(AppUser),
  /** How names are hashed in the answer. */
  hash: z.nullish(z.enum(["djb2", "none", "sha256"])),
  /** `time` of the answer that the app has for this very user. */
  sinceTime: z.nullish(z.number()),
  /** Of that answer: what another request made of it, or another time. */
  full_checksum: text,
  statsigMetadata: z.nullish(LibraryMetadata),
});

/** Whoever asks about one user over plain HTTP. */
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
  /** Name of the group. */
  group: text,
  ruleID: text,
  time: z.nullish(z.union([z.string(), z.number()])),
};
const CustomExposure = z.union([
  z.object({ ...exposed, experimentName: name }),
  z.object({ ...exposed, gateName: name, passes: z.boolean() }),
]);
export type CustomExposure = z.infer<typeof CustomExposure>;

/** Exposures that an app decided itself. */
export const CustomExposuresRequest = z.object({
  ...asking,
  exposures: z.array(CustomExposure).check(z.minLength(1), z.maxLength(10_000)),
});
