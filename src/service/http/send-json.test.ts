// Tests that responses are compressed, and not sent at all if the client already has them.
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testApp } from "#service/test-app.test-support.ts";

let service: Awaited<ReturnType<typeof testApp>>;
beforeAll(async () => {
  service = await testApp();
  for (let number = 0; number < 20; number += 1)
    await service.request("POST", "/console/v1/gates", { body: { name: `Gate ${number}` } });
});
afterAll(() => service.close());

const read = async (path: string, headers: Record<string, string> = {}) => {
  const answer = await service.app.request(path, {
    headers: { "SERVICE-API-KEY": service.keys.read, ...headers },
  });
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
};
const list = "/console/v1/gates";
const one = "/console/v1/gates/gate_1";

test.each([
  ["gzip, deflate, br", "br", brotliDecompressSync],
  ["gzip, br;q=0", "gzip", gunzipSync],
])("a client that takes %s gets %s", async (accepted, encoding, decompress) => {
  const plain = await read(list);
  expect(plain.answer.headers.get("content-encoding")).toBeNull();
  const { answer, bytes } = await read(list, { "Accept-Encoding": accepted });
  expect(answer.headers.get("content-encoding")).toBe(encoding);
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(answer.headers.get("vary")).toContain("Accept-Encoding");
  expect(bytes.byteLength).toBeLessThan(plain.bytes.byteLength / 5);
  expect(decompress(bytes).equals(plain.bytes)).toBe(true);
});

test("a short answer is sent as it is", async () => {
  const { answer } = await read("/console/v1/api_keys/current", { "Accept-Encoding": "br" });
  expect(answer.headers.get("content-encoding")).toBeNull();
});

test("a list that has not changed is not sent again", async () => {
  const tag = (await read(list)).answer.headers.get("etag") ?? "";
  const known = { "If-None-Match": tag, "Accept-Encoding": "br" };
  const again = await read(list, known);
  expect([again.answer.status, again.bytes.byteLength]).toEqual([304, 0]);
  expect(again.answer.headers.get("etag")).toBe(tag);
  await service.request("PATCH", one, { body: { tags: ["new"] } });
  const changed = await read(list, known);
  expect(changed.answer.status).toBe(200);
  expect(changed.answer.headers.get("etag")).not.toBe(tag);
});

test("one gate is answered whatever the client has, since its staleness follows from more than its version", async () => {
  const { answer } = await read(one);
  const again = await read(one, { "If-None-Match": answer.headers.get("etag") ?? "" });
  expect([again.answer.status, again.answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
});
