import { afterEach, beforeEach, expect, test } from "vitest";
import { listKeys } from "#service/http/api-keys.ts";
import { revokeExpiredKeys, readKeyExpiry } from "#service/http/rotate-keys.ts";
import { testApp, testNow } from "#service/test-app.test-support.ts";
import { readCommand } from "./command-line.ts";
import { runCommand } from "./run-command.ts";

let service: Awaited<ReturnType<typeof testApp>>;
beforeEach(async () => {
  service = await testApp();
});
afterEach(() => service.close());

const run = (...words: string[]) => runCommand(service.database, readCommand(words), testNow);
const named = async (name: string) =>
  (await listKeys(service.database)).filter((key) => key.name === name).map(({ id }) => id);
const rules = async (key = "") => (await service.app.request(`/v1/download_config_specs?k=${key}`)).status;

test("a key is rotated by its id: the new one may do what the old one does, which ends when its days are over", async () => {
  const [old] = await run("create", "--name", "Tablet", "--kind", "client", "--reads-rules");
  const [id = ""] = await named("Tablet");
  expect((await run("list")).filter((line) => line.endsWith("Tablet (reads rules)"))).toHaveLength(1);
  const [made, said] = await run("rotate", id);
  expect(made).toMatch(/^client-[\w-]{43}$/);
  expect(said).toContain(
    `The old one, ${id}, stays valid until ${new Date(testNow + 7 * 86_400_000).toISOString()}`,
  );
  expect([await rules(old), await rules(made)]).toEqual([200, 200]);
  await revokeExpiredKeys(service.database, testNow + 7 * 86_400_000);
  expect([await rules(old), await rules(made)]).toEqual([401, 200]);
  const [next = ""] = await named("Tablet");
  expect((await run("rotate", next, "--days", "never")).at(-1)).toContain("until you revoke it");
  expect(await readKeyExpiry(service.database)).toEqual(new Map());
  await expect(run("rotate", id)).rejects.toThrow(`No key has the id ${id}.`);
});
