import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { testApp } from "#service/test-app.test-support.ts";

const consoleFolder = mkdtempSync(join(tmpdir(), "assay-console-"));
afterAll(() => rmSync(consoleFolder, { recursive: true, force: true }));
writeFileSync(
  join(consoleFolder, "index.html"),
  '<!doctype html><meta name="api-key-header" content="" /><script>start()</script>',
);

test("the document names the key header, and the policy of contents allows its own script by its hash", async () => {
  const { app } = await testApp({ consoleFolder, environment: { API_KEY_HEADER: "ACME-KEY" } });
  const answer = await app.request("/demo/gates");
  expect(await answer.text()).toContain('<meta name="api-key-header" content="ACME-KEY" />');
  const hash = createHash("sha256").update("start()").digest("base64");
  expect(answer.headers.get("content-security-policy")).toContain(`script-src 'self' 'sha256-${hash}';`);
  const tag = answer.headers.get("etag") ?? "";
  const again = await app.request("/demo/gates", { headers: { "If-None-Match": tag } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});
