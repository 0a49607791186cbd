// The published command-line client of such APIs, unchanged, against the service. Its address is fixed, so its requests are redirected
// here.
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { serve } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeMetrics } from "#service/database/definitions.ts";
import { testApp } from "./test-app.test-support.ts";

const client = createRequire(import.meta.url).resolve("@statsig/siggy");
const run = promisify(execFile);

let service: Awaited<ReturnType<typeof testApp>>;
let home: string;
let server: ReturnType<typeof serve>;
let redirect = "data:text/javascript,";

beforeAll(async () => {
  service = await testApp({ environment: { API_KEY_HEADER: "STATSIG-API-KEY" } });
  home = await mkdtemp(join(tmpdir(), "command-line-client-"));
  const port = await new Promise<number>((resolve) => {
    server = serve({ fetch: service.app.fetch, port: 0, hostname: "127.0.0.1" }, (info) =>
      resolve(info.port),
    );
  });
  const code = `const send = fetch; globalThis.fetch = (url, init) => send(Object.assign(new URL(url), { protocol: "http:", host: "127.0.0.1:${port}" }), init)`;
  redirect = `data:text/javascript,${encodeURIComponent(code)}`;
  await siggy("config", "--consolekey", service.keys.write);
});
afterAll(async () => {
  server.close();
  await service.close();
  await rm(home, { recursive: true });
});

/** Runs a command of the client and returns its output, parsed where it is JSON. */
async function siggy(...command: string[]): Promise<unknown> {
  const { stdout, stderr } = await run(process.execPath, ["--import", redirect, client, ...command], {
    env: { PATH: process.env["PATH"], HOME: home },
  });
  const printed = `${stdout}${stderr}`.trim();
  return /^[[{]/.test(printed) ? JSON.parse(printed) : printed;
}

test.each([
  ["gates", "Gate"],
  ["dyncon", "Dynamic Config"],
])("%s are created, read, listed, updated and deleted", async (command, noun) => {
  expect(await siggy(command, "create", "Made here")).toMatchObject({ id: "made_here", version: 1 });
  expect(await siggy(command, "get", "made_here")).toMatchObject({ id: "made_here", name: "Made here" });
  expect(await siggy(command, "update", "made_here", '{"description":"After"}')).toMatchObject({
    description: "After",
    version: 2,
  });
  expect(await siggy(command, "list")).toMatchObject([{ id: "made_here", name: "Made here" }]);
  expect(await siggy(command, "delete", "made_here", "--force")).toBe(`${noun} deleted successfully.`);
  expect(await siggy(command, "get", "made_here")).toMatch(/ not found\.$/);
  expect(await siggy(command, "list")).toEqual([]);
});

test("experiments are created, updated, started, shipped, reset, abandoned and deleted", async () => {
  const metric = { id: "Orders::sum", name: "Orders", type: "sum", directionality: "increase" };
  await service.database.transaction((transaction) => writeMetrics(transaction, [metric]));
  const lead = (command: string, ...more: string[]) => siggy("experiments", command, "button", ...more);
  expect(await siggy("experiments", "list")).toEqual([]);
  expect(await lead("get")).toBe("Experiment not found.");
  expect(await siggy("experiments", "create", "Button")).toMatchObject({ id: "button", status: "setup" });
  const primaryMetrics = [{ name: "Orders", type: "sum" }];
  expect(await lead("update", JSON.stringify({ primaryMetrics }))).toMatchObject({ primaryMetrics });
  expect(JSON.stringify(await lead("start"))).toContain("active");
  const decision = { id: "Test", decisionReason: "Better", removeTargeting: true };
  expect(JSON.stringify(await lead("ship", JSON.stringify(decision)))).toContain("decision_made");
  expect(JSON.stringify(await lead("reset"))).toContain("setup");
  expect(await lead("abandon")).toBe("Experiment has not yet started");
  await lead("start");
  expect(JSON.stringify(await lead("abandon"))).toContain("abandoned");
  expect(await lead("delete", "--force")).toBe("Experiment deleted successfully.");
});
