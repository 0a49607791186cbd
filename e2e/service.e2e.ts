import { expect, test } from "./fixtures.ts";

test("hashed files live for ever, come compressed, and the document is revalidated", async ({ service }) => {
  const document = await fetch(`${service.url}/demo/gates`, { headers: { Accept: "text/html" } });
  expect(document.headers.get("cache-control")).toBe("no-cache");
  const known = { Accept: "text/html", "If-None-Match": document.headers.get("etag") ?? "" };
  expect((await fetch(`${service.url}/demo/events`, { headers: known })).status).toBe(304);
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(await document.text())?.[1] ?? "";
  for (const encoding of ["br", "gzip"]) {
    const { headers } = await fetch(`${service.url}${script}`, { headers: { "Accept-Encoding": encoding } });
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(headers.get("content-encoding")).toBe(encoding);
  }
});

test("a request in flight is answered when the service stops", async ({ service }) => {
  const slow = fetch(`${service.url}/console/v1/experiments/one_page_checkout/summary_charts`, {
    headers: { "SERVICE-API-KEY": "journey-key-0123456789" },
  });
  await new Promise((resolve) => setTimeout(resolve, 30));
  await service.kill("SIGTERM");
  expect((await slow).status).toBe(200);
  await service.start();
});

test("what was acknowledged survives a crash", async ({ service }) => {
  await service.call("PATCH", "/wh_connections", { athena: { bucket: "kept" } });
  await service.kill("SIGKILL");
  await service.start();
  expect(await service.call("GET", "/wh_connections")).toMatchObject({
    data: { athena: { bucket: "kept" } },
  });
});
