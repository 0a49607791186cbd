// The service in memory for tests: the real app on an empty database, without a port.
import { randomBytes } from "node:crypto";
import { z } from "zod/mini";
import { Problem } from "#contract/api-error.ts";
import { Pagination } from "#contract/envelope.ts";
import { createApp } from "./app.ts";
import type { Engine } from "#service/database/database.ts";
import { openTestDatabase } from "#service/database/test-database.test-support.ts";
import { readSettings } from "./settings.ts";
import type { Endpoints } from "#service/warehouse/open-client.ts";
import { createKey } from "#service/http/api-keys.ts";

/** Noon of 1 November 2026, UTC. */
export const testNow = Date.UTC(2026, 10, 1, 12);

/** The body of any answer, success or error; the type of `data` is declared by the test. */
const Body = z.looseObject({
  message: z.optional(z.string()),
  data: z.optional(z.unknown()),
  pagination: z.optional(Pagination),
  errors: z.optional(z.array(Problem)),
});

export interface TestRequest {
  body?: unknown;
  /** "write" when absent; "none" sends no key. */
  key?: "write" | "read" | "none";
  headers?: Record<string, string>;
}

export interface TestAnswer {
  status: number;
  headers: Headers;
  text: string;
  body: z.infer<typeof Body>;
}

export async function testApp(
  options: {
    now?: () => number;
    environment?: Record<string, string>;
    stop?: AbortSignal;
    consoleFolder?: string;
    warehouseEndpoints?: Endpoints;
    /** Wraps the engine below the database. */
    between?: (engine: Engine) => Engine;
  } = {},
) {
  const database = await openTestDatabase(options.between);
  const logged: unknown[] = [];
  const log = {
    info: (line: unknown) => void logged.push(line),
    warn: (line: unknown) => void logged.push(line),
    error: (line: unknown) => void logged.push(line),
  };
  const now = options.now ?? (() => testNow);
  const settings = readSettings({
    RATE_LIMIT: "off",
    CONSOLE_URL: "https://console.test",
    ...options.environment,
  });
  const secretsKey = randomBytes(32);
  const app = createApp({
    database,
    settings,
    secretsKey,
    now,
    log,
    ...(options.stop ? { stop: options.stop } : {}),
    ...(options.warehouseEndpoints ? { warehouseEndpoints: options.warehouseEndpoints } : {}),
    ...(options.consoleFolder ? { consoleFolder: options.consoleFolder } : {}),
  });
  const keys = {
    write: await createKey(database, { name: "Test writer", kind: "console", rights: "write" }, testNow),
    read: await createKey(database, { name: "Test reader", kind: "console", rights: "read" }, testNow),
  };

  async function request(
    method: string,
    path: string,
    { body, key = "write", headers = {} }: TestRequest = {},
  ): Promise<TestAnswer> {
    const response = await app.request(path, {
      method,
      headers: {
        ...(key === "none" ? {} : { [settings.API_KEY_HEADER]: keys[key] }),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: Body.parse(JSON.parse(text)) };
  }
  return { app, database, secretsKey, keys, logged, request, close: () => database.close() };
}
