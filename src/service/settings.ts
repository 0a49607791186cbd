// The settings of the service, read once from the environment at start. An invalid one stops the start with a line that names it.
import { z } from "zod/mini";
import type { RateWindow } from "#service/http/rate-limit.ts";

const secondsIn = { s: 1, m: 60, h: 3600 } as const;

const RateLimit = z.pipe(
  z.string(),
  z.transform((text, context): RateWindow[] => {
    if (text === "off") return [];
    return text.split(",").flatMap((part) => {
      const match = /^(\d+)\/(\d+)([smh])$/.exec(part.trim());
      const unit = match?.[3];
      const [points, length] = [Number(match?.[1]), Number(match?.[2])];
      if (points > 0 && length > 0 && (unit === "s" || unit === "m" || unit === "h"))
        return [{ points, seconds: length * secondsIn[unit] }];
      context.issues.push({
        code: "custom",
        message: "Expected windows such as 100/10s,900/15m, or off",
        input: text,
      });
      return [];
    });
  }),
);

const SecretsKey = z
  .string()
  .check(
    z.regex(
      /^(lost|([0-9a-fA-F]{64}|[A-Za-z0-9+/]{43}=)(,([0-9a-fA-F]{64}|[A-Za-z0-9+/]{43}=))*(,lost)?)$/,
      "Expected 32 bytes as hexadecimal digits or base64; while it is changed, the new and the old one, separated by a comma, or lost instead of the old one",
    ),
  );

const Port = z
  .pipe(z.string().check(z.regex(/^\d+$/, "Expected a whole number from 0 to 65535")), z.transform(Number))
  .check(z.refine((port) => port <= 65535, "Expected a whole number from 0 to 65535"));

const memory = "Expected a whole number of MiB, at least 200";
/** With less memory, the engine cannot store the demo. */
const MemoryLimit = z
  .pipe(z.string().check(z.regex(/^\d{1,7}$/, memory)), z.transform(Number))
  .check(z.minimum(200, memory));

const days = "Expected a whole number of days, at least 1";
const RetentionDays = z
  .pipe(z.string().check(z.regex(/^\d{1,5}$/, days)), z.transform(Number))
  .check(z.minimum(1, days));

const UserAttributes = z.pipe(
  z.string().check(z.regex(/^[^,]{1,100}(,[^,]{1,100})*$/, "Expected none, or names such as used, email")),
  z.transform((text) => text.split(",").flatMap((name) => (name.trim() === "none" ? [] : [name.trim()]))),
);

export const Settings = z.object({
  PORT: z._default(Port, 4000),
  HOST: z._default(z.string(), "127.0.0.1"),
  DATA_DIR: z._default(z.string(), "./data"),
  DATABASE_URL: z.optional(
    z.url({
      protocol: /^postgres(ql)?$/,
      error: "Expected an address such as postgres://user:password@host/database",
    }),
  ),
  API_KEY_HEADER: z._default(
    z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9-]*$/, "Expected a header name")),
    "SERVICE-API-KEY",
  ),
  CONSOLE_API_KEY: z.optional(z.string().check(z.minLength(24, "Must be at least 24 characters"))),
  COMPANY_ID: z._default(
    z.string().check(z.regex(/^[A-Za-z0-9_-]+$/, "Expected letters, digits, _ or -")),
    "demo",
  ),
  CONSOLE_URL: z.optional(
    z.url({ protocol: /^https?$/, error: "Expected an address such as https://console.example" }),
  ),
  RATE_LIMIT: z._default(RateLimit, [
    { points: 100, seconds: 10 },
    { points: 900, seconds: 900 },
  ]),
  READ_LIMIT: z._default(RateLimit, [{ points: 2000, seconds: 10 }]),
  SECRETS_KEY: z.optional(SecretsKey),
  MEMORY_LIMIT: z._default(MemoryLimit, 900),
  USER_ATTRIBUTES: z._default(UserAttributes, ["used"]),
  EVENT_RETENTION_DAYS: z.optional(RetentionDays),
  EVENT_COPY: z.pipe(
    z._default(z.enum(["0", "1"], "Expected 0 or 1"), "1"),
    z.transform((value) => value === "1"),
  ),
  DEMO: z.pipe(
    z._default(z.enum(["0", "1"], "Expected 0 or 1"), "1"),
    z.transform((value) => value === "1"),
  ),
});
export type Settings = z.output<typeof Settings>;

/** Settings from an environment; an empty variable counts as absent. Never prints a value, since some are secret. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = Settings.safeParse(given);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
  throw new Error(`A setting is not valid:\n${lines.join("\n")}`);
}
