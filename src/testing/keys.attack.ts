// Attacks on access control: guessed and mistyped keys, large bodies without a key, foreign host names, weak keys, other users
// of the machine.
import { createWriteStream, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { request, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand, startService, type AttackedService } from "./attacked-service.ts";

const dataDir = mkdtempSync(join(tmpdir(), "assay-keys-"));
const gatesPath = "/console/v1/gates";
let service: AttackedService;
beforeAll(async () => {
  service = await startService({ DATA_DIR: dataDir, DEMO: "0" });
}, 120_000);
afterAll(async () => {
  await service.end("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
});

test("other users of the machine read nothing of the data folder, whatever made it", async () => {
  await runCommand("keys", ["create", "--name", "Early"], { DATA_DIR: join(dataDir, "keys") });
  const files = readdirSync(dataDir, { recursive: true, encoding: "utf8" });
  expect(files).toContain(join("keys", "assay.duckdb"));
  const open = [".", ...files].filter((file) => (statSync(join(dataDir, file)).mode & 0o077) !== 0);
  expect(open).toEqual([]);
});

test("what every answer says to browsers, with an https address too", async () => {
  const { headers } = await service.send("GET", "/");
  expect(headers?.get("Content-Security-Policy")).toMatch(
    /default-src 'none'; script-src 'self' 'sha256-[A-Za-z0-9+/]{43}='; style-src 'self';/,
  );
  expect(headers?.get("Permissions-Policy")).toContain("camera=()");
  expect(headers?.get("Strict-Transport-Security")).toBeNull();
  const environment = { CONSOLE_URL: "https://console.example", READ_LIMIT: "20/10s" };
  const secure = await startService({ DATA_DIR: join(dataDir, "secure"), DEMO: "0", ...environment });
  const reads = Array.from({ length: 40 }, () => secure.send("GET", gatesPath));
  const answers = await Promise.all(reads);
  await secure.end("SIGTERM");
  expect(answers[0]?.headers?.get("Strict-Transport-Security")).toMatch(/^max-age=/);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
}, 60_000);

test("links do not lead to the host that a request names", async () => {
  await service.send("POST", gatesPath, { name: "Linked", description: "" });
  const headers = { Host: "evil.example", "SERVICE-API-KEY": service.key };
  const answer = await new Promise<string>((resolve, reject) => {
    const answered = (incoming: IncomingMessage) => resolve(text(incoming));
    request(`${service.url}${gatesPath}/linked`, { headers }, answered).on("error", reject).end();
  });
  expect(answer).toContain('"permalink"');
  expect(answer).not.toContain("evil.example");
});

test("a refused write names the version that it lost to", async () => {
  const refused = await service.send("PATCH", `${gatesPath}/linked`, { tags: [] }, { "If-Match": '"7"' });
  expect([refused.status, refused.headers?.get("ETag")]).toEqual([412, '"1"']);
});

test("60 clients that send large bodies without a key all get their refusal", async () => {
  const body = JSON.stringify({ description: "x".repeat(4_000_000) });
  const clients = Array.from({ length: 60 }, () =>
    service.send("POST", gatesPath, body, { "SERVICE-API-KEY": "console-none" }),
  );
  const statuses = (await Promise.all(clients)).map(({ status }) => status);
  expect(statuses.filter((status) => ![401, 413, 429].includes(status))).toEqual([]);
});

test("no spelling of a key enters but the key, guesses are slowed, and the key is not", async () => {
  const { key } = service;
  const half = key.slice(0, -1);
  const spellings = [
    "",
    "undefined",
    "null",
    half,
    `${key}x`,
    key.toUpperCase(),
    `Bearer ${key}`,
    `"${key}"`,
  ];
  const spelt = [...spellings, `${key},${key}`, "%00", "' or 1=1 --", "console-" + "a".repeat(8000)];
  const guesses = Array.from({ length: 300 }, (_, index) => spelt[index] ?? `console-${index}`);
  const statuses: Record<number, number> = {};
  for (const guess of guesses)
    for (const [method, path] of [
      ["GET", gatesPath],
      ["POST", gatesPath],
    ] as const) {
      const { status } = await service.send(method, path, undefined, { "SERVICE-API-KEY": guess });
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  console.log(`Guessed keys: answers by status ${JSON.stringify(statuses)}`);
  expect(Object.keys(statuses).filter((status) => !["401", "429", "431"].includes(status))).toEqual([]);
  expect(statuses[429]).toBeGreaterThan(0);
  expect((await service.send("GET", gatesPath)).status).toBe(200);
  expect(service.log()).not.toContain(key);
});

test("a key of eight characters is refused at the start", async () => {
  const weak = startService({ DATA_DIR: join(dataDir, "weak"), DEMO: "0", CONSOLE_API_KEY: "12345678" });
  await expect(weak).rejects.toThrow(/CONSOLE_API_KEY/);
}, 60_000);

test("a line of 600 MB in a compressed import ends in a sentence", async () => {
  const file = join(dataDir, "long.ndjson.gz");
  const part = Buffer.alloc(1_000_000, "x");
  await pipeline(
    Readable.from(Array.from({ length: 600 }, () => part)),
    createGzip({ level: 1 }),
    createWriteStream(file),
  );
  const words = ["events", file, "--name", "any", "--unit", "u", "--time", "t"];
  const { code, printed } = await runCommand("import", words, { DATA_DIR: join(dataDir, "import") });
  expect(code).not.toBe(0);
  expect(printed).not.toMatch(/^ +at /m);
  expect(printed.length).toBeLessThan(2000);
}, 120_000);
