// Attacks on the start of a service: another or a lost secrets key, damaged or missing files; and recovery from a backup.
import { randomBytes } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runCommand, startService, type AttackedService } from "./attacked-service.ts";

const root = mkdtempSync(join(tmpdir(), "assay-start-"));
const folder = join(root, "data");
const services: AttackedService[] = [];
afterAll(async () => {
  for (const service of services) await service.end("SIGKILL");
  rmSync(root, { recursive: true, force: true });
});

const start = async (environment: Record<string, string> = {}, dataDir = folder) => {
  const service = await startService({ DATA_DIR: dataDir, DEMO: "0", ...environment });
  services.push(service);
  return service;
};
const path = "/console/v1/gates";
const names = async (service: AttackedService) =>
  [...(await service.send("GET", path)).text.matchAll(/"name":"(\w+)"/g)].map(([, name]) => name);
const create = (service: AttackedService, name: string) =>
  service.send("POST", path, { name, description: "" });

test("the first key is printed by the start that makes it, and by no other", async () => {
  const first = await start({ CONSOLE_API_KEY: "" });
  const key = readFileSync(join(folder, "api-key"), "utf8").trim();
  await expect.poll(() => first.log()).toContain(`#key=${key}`);
  expect((await first.send("GET", path, undefined, { "SERVICE-API-KEY": key })).status).toBe(200);
  await first.end("SIGTERM");
  const second = await start();
  expect(second.log()).not.toContain(key);
  expect((await create(second, "Stored")).status).toBe(201);
  await second.end("SIGTERM");
}, 60_000);

test("another secrets key and a lost one stop the start until the setting says that it is lost", async () => {
  const other = randomBytes(32).toString("hex");
  await expect(start({ SECRETS_KEY: other })).rejects.toThrow(/SECRETS_KEY: .* another key/);
  const file = join(folder, "secrets-key");
  renameSync(file, `${file}-away`);
  await expect(start()).rejects.toThrow(/SECRETS_KEY=lost/);
  expect(existsSync(file)).toBe(false);
  renameSync(`${file}-away`, file);
  await (await start()).end("SIGTERM");
  rmSync(file);
  await (await start({ SECRETS_KEY: "lost" })).end("SIGTERM");
  await (await start()).end("SIGTERM");
}, 120_000);

test("a missing log and a damaged file are said at the start; a backup brings back what it held", async () => {
  const backup = join(root, "backup");
  expect((await runCommand("backup", [backup], { DATA_DIR: folder })).printed).toContain("1 gates");
  const attacked = await start();
  await create(attacked, "Later");
  await attacked.end("SIGKILL");
  const log = join(folder, "assay.duckdb.wal");
  renameSync(log, `${log}-away`);
  await expect(start()).rejects.toThrow(/The log .* is missing/);
  renameSync(`${log}-away`, log);
  const whole = readFileSync(log);
  truncateSync(log, whole.length / 2);
  await expect(start()).rejects.toThrow(/The log .* is cut short or damaged; .* npm run restore/);
  writeFileSync(log, whole);
  const again = await start();
  expect(await names(again)).toEqual(["Later", "Stored"]);
  await again.end("SIGTERM");

  const file = join(folder, "assay.duckdb");
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0x5a, 0, bytes.length / 2));
  await expect(start()).rejects.toThrow(/is damaged\. Restore a backup/);
  copyFileSync(join(backup, "assay.duckdb"), join(root, "kept"));
  const restored = join(root, "restored");
  expect((await runCommand("restore", [backup], { DATA_DIR: restored })).code).toBe(0);
  expect(readFileSync(join(backup, "assay.duckdb")).equals(readFileSync(join(root, "kept")))).toBe(true);
  expect(await names(await start({}, restored))).toEqual(["Stored"]);
}, 120_000);

test("a damaged part that the start does not read is said shortly after it", async () => {
  const dataDir = join(root, "demo");
  await (await start({ DEMO: "1" }, dataDir)).end("SIGTERM");
  const file = join(dataDir, "assay.duckdb");
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0x5a, bytes.length / 2, bytes.length / 2 + 10));
  const damaged = await start({}, dataDir);
  const health = () => damaged.send("GET", "/healthz");
  await expect.poll(async () => (await health()).status, { timeout: 60_000 }).toBe(503);
  expect((await health()).text).toMatch(/is damaged\. Restore a backup/);
  await expect.poll(() => damaged.log()).toMatch(/"problem":"The database .* is damaged/);
}, 120_000);
